// Where the library is compiled for size, the copies of Swift's own go element by element.

extension Array {
    /// Fills fresh memory. Swift would write the count of an empty array, which all threads share.
    @inline(__always)
    init(capacity: Int, _ fill: (inout UnsafeMutableBufferPointer<Element>, inout Int) -> Void) {
        if capacity == 0 {
            self = []
        } else {
            self.init(unsafeUninitializedCapacity: capacity, initializingWith: fill)
        }
    }

    /// Moves an element to another index, and those between by one.
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

    mutating func append(copying part: ArraySlice<Element>) {
        // Swift would write the count of an empty array, which all threads share.
        if part.isEmpty { return }
        reserve(part.count)
        append(addingCapacity: part.count) { span in
            span.withUnsafeMutableBufferPointer { memory, count in
                count += Self.copy(part, to: UnsafeMutableBufferPointer(rebasing: memory[count...]))
            }
        }
    }

    /// Makes room for more, at least twice what there is, so that doing so often costs no more than once.
    mutating func reserve(_ more: Int) {
        if count + more <= capacity { return }
        self = Array(unsafeUninitializedCapacity: Swift.max(count + more, 2 * count)) { memory, count in
            if let start = memory.baseAddress { LargeMemory.advise(start, memory.count * MemoryLayout<Element>.stride) }
            Self.add(self[...], to: memory, &count)
        }
    }

    /// With others in front of the element at a place, in memory of just that size.
    func inserting(_ new: [Element], at place: Int) -> Self {
        Array(capacity: count + new.count) { memory, count in
            Self.add(self[..<place], to: memory, &count)
            Self.add(new[...], to: memory, &count)
            Self.add(self[place...], to: memory, &count)
        }
    }

    /// Without the elements at some places, which ascend.
    func removing(at places: [Int]) -> Self {
        Array(capacity: count - places.count) { memory, count in
            var start = 0
            for place in places {
                Self.add(self[start..<place], to: memory, &count)
                start = place + 1
            }
            Self.add(self[start...], to: memory, &count)
        }
    }

    private static func add(_ part: ArraySlice<Element>, to memory: UnsafeMutableBufferPointer<Element>, _ count: inout Int) {
        count += copy(part, to: UnsafeMutableBufferPointer(rebasing: memory[count...]))
    }

    private static func copy(_ part: ArraySlice<Element>, to memory: UnsafeMutableBufferPointer<Element>) -> Int {
        part.withUnsafeBytes { UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
        return part.count
    }
}
