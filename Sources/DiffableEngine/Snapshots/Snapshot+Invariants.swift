extension Snapshot {
    /// Checks the invariants of the storage, for tests. Returns a description of the first one that is broken.
    /// - Complexity: O(n)
    package func brokenInvariant() -> String? {
        var itemCount = 0
        var leafCount = 0
        for (index, section) in sections.enumerated() {
            if sectionIndex(section.handle) != index { return "section \(index) is not indexed" }
            if section.counts != FenwickTree(section.leaves.map { $0.count }) { return "counts of section \(index)" }
            if itemCounts.sum(before: index) != itemCount { return "items in front of section \(index)" }
            for (leafIndex, leaf) in section.leaves.enumerated() {
                if leaf.items.isEmpty || leaf.count > Leaf.limit {
                    return "leaf \(leafIndex) of section \(index) has \(leaf.count)"
                }
                guard let entry = leafDirectory.entry(leaf.number), entry == (section.handle, leafIndex) else {
                    return "leaf \(leafIndex) of section \(index) is not in the directory"
                }
                for item in leaf.items where leafNumbers[item] != leaf.number {
                    return "item \(item) has the number of another leaf"
                }
                itemCount += leaf.count
                leafCount += 1
            }
        }
        if itemCount != numberOfItems { return "\(numberOfItems) items counted, \(itemCount) in leaves" }
        var numbered = 0
        leafNumbers.forEach { _, number in numbered += number == LeafDirectory.none ? 0 : 1 }
        if numbered != itemCount { return "\(numbered) items have leaf numbers, \(itemCount) are in leaves" }
        for mark in reloadedItems.members + reconfiguredItems.members where !contains(mark) {
            return "mark \(mark) without item"
        }
        for mark in reloadedSections.members + reconfiguredSections.members where sectionIndex(mark) == nil {
            return "mark \(mark) without section"
        }
        return brokenInvariantOfTrees()
    }

    private func brokenInvariantOfTrees() -> String? {
        guard let forest = storage.forest else { return nil }
        if let broken = forest.hidden.brokenInvariant() { return "hidden rows: \(broken)" }
        var nodes = 0
        let all = allItemHandles
        for item in all { nodes += node(item) == Node() ? 0 : 1 }
        forest.nodes.forEach { _, node in nodes -= node == Node() ? 0 : 1 }
        if nodes != 0 { return "\(-nodes) nodes of items that are not in the list" }
        if all.count != numberOfAllItems { return "\(numberOfAllItems) items counted, \(all.count) reached" }
        for item in all {
            let (node, children) = (node(item), childHandles(of: item))
            if children.count != node.childCount {
                return "item \(item) has \(children.count) children, \(node.childCount) counted"
            }
            if (children.first ?? Node.none, children.last ?? Node.none) != (node.first, node.last) {
                return "first and last child of \(item)"
            }
            for child in children where self.node(child).parent != item {
                return "child \(child) has another parent than \(item)"
            }
            if isVisible(item) == isHidden(item) { return "item \(item) is visible and hidden" }
            for row in rows(below: item) where isVisible(row) != (isVisible(item) && node.isExpanded) {
                return "row \(row) below \(item)"
            }
        }
        for (index, section) in sections.enumerated() {
            let branches = rootHandles(inSectionAt: index).filter { node($0).isBranch }.count
            if branches != Int(section.branchCount) {
                return "section \(index) has \(branches) branches, \(section.branchCount) counted"
            }
        }
        return nil
    }
}
