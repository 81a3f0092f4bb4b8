import CLibc

/// Memory in huge pages where there is much of it: where the kernel hands pages out one by one as they are first
/// touched, that costs more than what is done with them.
enum LargeMemory {
    /// The size of a huge page on the machines where it matters; elsewhere the advice means nothing.
    static let pageSize = 2 << 20

    /// Memory that begins with a line of the cache.
    static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        guard size >= pageSize else { return .allocate(byteCount: size, alignment: 64) }
        // Huge pages begin at their multiples. What is mapped in front of the first one and behind the end goes back.
        let mapped = mmap(nil, size + pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != UnsafeMutableRawPointer(bitPattern: -1) else { fatalError("out of memory") }
        let memory = mapped.alignedUp(toMultipleOf: pageSize)
        if memory > mapped { munmap(mapped, memory - mapped) }
        munmap(memory + size, mapped + pageSize - memory)
        madvise(memory, size, MADV_HUGEPAGE)
        return memory
    }

    /// Asks for huge pages for memory that is somebody else's, as far as it covers them and was not touched yet.
    static func advise(_ memory: UnsafeRawPointer, _ size: Int) {
        guard size >= pageSize else { return }
        let first = UnsafeMutableRawPointer(mutating: memory).alignedUp(toMultipleOf: pageSize)
        let end = UnsafeMutableRawPointer(mutating: memory + size).alignedDown(toMultipleOf: pageSize)
        if first < end { madvise(first, end - first, MADV_HUGEPAGE) }
    }

    static func allocateZeroed(_ size: Int) -> UnsafeMutableRawPointer {
        let memory = allocate(size)
        if size < pageSize { memset(memory, 0, size) }
        return memory
    }

    /// - Parameter size: what was allocated, a multiple of the size of an ordinary page where it is large.
    static func deallocate(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        if size < pageSize { memory.deallocate() } else { munmap(memory, size) }
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
        LargeMemory.advise(memory, capacity * MemoryLayout<Value>.stride)
        start = memory.bindMemory(to: Value.self, capacity: capacity)
    }
}
