// Phase 4: the old positions of the items in hunks.

extension DifferenceBuilder {
    /// Adds the deleted items, the inserted items, and the items that moved to another section. Returns for each hunk its new items
    /// that stayed in their section, in the order of the new list. `moveItems` finds out which of these moved.
    @_optimize(speed)
    mutating func matchItems() -> [[MatchedRun]] {
        let hunks = hunks
        let matched = PositionSet(count: hunks.oldItems.count)
        defer { matched.deallocate() }
        var finder = OldPositionFinder(hunks, old)
        var stayed: [[MatchedRun]] = []
        for hunk in hunks.all {
            var runs: [MatchedRun] = []
            // Reserving the most that may be needed avoids copies while the array grows. Memory that is never written costs nothing.
            runs.reserveCapacity(min(hunk.old.count, hunk.new.count))
            finder.predict(hunk.old.lowerBound)
            var position = hunk.new.lowerBound
            while position < hunk.new.upperBound {
                let new = hunk.newOffset(position)
                guard let oldPosition = finder.oldPosition(ofNew: position) else {
                    add(.insertedItems, to: .init(section: hunk.newSection, item: new))
                    position += 1
                    continue
                }
                let oldHunk = hunk.old.contains(oldPosition) ? hunk : hunks.hunk(ofOldItem: oldPosition)
                let count = finder.commonCount(oldPosition..<oldHunk.old.upperBound, position..<hunk.new.upperBound)
                let old = oldHunk.oldOffset(oldPosition)
                if oldHunk.newSection == hunk.newSection {
                    runs.append(MatchedRun(old: old, new: new, count: count))
                } else {
                    for offset in 0..<count {
                        add(
                            .movedItems, from: .init(section: oldHunk.oldSection, item: old + offset),
                            to: .init(section: hunk.newSection, item: new + offset))
                    }
                }
                matched.insert(oldPosition, count)
                finder.predict(oldPosition &+ count)
                position &+= count
            }
            stayed.append(runs)
        }
        for hunk in hunks.all {
            var position = hunk.old.lowerBound
            while let deleted = matched.firstMissing(in: position..<hunk.old.upperBound) {
                add(.deletedItems, from: .init(section: hunk.oldSection, item: hunk.oldOffset(deleted)))
                position = deleted + 1
            }
        }
        return stayed
    }
}

/// A set of positions of old items, with a bit for each.
private struct PositionSet {
    private let words: UnsafeMutablePointer<UInt64>

    init(count: Int) {
        words = .allocate(capacity: count / 64 + 1)
        words.initialize(repeating: 0, count: count / 64 + 1)
    }

    func deallocate() {
        words.deallocate()
    }

    @inline(__always)
    func insert(_ first: Int, _ count: Int) {
        var position = first
        while position < first &+ count {
            let bit = position & 63
            let inWord = min(64 &- bit, first &+ count &- position)
            words[position &>> 6] |= (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- inWord)) &<< UInt64(truncatingIfNeeded: bit)
            position &+= inWord
        }
    }

    /// The first position of a range that is not in the set.
    func firstMissing(in range: Range<Int>) -> Int? {
        var position = range.lowerBound
        while position < range.upperBound {
            let missing = ~words[position &>> 6] &>> UInt64(truncatingIfNeeded: position & 63)
            if missing != 0 {
                let found = position &+ missing.trailingZeroBitCount
                return found < range.upperBound ? found : nil
            }
            position = (position | 63) &+ 1
        }
        return nil
    }
}
