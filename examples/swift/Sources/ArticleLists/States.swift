#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif
import Foundation

/// The states of a country. The list has their identifiers, and the store has everything else: two states may have the same name.
public struct StateStore {
    public struct State {
        public var name: String
        public var isFavorite = false
    }

    public private(set) var states: [UUID: State] = [:]

    public init(_ names: [String]) {
        for name in names { add(name) }
    }

    @discardableResult
    public mutating func add(_ name: String) -> UUID {
        let id = UUID()
        states[id] = State(name: name)
        return id
    }

    /// Changes the star of a state; returns the snapshot in which its row is shown again.
    public mutating func toggleFavorite(
        _ id: UUID, in snapshot: NSDiffableDataSourceSnapshot<String, UUID>
    ) -> NSDiffableDataSourceSnapshot<String, UUID> {
        var snapshot = snapshot
        guard let state = states[id], snapshot.indexOfItem(id) != nil else { return snapshot }
        states[id]?.isFavorite = !state.isFavorite
        snapshot.reconfigureItems([id])
        return snapshot
    }

    /// The states in the order of their names, in a section for each first letter.
    public func snapshot() -> NSDiffableDataSourceSnapshot<String, UUID> {
        var snapshot = NSDiffableDataSourceSnapshot<String, UUID>()
        let sorted = states.sorted { ($0.value.name, $0.key.uuidString) < ($1.value.name, $1.key.uuidString) }
        for (id, state) in sorted {
            let letter = String(state.name.prefix(1))
            if snapshot.indexOfSection(letter) == nil { snapshot.appendSections([letter]) }
            snapshot.appendItems([id], toSection: letter)
        }
        return snapshot
    }
}
