// Stage 4: where the items in the gaps were.

extension DifferenceBuilder {
    /// Finds what was deleted, what was inserted and what went to another section. Returns for each new
    /// item of all gaps, where it was in the same section, its place among the old items of all gaps; else -1.
    mutating func matchItems() -> [Int32] {
        var index = HandleIndex(capacity: gaps.all.reduce(0) { $0 + $1.old.count })
        for gap in gaps.all {
            for place in gap.old { _ = index.insert(gaps.oldItems.handles[place], place: place) }
        }
        var stayed = [Int32](repeating: -1, count: gaps.newItems.count)
        var isMatched = [Bool](repeating: false, count: gaps.oldItems.count)
        for gap in gaps.all {
            for place in gap.new {
                let to = Placement.Place(section: gap.newSection, item: gap.newStart + place - gap.new.lowerBound)
                guard let oldPlace = index.place(of: gaps.newItems.handles[place]) else {
                    add(.insertedItems, to: to)
                    continue
                }
                isMatched[oldPlace] = true
                let oldGap = gap.old.contains(oldPlace) ? gap : gaps.gap(ofOldItem: oldPlace)
                let from = Placement.Place(section: oldGap.oldSection, item: oldGap.oldStart + oldPlace - oldGap.old.lowerBound)
                if oldGap.newSection == gap.newSection {
                    stayed[place] = Int32(oldPlace)
                } else {
                    add(.movedItems, from: from, to: to)
                }
                if gaps.oldItems.revision(at: oldPlace) != gaps.newItems.revision(at: place) {
                    add(.reconfiguredItems, from: from, to: to)
                }
            }
        }
        for gap in gaps.all {
            for place in gap.old where !isMatched[place] {
                let item = gap.oldStart + place - gap.old.lowerBound
                add(.deletedItems, from: .init(section: gap.oldSection, item: item))
            }
        }
        return stayed
    }
}
