#if canImport(UIKit)
import UIKit
#else
import Diffable
import Foundation
#endif

// The states in sections by letter. The list contains only their identifiers. The data of a state is in a backing
// store.

struct USState: Hashable, Sendable {
    var name: String
    var isFavorite = false
}

final class StatesModel {
    typealias Snapshot = NSDiffableDataSourceSnapshot<String, UUID>

    private(set) var backingStore: [UUID: USState] = [:]
    /// The identifiers of the states. A state is inserted in the order of the names, after states with the same name. A
    /// state that is renamed stays where it is.
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

// Without a store, the list contains the states themselves, and a tap on a star makes a changed copy.

/// A state whose fields are all compared. A changed copy is another item.
struct StateComparedWhole: Hashable, Sendable {
    let id: Int
    let name: String
    var isFavorite = false
}

/// A state of which only the id is compared. A changed copy is the same item.
struct StateComparedByID: Hashable, Sendable {
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
