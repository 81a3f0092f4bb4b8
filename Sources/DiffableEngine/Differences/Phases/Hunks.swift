/// A part of a section that differs: consecutive old items, and the new items that replace them. The items of a section
/// between its hunks, before the first one and after the last one are the same in both lists and in the same order.
struct Hunk {
    /// The indexes of the section in both lists. `oldSection` is -1 if the section was inserted, and `newSection` is -1
    /// if it was deleted.
    var oldSection: Int
    var newSection: Int
    /// The offsets in the section at which the hunk starts.
    var oldStart: Int
    var newStart: Int
    /// The positions of its first items in `DifferenceBuilder.oldItems` and `newItems`, and the counts of its items.
    var firstOld: Int
    var firstNew: Int
    var oldCount: Int
    var newCount: Int

    @inline(__always)
    var old: Range<Int> { Range(uncheckedBounds: (firstOld, firstOld &+ oldCount)) }
    @inline(__always)
    var new: Range<Int> { Range(uncheckedBounds: (firstNew, firstNew &+ newCount)) }

    /// The offset in its section of an old item.
    @inline(__always)
    func oldOffset(_ position: Int) -> Int { oldStart &+ (position &- firstOld) }

    /// The offset in its section of a new item.
    @inline(__always)
    func newOffset(_ position: Int) -> Int { newStart &+ (position &- firstNew) }
}

/// Consecutive items of a section that are also consecutive in the other list, with the offsets of the first one in the
/// old and the new section. Also used for consecutive sections, with their indexes.
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

extension WorkingArray where Element == MatchedRun {
    /// Appends a run. If it continues the last run in both lists, extends that one instead.
    @inline(__always)
    mutating func append(joining run: MatchedRun, _ memory: inout WorkingMemory) {
        if count > 0, self[count &- 1].old &+ self[count &- 1].count == run.old,
            self[count &- 1].new &+ self[count &- 1].count == run.new
        {
            self[count &- 1].count &+= run.count
        } else {
            append(run, &memory)
        }
    }
}

extension UnsafeBufferPointer where Element == Hunk {
    /// The hunk that contains an old item, by its position.
    func hunk(ofOldItem position: Int) -> Hunk {
        var index = lowerBound(in: self) { $0.firstOld <= position } - 1
        // Hunks without old items may start at the same position.
        while !self[index].old.contains(position) { index -= 1 }
        return self[index]
    }
}
