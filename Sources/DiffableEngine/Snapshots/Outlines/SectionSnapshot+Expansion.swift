extension SectionSnapshot {
    /// Expands items. Unknown items are ignored. An item without children may be expanded.
    /// - Complexity: O(k)
    public mutating func expand(_ items: [Identifier]) {
        for item in items { item.withRaw { setExpanded($0, true) } }
    }

    /// Collapses items. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func collapse(_ items: [Identifier]) {
        for item in items { item.withRaw { setExpanded($0, false) } }
    }

    package mutating func setExpanded(_ items: RawElements, _ isExpanded: Bool) {
        for position in 0..<items.count { setExpanded(items.identifiers[position], isExpanded) }
    }

    private mutating func setExpanded(_ item: RawIdentifier, _ isExpanded: Bool) {
        if let handle = handle(item) { nodes.update(handle) { $0?.isExpanded = isExpanded } }
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func isExpanded(_ item: Identifier) throws(DiffableError) -> Bool {
        nodes[try require(item, "is_expanded")]?.isExpanded ?? false
    }

    /// Whether every ancestor is expanded.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(d)
    public func isVisible(_ item: Identifier) throws(DiffableError) -> Bool {
        var handle = try require(item, "is_visible")
        while let parent = nodes[handle]?.parent, parent != Self.none {
            if nodes[parent]?.isExpanded != true { return false }
            handle = parent
        }
        return true
    }
}
