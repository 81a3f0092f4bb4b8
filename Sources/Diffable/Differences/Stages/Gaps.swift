// What stage 3 finds.

/// A stretch of a section that differs: some old items in whose place there are some new ones.
struct Gap {
    /// The indexes of the section; -1 where it is inserted or deleted.
    var oldSection: Int
    var newSection: Int
    /// Where the stretch starts in the section.
    var oldStart: Int
    var newStart: Int
    /// Its items among the old and the new items of all gaps.
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

/// All gaps, with their items laid out one after another; and for each section the gaps and spans it is made of.
struct Gaps {
    enum Piece {
        case span(Span)
        case gap(Int)
    }

    var all: [Gap] = []
    var oldItems: [Handle] = []
    var newItems: [Handle] = []
    /// Whether the new items are those of a leaf, not of gaps alone, and are copied when they are written.
    private var areNewLent = false
    /// The old leaves, with the places of their items among the old items of all gaps.
    var oldLeaves: [(number: Int32, places: Range<Int>)] = []
    /// The pieces of sections that stayed and differ, in the order of the new list.
    var sections: [(newSection: Int, pieces: [Piece])] = []

    /// Adds a gap with all items of some leaves.
    mutating func add(
        oldSection: Int, newSection: Int, oldStart: Int, newStart: Int,
        oldLeaves: ArraySlice<Leaf>, newLeaves: ArraySlice<Leaf>
    ) -> Int {
        let oldFirst = oldItems.count
        let newFirst = newItems.count
        oldItems.reserve(oldLeaves.reduce(0) { $0 + $1.count })
        for leaf in oldLeaves {
            self.oldLeaves.append((leaf.number, oldItems.count..<oldItems.count + leaf.count))
            oldItems.append(copying: leaf.items[...])
        }
        addNewItems(newLeaves)
        all.append(
            Gap(
                oldSection: oldSection, newSection: newSection, oldStart: oldStart, newStart: newStart,
                old: oldFirst..<oldItems.count, new: newFirst..<newItems.count))
        return all.count - 1
    }

    private mutating func addNewItems(_ leaves: ArraySlice<Leaf>) {
        if newItems.isEmpty, leaves.count == 1, let leaf = leaves.first {
            newItems = leaf.items
            areNewLent = true
            return
        }
        areNewLent = false
        newItems.reserve(leaves.reduce(0) { $0 + $1.count })
        for leaf in leaves { newItems.append(copying: leaf.items[...]) }
    }

    /// How many items are the same at both ends of a gap.
    func equalEnds(_ index: Int) -> (front: Int, back: Int) {
        let gap = all[index]
        let front = commonCount(gap.old, gap.new)
        let back = oldItems.withUnsafeBufferPointer { old in
            newItems.withUnsafeBufferPointer { new in
                Self.commonCount(behind: front, UnsafeBufferPointer(rebasing: old[gap.old]), UnsafeBufferPointer(rebasing: new[gap.new]))
            }
        }
        return (front, back)
    }

    /// Takes the ends off the last gap, and its items there out of the others, so that the next gap gets their memory:
    /// those in front only where that moves fewer than it takes out.
    mutating func trimLast(_ front: Int, _ back: Int) {
        let index = all.count - 1
        let (old, new) = (all[index].old, all[index].new)
        let gone = old.count + new.count < 4 * front ? front : 0
        oldItems.removeLast(back)
        oldItems.removeSubrange(old.lowerBound..<old.lowerBound + gone)
        all[index].old = old.lowerBound + front - gone..<oldItems.count
        if areNewLent {
            all[index].new = new.lowerBound + front..<new.upperBound - back
        } else {
            newItems.removeLast(back)
            newItems.removeSubrange(new.lowerBound..<new.lowerBound + gone)
            all[index].new = new.lowerBound + front - gone..<newItems.count
        }
        all[index].oldStart += front
        all[index].newStart += front
        var leaf = oldLeaves.count
        while leaf > 0 && oldLeaves[leaf - 1].places.upperBound > old.lowerBound {
            leaf -= 1
            let places = oldLeaves[leaf].places
            let (first, end) = (places.lowerBound - gone, places.upperBound - gone)
            oldLeaves[leaf].places = max(old.lowerBound, min(first, oldItems.count))..<max(old.lowerBound, min(end, oldItems.count))
        }
    }

    /// For how many places old and new items are the same, from the first of each range on.
    func commonCount(_ old: Range<Int>, _ new: Range<Int>) -> Int {
        oldItems.withUnsafeBufferPointer { oldHandles in
            newItems.withUnsafeBufferPointer { newHandles in
                let most = min(old.count, new.count)
                return most == 0
                    ? 0
                    : equalCount(
                        oldHandles.baseAddress.unsafelyUnwrapped + old.lowerBound,
                        newHandles.baseAddress.unsafelyUnwrapped + new.lowerBound, most: most)
            }
        }
    }

    /// How many are the same at the end, but for some at the beginning.
    @_optimize(speed)
    private static func commonCount(behind front: Int, _ old: UnsafeBufferPointer<Handle>, _ new: UnsafeBufferPointer<Handle>) -> Int {
        let most = min(old.count, new.count) &- front
        var count = 0
        while count < most, old[old.count &- 1 &- count] == new[new.count &- 1 &- count] { count &+= 1 }
        return count
    }

    /// The gap that an old item is in, by its place among the old items of all gaps.
    func gap(ofOldItem place: Int) -> Gap {
        var index = firstIndex(in: all) { $0.old.lowerBound <= place } - 1
        // Gaps without old items start where the next one does.
        while !all[index].old.contains(place) { index -= 1 }
        return all[index]
    }
}
