import CLibc

/// Allocates large memory in huge pages. With ordinary pages, the page faults of the first accesses would cost more
/// than the work on the memory.
enum LargeMemory {
    /// The size of a huge page on most machines. On others, the request for huge pages has no effect.
    static let pageSize = 2 << 20

    /// The least size of memory that is mapped. On WebAssembly, all memory comes from malloc.
    #if arch(wasm32)
    private static let mappingThreshold = Int.max
    #else
    private static let mappingThreshold = pageSize
    #endif

    /// Allocates memory. If it is mapped, it is aligned to a huge page. Smaller memory is not aligned to cache lines:
    /// for such an alignment, glibc splits blocks and does not join the pieces again, so that short lists would take
    /// ten times their memory after a while.
    /// - Parameter isReserved: whether large memory is only reserved, until `makeUsable` is called for the parts of it.
    static func allocate(_ size: Int, isReserved: Bool = false) -> UnsafeMutableRawPointer {
        guard size >= mappingThreshold else { return .allocate(byteCount: size, alignment: 16) }
        let size = mappedSize(size)
        // A huge page must be aligned to its size. The memory before the first one and after the end is unmapped.
        let mapped = mmap(
            nil, size + pageSize, isReserved ? PROT_NONE : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != UnsafeMutableRawPointer(bitPattern: -1) else { OutOfMemory.end() }
        let memory = mapped.alignedUp(toMultipleOf: pageSize)
        if memory > mapped { munmap(mapped, memory - mapped) }
        munmap(memory + size, mapped + pageSize - memory)
        diffable_advise_huge_pages(memory, size)
        return memory
    }

    /// Makes a part of reserved memory usable. Both ends of the part are at multiples of `pageSize`, or at the end of
    /// the reserved memory.
    static func makeUsable(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        guard mprotect(memory, mappedSize(size), PROT_READ | PROT_WRITE) == 0 else { OutOfMemory.end() }
    }

    /// Requests huge pages for memory that was allocated elsewhere. The kernel uses them for the part that was not
    /// accessed yet.
    static func advise(_ memory: UnsafeRawPointer, _ size: Int) {
        guard size >= pageSize else { return }
        let first = UnsafeMutableRawPointer(mutating: memory).alignedUp(toMultipleOf: pageSize)
        let end = UnsafeMutableRawPointer(mutating: memory + size).alignedDown(toMultipleOf: pageSize)
        if first < end { diffable_advise_huge_pages(first, end - first) }
    }

    static func allocateZeroed(_ size: Int) -> UnsafeMutableRawPointer {
        let memory = allocate(size)
        if size < mappingThreshold { memset(memory, 0, size) }
        return memory
    }

    /// - Parameter size: the size that was allocated.
    static func deallocate(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        if size < mappingThreshold { memory.deallocate() } else { munmap(memory, mappedSize(size)) }
    }

    /// The size, rounded up to a multiple of 64 KiB. Ordinary pages have 4, 16 or 64 KiB.
    private static func mappedSize(_ size: Int) -> Int {
        let page = 1 << 16
        return (size + page - 1) / page * page
    }
}
