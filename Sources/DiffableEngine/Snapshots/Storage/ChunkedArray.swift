/// An array of objects in copy-on-write chunks of 16. Changing one of thousands of objects in a copy retains all chunks, but only the
/// objects of one.
struct ChunkedArray<Object: AnyObject> {
    static var bits: Int { 4 }
    static var size: Int { 1 << bits }

    /// Chunks of exactly that size.
    private var full: [[Object]] = []
    /// The objects after the full chunks, at most as many as in a chunk. A short array has only these.
    private var rest: [Object] = []

    /// Changes or replaces an object in place.
    mutating func update(_ index: Int, _ change: (inout Object) -> Void) {
        if index &>> Self.bits < full.count {
            change(&full[index &>> Self.bits][index & (Self.size &- 1)])
        } else {
            change(&rest[index &- full.count &<< Self.bits])
        }
    }

    /// Replaces a range of objects with others.
    /// - Complexity: O(objects behind the range, and new ones)
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

    /// How many objects are identical here and in another array, from an index in each on. References are compared as numbers, since
    /// retaining them would cost more than all else.
    @_optimize(speed)
    func sharedCount(from index: Int, with other: ChunkedArray, from otherIndex: Int) -> Int {
        let most = Swift.min(self.count - index, other.count - otherIndex)
        var count = 0
        while count < most {
            let (own, others) = (index &+ count, otherIndex &+ count)
            let (left, right) = (references(from: own), other.references(from: others))
            let part = Swift.min(most &- count, Self.size &- (own & (Self.size &- 1)), Self.size &- (others & (Self.size &- 1)))
            // A chunk that both arrays share is not read.
            var shared = left == right ? part : 0 // mutant: shared-prefix
            while shared < part && left[shared] == right[shared] { shared &+= 1 }
            count &+= shared
            if shared < part { break }
        }
        return count
    }

    /// A pointer to the reference at an index, which must exist. The other references of the chunk follow it. The pointer is valid as long
    /// as the array is not changed, because the elements of a chunk are references in consecutive memory.
    @inline(__always)
    private func references(from index: Int) -> UnsafePointer<UInt> {
        let chunk = index &>> Self.bits < full.count
            ? full[index &>> Self.bits].withUnsafeBytes { $0.baseAddress } : rest.withUnsafeBytes { $0.baseAddress }
        return chunk.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + index & (Self.size &- 1)
    }
}

extension ChunkedArray: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { full.count &<< Self.bits &+ rest.count }

    subscript(index: Int) -> Object {
        if index &>> Self.bits < full.count { return full[index &>> Self.bits][index & (Self.size &- 1)] }
        return rest[index &- full.count &<< Self.bits]
    }
}
