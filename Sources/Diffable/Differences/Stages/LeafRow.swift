/// The items of some leaves one after another, where they lie: a place counts over all of them. What was looked at last
/// stays at hand, since the next is mostly beside it.
struct LeafRow {
    private(set) var count = 0
    private var leaves: [(leaf: Leaf, start: Int)] = []
    /// The leaf that was looked at last: its index, its items, and the place of its first one.
    private var index = -1
    private var items: [Handle] = []
    private var start = 0

    mutating func append(_ leaf: Leaf) {
        leaves.append((leaf, count))
        count += leaf.count
    }

    mutating func append(_ leaves: ArraySlice<Leaf>) -> Range<Int> {
        let first = count
        for leaf in leaves { append(leaf) }
        return first..<count
    }

    subscript(place: Int) -> Handle {
        @inline(__always)
        mutating get {
            go(to: place)
            return items[place &- start]
        }
    }

    /// Finds where each leaf is by its number.
    func indexByNumber() -> HandleIndex {
        var index = HandleIndex(capacity: leaves.count)
        for (place, entry) in leaves.enumerated() { _ = index.insert(Handle(entry.leaf.number), place: place) }
        return index
    }

    /// How many items a leaf has.
    func count(ofLeaf index: Int) -> Int { leaves[index].leaf.count }

    /// The place of an item that may be in a leaf.
    func place(of handle: Handle, inLeaf index: Int) -> Int? {
        leaves[index].leaf.offset(of: handle).map { leaves[index].start + $0 }
    }

    @inline(__always)
    private mutating func go(to place: Int) {
        if place < start || place &- start >= items.count { find(place) }
    }

    @inline(never)
    private mutating func find(_ place: Int) {
        let next = index + 1
        let isNext = next < leaves.count && leaves[next].start <= place && place < leaves[next].start + leaves[next].leaf.count
        index = isNext ? next : firstIndex(in: leaves) { $0.start <= place } - 1
        items = leaves[index].leaf.items
        start = leaves[index].start
    }
}

extension LeafRow {
    /// For how many places two rows are the same, from the first of each range on.
    @_optimize(speed)
    static func commonCount(_ left: inout LeafRow, _ leftRange: Range<Int>, _ right: inout LeafRow, _ rightRange: Range<Int>) -> Int {
        let most = min(leftRange.count, rightRange.count)
        var count = 0
        while count < most {
            let (leftPlace, rightPlace) = (leftRange.lowerBound &+ count, rightRange.lowerBound &+ count)
            left.go(to: leftPlace)
            right.go(to: rightPlace)
            let (leftFirst, rightFirst) = (leftPlace &- left.start, rightPlace &- right.start)
            let part = min(most &- count, left.items.count &- leftFirst, right.items.count &- rightFirst)
            let equal = left.items.withUnsafeBufferPointer { left in
                right.items.withUnsafeBufferPointer { right in
                    equalCount(
                        left.baseAddress.unsafelyUnwrapped + leftFirst, right.baseAddress.unsafelyUnwrapped + rightFirst, most: part)
                }
            }
            count &+= equal
            if equal < part { break }
        }
        return count
    }

    /// How many are the same at the end of two ranges, at most some.
    @_optimize(speed)
    static func commonCountAtEnd(
        _ left: inout LeafRow, _ leftRange: Range<Int>, _ right: inout LeafRow, _ rightRange: Range<Int>, most: Int
    ) -> Int {
        var count = 0
        while count < most, left[leftRange.upperBound &- 1 &- count] == right[rightRange.upperBound &- 1 &- count] { count &+= 1 }
        return count
    }
}
