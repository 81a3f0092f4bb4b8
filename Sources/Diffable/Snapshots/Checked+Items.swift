import DiffableEngine

extension DiffableDataSourceSnapshot.Checked {
    /// Appends items to a section, as roots. If the section is omitted or nil, appends them to the last section.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) throws(DiffableError) {
        let call: StaticString = "appendItems(_:toSection:)"
        let section = try snapshot.requireSection(sectionIdentifier, for: identifiers, call)
        try snapshot.addRoots(identifiers, toSection: section, call)
    }

    /// Inserts items at the front of a section, as roots. Without a section, inserts them into the last one. UIKit has
    /// no such call.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func prependItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) throws(DiffableError) {
        try snapshot.add(identifiers, at: 0, inSection: sectionIdentifier, "prependItems(_:toSection:)")
    }

    /// Inserts items before the visible item at an index of a section, below the same parent; at the end of the section
    /// if the index is the number of its visible items. Without a section, inserts them into the last one. UIKit has no
    /// such call.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`; `invalidArgument` for any other index.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], at index: Int, inSection sectionIdentifier: SectionIdentifierType? = nil
    ) throws(DiffableError) {
        try snapshot.add(identifiers, at: index, inSection: sectionIdentifier, "insertItems(_:at:inSection:)")
    }

    /// Inserts items before another one, below the same parent.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try snapshot.add(identifiers, .before, beforeIdentifier, "insertItems(_:beforeItem:)")
    }

    /// Inserts items after another one and everything below it, below the same parent.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n + levels below the anchor)
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try snapshot.add(identifiers, .after, afterIdentifier, "insertItems(_:afterItem:)")
    }

    /// Deletes items with everything below them, and returns how many were deleted. Ignores items that are not in the
    /// list, and repetitions.
    /// - Complexity: O(k + deleted items * log n)
    @inlinable
    @discardableResult
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) -> Int {
        let count = snapshot.list.numberOfAllItems
        let (keys, handles) = snapshot.known(identifiers, .item, snapshot.items)
        if keys.isEmpty { return 0 }
        let deleted = snapshot.list.withDescendants(handles)
        snapshot.list.delete(keys, .item)
        snapshot.items.removeAll(deleted)
        return count - snapshot.list.numberOfAllItems
    }

    /// Deletes all items, and all sections as well.
    /// - Complexity: O(1)
    @inlinable
    public mutating func deleteAllItems() {
        if snapshot.list.numberOfAllItems > 0 { snapshot.expected = ExpectedList(snapshot.list, snapshot.items) }
        snapshot.list.clear()
        snapshot.values = .init(snapshot.sections.emptied, snapshot.items.emptied)
    }

    /// Moves an item with everything below it before another one, below the same parent, possibly into another section.
    /// - Throws: `invalidDestination`, also for an item that would move below itself; `unknownIdentifier`.
    /// - Complexity: O(log n + moved items)
    @inlinable
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try snapshot.move(identifier, .item, snapshot.items, .before, toIdentifier, "moveItem(_:beforeItem:)")
    }

    /// Moves an item with everything below it after another one and everything below that, below the same parent,
    /// possibly into another section.
    /// - Throws: `invalidDestination`, also for an item that would move below itself; `unknownIdentifier`.
    /// - Complexity: O(log n + moved items)
    @inlinable
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
    ) throws(DiffableError) {
        try snapshot.move(identifier, .item, snapshot.items, .after, toIdentifier, "moveItem(_:afterItem:)")
    }

    /// Moves items with everything below them to the end of a section, in the order of the array. They become roots.
    /// UIKit has no such call.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, or is below another one that is named;
    ///   `unknownIdentifier`.
    /// - Complexity: O(k log n + moved items)
    public mutating func moveItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        let call: StaticString = "moveItems(_:toSection:)"
        let keys = try snapshot.movedKeys(identifiers, call)
        let section = try snapshot.require(section: sectionIdentifier, call).key
        do throws(EngineError) { try snapshot.list.move(items: keys, toSection: section) } catch {
            throw DiffableError(error)
        }
    }
}

// Marks.
extension DiffableDataSourceSnapshot.Checked {
    /// Marks items so that the next apply gives them new cells. The passed items replace those in the list, with their
    /// content.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) {
        try snapshot.mark(identifiers, .reloadedItems, "reloadItems(_:)")
    }

    /// Marks items so that the next apply runs the provider again for their existing cells. The passed items replace
    /// those in the list, with their content.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @inlinable
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) {
        try snapshot.mark(identifiers, .reconfiguredItems, "reconfigureItems(_:)")
    }
}
