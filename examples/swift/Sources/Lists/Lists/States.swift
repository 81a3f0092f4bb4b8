#if canImport(UIKit)
import UIKit
#else
import Diffable
import Foundation
#endif

// The states in sections by letter. The list has only their identifiers; what is known of a state is in a backing
// store.

struct USState: Hashable, Sendable {
    var name: String
    var isFavorite = false
}

final class StatesModel {
    typealias Snapshot = NSDiffableDataSourceSnapshot<String, UUID>

    private(set) var backingStore: [UUID: USState] = [:]
    /// In the order of the names. Of two states with one name, the one that was added first comes first.
    private(set) var ids: [UUID] = []

    init(names: [String] = StatesModel.names) {
        for name in names { add(name) }
    }

    @discardableResult
    func add(_ name: String, id: UUID = UUID()) -> UUID {
        backingStore[id] = USState(name: name)
        ids.insert(id, at: ids.firstIndex { self.name(of: $0) > name } ?? ids.endIndex)
        return id
    }

    func rename(_ id: UUID, to name: String) {
        backingStore[id]?.name = name
    }

    func toggleFavorite(_ id: UUID) {
        backingStore[id]?.isFavorite.toggle()
    }

    func snapshot() -> Snapshot {
        var snapshot = Snapshot()
        let idsByLetter = Dictionary(grouping: ids) { String(name(of: $0).prefix(1)) }
        for letter in idsByLetter.keys.sorted() {
            snapshot.appendSections([letter])
            snapshot.appendItems(idsByLetter[letter] ?? [], toSection: letter)
        }
        return snapshot
    }

    private func name(of id: UUID) -> String {
        backingStore[id]?.name ?? ""
    }

    static let names = """
        Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, \
        Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, \
        Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, \
        North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, \
        South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming
        """.components(separatedBy: ", ")
}

// Without a store, the list has the states themselves, and a copy is changed when a star is tapped.

/// A state that equals another one if all of it does. A changed copy is another item.
struct WholeState: Hashable, Sendable {
    let id: Int
    let name: String
    var isFavorite = false
}

/// A state that equals another one if its id does. A changed copy is the same item.
struct NumberedState: Hashable, Sendable {
    let id: Int
    let name: String
    var isFavorite = false

    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
