extension SectionSnapshot {
    /// Expands items, which need not have children. Unknown items are ignored.
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

    /// false for an unknown item.
    package func isExpanded(_ item: RawIdentifier) -> Bool {
        handle(item).flatMap { nodes[$0]?.isExpanded } ?? false
    }

    /// Whether every ancestor is expanded.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(d)
    public func isVisible(_ item: Identifier) throws(DiffableError) -> Bool {
        isVisible(try require(item, "is_visible"))
    }

    /// false for an unknown item.
    package func isVisible(_ item: RawIdentifier) -> Bool {
        handle(item).map { isVisible($0) } ?? false
    }

    private func isVisible(_ item: Handle) -> Bool {
        var handle = item
        while let parent = nodes[handle]?.parent, parent != Self.none {
            if nodes[parent]?.isExpanded != true { return false }
            handle = parent
        }
        return true
    }
}
