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

    /// Leaves it to the section whether items are expanded: an apply gives them the state that they have in the section's tree. Items
    /// that are neither parents nor expandable there have the state that they have in this tree. `expand` and `collapse` end it. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ items: [Identifier]) {
        for item in items { item.withRaw { keepExpansion($0) } }
    }

    /// Makes items expandable, or no longer: an expandable item has a sign of expansion even without children, which may be loaded
    /// when it is expanded. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ items: [Identifier], _ isExpandable: Bool) {
        for item in items { item.withRaw { setExpandable($0, isExpandable) } }
    }

    package mutating func setExpanded(_ items: RawElements, _ isExpanded: Bool) {
        for position in 0..<items.count { setExpanded(items.identifiers[position], isExpanded) }
    }

    package mutating func keepExpansion(_ items: RawElements) {
        for position in 0..<items.count { keepExpansion(items.identifiers[position]) }
    }

    package mutating func setExpandable(_ items: RawElements, _ isExpandable: Bool) {
        for position in 0..<items.count { setExpandable(items.identifiers[position], isExpandable) }
    }

    private mutating func setExpanded(_ item: RawIdentifier, _ isExpanded: Bool) {
        if let handle = handle(item) { setExpanded(handle, isExpanded) }
    }

    private mutating func setExpanded(_ item: Handle, _ isExpanded: Bool) {
        nodes.update(item) {
            $0?.isExpanded = isExpanded
            $0?.keepsExpansion = false
        }
    }

    private mutating func keepExpansion(_ item: RawIdentifier) {
        if let handle = handle(item) { keepExpansion(handle) }
    }

    private mutating func keepExpansion(_ item: Handle) {
        nodes.update(item) { $0?.keepsExpansion = true }
        mayKeepExpansion = true
    }

    private mutating func setExpandable(_ item: RawIdentifier, _ isExpandable: Bool) {
        if let handle = handle(item) { setExpandable(handle, isExpandable) }
    }

    mutating func setExpandable(_ item: Handle, _ isExpandable: Bool) {
        guard let node = nodes[item], node.isExpandable != isExpandable else { return }
        expandableCount += isExpandable ? 1 : -1
        nodes.update(item) { $0?.isExpandable = isExpandable }
    }

    /// Gives an item the expansion of a node of another tree.
    mutating func copyExpansion(of node: Node, to item: Handle) {
        setExpanded(item, node.isExpanded)
        setExpandable(item, node.isExpandable)
        if node.keepsExpansion { keepExpansion(item) }
    }

    /// The tree with the expansion that its items have in the tree of a section, where they keep that.
    func keepingExpansion(in section: SectionSnapshot?) -> SectionSnapshot {
        if !mayKeepExpansion { return self }
        var result = self
        result.mayKeepExpansion = false
        for item in handles() {
            guard let node = nodes[item], node.keepsExpansion else { continue }
            let kept = section.flatMap { section in section.handle(table.raw(item)).flatMap { section.nodes[$0] } }
            result.setExpanded(item, kept.flatMap { $0.isParent ? $0.isExpanded : nil } ?? node.isExpanded)
        }
        return result
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

    /// Whether an item was made expandable.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func isExpandable(_ item: Identifier) throws(DiffableError) -> Bool {
        nodes[try require(item, "is_expandable")]?.isExpandable ?? false
    }

    /// false for an unknown item.
    package func isExpandable(_ item: RawIdentifier) -> Bool {
        handle(item).flatMap { nodes[$0]?.isExpandable } ?? false
    }

    /// Whether it is left to the section if an item is expanded.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func keepsExpansion(_ item: Identifier) throws(DiffableError) -> Bool {
        nodes[try require(item, "keeps_expansion")]?.keepsExpansion ?? false
    }

    /// false for an unknown item.
    package func keepsExpansion(_ item: RawIdentifier) -> Bool {
        handle(item).flatMap { nodes[$0]?.keepsExpansion } ?? false
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

extension SectionSnapshot.Node {
    /// Whether the item has a sign of expansion.
    var isParent: Bool { isExpandable || !children.isEmpty }
}
