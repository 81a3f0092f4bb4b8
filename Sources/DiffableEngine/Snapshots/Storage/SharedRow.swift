/// Objects in order. Copies share chunks of 16 until one of them writes, so changing one of thousands of objects in a copy counts
/// references to all chunks, but only to the objects of one.
struct SharedRow<Object: AnyObject> {
    static var bits: Int { 4 }
    static var size: Int { 1 << bits }

    /// Chunks of just that size.
    private var full: [[Object]] = []
    /// What is behind them, at most as much as a chunk; nothing else in a short row.
    private var rest: [Object] = []

    /// Changes an object where it is, or has another one in its place.
    mutating func update(_ index: Int, _ change: (inout Object) -> Void) {
        if index &>> Self.bits < full.count {
            change(&full[index &>> Self.bits][index & (Self.size &- 1)])
        } else {
            change(&rest[index &- full.count &<< Self.bits])
        }
    }

    /// Puts other objects in the place of some.
    /// - Complexity: O(those behind them, and new ones)
    mutating func replace(_ range: Range<Int>, with objects: [Object]) {
        var behind: [Object] = []
        while count > range.upperBound { behind.append(removeLast()) }
        while count > range.lowerBound { _ = removeLast() }
        if isEmpty && objects.count <= Self.size {
            rest = objects
        } else {
            for object in objects { append(object) }
        }
        while let object = behind.popLast() { append(object) }
    }

    private mutating func append(_ object: Object) {
        if rest.count == Self.size {
            full.append(rest)
            rest = []
        }
        rest.append(object)
    }

    private mutating func removeLast() -> Object {
        if rest.isEmpty { rest = full.removeLast() }
        return rest.removeLast()
    }

    /// How many objects are the very same here and in another row, from an index in each on. References are compared as numbers,
    /// since counting them would cost more than all else.
    @_optimize(speed)
    func sharedCount(from index: Int, with other: SharedRow, from otherIndex: Int) -> Int {
        let most = Swift.min(self.count - index, other.count - otherIndex)
        var count = 0
        while count < most {
            let (place, otherPlace) = (index &+ count, otherIndex &+ count)
            let (left, right) = (references(from: place), other.references(from: otherPlace))
            let part = Swift.min(most &- count, Self.size &- (place & (Self.size &- 1)), Self.size &- (otherPlace & (Self.size &- 1)))
            // A chunk that both share is not opened.
            var shared = left == right ? part : 0
            while shared < part && left[shared] == right[shared] { shared &+= 1 }
            count &+= shared
            if shared < part { break }
        }
        return count
    }

    /// Where the reference at an index lies, which must exist, and behind it the others of its chunk.
    @inline(__always)
    private func references(from index: Int) -> UnsafePointer<UInt> {
        let chunk = index &>> Self.bits < full.count
            ? full[index &>> Self.bits].withUnsafeBytes { $0.baseAddress } : rest.withUnsafeBytes { $0.baseAddress }
        return chunk.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + index & (Self.size &- 1)
    }
}

extension SharedRow: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { full.count &<< Self.bits &+ rest.count }

    subscript(index: Int) -> Object {
        if index &>> Self.bits < full.count { return full[index &>> Self.bits][index & (Self.size &- 1)] }
        return rest[index &- full.count &<< Self.bits]
    }
}
