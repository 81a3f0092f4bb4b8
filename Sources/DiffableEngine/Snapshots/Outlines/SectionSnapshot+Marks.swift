extension SectionSnapshot {
    /// Marks items, also hidden ones, so that the next apply asks for a new cell. An element with a revision also changes that of
    /// the item.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [Element]) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try reloadItems(items) }
    }

    /// Marks items, also hidden ones, so that the next apply runs the provider again for the existing cell. An element with a
    /// revision also changes that of the item.
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

    private mutating func mark(_ items: RawElements, _ call: StaticString) throws(DiffableError) -> [Handle] {
        var handles: [Handle] = []
        for position in 0..<items.count {
            guard let handle = handle(items.identifiers[position]) else {
                throw .unknown(.item, call, items.identifier(at: position), position: position)
            }
            handles.append(handle)
        }
        for (position, handle) in handles.enumerated() {
            guard let revision = items.revisions[position] else { continue }
            nodes.update(handle) { $0?.revision = revision }
        }
        return handles
    }

    public var reloadedItemIdentifiers: [Identifier] { identifiers(reloadedItemSet.members) }
    public var reconfiguredItemIdentifiers: [Identifier] { identifiers(reconfiguredItemSet.members) }
}
