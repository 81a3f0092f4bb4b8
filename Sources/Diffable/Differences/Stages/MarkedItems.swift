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
        reserve(kind, handles.count)
        var others: [(handle: Handle, to: IndexPath)] = []
        new.forEachIndexPath(ofItems: handles) { position, to in
            // In a section that both lists share an item has the same place.
            if let section = sharedSection(to.section) {
                add(kind, from: .init(section: section, item: to.item), to: .init(to))
            } else {
                others.append((handles[position], to))
            }
        }
        let (items, table) = (new.identifiers.items, old.identifiers.items)
        let names = others.map { $0.handle }
        old.forEachIndexPath(ofItems: items === table ? names : items.translate(names, into: table)) { position, from in
            add(kind, from: .init(from), to: .init(others[position].to))
        }
    }

    /// Handles in ascending order, which is mostly that of memory, each once, without those that are in another such list.
    private func unique(_ handles: [Handle], except others: [Handle]) -> [Handle] {
        var result: [Handle] = []
        var other = others.makeIterator()
        var next = other.next()
        for handle in handles.ascending where handle != result.last {
            while let skipped = next, skipped < handle { next = other.next() }
            if next != handle { result.append(handle) }
        }
        return result
    }
}
