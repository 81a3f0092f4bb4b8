// What stage 3 finds.

/// A stretch of a section that differs: some old items in whose place there are some new ones.
struct Gap {
    /// The indexes of the section; -1 where it is inserted or deleted.
    var oldSection: Int
    var newSection: Int
    /// Where the stretch starts in the section.
    var oldStart: Int
    var newStart: Int
    /// The places of its items in the old and the new leaves of all gaps.
    var old: Range<Int>
    var new: Range<Int>
}

/// A stretch of a section that has the same items on both sides, by its places in the section.
struct Span {
    var old: Int32
    var new: Int32
    var count: Int32

    init(old: Int, new: Int, count: Int) {
        self.old = Int32(truncatingIfNeeded: old)
        self.new = Int32(truncatingIfNeeded: new)
        self.count = Int32(truncatingIfNeeded: count)
    }
}

/// All gaps, with the leaves that their items are in; and for each section the gaps and spans it is made of.
struct Gaps {
    enum Piece {
        case span(Span)
        case gap(Int)
    }

    var all: [Gap] = []
    var oldItems = LeafRow()
    var newItems = LeafRow()
    /// The pieces of sections that stayed and differ, in the order of the new list.
    var sections: [(newSection: Int, pieces: [Piece])] = []

    /// Takes the items that are the same at both ends off the last gap, and says how many there were.
    mutating func trimLast() -> (front: Int, back: Int) {
        let gap = all[all.count - 1]
        let front = LeafRow.commonCount(&oldItems, gap.old, &newItems, gap.new)
        let rest = min(gap.old.count, gap.new.count) - front
        let back = LeafRow.commonCountAtEnd(&oldItems, gap.old, &newItems, gap.new, most: rest)
        all[all.count - 1].old = gap.old.lowerBound + front..<gap.old.upperBound - back
        all[all.count - 1].new = gap.new.lowerBound + front..<gap.new.upperBound - back
        all[all.count - 1].oldStart += front
        all[all.count - 1].newStart += front
        return (front, back)
    }

    /// The gap that an old item is in, by its place among the old items of all gaps.
    func gap(ofOldItem place: Int) -> Gap {
        var index = firstIndex(in: all) { $0.old.lowerBound <= place } - 1
        // Gaps without old items may start where the next one does.
        while !all[index].old.contains(place) { index -= 1 }
        return all[index]
    }
}
