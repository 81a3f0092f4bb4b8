import Diffable
import Testing

// How `==` and `hash(into:)` of an item affect a list. Items that are only `Hashable` are compared as UIKit compares
// them: an item that does not equal an old item is another item.

/// All fields are hashed and compared.
private struct WholeDetail: Hashable, Sendable {
    let id: String
    var title: String
}

/// The id is hashed, and all fields are compared.
private struct HashedByID: Hashable, Sendable {
    let id: String
    var title: String

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// Only the id is hashed and compared.
private struct ComparedByID: Hashable, Sendable {
    let id: String
    var title: String

    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// Items with different ids are equal if their titles are.
private struct ComparedByTitle: Hashable, Sendable {
    let id: String
    var title: String

    static func == (left: Self, right: Self) -> Bool {
        left.title == right.title
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(title)
    }
}

/// The id identifies the item. All fields are compared to find out whether it changed.
private struct IdentifiedDetail: Hashable, Identifiable, Sendable {
    let id: String
    var title: String
}

struct IdentityTests {
    private typealias Snapshot<Item: Hashable & Sendable> = NSDiffableDataSourceSnapshot<String, Item>

    private func snapshot<Item>(_ items: Item...) -> Snapshot<Item> {
        var snapshot = Snapshot<Item>()
        snapshot.appendSections(["main"])
        snapshot.appendItems(items)
        return snapshot
    }

    @Test func changedItemIsAnotherOneWhereAllFieldsAreCompared() {
        let whole = snapshot(WholeDetail(id: "4", title: "Taxes and fees")).difference(
            from: snapshot(WholeDetail(id: "4", title: "Taxes")))
        #expect(whole.description == "1 item deleted, 1 inserted")
        let hashed = snapshot(HashedByID(id: "4", title: "Taxes and fees")).difference(
            from: snapshot(HashedByID(id: "4", title: "Taxes")))
        #expect(hashed.description == "1 item deleted, 1 inserted")
    }

    @Test func changedItemIsTheSameWhereOnlyTheIDIsCompared() {
        let old = snapshot(ComparedByID(id: "4", title: "Taxes"))
        let changed = ComparedByID(id: "4", title: "Taxes and fees")
        #expect(snapshot(changed).difference(from: old).isEmpty)
        var marked = old
        marked.reconfigureItems([changed])
        let changes = marked.difference(from: old).reconfiguredItems
        #expect(changes.map { [$0.old?.title, $0.new?.title] } == [["Taxes", "Taxes and fees"]])
    }

    @Test func changedItemIsUpdatedWhereItIsIdentifiable() {
        let old = snapshot(IdentifiedDetail(id: "4", title: "Taxes"))
        let difference = snapshot(IdentifiedDetail(id: "4", title: "Taxes and fees")).difference(from: old)
        #expect(difference.description == "1 item reconfigured")
        #expect(difference.reconfiguredItems.map { [$0.old?.title, $0.new?.title] } == [["Taxes", "Taxes and fees"]])
    }

    @Test func equalItemsAreDuplicates() {
        var whole = snapshot(WholeDetail(id: "4", title: "Total"))
        #expect(throws: DiffableError.self) { try whole.checked.appendItems([WholeDetail(id: "4", title: "Total")]) }
        whole.appendItems([WholeDetail(id: "5", title: "Total")])
        #expect(whole.numberOfItems == 2)

        var titles = snapshot(ComparedByTitle(id: "4", title: "Total"))
        let error = #expect(throws: DiffableError.self) {
            try titles.checked.appendItems([ComparedByTitle(id: "5", title: "Total")])
        }
        let message = #"ComparedByTitle(id: "5", title: "Total") is already at section "main", item 0"#
        #expect(error?.message.contains(message) == true)
    }
}
