// Phase 6: items with another revision, and items that are marked to be reloaded or reconfigured.

extension DifferenceBuilder {
    /// Adds reloads and reconfigurations. An inserted item has neither, and a reloaded item is not reconfigured as well.
    mutating func addMarks() {
        if new.marks == nil && aligned == nil && new.revisions.isIdentical(to: old.revisions) { return }
        let changedItems = aligned?.changedItems ?? new.changedItems(from: old)
        if changedItems.isEmpty && new.marks == nil { return }
        var reloaded = new.reloadedItems.marks
        if !new.reloadedSections.isEmpty {
            for handle in new.reloadedSections.members {
                guard let section = new.sectionIndex(handle) else { continue }
                for leaf in new.sections[section].leaves { reloaded += Array(leaf.items) }
            }
        }
        reloaded = Self.unique(reloaded, except: [])
        addMarks(.reloadedItems, reloaded)
        // Mostly the items that are marked are those that have another revision.
        let marked = new.reconfiguredItems.marks
        addMarks(.reconfiguredItems, Self.unique(marked == changedItems ? marked : changedItems + marked, except: reloaded))
    }

    private mutating func addMarks(_ kind: ChangeKind, _ handles: [Handle]) {
        if handles.isEmpty { return }
        let (old, new, oldSectionIndexes, sharesTables) = (old, new, oldSectionIndexes, aligned == nil)
        var others: [(handle: Handle, to: IndexPath)] = []
        changes.add(kind, atMost: handles.count) { marked in
            new.forEachIndexPath(ofItems: handles) { position, to in
                let oldSection = Int(oldSectionIndexes[to.section])
                // In a section that both lists share an item has the same offset.
                if oldSection >= 0 && sharesTables && new.sharesSection(at: to.section, with: old, at: oldSection) {
                    marked.append(PackedChange(from: .init(section: oldSection, item: to.item), to: .init(to)))
                } else {
                    others.append((handles[position], to))
                }
            }
        }
        if others.isEmpty { return }
        let (items, table) = (new.identifiers.items, old.identifiers.items)
        let handles = others.map { $0.handle }
        changes.add(kind, atMost: handles.count) { marked in
            old.forEachIndexPath(ofItems: items === table ? handles : items.translate(handles, into: table)) { position, from in
                marked.append(PackedChange(from: .init(from), to: .init(others[position].to)))
            }
        }
    }

    /// The handles in ascending order, each once, without those of another such list. The order of handles is mostly that of memory.
    private static func unique(_ handles: [Handle], except others: [Handle]) -> [Handle] {
        if others.isEmpty && handles.ascendsStrictly { return handles }
        let handles = handles.ascending
        return [Handle](capacity: handles.count) { result, count in
            var other = 0
            for handle in handles where count == 0 || handle != result[count - 1] { // mutant: changed-and-marked
                while other < others.count, others[other] < handle { other += 1 }
                if other < others.count, others[other] == handle { continue } // mutant: both-marks
                result[count] = handle
                count += 1
            }
        }
    }
}
