extension DiffableDataSourceSectionSnapshot {
    /// The edits in their throwing form. Each edit succeeds as a whole, or throws and changes nothing. `checked` edits
    /// the tree in place and cannot be copied.
    public struct Checked: ~Copyable {
        var snapshot: DiffableDataSourceSectionSnapshot

        /// Appends items below a parent; without a parent, as roots.
        /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
        /// - Complexity: O(k) without a parent, otherwise O(k + log n + levels below the parent)
        public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil)
            throws(DiffableError)
        {
            let call: StaticString = "append(_:to:)"
            if let parent {
                try snapshot.forest.add(items, .below, parent, call)
            } else {
                try snapshot.forest.addRoots(items, call)
            }
        }

        /// Inserts items before another item, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k + log n)
        public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType)
            throws(DiffableError)
        {
            try snapshot.forest.add(items, .before, item, "insert(_:before:)")
        }

        /// Inserts items after another item and everything below it, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k + log n + levels below the anchor)
        public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) throws(DiffableError)
        {
            try snapshot.forest.add(items, .after, item, "insert(_:after:)")
        }

        /// Inserts a tree before an item, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k log n)
        public mutating func insert(_ snapshot: DiffableDataSourceSectionSnapshot, before item: ItemIdentifierType)
            throws(DiffableError)
        {
            try self.snapshot.forest.insert(snapshot.forest, .before, item, "insert(_:before:)")
        }

        /// Inserts a tree after an item and everything below it, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k log n)
        public mutating func insert(_ snapshot: DiffableDataSourceSectionSnapshot, after item: ItemIdentifierType)
            throws(DiffableError)
        {
            try self.snapshot.forest.insert(snapshot.forest, .after, item, "insert(_:after:)")
        }

        /// Replaces everything below a parent by a tree. The tree also determines which of the new items are expanded.
        /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for an item that is elsewhere in this tree.
        /// - Complexity: O((deleted and added items) * log n)
        public mutating func replace(
            childrenOf parent: ItemIdentifierType, using snapshot: DiffableDataSourceSectionSnapshot
        ) throws(DiffableError) {
            try self.snapshot.forest.replaceChildren(of: parent, using: snapshot.forest, "replace(childrenOf:using:)")
        }

        /// Gives items, visible or hidden, new content, and marks those whose content differs to be reconfigured.
        /// Returns how many differ.
        /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
        /// - Complexity: O(k)
        @discardableResult
        public mutating func updateItems(_ items: [ItemIdentifierType]) throws(DiffableError) -> Int {
            try snapshot.forest.update(items, "updateItems(_:)")
        }

        /// Marks items, visible or hidden, so that the next apply gives them new cells. The passed items replace those
        /// in the tree, with their content.
        /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
        /// - Complexity: O(k)
        public mutating func reloadItems(_ items: [ItemIdentifierType]) throws(DiffableError) {
            try snapshot.forest.mark(items, .reloadedItems, "reloadItems(_:)")
        }

        /// Marks items, visible or hidden, so that the next apply runs the provider again for their existing cells. The
        /// passed items replace those in the tree, with their content.
        /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
        /// - Complexity: O(k)
        public mutating func reconfigureItems(_ items: [ItemIdentifierType]) throws(DiffableError) {
            try snapshot.forest.mark(items, .reconfiguredItems, "reconfigureItems(_:)")
        }

        /// Deletes items with everything below them, and returns how many were deleted. An item that is not in the tree
        /// is ignored.
        /// - Complexity: O(deleted items * log n)
        @discardableResult
        public mutating func delete(_ items: [ItemIdentifierType]) -> Int { snapshot.delete(items) }

        /// Deletes all items.
        /// - Complexity: O(1)
        public mutating func deleteAll() { snapshot.deleteAll() }
    }

    /// The edits in their throwing form.
    public var checked: Checked {
        _read { yield Checked(snapshot: self) }
        _modify {
            // There must be no other reference to the storage while it is edited. Otherwise it would be copied.
            var checked = Checked(snapshot: consume self)
            defer { self = checked.snapshot }
            yield &checked
        }
    }
}
