/// A part of a section that differs: consecutive old items, and the new items that replace them.
struct Hunk {
    /// The indexes of the section; -1 where it is inserted or deleted.
    var oldSection: Int
    var newSection: Int
    /// The offsets in the section at which the hunk starts.
    var oldStart: Int
    var newStart: Int
    /// The positions of its items in `Hunks.oldItems` and `Hunks.newItems`.
    var old: Range<Int>
    var new: Range<Int>

    /// The offset in its section of an old item.
    func oldOffset(_ position: Int) -> Int { oldStart &+ (position &- old.lowerBound) }

    /// The offset in its section of a new item.
    func newOffset(_ position: Int) -> Int { newStart &+ (position &- new.lowerBound) }
}

/// Consecutive items of a section that are also consecutive in the other list, with the offsets of the first one in the old and the new
/// section. Also used for consecutive sections, with their indexes.
struct MatchedRun {
    var old: Int32
    var new: Int32
    var count: Int32

    init(old: Int, new: Int, count: Int) {
        self.old = Int32(truncatingIfNeeded: old)
        self.new = Int32(truncatingIfNeeded: new)
        self.count = Int32(truncatingIfNeeded: count)
    }
}

extension Array where Element == MatchedRun {
    /// Appends a run. If it continues the last run in both lists, extends that one instead.
    mutating func append(joining run: MatchedRun) {
        if let last, last.old + last.count == run.old, last.new + last.count == run.new {
            self[count - 1].count += run.count
        } else {
            append(run)
        }
    }
}

/// The result of phase 3: all hunks with the leaves of their items, and the hunks and matched runs of each section.
struct Hunks {
    enum Piece {
        case run(MatchedRun)
        /// The index of a hunk in `all`.
        case hunk(Int)
    }

    var all: [Hunk] = []
    var oldItems = LeafConcatenation()
    var newItems = LeafConcatenation()
    /// The pieces of sections that stayed and differ, in the order of the new list.
    var sections: [(newSection: Int, pieces: [Piece])] = []

    /// Removes equal items at the front and the back of the last hunk. Returns how many there were.
    mutating func trimLast() -> (front: Int, back: Int) {
        let hunk = all[all.count - 1]
        let front = LeafConcatenation.commonPrefix(&oldItems, hunk.old, &newItems, hunk.new)
        let most = min(hunk.old.count, hunk.new.count) - front
        let back = LeafConcatenation.commonSuffix(&oldItems, hunk.old, &newItems, hunk.new, most: most)
        all[all.count - 1].old = hunk.old.lowerBound + front..<hunk.old.upperBound - back
        all[all.count - 1].new = hunk.new.lowerBound + front..<hunk.new.upperBound - back // mutant: hunk-end
        all[all.count - 1].oldStart += front
        all[all.count - 1].newStart += front
        return (front, back)
    }

    /// The hunk that contains an old item, by its position.
    func hunk(ofOldItem position: Int) -> Hunk {
        var index = firstIndex(in: all) { $0.old.lowerBound <= position } - 1
        // Hunks without old items may start at the same position.
        while !all[index].old.contains(position) { index -= 1 }
        return all[index]
    }
}
