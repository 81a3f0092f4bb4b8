import DiffableEngine

// Items below items. UIKit has these edits for section snapshots only.
extension DiffableDataSourceSnapshot.Checked {
    /// Appends items to the children of another item.
    /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k + log n + levels below the parent)
    @inlinable
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toParent parentIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try snapshot.add(identifiers, .below, parentIdentifier, "appendItems(_:toParent:)")
    }

    /// Moves items with everything below them to the end of the children of another item, in the order of the array.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, or is below another one that is named;
    ///   `invalidDestination` for an item that would move below itself; `unknownIdentifier`.
    /// - Complexity: O(k log n + moved items)
    public mutating func moveItems(
        _ identifiers: [ItemIdentifierType], toParent parentIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        let call: StaticString = "moveItems(_:toParent:)"
        let keys = try snapshot.movedKeys(identifiers, call)
        let parent = try snapshot.require(item: parentIdentifier, call).key
        try snapshot.requireOutside(parent, of: keys, call)
        do throws(EngineError) { try snapshot.list.move(items: keys, toParent: parent) } catch {
            throw DiffableError(error)
        }
    }

    /// Replaces everything below an item by a tree. The tree also determines which of the new items are expanded.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for an item that is elsewhere in the list.
    /// - Complexity: O((deleted and added items) * log n)
    public mutating func replaceChildren(
        of parentIdentifier: ItemIdentifierType, using tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    ) throws(DiffableError) {
        try snapshot.replaceChildren(of: parentIdentifier, using: tree.forest, "replaceChildren(of:using:)")
    }

    /// Replaces all items of a section by a tree. A section that the list lacks is appended. An item of the tree that
    /// is in another section moves to this one if it has no children there and is visible both there and in the tree.
    /// - Throws: `duplicateIdentifier` for any other item of the tree that is in another section.
    /// - Complexity: O((items of the section and of the tree) * log n)
    public mutating func setSectionSnapshot(
        _ tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
        ofSection sectionIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try snapshot.set(tree.forest, ofSection: sectionIdentifier, "setSectionSnapshot(_:ofSection:)")
    }
}

extension DiffableDataSourceSnapshot {
    /// The keys of items that are to move.
    func movedKeys(_ moved: [ItemIdentifierType], _ call: StaticString) throws(DiffableError) -> [Int64] {
        let keys = try find(moved, .item, items, call).keys
        try requireUnique(keys, .item, moved, call)
        if !list.hasTrees { return keys }
        let all = Set(keys)
        for (position, key) in keys.enumerated() {
            guard let ancestor = list.ancestor(of: key, among: all) else { continue }
            let item = DiffableError.name(moved[position])
            throw DiffableError(
                .duplicateIdentifier,
                "item \(item) is below item \(name(ofKey: ancestor)), which moves as well", call: call,
                identifier: moved[position], position: position)
        }
        return keys
    }

    @usableFromInline
    func requireOutside(_ destination: Int64, of moved: Int64, _ call: StaticString) throws(DiffableError) {
        if list.hasTrees { try requireOutside(destination, of: [moved], call) }
    }

    /// - Throws: `invalidDestination` for a destination that is one of the items that move, or below one of them.
    func requireOutside(_ destination: Int64, of moved: [Int64], _ call: StaticString) throws(DiffableError) {
        let isMoved = moved.contains(destination)
        guard let key = isMoved ? destination : list.ancestor(of: destination, among: Set(moved)) else { return }
        let reason = isMoved ? "" : "; \(name(ofKey: destination)) is below it"
        throw DiffableError(
            .invalidDestination, "item \(name(ofKey: key)) cannot move below itself\(reason)", call: call,
            identifier: item(ofKey: key))
    }

    func name(ofKey key: Int64) -> String { item(ofKey: key).map { DiffableError.name($0) } ?? "" }
}
