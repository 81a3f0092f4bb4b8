/// The items of several leaves as one list, without a copy. The items of the leaf that was read last are kept, because the next position
/// is mostly in the same leaf.
struct LeafConcatenation {
    private(set) var count = 0
    private var leaves: [Leaf] = []
    /// The position of the first item of each leaf.
    private var starts: [Int] = []
    /// The leaf that was read last: its index, its items, and the position of the first of them.
    private var index = -1
    private var items = UnsafeBufferPointer<Handle>(start: nil, count: 0)
    private var start = 0

    /// The empty range of positions after the last item.
    var end: Range<Int> { count..<count }

    mutating func append(_ leaf: Leaf) {
        leaves.append(leaf)
        starts.append(count)
        count += leaf.count
    }

    /// Appends some leaves, and returns the positions of their items.
    mutating func append(_ leaves: ChunkedArray<Leaf>, _ range: Range<Int>) -> Range<Int> {
        let first = count
        for index in range { append(leaves[index]) }
        return first..<count
    }

    subscript(position: Int) -> Handle {
        @inline(__always)
        mutating get {
            open(position)
            return items[position &- start]
        }
    }

    /// The item at a position, if it is in the leaf that was read last.
    @inline(__always)
    func itemAtHand(_ position: Int) -> Handle? {
        position >= start && position &- start < items.count ? items[position &- start] : nil
    }

    /// Calls `body` with each position of a range and its item.
    @inline(__always)
    mutating func forEach(in range: Range<Int>, _ body: (Int, Handle) -> Void) {
        var position = range.lowerBound
        while position < range.upperBound {
            open(position)
            let end = min(range.upperBound, start &+ items.count)
            for position in position..<end { body(position, items[position &- start]) }
            position = end
        }
    }

    /// The index of each leaf, by its number.
    func leafIndexes() -> PositionIndex {
        var indexes = PositionIndex(capacity: leaves.count)
        for (index, leaf) in leaves.enumerated() { indexes.set(Handle(leaf.number), position: index) }
        return indexes
    }

    func count(ofLeaf index: Int) -> Int { leaves[index].count }

    /// The position of an item, if it is in a leaf.
    func position(of handle: Handle, inLeaf index: Int) -> Int? {
        leaves[index].offset(of: handle).map { starts[index] + $0 }
    }

    /// Makes the leaf of a position the one that was read last.
    @inline(__always)
    private mutating func open(_ position: Int) {
        if position < start || position &- start >= items.count { find(position) }
    }

    @inline(never)
    private mutating func find(_ position: Int) {
        let next = index + 1
        let isNext = next < starts.count && starts[next] <= position && position < (next + 1 < starts.count ? starts[next + 1] : count)
        index = isNext ? next : firstIndex(in: starts) { $0 <= position } - 1
        items = leaves[index].items
        start = starts[index]
    }
}

extension LeafConcatenation {
    /// How many items at the beginning of two ranges are the same.
    @_optimize(speed)
    static func commonPrefix(
        _ left: inout LeafConcatenation, _ leftRange: Range<Int>, _ right: inout LeafConcatenation, _ rightRange: Range<Int>
    ) -> Int {
        let most = min(leftRange.count, rightRange.count)
        var count = 0
        while count < most {
            let (leftPosition, rightPosition) = (leftRange.lowerBound &+ count, rightRange.lowerBound &+ count)
            left.open(leftPosition)
            right.open(rightPosition)
            let (leftOffset, rightOffset) = (leftPosition &- left.start, rightPosition &- right.start)
            // Neither leaf is read past its end.
            let part = min(most &- count, left.items.count &- leftOffset, right.items.count &- rightOffset) // mutant: leaf-end
            let equal = equalCount(
                left.items.baseAddress.unsafelyUnwrapped + leftOffset, right.items.baseAddress.unsafelyUnwrapped + rightOffset, most: part)
            count &+= equal
            if equal < part { break }
        }
        return count
    }

    /// How many items at the end of two ranges are the same, at most `most`.
    @_optimize(speed)
    static func commonSuffix(
        _ left: inout LeafConcatenation, _ leftRange: Range<Int>, _ right: inout LeafConcatenation, _ rightRange: Range<Int>, most: Int
    ) -> Int {
        var count = 0
        while count < most {
            let (leftEnd, rightEnd) = (leftRange.upperBound &- count, rightRange.upperBound &- count)
            left.open(leftEnd &- 1)
            right.open(rightEnd &- 1)
            let (leftCount, rightCount) = (leftEnd &- left.start, rightEnd &- right.start)
            // Neither leaf is read before its beginning.
            let part = min(most &- count, leftCount, rightCount)
            let equal = equalCount(
                before: left.items.baseAddress.unsafelyUnwrapped + leftCount, right.items.baseAddress.unsafelyUnwrapped + rightCount, most: part)
            count &+= equal
            if equal < part { break }
        }
        return count
    }
}
