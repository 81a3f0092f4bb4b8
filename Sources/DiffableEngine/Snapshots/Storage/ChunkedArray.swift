/// An array of objects in copy-on-write chunks. The first object is in no chunk, so an array of one object allocates
/// nothing. When a copy changes one object, it retains all chunks, but of the objects only those of one chunk.
struct ChunkedArray<Object: AnyObject> {
    static var bits: Int { 6 }
    static var size: Int { 1 << bits }

    private var head: Object?
    /// The objects after the first one. All chunks but the last are full, and none is empty.
    private var chunks: [[Object]] = []
    private(set) var count = 0

    init() {}

    /// Changes or replaces an object in place.
    @inline(__always)
    mutating func update(_ index: Int, _ change: (inout Object) -> Void) {
        precondition(index < count)
        if index == 0 {
            change(&head!)
        } else {
            change(&chunks[Self.chunk(index)][Self.offset(index)])
        }
    }

    mutating func append(_ object: Object) {
        if count == 0 {
            head = object
        } else {
            if Self.offset(count) == 0 {
                var chunk: [Object] = []
                // Only the first chunk starts small.
                if !chunks.isEmpty { chunk.reserveCapacity(Self.size) }
                chunks.append(chunk)
            }
            chunks[chunks.count - 1].append(object)
        }
        count += 1
    }

    private mutating func removeLast() -> Object {
        let last = self[count - 1]
        count -= 1
        if count == 0 {
            head = nil
        } else if Self.offset(count) == 0 {
            chunks.removeLast()
        } else {
            chunks[chunks.count - 1].removeLast()
        }
        return last
    }

    /// Replaces a range of objects with others.
    /// - Complexity: O(removed objects, objects after the range, and new objects)
    mutating func replace(_ range: Range<Int>, with objects: [Object]) {
        var behind: [Object] = []
        while count > range.upperBound { behind.append(removeLast()) }
        while count > range.lowerBound { _ = removeLast() }
        for object in objects { append(object) }
        while let object = behind.popLast() { append(object) }
    }

    /// Returns how many objects from `index` on are identical to those of `other` from `otherIndex` on. References are
    /// compared as numbers, because retaining them would cost more than everything else.
    func sharedCount(from index: Int, with other: ChunkedArray, from otherIndex: Int) -> Int {
        let limit = Swift.min(self.count - index, other.count - otherIndex)
        var count = 0
        while count < limit {
            let (position, otherPosition) = (index &+ count, otherIndex &+ count)
            if position == 0 || otherPosition == 0 {
                if reference(at: position) != other.reference(at: otherPosition) { break }
                count &+= 1
                continue
            }
            let (left, right) = (references(from: position), other.references(from: otherPosition))
            let part = Swift.min(
                limit &- count, Self.size &- Self.offset(position), Self.size &- Self.offset(otherPosition))
            // A chunk that both arrays share is not read.
            var shared = left == right ? part : 0
            while shared < part && left[shared] == right[shared] { shared &+= 1 }
            count &+= shared
            if shared < part { break }
        }
        return count
    }

    /// The object at an index, which must exist. It is valid as long as the array is not changed.
    @inline(__always)
    func unretained(_ index: Int) -> Unmanaged<Object> {
        Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: reference(at: index)).unsafelyUnwrapped)
    }

    @inline(__always)
    private func reference(at index: Int) -> UInt {
        index == 0 ? unsafeBitCast(head, to: UInt.self) : references(from: index).pointee
    }

    /// Returns a pointer to the reference at `index`, which must not be 0, in the memory of its chunk. The references
    /// after it in the chunk follow it, because an array of objects stores them in consecutive memory.
    @inline(__always)
    private func references(from index: Int) -> UnsafePointer<UInt> {
        let start = chunks.withUnsafeBytes { chunks in
            chunks.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: [Object].self)[Self.chunk(index)]
                .withUnsafeBytes { $0.baseAddress }
        }
        return start.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + Self.offset(index)
    }

    @inline(__always)
    private static func chunk(_ index: Int) -> Int { (index &- 1) &>> bits }

    @inline(__always)
    private static func offset(_ index: Int) -> Int { (index &- 1) & (size &- 1) }
}

extension ChunkedArray: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(index: Int) -> Object {
        precondition(index >= 0 && index < count)
        return unretained(index).takeUnretainedValue()
    }
}
