extension SectionSnapshot {
    /// All items in depth-first order, including hidden ones.
    /// - Complexity: O(n)
    public var items: [Identifier] { identifiers(handles()) }

    /// - Complexity: O(roots)
    public var rootItems: [Identifier] { identifiers(roots) }

    /// - Complexity: O(n)
    public var visibleItems: [Identifier] { identifiers(visibleHandles()) }

    /// The expanded items in the order of `items`.
    /// - Complexity: O(n)
    public var expandedItems: [Identifier] { identifiers(expandedHandles) }

    var expandedHandles: [Handle] {
        handles().filter { nodes[$0]?.isExpanded == true }
    }

    func identifiers(_ handles: [Handle]) -> [Identifier] {
        handles.map { table.identifier($0) }
    }

    /// - Complexity: O(1)
    public func contains(_ item: Identifier) -> Bool {
        item.withRaw { contains($0) }
    }

    /// The index of an item in `items`.
    /// - Complexity: O(n)
    public func index(of item: Identifier) -> Int? {
        item.withRaw { index(of: $0) }
    }

    /// 0 at the root level.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(d)
    public func level(of item: Identifier) throws(DiffableError) -> Int {
        level(of: try require(item, "level"))
    }

    /// nil at the root level.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func parent(of item: Identifier) throws(DiffableError) -> Identifier? {
        parentHandle(of: try require(item, "parent")).map { table.identifier($0) }
    }

    /// The revision of an item; nil for an unknown item.
    /// - Complexity: O(1)
    public func revision(of item: Identifier) -> UInt64? {
        item.withRaw { revision(of: $0) }
    }

    /// The tree of everything below an item, with its expanded items.
    /// - Parameter includingParent: whether the item itself is the root.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(items below it)
    public func snapshot(of parent: Identifier, includingParent: Bool = false) throws(DiffableError) -> SectionSnapshot {
        let call: StaticString = "snapshot_of"
        let handle = try require(parent, call)
        var copy = self
        if includingParent {
            copy.nodes[handle]?.parent = Self.none
            copy.roots = [handle]
        } else {
            copy.roots = children(of: handle)
            for root in copy.roots { copy.nodes[root]?.parent = Self.none }
        }
        // Copied from the new roots down, so that no look-up finds the other items of the old tree.
        var result = SectionSnapshot()
        try result.graft(copy, below: Self.none, call)
        return result
    }
}

// The same for identifiers in the caller's memory, or borrowed from the tree.
extension SectionSnapshot {
    package func contains(_ item: RawIdentifier) -> Bool {
        handle(item) != nil
    }

    package func index(of item: RawIdentifier) -> Int? {
        handle(item).map { index(of: $0) }
    }

    package func revision(of item: RawIdentifier) -> UInt64? {
        handle(item).flatMap { nodes[$0]?.revision }
    }

    /// nil for an unknown item.
    package func level(of item: RawIdentifier) -> Int? {
        handle(item).map { level(of: $0) }
    }

    /// nil for a root, and for an unknown item.
    package func parent(of item: RawIdentifier) -> RawIdentifier? {
        handle(item).flatMap { parentHandle(of: $0) }.map { table.raw($0) }
    }

    private func parentHandle(of item: Handle) -> Handle? {
        nodes[item].flatMap { $0.parent == Self.none ? nil : $0.parent }
    }

    package var rawItems: [RawIdentifier] { raws(handles()) }
    package var rawRootItems: [RawIdentifier] { raws(roots) }
    package var rawVisibleItems: [RawIdentifier] { raws(visibleHandles()) }
    package var rawExpandedItems: [RawIdentifier] { raws(expandedHandles) }
    package var rawReloadedItems: [RawIdentifier] { raws(reloadedItemSet.members) }
    package var rawReconfiguredItems: [RawIdentifier] { raws(reconfiguredItemSet.members) }

    private func raws(_ handles: [Handle]) -> [RawIdentifier] {
        handles.map { table.raw($0) }
    }
}
