#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif
import Foundation

/// Contacts with a search.
public struct ContactList {
    public struct Contact: Identifiable, Hashable, Sendable {
        public let id: UUID
        public var name: String
        public var phone: String

        public init(name: String, phone: String) {
            (id, self.name, self.phone) = (UUID(), name, phone)
        }
    }

    public var contacts: [Contact]
    public var search = ""

    public init(_ contacts: [Contact]) {
        self.contacts = contacts
    }

    public func snapshot() -> NSDiffableDataSourceSnapshot<Character, Contact> {
        var snapshot = NSDiffableDataSourceSnapshot<Character, Contact>()
        let wanted = search.lowercased()
        let found = contacts.filter { wanted.isEmpty || $0.name.lowercased().contains(wanted) || $0.phone.contains(wanted) }
        for contact in found.sorted(by: { $0.name < $1.name }) {
            let letter = contact.name.first ?? "#"
            if snapshot.indexOfSection(letter) == nil { snapshot.appendSections([letter]) }
            snapshot.appendItems([contact], toSection: letter)
        }
        return snapshot
    }
}
