import Diffable
import Testing

@testable import Lists

struct ContactsTests {
    private let list = ContactsList(contacts: [
        Contact("Maria", "Lopez", isFriend: true), Contact("Ann", "Marsh", isFriend: true), Contact("Zoë", "Martin"),
        Contact("Wei", "Li"), Contact("Wei", "Li"),
    ])

    @Test func everyoneIsInOneSection() {
        let snapshot = list.snapshot()
        #expect(snapshot.sectionIdentifiers == [.friendsContacts, .allContacts])
        #expect(snapshot.itemIdentifiers(inSection: .friendsContacts).map(\.firstName) == ["Maria", "Ann"])
        #expect(snapshot.itemIdentifiers(inSection: .allContacts).map(\.firstName) == ["Zoë", "Wei", "Wei"])
    }

    @Test(arguments: [
        ("Mar", ["Maria Lopez", "Ann Marsh", "Zoë Martin"]), ("mar", []), ("Li", ["Wei Li", "Wei Li"]),
        ("ë", ["Zoë Martin"]),
    ])
    func searchFinds(_ search: String, _ names: [String]) {
        let snapshot = list.snapshot(search: search)
        #expect(snapshot.itemIdentifiers.map(\.description) == names)
        #expect(snapshot.numberOfSections == 2)
    }

    @Test func everyKeystrokeIsOneApply() {
        let source = DiffableDataSource<ContactsSection, Contact>(cellProvider: { _, contact in
            Cell(text: contact.description)
        })
        source.view = nil
        source.apply(list.snapshot(), animatingDifferences: false)
        let changes = ["M", "Ma", "Mart", "Martz", ""].map {
            source.apply(list.snapshot(search: $0)).difference.description
        }
        #expect(changes == ["2 items deleted", "no changes", "2 items deleted", "1 item deleted", "5 items inserted"])
        #expect(source.snapshot() == list.snapshot())
    }

    @Test func nobodyIsInBothSections() {
        var snapshot = list.snapshot()
        let error = #expect(throws: DiffableError.self) {
            try snapshot.checked.appendItems([list.contacts[0]], toSection: .allContacts)
        }
        #expect(error?.code == .duplicateIdentifier)
        #expect(snapshot == list.snapshot())
    }
}
