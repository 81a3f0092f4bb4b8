// Makes a list from its elements.

extension Snapshot {
    /// Adds all sections and items of a list. This list must be empty, and its tables must have the identifiers of the
    /// elements.
    mutating func fill(with elements: [ListElement]) {
        var hasTrees = false
        for element in elements {
            if element.isSection { appendSection(element.handle) }
            if element.level > 1 || !element.flags.isEmpty { hasTrees = true }
        }
        renumberSections(0..<numberOfSections)
        var (section, items): (Int, [Handle]) = (-1, [])
        items.reserveCapacity(elements.count)
        var trees = TreeFiller()
        for element in elements {
            if element.isSection {
                finish(&trees, &items, section)
                section += 1
            } else if hasTrees {
                trees.add(element, &items, to: &self)
            } else {
                items.append(element.handle)
            }
        }
        finish(&trees, &items, section)
    }

    /// Finishes a section, and adds its visible items to the list.
    private mutating func finish(_ trees: inout TreeFiller, _ items: inout [Handle], _ section: Int) {
        trees.close(toLevel: 0, &self)
        if !items.isEmpty { items.borrowed { append($0, toSection: section) } }
        items.removeAll(keepingCapacity: true)
        if trees.branchCount > 0 { uniqueSection(section).branchCount = trees.branchCount }
        trees.branchCount = 0
    }
}

/// Adds the nodes of trees, and the rows of hidden items, while it walks through the items of a section.
private struct TreeFiller {
    /// The item that was added last and its ancestors, from the root on.
    private var path: [(item: Handle, node: Node)] = []
    /// The rows below the collapsed items of the path, from the root on. `index` is the index of the collapsed item in
    /// the path.
    private var hidden: [(index: Int, rows: [Handle])] = []
    /// How many roots of the section are branches.
    var branchCount: Int32 = 0

    /// - Parameter visible: an array to which the item is added if no ancestor is collapsed.
    mutating func add(_ element: ListElement, _ visible: inout [Handle], to list: inout Snapshot) {
        let item = element.handle
        close(toLevel: Int(element.level) - 1, &list)
        var node = Node()
        (node.isExpanded, node.isExpandable) = (element.flags.contains(.expanded), element.flags.contains(.expandable))
        if let parent = path.indices.last {
            node.parent = path[parent].item
            path[parent].node.childCount += 1
            path[parent].node.last = item
            if path[parent].node.childCount == 1 {
                path[parent].node.first = item
                if !path[parent].node.isExpanded { hidden.append((parent, [])) }
            }
        }
        if hidden.isEmpty { visible.append(item) } else { hidden[hidden.count - 1].rows.append(item) }
        path.append((item, node))
    }

    /// Removes items from the end of the path until `level` items are left. The removed items have all of their
    /// children by now.
    mutating func close(toLevel level: Int, _ list: inout Snapshot) {
        while path.count > level {
            let (item, node) = path.removeLast()
            if let last = hidden.last, last.index == path.count {
                hidden.removeLast()
                last.rows.borrowed { list.uniqueForest.hidden.append($0, toSection: 0) }
            }
            if node != Node() { list.updateNode(item) { $0 = node } }
            if path.isEmpty && node.isBranch { branchCount += 1 }
        }
    }
}

extension [ListElement] {
    /// Toggles a flag of items.
    /// - Parameter positions: the positions of these items. There must be elements at all of them.
    /// - Returns: false if an element is a section, which has no flags.
    mutating func toggle(_ flag: ElementFlags, _ positions: [ElementRun]) -> Bool {
        for run in positions {
            for position in run.first..<run.end {
                if self[position].isSection { return false }
                self[position].flags.formSymmetricDifference(flag)
            }
        }
        return true
    }
}
