// Stage 6: what shows something else, and what was asked to be reloaded or reconfigured.

extension DifferenceBuilder {
    /// An item that is new to the list is only inserted; one that is reloaded is not reconfigured as well.
    mutating func addMarks() {
        var reloaded = new.reloadedItems.members
        for handle in new.reloadedSections.members {
            guard let section = new.sectionIndex(handle) else { continue }
            for leaf in new.sections[section].leaves { reloaded += leaf.items }
        }
        reloaded = unique(reloaded, except: [])
        addMarks(.reloadedItems, reloaded)
        addMarks(.reconfiguredItems, unique(changedItems + new.reconfiguredItems.members, except: reloaded))
    }

    private mutating func addMarks(_ kind: ChangeKind, _ handles: [Handle]) {
        let (items, table) = (new.identifiers.items, old.identifiers.items)
        let names = items === table ? handles : items.translate(handles, into: table)
        // Some at a time: what both lists share is still at hand when the second one is asked.
        for start in stride(from: 0, to: handles.count, by: 256) {
            let some = start..<min(start + 256, handles.count)
            for (from, to) in zip(old.indexPaths(ofItems: names[some]), new.indexPaths(ofItems: handles[some])) {
                if let from, let to { add(kind, from: .init(from), to: .init(to)) }
            }
        }
    }

    /// Handles in ascending order, which is mostly that of memory, each once, without those that are in another such list.
    private func unique(_ handles: [Handle], except others: [Handle]) -> [Handle] {
        var result: [Handle] = []
        var other = others.makeIterator()
        var next = other.next()
        for handle in handles.ascending(by: { UInt64($0) }) where handle != result.last {
            while let skipped = next, skipped < handle { next = other.next() }
            if next != handle { result.append(handle) }
        }
        return result
    }
}
