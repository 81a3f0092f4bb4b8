// Phase 4: the old positions of the items in hunks.

extension DifferenceBuilder {
    /// Finds what was deleted, what was inserted and what moved to another section. Returns for each hunk the
    /// items that stayed in their section, in the order of the new list.
    @_optimize(speed)
    mutating func matchItems() -> [[MatchedRun]] {
        let hunks = hunks
        let survivors = Survivors(count: hunks.oldItems.count)
        defer { survivors.deallocate() }
        var finder = OldPositionFinder(hunks, old)
        var stayed: [[MatchedRun]] = []
        for hunk in hunks.all {
            var runs: [MatchedRun] = []
            // Reserved memory that is not written costs nothing, and nothing is copied while the array grows.
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
                survivors.add(oldPosition, count)
                finder.predict(oldPosition &+ count)
                position &+= count
            }
            stayed.append(runs)
        }
        for hunk in hunks.all {
            var position = hunk.old.lowerBound
            while let deleted = survivors.firstMissing(in: position..<hunk.old.upperBound) {
                add(.deletedItems, from: .init(section: hunk.oldSection, item: hunk.oldOffset(deleted)))
                position = deleted + 1
            }
        }
        return stayed
    }
}

/// The old items of hunks that are in the new list as well: a bit for each.
private struct Survivors {
    private let words: UnsafeMutablePointer<UInt64>

    init(count: Int) {
        words = .allocate(capacity: count / 64 + 1)
        words.initialize(repeating: 0, count: count / 64 + 1)
    }

    func deallocate() {
        words.deallocate()
    }

    @inline(__always)
    func add(_ first: Int, _ count: Int) {
        var position = first
        while position < first &+ count {
            let bit = position & 63
            let more = min(64 &- bit, first &+ count &- position)
            words[position &>> 6] |= (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- more)) &<< UInt64(truncatingIfNeeded: bit)
            position &+= more
        }
    }

    /// The first position of a range that was not added.
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
