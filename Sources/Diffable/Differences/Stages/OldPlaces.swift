/// Finds where the new items of gaps were: mostly behind the last one, or a little further where something was
/// deleted. An item that was elsewhere is searched for in the leaf that the old snapshot had it in; where there are
/// many, all items are indexed.
struct OldPlaces {
    private let gaps: Gaps
    private let handles: [Handle]
    private let newHandles: [Handle]
    /// The leaf that has each item in the old list.
    private let leafNumbers: HandleMap<Int32>
    /// Which of the leaves in gaps has a number.
    private var leaves: HandleIndex
    /// How many items were looked at in leaves.
    private var searched = 0
    private var index: HandleIndex?
    /// The place that is expected next.
    private var next = 0

    init(_ gaps: Gaps, _ old: Snapshot) {
        self.gaps = gaps
        handles = gaps.oldItems
        newHandles = gaps.newItems
        leafNumbers = old.places
        leaves = HandleIndex(capacity: gaps.oldLeaves.count)
        for (place, leaf) in gaps.oldLeaves.enumerated() { _ = leaves.insert(Handle(leaf.number), place: place) }
    }

    /// Goes on from an old item that may be one of a gap.
    mutating func expect(_ place: Int) {
        next = place
    }

    /// The place, among the old items of all gaps, of a new item.
    @inline(__always)
    mutating func place(of handle: Handle) -> Int? {
        if let index { return index.place(of: handle) }
        if next < handles.count && handles[next] == handle { return next }
        if next + 1 < handles.count && handles[next + 1] == handle { return next + 1 }
        return search(for: handle)
    }

    /// How many new items stand, from a place on, as the old ones do, the first of which is known to. The index is asked
    /// for the place that it will be asked for next, so that nobody waits for the old items.
    @inline(__always)
    func commonCount(_ old: Range<Int>, _ new: Range<Int>) -> Int {
        guard let index else { return gaps.commonCount(old, new) }
        let most = min(old.count, new.count)
        var count = 1
        while count < most, index.place(of: newHandles[new.lowerBound &+ count]) == old.lowerBound &+ count { count &+= 1 }
        return count
    }

    private mutating func search(for handle: Handle) -> Int? {
        let number = leafNumbers[handle]
        guard number != LeafPlaces.none else { return nil }
        for further in next..<min(next + 32, handles.count) where handles[further] == handle { return further }
        guard let leaf = leaves.place(of: Handle(number)) else { return nil }
        let places = gaps.oldLeaves[leaf].places
        searched += places.count
        // As much as an index would have to take in.
        if searched > handles.count {
            index = makeIndex()
            return index?.place(of: handle)
        }
        return handles.withUnsafeBufferPointer {
            firstIndex(of: handle, in: UnsafeBufferPointer(rebasing: $0[..<places.upperBound]), from: places.lowerBound)
        }
    }

    private func makeIndex() -> HandleIndex {
        var (first, last) = (Handle.max, Handle(0))
        for handle in handles {
            first = min(first, handle)
            last = max(last, handle)
        }
        var index = HandleIndex(capacity: handles.count, within: min(first, last)...last)
        for (place, handle) in handles.enumerated() { _ = index.insert(handle, place: place) }
        return index
    }
}
