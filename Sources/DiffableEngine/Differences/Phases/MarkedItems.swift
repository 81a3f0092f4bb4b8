// Phase 6: items with another revision, and items that are marked to be reloaded or reconfigured.

extension DifferenceBuilder {
    /// Adds reloads and reconfigurations. An inserted item has neither, and a reloaded item is not reconfigured as well.
    mutating func addMarks() {
        var reloaded = new.reloadedItems.marks
        for handle in new.reloadedSections.members {
            guard let section = new.sectionIndex(handle) else { continue }
            for leaf in new.sections[section].leaves { reloaded += Array(leaf.items) }
        }
        reloaded = unique(reloaded, except: [])
        addMarks(.reloadedItems, reloaded)
        addMarks(.reconfiguredItems, unique(changedItems + new.reconfiguredItems.marks, except: reloaded))
    }

    private mutating func addMarks(_ kind: ChangeKind, _ handles: [Handle]) {
        var others: [(handle: Handle, to: IndexPath)] = []
        var marked = [PackedChange](capacity: handles.count) { marked, count in
            new.forEachIndexPath(ofItems: handles) { position, to in
                // In a section that both lists share an item has the same offset.
                if let section = sharedSection(to.section) {
                    marked[count] = PackedChange(from: .init(section: section, item: to.item), to: .init(to))
                    count += 1
                } else {
                    others.append((handles[position], to))
                }
            }
        }
        let (items, table) = (new.identifiers.items, old.identifiers.items)
        let handles = others.map { $0.handle }
        old.forEachIndexPath(ofItems: items === table ? handles : items.translate(handles, into: table)) { position, from in
            marked.append(PackedChange(from: .init(from), to: .init(others[position].to)))
        }
        changes[Int(kind.rawValue)] = marked
    }

    /// The handles in ascending order, each once, without those of another such list. The order of handles is mostly that of memory.
    private func unique(_ handles: [Handle], except others: [Handle]) -> [Handle] {
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
