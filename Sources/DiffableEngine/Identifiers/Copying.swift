// Helpers for temporary memory and arrays. They copy with memcpy and memmove: with -Osize, the array functions of the
// standard library copy element by element.

/// Calls `body` with temporary memory for handles. The memory is on the stack if `count` is small.
@inline(__always)
func withHandles<Result>(
    _ count: Int, _ body: (UnsafeMutableBufferPointer<Handle>) throws(DiffableError) -> Result
) throws(DiffableError) -> Result {
    try withUnsafeTemporaryAllocation(of: Handle.self, capacity: count, body)
}

extension Array {
    /// Makes an array whose memory `fill` initializes. If `capacity` is 0, `fill` is not called: Swift would write the
    /// count of the empty array, which all threads share.
    @inline(__always)
    init(capacity: Int, _ fill: (inout UnsafeMutableBufferPointer<Element>, inout Int) -> Void) {
        if capacity == 0 {
            self = []
        } else {
            self.init(unsafeUninitializedCapacity: capacity, initializingWith: fill)
        }
    }

    /// Moves an element to another index. The elements in between move by one.
    mutating func move(from: Int, to: Int) {
        withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return }
            let element = (start + from).move()
            if from < to {
                (start + from).moveInitialize(from: start + from + 1, count: to - from)
            } else {
                (start + to + 1).moveInitialize(from: start + to, count: from - to)
            }
            (start + to).initialize(to: element)
        }
    }
}

extension Array where Element: BitwiseCopyable {
    init(copying part: ArraySlice<Element>) {
        self.init(capacity: part.count) { memory, count in
            count = Self.copy(part, to: memory)
        }
    }

    /// Reserves memory for additional elements. If the array has to grow, its capacity becomes at least twice its
    /// count, so that repeated calls have an amortized constant cost.
    mutating func reserve(_ additional: Int) {
        if count + additional <= capacity { return }
        self = Array(unsafeUninitializedCapacity: Swift.max(count + additional, 2 * count)) { memory, count in
            if let start = memory.baseAddress { LargeMemory.advise(start, memory.count * MemoryLayout<Element>.stride) }
            Self.add(self[...], to: memory, &count)
        }
    }

    /// Returns the array with other elements inserted at an index. Its memory has no spare capacity.
    func inserting(_ new: UnsafeBufferPointer<Element>, at index: Int) -> Self {
        Array(capacity: count + new.count) { memory, count in
            Self.add(self[..<index], to: memory, &count)
            count += UnsafeMutableBufferPointer(rebasing: memory[count...]).update(fromContentsOf: new)
            Self.add(self[index...], to: memory, &count)
        }
    }

    private static func add(
        _ part: ArraySlice<Element>, to memory: UnsafeMutableBufferPointer<Element>, _ count: inout Int
    ) {
        count += copy(part, to: UnsafeMutableBufferPointer(rebasing: memory[count...]))
    }

    private static func copy(_ part: ArraySlice<Element>, to memory: UnsafeMutableBufferPointer<Element>) -> Int {
        part.withUnsafeBytes { UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
        return part.count
    }
}
