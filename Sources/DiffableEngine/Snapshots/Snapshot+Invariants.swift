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
                if leaf.items.isEmpty || leaf.count > Leaf.limit { return "leaf \(leafIndex) of section \(index) has \(leaf.count)" }
                guard let entry = leafDirectory.entry(leaf.number), entry == (section.handle, leafIndex) else {
                    return "leaf \(leafIndex) of section \(index) is not in the directory"
                }
                for item in leaf.items where leafNumbers[item] != leaf.number { return "item \(item) has the number of another leaf" }
                itemCount += leaf.count
                leafCount += 1
            }
        }
        if itemCount != numberOfItems { return "\(numberOfItems) items counted, \(itemCount) in leaves" }
        var numbered = 0
        leafNumbers.forEach { _, number in numbered += number == LeafDirectory.none ? 0 : 1 }
        if numbered != itemCount { return "\(numbered) items have leaf numbers, \(itemCount) are in leaves" }
        for mark in reloadedItems.members + reconfiguredItems.members where !containsItem(mark) { return "mark \(mark) without item" }
        for mark in reloadedSections.members + reconfiguredSections.members where sectionIndex(mark) == nil { return "mark \(mark) without section" }
        return nil
    }
}
