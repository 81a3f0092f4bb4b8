extension Snapshot {
    /// Expands items, which need not have children. Unknown items are ignored.
    /// - Complexity: O(rows that become visible)
    public mutating func expand(_ items: [Identifier]) {
        for item in items { item.withRaw { setExpanded($0, true) } }
    }

    /// Collapses items. Unknown items are ignored.
    /// - Complexity: O(rows that become hidden)
    public mutating func collapse(_ items: [Identifier]) {
        for item in items { item.withRaw { setExpanded($0, false) } }
    }

    /// Leaves it to the data source whether items are expanded: an apply gives them the state that they have in its
    /// list, if they are parents or expandable there. `expand` and `collapse` cancel this. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ items: [Identifier]) {
        for item in items { item.withRaw { keepExpansion($0) } }
    }

    /// Leaves it to the data source which children items have: an apply gives an item without children everything that
    /// is below it in the list of the data source, except items that are elsewhere in the new list and everything below
    /// those. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func keepChildren(_ items: [Identifier]) {
        for item in items { item.withRaw { keepChildren($0) } }
    }

    /// Sets whether items are expandable. An expandable item has a sign of expansion even without children, which may
    /// be loaded when it is expanded. Unknown items are ignored.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ items: [Identifier], _ isExpandable: Bool) {
        for item in items { item.withRaw { setExpandable($0, isExpandable) } }
    }

    @export(interface)
    package mutating func setExpanded(_ items: BorrowedElements, _ isExpanded: Bool) {
        for position in 0..<items.count { setExpanded(items.identifiers[position], isExpanded) }
    }

    @export(interface)
    package mutating func keepExpansion(_ items: BorrowedElements) {
        for position in 0..<items.count { keepExpansion(items.identifiers[position]) }
    }

    @export(interface)
    package mutating func keepChildren(_ items: BorrowedElements) {
        for position in 0..<items.count { keepChildren(items.identifiers[position]) }
    }

    @export(interface)
    package mutating func setExpandable(_ items: BorrowedElements, _ isExpandable: Bool) {
        for position in 0..<items.count { setExpandable(items.identifiers[position], isExpandable) }
    }

    private mutating func setExpanded(_ raw: BorrowedIdentifier, _ isExpanded: Bool) {
        guard let item = handle(ofItem: raw) else { return }
        if node(item).keepsExpansion { updateNode(item) { $0.keepsExpansion = false } }
        setExpanded(item, isExpanded)
    }

    private mutating func keepExpansion(_ raw: BorrowedIdentifier) {
        guard let item = handle(ofItem: raw) else { return }
        updateNode(item) { $0.keepsExpansion = true }
        uniqueForest.mayKeep = true
    }

    private mutating func keepChildren(_ raw: BorrowedIdentifier) {
        guard let item = handle(ofItem: raw) else { return }
        updateNode(item) { $0.keepsChildren = true }
        uniqueForest.mayKeep = true
    }

    private mutating func setExpandable(_ raw: BorrowedIdentifier, _ isExpandable: Bool) {
        if let item = handle(ofItem: raw) { setExpandable(item, isExpandable) }
    }
}

extension Snapshot {
    /// Returns this list with the expansion and the children that its items keep from the current list.
    package func keeping(stateOf current: Snapshot) throws(DiffableError) -> Snapshot {
        guard let forest = storage.forest, forest.mayKeep else { return self }
        var list = self
        list.uniqueForest.mayKeep = false
        for item in allItemHandles {
            let node = forest.nodes[item]
            if !node.keepsExpansion && !node.keepsChildren { continue }
            list.updateNode(item) { ($0.keepsExpansion, $0.keepsChildren) = (false, false) }
            let raw = identifiers.items.raw(item)
            guard let old = current.handle(ofItem: raw) else { continue }
            let oldNode = current.node(old)
            if node.keepsChildren && !node.hasChildren && oldNode.hasChildren {
                try list.addMissingChildren(of: item, from: current, old)
                // An item below it that this list has elsewhere, without children, keeps what is below it in the same
                // way. Otherwise that would be in neither place.
                for other in current.items(below: old) {
                    guard let moved = handle(ofItem: current.identifiers.items.raw(other)) else { continue }
                    if !forest.nodes[moved].hasChildren { try list.addMissingChildren(of: moved, from: current, other) }
                }
            }
            if node.keepsExpansion && oldNode.isBranch { list.setExpanded(item, oldNode.isExpanded) }
        }
        return list
    }

    /// Adds what is below an item in another list, without the items that this list has already.
    /// - Parameter other: the handle of the item in the other list.
    private mutating func addMissingChildren(of item: Handle, from list: Snapshot, _ other: Handle)
        throws(DiffableError)
    {
        if !list.node(other).hasChildren { return }
        try insert(list.childrenMissing(in: self, of: other), at: .endOfParent(item), "apply")
    }

    /// The items below a parent, as a section snapshot, without the items that another list has.
    private func childrenMissing(in list: Snapshot, of parent: Handle) -> Snapshot {
        var tree = emptySectionSnapshot
        tree.add(rows(below: parent), of: self)
        let there = tree.allItemHandles.filter { list.handle(ofItem: identifiers.items.raw($0)) != nil }
        _ = tree.deleteSubtrees(there)
        return tree
    }
}
