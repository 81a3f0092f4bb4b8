extension SectionSnapshot {
    /// Appends items below a parent; without a parent, as roots.
    /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func append(_ items: [Element], to parent: Identifier? = nil) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try append(items, to: parent) }
    }

    /// Inserts items before another one, below the same parent.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + b)
    public mutating func insert(_ items: [Element], before anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try insert(items, before: anchor) }
    }

    /// Inserts items after another one and everything below it, below the same parent.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + b)
    public mutating func insert(_ items: [Element], after anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try insert(items, after: anchor) }
    }

    /// Deletes items with everything below them, and returns how many. Unknown items are ignored.
    /// - Complexity: O(deleted items + b)
    @discardableResult
    public mutating func delete(_ items: [Identifier]) -> Int {
        let elements = items.map { Element($0) }
        return (try? RawElements.with(elements) { (items) throws(DiffableError) in delete(items) }) ?? 0
    }

    /// Deletes all items.
    /// - Complexity: O(1)
    public mutating func clear() {
        self = SectionSnapshot()
    }

    /// Apple's name of `clear()`.
    /// - Complexity: O(1)
    public mutating func deleteAll() {
        clear()
    }

    /// Replaces everything below a parent by a tree, with its expanded items.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for an item that is elsewhere in this tree.
    /// - Complexity: O(deleted and added items)
    public mutating func replaceChildren(of parent: Identifier, with snapshot: SectionSnapshot) throws(DiffableError) {
        let call: StaticString = "replace_children"
        try requireAbsent(snapshot, exceptBelow: try require(parent, call), call)
        try compacting { (tree) throws(DiffableError) in
            let handle = try tree.require(parent, call)
            var copy = tree
            copy.remove(copy.children(of: handle))
            try copy.graft(snapshot, below: handle, call)
            tree = copy
        }
    }

    package mutating func append(_ items: RawElements, to parent: Identifier?) throws(DiffableError) {
        let call: StaticString = "append"
        try compacting { (tree) throws(DiffableError) in
            let batch = try tree.new(items, call)
            let parent = try parent.map { (parent) throws(DiffableError) in try tree.require(parent, call) } ?? Self.none
            tree.insert(batch, below: parent, at: tree.children(of: parent).count)
        }
    }

    package mutating func insert(_ items: RawElements, before anchor: Identifier) throws(DiffableError) {
        try insert(items, at: anchor, offset: 0, "insert_before")
    }

    package mutating func insert(_ items: RawElements, after anchor: Identifier) throws(DiffableError) {
        try insert(items, at: anchor, offset: 1, "insert_after")
    }

    private mutating func insert(
        _ items: RawElements, at anchor: Identifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if anchor.withRaw({ items.contains($0) }) { throw .destination(.item, call, anchor, isItself: "inserted") }
        try compacting { (tree) throws(DiffableError) in
            let batch = try tree.new(items, call)
            let handle = try tree.require(anchor, call)
            let parent = tree.nodes[handle]?.parent ?? Self.none
            tree.insert(batch, below: parent, at: (tree.children(of: parent).firstIndex(of: handle) ?? 0) + offset)
        }
    }

    package mutating func delete(_ items: RawElements) -> Int {
        let before = count
        remove(table.find(items.identifiers))
        return before - count
    }

    // MARK: - Without checks

    mutating func insert(_ batch: Batch, below parent: Handle, at index: Int) {
        for (offset, handle) in batch.handles.enumerated() {
            nodes[handle] = Node(parent: parent, revision: batch.revision(at: offset))
        }
        count += batch.count
        if parent == Self.none {
            roots.insert(contentsOf: batch.handles, at: index)
        } else {
            nodes.update(parent) { $0?.children.insert(contentsOf: batch.handles, at: index) }
        }
    }

    /// Removes items with everything below them. Handles that are not in the tree are ignored. The children of a parent are
    /// filtered once, however many of them are removed.
    mutating func remove(_ handles: [Handle]) {
        var parents: [Handle] = []
        for handle in handles {
            guard let node = nodes[handle] else { continue }
            parents.append(node.parent)
            for item in [handle] + self.handles(below: handle) { // mutant: descendants-stay
                setExpandable(item, false)
                nodes[item] = nil
                reloadedItemSet.remove(item)
                reconfiguredItemSet.remove(item)
                count -= 1
            }
        }
        var last: Handle?
        for parent in parents.ascending(by: { UInt64($0) }) where parent != last {
            last = parent
            let staying = children(of: parent).filter { nodes[$0] != nil }
            if parent == Self.none { roots = staying } else { nodes.update(parent) { $0?.children = staying } }
        }
    }

    /// Adds a copy of a whole tree below a parent, with its expansion, revisions and marks.
    mutating func graft(_ other: SectionSnapshot, below parent: Handle, _ call: StaticString) throws(DiffableError) {
        for item in other.handles() {
            let raw = other.table.raw(item)
            guard let node = other.nodes[item] else { continue }
            let batch = try RawElements.with([raw], revisions: [node.revision]) { (item) throws(DiffableError) in try new(item, call) }
            let target = node.parent == Self.none ? parent : table.handle(of: other.table.raw(node.parent)) ?? parent
            insert(batch, below: target, at: children(of: target).count)
            copyExpansion(of: node, to: batch.handles[0]) // mutant: subtree-collapsed
        }
        // Marks keep their own order, which is not that of the tree.
        for item in other.reloadedItemSet.members { if let added = handle(other.table.raw(item)) { reloadedItemSet.insert(added) } }
        for item in other.reconfiguredItemSet.members { if let added = handle(other.table.raw(item)) { reconfiguredItemSet.insert(added) } }
    }
}

/// Items that are inserted into a tree.
struct Batch {
    var handles: [Handle]
    /// One for each handle; empty if all are 0.
    var revisions: [UInt64]

    var count: Int { handles.count }

    func revision(at index: Int) -> UInt64 {
        revisions.isEmpty ? 0 : revisions[index]
    }
}
