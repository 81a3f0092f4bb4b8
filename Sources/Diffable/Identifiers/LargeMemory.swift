import CLibc

/// Memory from malloc, in huge pages where there is much of it: where the kernel hands pages out one by one as
/// they are first touched, that costs more than what is done with them.
enum LargeMemory {
    /// The size of a huge page on the machines where it matters; elsewhere the advice means nothing.
    static let pageSize = 2 << 20

    static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        guard size >= pageSize else { return .allocate(byteCount: size, alignment: 16) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: pageSize)
        madvise(memory, size, MADV_HUGEPAGE)
        return memory
    }
}

/// A row of plain values that grows in place where it can.
struct RawVector<Value: BitwiseCopyable> {
    private(set) var start: UnsafeMutablePointer<Value>?
    private(set) var count = 0
    private var capacity = 0

    func deallocate() {
        free(start)
    }

    @inline(__always)
    subscript(index: Int) -> Value { start.unsafelyUnwrapped[index] }

    /// Asks for a value that is read soon.
    @inline(__always)
    func prefetch(_ index: Int) {
        diffable_prefetch(start.unsafelyUnwrapped + index)
    }

    /// By a quarter at a time: large blocks are moved by the kernel, which copies nothing.
    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow() }
        start.unsafelyUnwrapped[count] = value
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        capacity = max(16, capacity + capacity / 4)
        guard let memory = realloc(start, capacity * MemoryLayout<Value>.stride) else { fatalError("out of memory") }
        start = memory.bindMemory(to: Value.self, capacity: capacity)
    }
}
