import DiffableEngine

extension DiffableDataSourceSnapshot.Checked {
    /// Appends items to a section; without an argument, to the last one.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) throws(DiffableError) {
        let call: StaticString = "appendItems(_:toSection:)"
        let count = snapshot.list.numberOfSections
        if count == 0 { throw .noSections(call) }
        var section: (key: Int64, handle: UInt32)?
        if let sectionIdentifier {
            section = snapshot.sections.find(sectionIdentifier, .section, in: snapshot.list)
            if section == nil {
                _ = try snapshot.freeKeys(identifiers, snapshot.items, .item, call)
                throw snapshot.unknown(section: sectionIdentifier, call)
            }
        }
        let index = section.flatMap { snapshot.list.index(ofSectionHandle: $0.handle) } ?? count - 1
        if snapshot.appendExpected(identifiers, toSectionAt: index) { return }
        let key = section?.key
        try snapshot.addItems(identifiers, call) { (list, keys) throws(EngineError) in try list.append(keys, toSection: key) }
        snapshot.setItems(identifiers, inSectionAt: index, from: snapshot.list.count(ofSectionAt: index) - identifiers.count)
    }

    /// Inserts items before another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try insertItems(identifiers, .before, beforeIdentifier, "insertItems(_:beforeItem:)")
    }

    /// Inserts items after another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try insertItems(identifiers, .after, afterIdentifier, "insertItems(_:afterItem:)")
    }

    @inlinable
    mutating func insertItems(
        _ new: [ItemIdentifierType], _ side: Side, _ anchor: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        if new.contains(where: { snapshot.items.areSame($0, anchor) }) {
            throw .destination(.item, call, anchor, isItself: "inserted")
        }
        guard let (key, _) = snapshot.items.find(anchor, .item, in: snapshot.list) else {
            _ = try snapshot.freeKeys(new, snapshot.items, .item, call)
            throw snapshot.unknown(item: anchor, call)
        }
        try snapshot.addItems(new, call) { (list, keys) throws(EngineError) in try list.insert(keys, side, item: key) }
        // The tables may be new.
        guard let path = snapshot.list.path(snapshot.list.handle(key, .item)) else { return }
        snapshot.setItems(new, inSectionAt: path.section, from: side == .before ? path.item - new.count : path.item + 1)
    }

    /// Deletes items, and returns how many. One that is not in the list, or is named twice, is ignored.
    /// - Complexity: O(k log n)
    @inlinable
    @discardableResult
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) -> Int {
        let count = snapshot.list.numberOfItems
        var (keys, handles): ([Int64], [UInt32]) = ([], [])
        snapshot.items.findAll(identifiers, .item, in: snapshot.list) { _, found in
            if let found {
                keys.append(found.key)
                handles.append(found.handle)
            }
            return true
        }
        if keys.isEmpty { return 0 }
        snapshot.list.delete(keys, .item)
        snapshot.items.removeAll(handles) // mutant: typed-value-kept
        return count - snapshot.list.numberOfItems
    }

    /// Deletes all items, and all sections as well.
    /// - Complexity: O(1)
    @inlinable
    public mutating func deleteAllItems() {
        if snapshot.list.numberOfItems > 0 { snapshot.expected = ExpectedList(snapshot.list, snapshot.items) }
        snapshot.list.clear()
        snapshot.values = .init(snapshot.sections.emptied, snapshot.items.emptied)
    }

    /// Moves an item before another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    @inlinable
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try moveItem(identifier, .before, toIdentifier, "moveItem(_:beforeItem:)")
    }

    /// Moves an item after another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    @inlinable
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try moveItem(identifier, .after, toIdentifier, "moveItem(_:afterItem:)")
    }

    @inlinable
    mutating func moveItem(
        _ item: ItemIdentifierType, _ side: Side, _ anchor: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        if snapshot.items.areSame(item, anchor) { throw .destination(.item, call, item, isItself: "moved") }
        let moved = try snapshot.require(item: item, call).key
        let destination = try snapshot.require(item: anchor, call).key
        do throws(EngineError) { try snapshot.list.move(item: moved, side, item: destination) } catch { throw DiffableError(error) }
    }

    /// Moves items to the end of a section, in the order of the array. UIKit has no such call.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k log n)
    public mutating func moveItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        let call: StaticString = "moveItems(_:toSection:)"
        let found = try find(identifiers, call)
        try requireUnique(found.keys, identifiers, call)
        let section = try snapshot.require(section: sectionIdentifier, call).key
        do throws(EngineError) {
            try snapshot.list.move(items: found.keys, toSection: section)
        } catch {
            throw DiffableError(error)
        }
    }

    /// The keys and handles of items that must be in the list.
    @inlinable
    func find(
        _ items: [ItemIdentifierType], _ call: StaticString
    ) throws(DiffableError) -> (keys: [Int64], handles: [UInt32]) {
        var (keys, handles): ([Int64], [UInt32]) = ([], [])
        var unknown: Int?
        snapshot.items.findAll(items, .item, in: snapshot.list) { position, found in
            guard let found else {
                unknown = position
                return false
            }
            keys.append(found.key)
            handles.append(found.handle)
            return true
        }
        if let unknown { throw snapshot.unknown(item: items[unknown], position: unknown, call) }
        return (keys, handles)
    }
}

// Marks.
extension DiffableDataSourceSnapshot.Checked {
    /// Marks items to get new cells at the next apply. What is passed becomes the content of the items.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reloadedItems, "reloadItems(_:)")
    }

    /// Marks items to have the provider run again for their existing cells at the next apply. What is passed becomes the content of
    /// the items.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reconfiguredItems, "reconfigureItems(_:)")
    }

    @inlinable
    mutating func mark(_ items: [ItemIdentifierType], _ mark: Mark, _ call: StaticString) throws(DiffableError) {
        let (keys, handles) = try find(items, call)
        do throws(EngineError) { try snapshot.list.mark(keys, mark) } catch { throw DiffableError(error) }
        for (handle, item) in zip(handles, items) { snapshot.items.pages.set(handle, item) }
    }
}
