#if canImport(UIKit)
import UIKit
#else
import Diffable
import Foundation
#endif

// Contacts with a live search: at every keystroke the list is described anew.

/// A contact is known by its id, so two people may have one name.
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

    /// Those whose first or last name contains a text, as it was typed. Both sections stay when nobody in them is
    /// found.
    func snapshot(search: String = "") -> Snapshot {
        let found = contacts.filter { search.isEmpty || $0.firstName.contains(search) || $0.lastName.contains(search) }
        var snapshot = Snapshot()
        snapshot.appendSections(ContactsSection.allCases)
        snapshot.appendItems(found.filter(\.isFriend), toSection: .friendsContacts)
        snapshot.appendItems(found.filter { !$0.isFriend }, toSection: .allContacts)
        return snapshot
    }
}
