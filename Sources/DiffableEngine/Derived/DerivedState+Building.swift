// Computes a derived list as a whole: when it is made, when its functions change, and after every apply of the origin
// that is not followed item by item.

extension DerivedState {
    /// Computes the list from its origin. Calls the section and the sort function for the items that need them.
    /// - Parameter expanded: whether each item of the origin is expanded in this list; nil if the origin and the list
    ///   have no trees.
    /// - Complexity: O(n), or O(n log n) if many long sort keys begin with the same 15 bytes
    mutating func build(from origin: Snapshot, expanded: PagedArray<Bool>?) throws(DiffableError) {
        let old = list
        let tree = expanded != nil ? KeptTree(of: origin, items) : nil
        var roots: [(section: Handle, items: [Handle])] = []
        for (index, section) in origin.sections.enumerated() {
            var kept: [Handle] = []
            if let tree {
                for item in tree.items(ofSection: index) { try place(item, of: origin) }
                kept = tree.roots(ofSection: index)
            } else {
                kept = origin.itemHandles(inSectionAt: index).filter { items[$0].passes }
                if derivation.section != nil || derivation.sort != nil {
                    for item in kept { try place(item, of: origin) }
                }
            }
            roots.append((section.handle, kept))
        }
        var fresh = emptyList(of: origin, sections: derivation.section == nil ? nil : old.identifiers.sections)
        if derivation.section != nil, old.identifiers.items === origin.identifiers.items {
            fresh = fresh.movedToTables(of: old)
        }
        for (section, items) in ordered(roots) {
            if items.isEmpty && !(derivation.keepsEmptySections && derivation.section == nil) { continue }
            fresh.appendSection(section)
            let index = fresh.numberOfSections - 1
            try setContent(ofSectionAt: index, of: &fresh, origin, old: old)
            if let tree, let expanded {
                add(items, of: tree, origin, to: &fresh, expanded)
            } else {
                items.borrowed { fresh.append($0, toSection: index) }
            }
        }
        fresh.renumberSections(0..<fresh.numberOfSections)
        list = fresh
    }

    /// Groups roots by their sections in this list, and sorts them.
    /// - Parameter roots: the roots of each section of the origin, in the order of the origin.
    private func ordered(_ roots: [(section: Handle, items: [Handle])]) -> [(section: Handle, items: [Handle])] {
        if derivation.section == nil { return roots.map { ($0.section, sorted($0.items)) } }
        var groups: [(section: Handle, items: [Handle])] = []
        var indexes = PagedArray<Int32>(absent: -1)
        for item in sorted(roots.flatMap { $0.items }) {
            let section = items[item].section
            if indexes[section] < 0 {
                indexes[section] = Int32(truncatingIfNeeded: groups.count)
                groups.append((section, []))
            }
            groups[Int(indexes[section])].items.append(item)
        }
        if derivation.sectionSort == nil { return groups }
        // Sections with equal keys are in the order of their first items.
        return stableOrder(groups.count) {
            compareKeys(sections[groups[$0].section].key, sections[groups[$1].section].key) < 0
        }.map { groups[$0] }
    }

    /// Adds roots with all their descendants to the last section of a list.
    private func add(
        _ roots: [Handle], of tree: KeptTree, _ origin: Snapshot, to list: inout Snapshot, _ expanded: PagedArray<Bool>
    ) {
        let section = list.numberOfSections - 1
        /// The collapsed items. The rows below each of them are added later, as hidden items that are consecutive.
        var (collapsed, next): ([Handle], Int) = ([], 0)
        var branchCount: Int32 = 0
        func addRows(_ first: [Handle]) -> [Handle] {
            var (rows, stack): ([Handle], [(items: [Handle], next: Int)]) = ([], [(first, 0)])
            while let top = stack.last {
                if top.next == top.items.count {
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let item = top.items[top.next]
                rows.append(item)
                let children = sorted(tree.children(of: item))
                var node = Node()
                let old = origin.node(item)
                (node.parent, node.isExpandable, node.isExpanded) = (old.parent, old.isExpandable, expanded[item])
                if let first = children.first, let last = children.last {
                    (node.first, node.last, node.childCount) = (first, last, children.count)
                }
                if node != Node() { list.updateNode(item) { $0 = node } }
                if node.parent == Node.none && node.isBranch { branchCount += 1 }
                if children.isEmpty { continue }
                if node.isExpanded { stack.append((children, 0)) } else { collapsed.append(item) }
            }
            return rows
        }
        addRows(roots).borrowed { list.append($0, toSection: section) }
        while next < collapsed.count {
            let rows = addRows(sorted(tree.children(of: collapsed[next])))
            rows.borrowed { list.uniqueForest.hidden.append($0, toSection: 0) }
            next += 1
        }
        list.uniqueSection(section).branchCount = branchCount
    }
}

extension Snapshot {
    /// This empty list with the identifier tables of another list, which has the same item table.
    fileprivate func movedToTables(of other: Snapshot) -> Snapshot {
        var list = Snapshot(SnapshotStorage(identifiers: other.identifiers))
        list.shareContents(of: self)
        return list
    }
}

/// The items of an origin that are in a derived list: those that pass its filter, and their ancestors.
private struct KeptTree {
    /// The items of all sections in depth-first order, and where each section begins.
    private var items: [Handle] = []
    private var starts: [Int] = []
    private var positions = PagedArray<Int32>(absent: -1)
    /// The first child and the next sibling of the item at each position, or -1.
    private var firstChild: [Int32] = []
    private var nextSibling: [Int32] = []
    private let origin: Snapshot

    init(of origin: Snapshot, _ known: PagedArray<DerivedItem>) {
        self.origin = origin
        for index in origin.sections.indices {
            starts.append(items.count)
            let all = origin.allItemHandles(inSectionAt: index)
            // Children come after their parents. In reverse order, a child marks its parent before the parent is
            // reached.
            for item in all.reversed() where known[item].passes || positions[item] == 0 {
                positions[item] = 0
                let parent = origin.node(item).parent
                if parent != Node.none { positions[parent] = 0 }
            }
            for item in all where positions[item] == 0 {
                positions[item] = Int32(truncatingIfNeeded: items.count)
                items.append(item)
            }
        }
        starts.append(items.count)
        firstChild = Array(repeating: -1, count: items.count)
        nextSibling = firstChild
        for position in items.indices.reversed() {
            let parent = origin.node(items[position]).parent
            if parent == Node.none { continue }
            let parentPosition = Int(positions[parent])
            nextSibling[position] = firstChild[parentPosition]
            firstChild[parentPosition] = Int32(truncatingIfNeeded: position)
        }
    }

    func items(ofSection index: Int) -> ArraySlice<Handle> { items[starts[index]..<starts[index + 1]] }

    func roots(ofSection index: Int) -> [Handle] {
        items(ofSection: index).filter { origin.node($0).parent == Node.none }
    }

    func children(of item: Handle) -> [Handle] {
        var (children, position): ([Handle], Int32) = ([], firstChild[Int(positions[item])])
        while position >= 0 {
            children.append(items[Int(position)])
            position = nextSibling[Int(position)]
        }
        return children
    }
}
