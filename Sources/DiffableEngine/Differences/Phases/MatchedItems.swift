// Phase 4: the old positions of the items in hunks.

extension DifferenceBuilder {
    /// Adds the items that moved, then the deleted and the inserted ones.
    mutating func matchItems() {
        if hunks.count == 0 { return }
        let hunks = hunks.buffer
        let matchedOld = PositionSet(count: oldItems.count, &memory)
        let matchedNew = PositionSet(count: newItems.count, &memory)
        var matchedCount = 0
        var finder = OldPositionFinder(oldItems.buffer, newItems.buffer, of: old)
        /// The items of the section that stayed in it, in the order of the new list. Items that are consecutive in both
        /// lists are one run.
        var runs = WorkingArray<MatchedRun>()
        for index in 0..<hunks.count {
            let hunk = hunks[index]
            if hunk.newSection < 0 { continue }
            let isFirst = index == 0 || hunks[index &- 1].newSection != hunk.newSection
            if isFirst { runs.removeAll() }
            // Reserving the most that may be needed avoids copies while the array grows.
            runs.reserve(min(hunk.oldCount, hunk.newCount) &+ 2, &memory)
            addRun(after: isFirst ? nil : hunks[index &- 1], before: hunk.newStart, &runs)
            finder.predict(hunk.old.lowerBound)
            var position = hunk.new.lowerBound
            while position < hunk.new.upperBound {
                guard let oldPosition = finder.oldPosition(ofNew: position, in: hunk, &memory) else {
                    position &+= 1
                    continue
                }
                let oldHunk = hunk.old.contains(oldPosition) ? hunk : hunks.hunk(ofOldItem: oldPosition)
                let count = finder.commonCount(oldPosition..<oldHunk.old.upperBound, position..<hunk.new.upperBound)
                let run = MatchedRun(old: oldHunk.oldOffset(oldPosition), new: hunk.newOffset(position), count: count)
                if oldHunk.newSection == hunk.newSection {
                    runs.append(joining: run, &memory)
                } else {
                    addMoved(run, from: oldHunk.oldSection, to: hunk.newSection)
                }
                matchedOld.insert(oldPosition, count)
                matchedNew.insert(position, count)
                matchedCount &+= count
                finder.predict(oldPosition &+ count)
                position &+= count
            }
            let isLast = index == hunks.count &- 1 || hunks[index &+ 1].newSection != hunk.newSection
            if isLast && hunk.oldSection >= 0 {
                addRun(after: hunk, before: new.sections[hunk.newSection].count, &runs)
                moveItems(runs.buffer, from: hunk.oldSection, to: hunk.newSection)
            }
        }
        addDeletedAndInserted(matchedOld, matchedNew, matchedCount)
    }

    /// Adds the run of items between a hunk and the next one, or before the first one or after the last one.
    @inline(__always)
    private mutating func addRun(after hunk: Hunk?, before newEnd: Int, _ runs: inout WorkingArray<MatchedRun>) {
        var (old, new) = (0, 0)
        if let hunk { (old, new) = (hunk.oldStart &+ hunk.oldCount, hunk.newStart &+ hunk.newCount) }
        if newEnd > new { runs.append(joining: MatchedRun(old: old, new: new, count: newEnd &- new), &memory) }
    }

    private mutating func addMoved(_ run: MatchedRun, from oldSection: Int, to newSection: Int) {
        changes.add(.movedItems, atMost: Int(run.count)) { moved in
            for offset in 0..<run.count {
                moved.append(run.change(offset, from: Int32(oldSection), to: Int32(newSection)))
            }
        }
    }

    private mutating func addDeletedAndInserted(
        _ matchedOld: PositionSet, _ matchedNew: PositionSet, _ matchedCount: Int
    ) {
        let (deletedCount, insertedCount) = (oldItems.count &- matchedCount, newItems.count &- matchedCount)
        let hunks = hunks.buffer
        changes.reserve(deletedCount &+ insertedCount)
        changes.add(.deletedItems, atMost: deletedCount) { deleted in
            for hunk in hunks {
                matchedOld.forEachMissing(in: hunk.old) {
                    deleted.append(
                        PackedChange(from: .init(section: hunk.oldSection, item: hunk.oldOffset($0)), to: .none))
                }
            }
        }
        changes.add(.insertedItems, atMost: insertedCount) { inserted in
            for hunk in hunks {
                matchedNew.forEachMissing(in: hunk.new) {
                    inserted.append(
                        PackedChange(from: .none, to: .init(section: hunk.newSection, item: hunk.newOffset($0))))
                }
            }
        }
    }
}

// Phase 5: the items that stayed in their section and are out of order.

extension DifferenceBuilder {
    /// - Parameter runs: the items that stayed in the section, in the order of the new list. A run moves as a whole or
    ///   not at all.
    private mutating func moveItems(_ runs: UnsafeBufferPointer<MatchedRun>, from oldSection: Int, to newSection: Int) {
        guard let kept = heaviestIncreasingSubsequence(runs, &memory) else { return }
        var count = 0
        kept.forEachMissing(in: 0..<runs.count) { count &+= Int(runs[$0].count) }
        changes.add(.movedItems, atMost: count) { moved in
            kept.forEachMissing(in: 0..<runs.count) {
                let run = runs[$0]
                for offset in 0..<run.count {
                    moved.append(run.change(offset, from: Int32(oldSection), to: Int32(newSection)))
                }
            }
        }
    }
}

extension MatchedRun {
    /// The move of the item at an offset in the run.
    @inline(__always)
    fileprivate func change(_ offset: Int32, from oldSection: Int32, to newSection: Int32) -> PackedChange {
        PackedChange(
            from: .init(section: oldSection, item: old &+ offset), to: .init(section: newSection, item: new &+ offset))
    }
}
