/// Finds where the new items of gaps were: mostly behind the last one, or a little further where something was
/// deleted. An item that was elsewhere is searched for in the leaf that the old snapshot had it in; where there are
/// many, all items are indexed.
struct OldPlaces {
    private let gaps: [Gap]
    private var oldItems: LeafRow
    private var newItems: LeafRow
    /// The leaf that has each item in the old list.
    private let leafNumbers: PagedArray<Int32>
    /// Which of the leaves of the old items has a number.
    private let leaves: HandleIndex
    /// How many items were looked at in leaves.
    private var searched = 0
    /// The places of all old items, once it pays to know them.
    private var index = HandleIndex(capacity: 0)
    private var isIndexed = false
    /// The place that is expected next.
    private var next = 0

    init(_ gaps: Gaps, _ old: Snapshot) {
        self.gaps = gaps.all
        oldItems = gaps.oldItems
        newItems = gaps.newItems
        leafNumbers = old.places
        leaves = oldItems.indexByNumber()
    }

    /// Goes on from an old item that may be one of a gap.
    mutating func expect(_ place: Int) {
        next = place
    }

    /// The place among the old items of what has a place among the new ones.
    @inline(__always)
    mutating func place(ofNew place: Int) -> Int? {
        let handle = newItems[place]
        if isIndexed {
            if let later = newItems.ahead(place + 16) { index.prefetch(later) }
            return index.place(of: handle)
        }
        if next < oldItems.count && oldItems[next] == handle { return next }
        if next + 1 < oldItems.count && oldItems[next + 1] == handle { return next + 1 }
        return search(for: handle)
    }

    /// How many new items stand, from a place on, as the old ones do, the first of which is known to. The index is asked
    /// for the place that it will be asked for next, so that nobody waits for the old items.
    @inline(__always)
    mutating func commonCount(_ old: Range<Int>, _ new: Range<Int>) -> Int {
        if !isIndexed { return LeafRow.commonCount(&oldItems, old, &newItems, new) }
        let most = min(old.count, new.count)
        var count = 1
        while count < most {
            let handle = newItems[new.lowerBound &+ count]
            if index.place(of: handle) != old.lowerBound &+ count { break }
            count &+= 1
        }
        return count
    }

    private mutating func search(for handle: Handle) -> Int? {
        let number = leafNumbers[handle]
        guard number != LeafPlaces.none else { return nil }
        for further in next..<min(next + 32, oldItems.count) where oldItems[further] == handle { return further }
        guard let leaf = leaves.place(of: Handle(number)) else { return nil }
        searched += oldItems.count(ofLeaf: leaf)
        // As many as were looked at to find the gaps.
        if searched > oldItems.count {
            index = makeIndex()
            isIndexed = true
            return index.place(of: handle)
        }
        return oldItems.place(of: handle, inLeaf: leaf)
    }

    @_optimize(speed)
    private mutating func makeIndex() -> HandleIndex {
        let places = gaps[0].old.lowerBound..<gaps[gaps.count - 1].old.upperBound
        let row = oldItems[places.lowerBound] &- Handle(truncatingIfNeeded: places.lowerBound)
        var isRow = true
        // With what is between the gaps: a handle that would be there may be one that the list lost.
        oldItems.forEach(in: places) { place, handle in isRow = isRow && handle &- Handle(truncatingIfNeeded: place) == row }
        // As in a list that was filled in its order.
        if isRow { return HandleIndex(places, from: oldItems[places.lowerBound]) }
        var (first, last) = (Handle.max, Handle(0))
        for gap in gaps {
            oldItems.forEach(in: gap.old) { _, handle in
                first = min(first, handle)
                last = max(last, handle)
            }
        }
        let count = gaps.reduce(0) { $0 + $1.old.count }
        var index = HandleIndex(capacity: count, within: min(first, last)...last)
        for gap in gaps { oldItems.forEach(in: gap.old) { place, handle in _ = index.insert(handle, place: place) } }
        return index
    }
}
