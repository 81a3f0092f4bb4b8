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
        try mark(items, .update)
    }

    package mutating func reloadItems(_ items: RawElements) throws(DiffableError) {
        _ = try mark(items, .reload)
    }

    package mutating func reconfigureItems(_ items: RawElements) throws(DiffableError) {
        _ = try mark(items, .reconfigure)
    }

    /// Sets the revisions of items, and marks the items, or those that differ. Returns how many.
    private mutating func mark(_ items: RawElements, _ edit: MarkingEdit) throws(DiffableError) -> Int {
        var handles: [Handle] = []
        for position in 0..<items.count {
            guard let handle = handle(items.identifiers[position]) else {
                throw .unknown(.item, edit.call, items.identifier(at: position), position: position)
            }
            handles.append(handle)
        }
        if edit == .update {
            try handles.withUnsafeBufferPointer { (handles) throws(DiffableError) in try items.requireUnique(handles, .item, edit.call) }
        }
        var count = 0
        for (position, handle) in handles.enumerated() {
            let revision = items.revisions[position]
            let isChanged = revision != nil && revision != nodes[handle]?.revision
            if isChanged, let revision { nodes.update(handle) { $0?.revision = revision } }
            if edit == .update && !isChanged { continue }
            if edit == .reload { reloadedItemSet.insert(handle) } else { reconfiguredItemSet.insert(handle) }
            count += 1
        }
        return count
    }

    public var reloadedItemIdentifiers: [Identifier] { identifiers(reloadedItemSet.members) }
    public var reconfiguredItemIdentifiers: [Identifier] { identifiers(reconfiguredItemSet.members) }
}
