// Phase 6: items with another content, and items that are marked to be reloaded or reconfigured.

extension DifferenceBuilder {
    /// Adds reloads and reconfigurations. An inserted item has neither, and a reloaded item is not reconfigured as
    /// well.
    mutating func addMarks() {
        if new.marks == nil && aligned == nil && new.contents.isIdentical(to: old.contents) { return }
        let changed: WorkingArray<Handle>
        let oldChanged: WorkingArray<Handle>
        if let aligned {
            (changed, oldChanged) = aligned.changedItems(of: new, old, &memory)
        } else {
            changed = new.changedItems(from: old, &memory)
            oldChanged = changed
        }
        let changedItems = changed.buffer
        if new.marks == nil {
            return addMarks(.reconfiguredItems, BorrowedHandles(changedItems), BorrowedHandles(oldChanged.buffer))
        }
        var reloaded = new.reloadedItems.marks
        if !new.reloadedSections.isEmpty {
            for handle in new.reloadedSections.members {
                guard let section = new.sectionIndex(handle) else { continue }
                for leaf in new.sections[section].leaves { reloaded += Array(leaf.items) }
            }
        }
        reloaded = Self.unique(reloaded, except: [])
        addMarks(.reloadedItems, reloaded)
        // Usually the marked items are exactly those whose content changed.
        var reconfigured = new.reconfiguredItems.marks
        if !reconfigured.elementsEqual(changedItems) { reconfigured += changedItems }
        // `addManyMarks` stores one position for each handle, so duplicates do no harm there.
        if !(reloaded.isEmpty && shouldReadWhole(for: reconfigured.count)) {
            reconfigured = Self.unique(reconfigured, except: reloaded)
        }
        addMarks(.reconfiguredItems, reconfigured)
    }

    private mutating func addMarks(_ kind: ChangeKind, _ handles: [Handle]) {
        if handles.isEmpty { return }
        let oldHandles = aligned == nil ? handles : new.oldHandles(of: handles, in: old)
        handles.borrowed { handles in
            oldHandles.borrowed { addMarks(kind, handles, $0) }
        }
    }

    /// - Parameter oldHandles: the handles of the same items in the old list.
    private mutating func addMarks(_ kind: ChangeKind, _ handles: BorrowedHandles, _ oldHandles: BorrowedHandles) {
        if handles.isEmpty { return }
        if shouldReadWhole(for: handles.count) {
            addManyMarks(kind, handles, oldHandles)
        } else {
            addFewMarks(kind, handles, oldHandles)
        }
    }

    private func shouldReadWhole(for count: Int) -> Bool {
        new.shouldReadWhole(for: count) && old.shouldReadWhole(for: count)
    }

    /// Finds the items by reading both lists as a whole. The changes are added in the order of the new list.
    private mutating func addManyMarks(_ kind: ChangeKind, _ handles: BorrowedHandles, _ oldHandles: BorrowedHandles) {
        let (old, new) = (old, new)
        let paths = memory.allocate(handles.count, repeating: PackedIndexPath.none)
        let indexes = new.indexes(in: handles, &memory)
        let oldIndexes = aligned == nil ? indexes : old.indexes(in: oldHandles, &memory)
        old.readIndexPaths(oldIndexes) { index, from in paths[index] = from }
        changes.add(kind, atMost: handles.count) { marked in
            new.readIndexPaths(indexes) { index, to in
                let from = paths[index]
                if from.section >= 0 { marked.append(PackedChange(from: from, to: to)) }
            }
        }
    }

    /// Searches both lists for each item.
    private mutating func addFewMarks(_ kind: ChangeKind, _ handles: BorrowedHandles, _ oldHandles: BorrowedHandles) {
        let (old, new, oldSectionIndexes, sharesTables) = (old, new, oldSectionIndexes, aligned == nil)
        // The items that may have another offset in the old list, and their new index paths.
        let others = memory.allocate(handles.count, of: Handle.self)
        let paths = memory.allocate(handles.count, of: PackedIndexPath.self)
        var count = 0
        changes.add(kind, atMost: handles.count) { marked in
            new.forEachIndexPath(ofItems: handles) { index, to in
                let oldSection = Int(oldSectionIndexes[to.section])
                // In a section that both lists share, an item has the same offset.
                if oldSection >= 0 && sharesTables && new.sharesSection(at: to.section, with: old, at: oldSection) {
                    marked.append(PackedChange(from: .init(section: oldSection, item: to.item), to: .init(to)))
                } else {
                    (others[count], paths[count]) = (oldHandles[index], .init(to))
                    count += 1
                }
            }
        }
        if count == 0 { return }
        changes.add(kind, atMost: count) { marked in
            old.forEachIndexPath(ofItems: BorrowedHandles(UnsafeBufferPointer(start: others, count: count))) {
                index, from in
                marked.append(PackedChange(from: .init(from), to: paths[index]))
            }
        }
    }

    /// Returns the handles in ascending order, without duplicates and without those in `others`, which must ascend.
    /// Usually, what is stored for ascending handles also has ascending addresses.
    private static func unique(_ handles: [Handle], except others: [Handle]) -> [Handle] {
        if others.isEmpty && handles.ascendsStrictly { return handles }
        let handles = handles.ascending
        return [Handle](capacity: handles.count) { result, count in
            var other = 0
            for handle in handles where count == 0 || handle != result[count - 1] {
                while other < others.count, others[other] < handle { other += 1 }
                if other < others.count, others[other] == handle { continue }
                result[count] = handle
                count += 1
            }
        }
    }
}
