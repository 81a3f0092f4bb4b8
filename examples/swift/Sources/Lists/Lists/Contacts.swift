#if canImport(UIKit)
import UIKit
#else
import Diffable
import Foundation
#endif

// Contacts with a live search: every keystroke describes the list anew.

/// The id alone identifies a contact, so two people may have the same name.
struct Contact: Hashable, Sendable, CustomStringConvertible {
    let id: UUID
    var firstName: String
    var lastName: String
    var email: String
    var isFriend: Bool

    init(_ firstName: String, _ lastName: String, isFriend: Bool = false) {
        id = UUID()
        self.firstName = firstName
        self.lastName = lastName
        email = firstName.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) + "@example.org"
        self.isFriend = isFriend
    }

    var description: String { "\(firstName) \(lastName)" }

    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

enum ContactsSection: CaseIterable, Hashable, Sendable {
    case friendsContacts, allContacts

    var title: String {
        switch self {
        case .friendsContacts: "Friends Contacts"
        case .allContacts: "Your Contacts"
        }
    }
}

struct ContactsList: Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<ContactsSection, Contact>

    var contacts: [Contact]

    /// Returns the list of the contacts whose first or last name contains a text. Case matters. Both sections stay in
    /// the list, even if nobody in them is found.
    func snapshot(search: String = "") -> Snapshot {
        let found = contacts.filter { search.isEmpty || $0.firstName.contains(search) || $0.lastName.contains(search) }
        var snapshot = Snapshot()
        snapshot.appendSections(ContactsSection.allCases)
        snapshot.appendItems(found.filter(\.isFriend), toSection: .friendsContacts)
        snapshot.appendItems(found.filter { !$0.isFriend }, toSection: .allContacts)
        return snapshot
    }
}
