extension SectionSnapshot {
    /// Marks items, visible or hidden, to get new cells at the next apply. Revisions that are passed become theirs.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [Element]) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try reloadItems(items) }
    }

    /// Marks items, visible or hidden, to have the provider run again for their existing cells at the next apply. Revisions
    /// that are passed become theirs.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureItems(_ items: [Element]) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try reconfigureItems(items) }
    }

    package mutating func reloadItems(_ items: RawElements) throws(DiffableError) {
        for handle in try mark(items, "reload_items") { reloadedItemSet.insert(handle) }
    }

    package mutating func reconfigureItems(_ items: RawElements) throws(DiffableError) {
        for handle in try mark(items, "reconfigure_items") { reconfiguredItemSet.insert(handle) }
    }

    /// Gives items, visible or hidden, new revisions, and marks those to be reconfigured whose revision differs from the one that they had.
    /// An element without a revision changes nothing.
    /// - Returns: how many items differ.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ items: [Element]) throws(DiffableError) -> Int {
        try RawElements.with(items) { (items) throws(DiffableError) in try updateItems(items) }
    }

    package mutating func updateItems(_ items: RawElements) throws(DiffableError) -> Int {
        let handles = try handles(of: items, "update_items")
        try handles.withUnsafeBufferPointer { (handles) throws(DiffableError) in try items.requireUnique(handles, .item, "update_items") }
        var count = 0
        for (position, handle) in handles.enumerated() {
            guard let revision = items.revisions[position], revision != nodes[handle]?.revision else { continue }
            nodes.update(handle) { $0?.revision = revision }
            reconfiguredItemSet.insert(handle)
            count += 1
        }
        return count
    }

    private mutating func mark(_ items: RawElements, _ call: StaticString) throws(DiffableError) -> [Handle] {
        let handles = try handles(of: items, call)
        for (position, handle) in handles.enumerated() {
            guard let revision = items.revisions[position] else { continue }
            nodes.update(handle) { $0?.revision = revision }
        }
        return handles
    }

    /// The handles of items that must be in the tree.
    private func handles(of items: RawElements, _ call: StaticString) throws(DiffableError) -> [Handle] {
        var handles: [Handle] = []
        for position in 0..<items.count {
            guard let handle = handle(items.identifiers[position]) else {
                throw .unknown(.item, call, items.identifier(at: position), position: position)
            }
            handles.append(handle)
        }
        return handles
    }

    public var reloadedItemIdentifiers: [Identifier] { identifiers(reloadedItemSet.members) }
    public var reconfiguredItemIdentifiers: [Identifier] { identifiers(reconfiguredItemSet.members) }
}
