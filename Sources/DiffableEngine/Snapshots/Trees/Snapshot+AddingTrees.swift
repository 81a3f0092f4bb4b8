// Adds whole trees to a list: the trees of a section snapshot, or those of a list with other handles.

/// Where a tree is inserted.
public enum TreePlacement {
    /// If the section is nil, the last one is meant. The same is true of `atStartOfSection`.
    case atEndOfSection(Identifier?)
    case atStartOfSection(Identifier?)
    case atEndOfParent(Identifier)
    case atStartOfParent(Identifier)
    case beforeItem(Identifier)
    case afterItem(Identifier)
}

extension Snapshot {
    /// Inserts all items of a section snapshot, with their structure, expansion, contents and marks.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`; `invalidArgument` if `tree` is not a section
    ///   snapshot.
    /// - Complexity: O(items of the tree + log n + levels)
    @export(interface)
    public mutating func insertTree(_ tree: Snapshot, _ placement: TreePlacement) throws(DiffableError) {
        switch placement {
        case .atEndOfSection(nil): try insertTree(tree, at: .endOfSection(nil))
        case .atEndOfSection(let section?):
            try section.withRaw { (section) throws(DiffableError) in try insertTree(tree, at: .endOfSection(section)) }
        case .atStartOfSection(nil): try insertTree(tree, at: .startOfSection(nil))
        case .atStartOfSection(let section?):
            try section.withRaw { (section) throws(DiffableError) in try insertTree(tree, at: .startOfSection(section))
            }
        case .atEndOfParent(let parent):
            try parent.withRaw { (parent) throws(DiffableError) in try insertTree(tree, at: .endOfParent(parent)) }
        case .atStartOfParent(let parent):
            try parent.withRaw { (parent) throws(DiffableError) in try insertTree(tree, at: .startOfParent(parent)) }
        case .beforeItem(let item):
            try item.withRaw { (item) throws(DiffableError) in try insertTree(tree, at: .item(item, offset: 0)) }
        case .afterItem(let item):
            try item.withRaw { (item) throws(DiffableError) in try insertTree(tree, at: .item(item, offset: 1)) }
        }
    }

    package mutating func insertTree(_ tree: Snapshot, at destination: NamedDestination) throws(DiffableError) {
        let call: StaticString = "insert_tree"
        try tree.requireTree(call)
        try compacting { (list) throws(DiffableError) in
            try list.insert(tree, at: list.require(destination, call), call)
        }
    }

    /// Replaces everything below an item by the items of a section snapshot.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for an item that is elsewhere in the list;
    ///   `invalidArgument`.
    /// - Complexity: O(deleted and added items)
    @export(interface)
    public mutating func replaceChildren(of parent: Identifier, with tree: Snapshot) throws(DiffableError) {
        try replaceChildren(of: parent, with: tree, "replace_children")
    }

    /// - Parameter call: the name of the call or of the callback, for errors.
    mutating func replaceChildren(of parent: Identifier, with tree: Snapshot, _ call: StaticString)
        throws(DiffableError)
    {
        try tree.requireTree(call)
        // The list is compacted before the old children are deleted. Afterwards they would count as dead identifiers,
        // although the tree may have most of them.
        let old = compacted() ?? self
        let item = try parent.withRaw { (parent) throws(DiffableError) in try old.requireItem(parent, call) }
        var list = old
        _ = list.deleteSubtrees(list.childHandles(of: item))
        try list.insert(tree, at: .endOfParent(item), call, placesIn: old)
        self = list
    }

    /// Inserts all items of a section snapshot. None of them may be in the list.
    /// - Parameter old: the list whose places a message names; nil for this list.
    mutating func insert(
        _ tree: Snapshot, at destination: Destination, _ call: StaticString, placesIn old: Snapshot? = nil
    ) throws(DiffableError) {
        let all = tree.allItemHandles
        var handles = all
        if tree.identifiers !== identifiers {
            let copied = all.borrowed { tree.identifiers.items.copy($0, into: identifiers.items) }
            guard let copied else { throw .tableFull(call) }
            handles = copied
        }
        guard numberOfAllItems + all.count <= Int(Int32.max) else { throw .tableFull(call) }
        let there = handles.indices.filter { contains(handles[$0]) }
        if !there.isEmpty {
            throw .duplicateInList(
                .item, call,
                there.map { position in
                    .init(
                        identifier: identifiers.items.identifier(handles[position]), position: position,
                        place: (old ?? self).place(of: handles[position]))
                })
        }
        if all.isEmpty { return }
        if hasMostlyDeadContents { compactContents() }
        guard copyContents(all, of: tree, to: handles) else { throw .contentsFull(call) }
        let copies = HandleCopies(all, as: handles)
        let visible = copies[tree.itemHandles(inSectionAt: 0)]
        let roots = copies[tree.rootHandles(inSectionAt: 0)]
        addNodes(of: tree, all, copies)
        // Not appended to a copy of `roots`: compiled for size, Embedded Swift 6.3 would free that before the closure
        // reads it.
        var parents: [Handle] = []
        if case .endOfParent(let parent) = destination { parents.append(parent) }
        countingBranches(of: roots + parents) { list in
            visible.borrowed { visible in
                roots.borrowed { list.insert(visible, children: $0, at: destination) }
            }
        }
        addHiddenRows(of: tree, all, copies)
        addMarks(of: tree)
    }

    /// Adds rows of another list, and everything below them, as the roots of the only section. Both lists share their
    /// identifier tables.
    mutating func add(_ rows: Rows, of other: Snapshot) {
        rows.borrowed { append($0, toSection: 0) }
        let all = other.withHidden(rows)
        addTrees(of: other, all, as: all)
        // Both lists share the content table, so nothing is copied, and this cannot fail.
        _ = copyContents(all, of: other, to: all)
        addMarks(of: other)
        // If the rows are those below an item, that item is not in this list, and they become roots.
        for row in rows where node(row).parent != Node.none && !contains(node(row).parent) {
            updateNode(row) { $0.parent = Node.none }
        }
        var branchCount: Int32 = 0
        for row in rows where node(row).parent == Node.none && node(row).isBranch { branchCount += 1 }
        uniqueSection(0).branchCount = branchCount
    }

    /// Adds the trees of another list whose visible items this list has as rows already.
    /// - Parameter handles: the handles that the items `all` of the other list have in this list.
    mutating func addTrees(of other: Snapshot, _ all: [Handle], as handles: [Handle]) {
        if other.storage.forest == nil { return }
        let copies = HandleCopies(all, as: handles)
        addNodes(of: other, all, copies)
        addHiddenRows(of: other, all, copies)
    }

    private mutating func addNodes(of other: Snapshot, _ all: [Handle], _ copies: HandleCopies) {
        guard let forest = other.storage.forest else { return }
        for item in all {
            var node = forest.nodes[item]
            if node == Node() { continue }
            (node.parent, node.first, node.last) = (copies[node.parent], copies[node.first], copies[node.last])
            updateNode(copies[item]) { $0 = node }
        }
        if forest.mayKeep { uniqueForest.mayKeep = true }
    }

    private mutating func addHiddenRows(of other: Snapshot, _ all: [Handle], _ copies: HandleCopies) {
        for item in all where other.node(item).hidesChildren {
            copies[other.rows(below: item)].borrowed { uniqueForest.hidden.append($0, toSection: 0) }
        }
    }

    /// Adds the marks of items of another list.
    mutating func addMarks(of other: Snapshot) {
        guard other.marks != nil else { return }
        let (table, otherTable) = (identifiers.items, other.identifiers.items)
        func copies(_ marks: MarkSet) -> [Handle] {
            marks.members.compactMap { table === otherTable ? $0 : table.handle(of: otherTable.raw($0)) }.filter {
                contains($0)
            }
        }
        let (reloaded, reconfigured) = (copies(other.reloadedItems), copies(other.reconfiguredItems))
        let renames = other.renames(in: identifiers).all.filter { contains($0.item) }
        updateMarks { marks in
            marks.renames.add(renames)
            for item in reloaded { marks.reloadedItems.insert(item) }
            for item in reconfigured { marks.reconfiguredItems.insert(item) }
        }
    }
}

/// The handles that the items of one list have in another list.
private struct HandleCopies {
    private let copies: [Handle]
    /// nil if both lists share their identifier tables.
    private let positions: PositionIndex?

    init(_ all: [Handle], as copies: [Handle]) {
        self.copies = copies
        if all == copies {
            positions = nil
            return
        }
        var positions = PositionIndex(capacity: all.count)
        for (position, item) in all.enumerated() { positions.set(item, position: position) }
        self.positions = positions
    }

    /// The handle of an item in the other list; `Node.none` for `Node.none`.
    subscript(item: Handle) -> Handle {
        guard let positions, item != Node.none else { return item }
        return positions.position(of: item).map { copies[$0] } ?? Node.none
    }

    subscript(items: [Handle]) -> [Handle] {
        positions == nil ? items : items.map { self[$0] }
    }
}
