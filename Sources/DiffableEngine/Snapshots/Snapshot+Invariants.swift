extension Snapshot {
    /// What must hold of the storage after every edit; the first thing that does not, in words. For tests.
    /// - Complexity: O(n)
    package func brokenInvariant() -> String? {
        var itemCount = 0
        var leafCount = 0
        for (index, section) in sections.enumerated() {
            if sectionIndexes[section.handle] != Int32(index) { return "section \(index) is not indexed" }
            if section.counts != PrefixSums(section.leaves.map { $0.count }) { return "counts of section \(index)" }
            if itemCounts.sum(before: index) != itemCount { return "items in front of section \(index)" }
            for (leafIndex, leaf) in section.leaves.enumerated() {
                if leaf.items.isEmpty || leaf.count > Leaf.limit { return "leaf \(leafIndex) of section \(index) has \(leaf.count)" }
                guard let place = leafPlaces.place(leaf.number), place == (section.handle, leafIndex) else {
                    return "leaf \(leafIndex) of section \(index) has no place"
                }
                for item in leaf.items where places[item] != leaf.number { return "item \(item) is placed elsewhere" }
                itemCount += leaf.count
                leafCount += 1
            }
        }
        if itemCount != numberOfItems { return "\(numberOfItems) items counted, \(itemCount) there" }
        var placed = 0
        places.forEach { _, number in placed += number == 0 ? 0 : 1 }
        if placed != itemCount { return "\(placed) items placed, \(itemCount) there" }
        for mark in reloadedItems.members + reconfiguredItems.members where !containsItem(mark) { return "mark \(mark) without item" }
        for mark in reloadedSections.members where sectionIndex(mark) == nil { return "mark \(mark) without section" }
        return nil
    }
}
