extension Snapshot {
    /// Returns the items that are visible in both lists and whose contents differ. The lists must share their
    /// identifier tables.
    func changedItems(from other: Snapshot, _ memory: inout WorkingMemory) -> WorkingArray<Handle> {
        var changed = WorkingArray<Handle>()
        forEachDifferentContentHandle(from: other) { changed.append($0, &memory) }
        if changed.count == 0 { return changed }
        let (leafNumbers, others) = (leafNumbers, other.leafNumbers)
        let (contents, otherContents, comparison) = (contents, other.contents, contentComparison(with: other))
        let ahead = 16
        var present = WorkingArray<Handle>()
        present.reserve(changed.count, &memory)
        for position in 0..<changed.count {
            if position &+ ahead < changed.count { leafNumbers.prefetch(changed[position &+ ahead]) }
            let item = changed[position]
            if leafNumbers[item] != LeafDirectory.none, others[item] != LeafDirectory.none,
                !comparison.areEqual(contents[item], otherContents[item])
            {
                present.append(item, &memory)
            }
        }
        return present
    }

    /// Returns for each section whether it may contain an item whose content is different in another list.
    func changedSections(from other: Snapshot) -> [Bool] {
        if identifiers !== other.identifiers { return Array(repeating: true, count: numberOfSections) }
        var areChanged = Array(repeating: false, count: numberOfSections)
        WorkingMemory.with { memory in
            for item in changedItems(from: other, &memory).buffer {
                if let entry = leafDirectory.entry(leafNumbers[item]), let index = sectionIndex(entry.section) {
                    areChanged[index] = true
                }
            }
        }
        return areChanged
    }

    /// Calls `body` with the items whose content handles are different in another list, which shares the identifier
    /// tables. If the lists have different content tables, their handles cannot be compared, and `body` is called with
    /// all visible items.
    @inline(__always)
    private func forEachDifferentContentHandle(from other: Snapshot, _ body: (Handle) -> Void) {
        guard let table = storage.contentTable, let otherTable = other.storage.contentTable, table !== otherTable else {
            return contents.forEachDifference(from: other.contents, body)
        }
        for section in sections { for leaf in section.leaves { for item in leaf.items { body(item) } } }
    }
}
