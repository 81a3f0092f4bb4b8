/// The items of some leaves one after another, where they lie: a place counts over all of them. What was looked at last
/// stays at hand, since the next is mostly beside it.
struct LeafRow {
    private(set) var count = 0
    private var leaves: [Leaf] = []
    /// The place of the first item of each leaf.
    private var starts: [Int] = []
    /// The leaf that was looked at last: its index, its items, and the place of the first one.
    private var index = -1
    private var items: [Handle] = []
    private var start = 0

    /// The places of no items, behind the last one.
    var end: Range<Int> { count..<count }

    mutating func append(_ leaf: Leaf) {
        leaves.append(leaf)
        starts.append(count)
        count += leaf.count
    }

    /// Appends some leaves, and returns the places of their items.
    mutating func append(_ leaves: SharedRow<Leaf>, _ range: Range<Int>) -> Range<Int> {
        let first = count
        for index in range { append(leaves[index]) }
        return first..<count
    }

    subscript(place: Int) -> Handle {
        @inline(__always)
        mutating get {
            go(to: place)
            return items[place &- start]
        }
    }

    /// The item at a place that comes soon, if it is in the leaf that was looked at last.
    @inline(__always)
    func ahead(_ place: Int) -> Handle? {
        place >= start && place &- start < items.count ? items[place &- start] : nil
    }

    /// The items of a range with their places.
    @inline(__always)
    mutating func forEach(in range: Range<Int>, _ body: (Int, Handle) -> Void) {
        var place = range.lowerBound
        while place < range.upperBound {
            go(to: place)
            let end = min(range.upperBound, start &+ items.count)
            items.withUnsafeBufferPointer { items in
                for place in place..<end { body(place, items[place &- start]) }
            }
            place = end
        }
    }

    /// Finds where each leaf is by its number.
    func indexByNumber() -> HandleIndex {
        var index = HandleIndex(capacity: leaves.count)
        for (place, leaf) in leaves.enumerated() { _ = index.insert(Handle(leaf.number), place: place) }
        return index
    }

    /// How many items a leaf has.
    func count(ofLeaf index: Int) -> Int { leaves[index].count }

    /// The place of an item that may be in a leaf.
    func place(of handle: Handle, inLeaf index: Int) -> Int? {
        leaves[index].offset(of: handle).map { starts[index] + $0 }
    }

    @inline(__always)
    private mutating func go(to place: Int) {
        if place < start || place &- start >= items.count { find(place) }
    }

    @inline(never)
    private mutating func find(_ place: Int) {
        let next = index + 1
        let isNext = next < starts.count && starts[next] <= place && place < (next + 1 < starts.count ? starts[next + 1] : count)
        index = isNext ? next : firstIndex(in: starts) { $0 <= place } - 1
        items = leaves[index].items
        start = starts[index]
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
        while count < most {
            let (leftEnd, rightEnd) = (leftRange.upperBound &- count, rightRange.upperBound &- count)
            left.go(to: leftEnd &- 1)
            right.go(to: rightEnd &- 1)
            let (leftCount, rightCount) = (leftEnd &- left.start, rightEnd &- right.start)
            let part = min(most &- count, leftCount, rightCount)
            let equal = left.items.withUnsafeBufferPointer { left in
                right.items.withUnsafeBufferPointer { right in
                    equalCount(
                        before: left.baseAddress.unsafelyUnwrapped + leftCount, right.baseAddress.unsafelyUnwrapped + rightCount, most: part)
                }
            }
            count &+= equal
            if equal < part { break }
        }
        return count
    }
}
