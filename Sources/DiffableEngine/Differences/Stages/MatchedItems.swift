// Stage 4: where the items in the gaps were.

extension DifferenceBuilder {
    /// Finds what was deleted, what was inserted and what went to another section. Returns for each gap the
    /// items that stayed in their section, in the order of the new list.
    @_optimize(speed)
    mutating func matchItems() -> [[Span]] {
        let gaps = gaps
        let survivors = Survivors(count: gaps.oldItems.count)
        defer { survivors.deallocate() }
        var oldPlaces = OldPlaces(gaps, old)
        var stayed: [[Span]] = []
        for gap in gaps.all {
            var spans: [Span] = []
            // Untouched room costs nothing, and none is copied while the row grows.
            spans.reserveCapacity(min(gap.old.count, gap.new.count))
            oldPlaces.expect(gap.old.lowerBound)
            var place = gap.new.lowerBound
            while place < gap.new.upperBound {
                let new = gap.newStart &+ (place &- gap.new.lowerBound)
                guard let oldPlace = oldPlaces.place(ofNew: place) else {
                    add(.insertedItems, to: .init(section: gap.newSection, item: new))
                    place += 1
                    continue
                }
                let count: Int
                if gap.old.contains(oldPlace) {
                    count = oldPlaces.commonCount(oldPlace..<gap.old.upperBound, place..<gap.new.upperBound)
                    spans.append(Span(old: gap.oldStart &+ (oldPlace &- gap.old.lowerBound), new: new, count: count))
                } else {
                    let oldGap = gaps.gap(ofOldItem: oldPlace)
                    count = oldPlaces.commonCount(oldPlace..<oldGap.old.upperBound, place..<gap.new.upperBound)
                    let old = oldGap.oldStart + oldPlace - oldGap.old.lowerBound
                    let stays = oldGap.newSection == gap.newSection
                    if stays { spans.append(Span(old: old, new: new, count: count)) }
                    for offset in 0..<(stays ? 0 : count) {
                        add(
                            .movedItems, from: .init(section: oldGap.oldSection, item: old + offset),
                            to: .init(section: gap.newSection, item: new + offset))
                    }
                }
                survivors.add(oldPlace, count)
                oldPlaces.expect(oldPlace &+ count)
                place &+= count
            }
            stayed.append(spans)
        }
        for gap in gaps.all {
            var place = gap.old.lowerBound
            while let deleted = survivors.firstGone(in: place..<gap.old.upperBound) {
                let item = gap.oldStart + deleted - gap.old.lowerBound
                add(.deletedItems, from: .init(section: gap.oldSection, item: item))
                place = deleted + 1
            }
        }
        return stayed
    }
}

/// Which of the old items in gaps are in the new list as well, a bit for each.
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
        var place = first
        while place < first &+ count {
            let bit = place & 63
            let more = min(64 &- bit, first &+ count &- place)
            words[place &>> 6] |= (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- more)) &<< UInt64(truncatingIfNeeded: bit)
            place &+= more
        }
    }

    /// The first of a range that is gone.
    func firstGone(in range: Range<Int>) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            let gone = ~words[place &>> 6] &>> UInt64(truncatingIfNeeded: place & 63)
            if gone != 0 {
                let found = place &+ gone.trailingZeroBitCount
                return found < range.upperBound ? found : nil
            }
            place = (place | 63) &+ 1
        }
        return nil
    }
}
