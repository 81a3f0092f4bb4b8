import CLibc

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
                let new = gap.newStart + place - gap.new.lowerBound
                guard let oldPlace = oldPlaces.place(of: gaps.newItems[place]) else {
                    add(.insertedItems, to: .init(section: gap.newSection, item: new))
                    place += 1
                    continue
                }
                let oldGap = gap.old.contains(oldPlace) ? gap : gaps.gap(ofOldItem: oldPlace)
                let count = oldPlaces.commonCount(oldPlace..<oldGap.old.upperBound, place..<gap.new.upperBound)
                survivors.add(oldPlace, count)
                let old = oldGap.oldStart + oldPlace - oldGap.old.lowerBound
                let stays = oldGap.newSection == gap.newSection
                if stays { spans.append(Span(old: old, new: new, count: count)) }
                for offset in 0..<(stays ? 0 : count) {
                    add(
                        .movedItems, from: .init(section: oldGap.oldSection, item: old + offset),
                        to: .init(section: gap.newSection, item: new + offset))
                }
                oldPlaces.expect(oldPlace + count)
                place += count
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

/// Which of the old items in gaps are in the new list as well, a byte for each.
private struct Survivors {
    private let bytes: UnsafeMutableRawPointer

    init(count: Int) {
        bytes = .allocate(byteCount: max(1, count), alignment: 1)
        memset(bytes, 0, count)
    }

    func deallocate() {
        bytes.deallocate()
    }

    @inline(__always)
    func add(_ place: Int, _ count: Int) {
        memset(bytes + place, 1, count)
    }

    /// The first of a range that is gone.
    func firstGone(in range: Range<Int>) -> Int? {
        memchr(bytes + range.lowerBound, 0, range.count).map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) }
    }
}
