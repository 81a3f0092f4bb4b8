import CLibc

/// Memory for one computation. All of it is freed at the end, and nothing before. The first block is on the stack, so a
/// short computation allocates nothing.
struct WorkingMemory {
    /// The free part of the last block.
    private var next: UnsafeMutableRawPointer
    private var end: UnsafeMutableRawPointer
    /// The last block on the heap.
    private var lastBlock: UnsafeMutablePointer<BlockHeader>?

    /// The beginning of a block on the heap.
    private struct BlockHeader {
        var previous: UnsafeMutablePointer<BlockHeader>?
        var size: Int
    }

    /// Swift puts temporary memory of this size on the stack.
    private static let sizeOnStack = 1_024
    private static let alignment = 16
    /// An allocation of at least this size gets a block of its own, whose size is a multiple of this.
    private static let large = 64 << 10

    /// A block of at least this size is mapped. If it came from the allocator, freeing it would make the allocator
    /// return memory to the system, including smaller blocks that it usually keeps for the next computation.
    private static let mapped = 8 << 20

    private init(_ first: UnsafeMutableRawBufferPointer) {
        next = first.baseAddress.unsafelyUnwrapped
        end = next + first.count
    }

    /// Calls `body` with memory that is valid until `body` returns.
    @inline(__always)
    static func with<Result>(_ body: (inout WorkingMemory) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: sizeOnStack, alignment: alignment) { first in
            var memory = WorkingMemory(first)
            defer { memory.freeBlocks() }
            return body(&memory)
        }
    }

    /// Memory that is not initialized.
    @inline(__always)
    mutating func allocate<Value: BitwiseCopyable>(_ count: Int, of type: Value.Type = Value.self)
        -> UnsafeMutablePointer<Value>
    {
        allocate(bytes: count &* MemoryLayout<Value>.stride).bindMemory(to: type, capacity: count)
    }

    @inline(__always)
    mutating func allocate<Value: BitwiseCopyable>(_ count: Int, repeating value: Value) -> UnsafeMutablePointer<Value>
    {
        let memory = allocate(count, of: Value.self)
        memory.initialize(repeating: value, count: count)
        return memory
    }

    private mutating func allocate(bytes: Int) -> UnsafeMutableRawPointer {
        let size = (bytes &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
        if end - next < size { addBlock(for: size) }
        defer { next += size }
        return next
    }

    /// Adds a block. A small block has room for more than `size` bytes, because a computation usually allocates again
    /// soon.
    @inline(never)
    private mutating func addBlock(for size: Int) {
        let needed = size + MemoryLayout<BlockHeader>.stride
        let total =
            size < Self.large ? max(6 * needed, 4 * Self.sizeOnStack) : (needed + Self.large - 1) & ~(Self.large - 1)
        let memory =
            total < Self.mapped ? .allocate(byteCount: total, alignment: Self.alignment) : LargeMemory.allocate(total)
        if total < Self.mapped { LargeMemory.advise(memory, total) }
        let block = memory.bindMemory(to: BlockHeader.self, capacity: 1)
        block.initialize(to: BlockHeader(previous: lastBlock, size: total))
        lastBlock = block
        next = UnsafeMutableRawPointer(block + 1)
        end = UnsafeMutableRawPointer(block) + total
    }

    private mutating func freeBlocks() {
        while let block = lastBlock {
            lastBlock = block.pointee.previous
            if block.pointee.size < Self.mapped {
                block.deallocate()
            } else {
                LargeMemory.deallocate(block, block.pointee.size)
            }
        }
    }
}

/// A growing array in working memory.
struct WorkingArray<Element: BitwiseCopyable> {
    private var start: UnsafeMutablePointer<Element>?
    private(set) var count = 0
    private var capacity = 0

    var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

    subscript(index: Int) -> Element {
        @inline(__always)
        get { start.unsafelyUnwrapped[index] }
        @inline(__always)
        set { start.unsafelyUnwrapped[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element, _ memory: inout WorkingMemory) {
        if count == capacity { grow(to: count &+ 1, &memory) }
        start.unsafelyUnwrapped[count] = element
        count &+= 1
    }

    @inline(__always)
    mutating func append(copying elements: UnsafeBufferPointer<Element>, _ memory: inout WorkingMemory) {
        guard let first = elements.baseAddress, elements.count > 0 else { return }
        reserve(elements.count, &memory)
        memcpy(start.unsafelyUnwrapped + count, first, elements.count &* MemoryLayout<Element>.stride)
        count &+= elements.count
    }

    /// Makes room for more elements.
    @inline(__always)
    mutating func reserve(_ additional: Int, _ memory: inout WorkingMemory) {
        if count &+ additional > capacity { grow(to: count &+ additional, &memory) }
    }

    /// Removes all elements, and keeps the memory.
    mutating func removeAll() {
        count = 0
    }

    @inline(never)
    private mutating func grow(to needed: Int, _ memory: inout WorkingMemory) {
        capacity = max(needed, 2 * capacity)
        let grown = memory.allocate(capacity, of: Element.self)
        if let start { memcpy(grown, start, count * MemoryLayout<Element>.stride) }
        start = grown
    }
}

/// A set of positions, with a bit for each, in working memory.
struct PositionSet {
    private let words: UnsafeMutablePointer<UInt64>

    /// Makes an empty set for positions less than `count`.
    init(count: Int, _ memory: inout WorkingMemory) {
        words = memory.allocate(count / 64 + 1, repeating: 0)
    }

    @inline(__always)
    func insert(_ position: Int) {
        words[position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position & 63)
    }

    /// Inserts `count` consecutive positions.
    @inline(__always)
    func insert(_ first: Int, _ count: Int) {
        insert(first)
        if count > 1 { insertMore(first &+ 1, count &- 1) }
    }

    @inline(never)
    private func insertMore(_ first: Int, _ count: Int) {
        var position = first
        while position < first &+ count {
            let bit = position & 63
            let inWord = min(64 &- bit, first &+ count &- position)
            words[position &>> 6] |=
                (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- inWord)) &<< UInt64(truncatingIfNeeded: bit)
            position &+= inWord
        }
    }

    /// Calls `body` with each position of a range that is not in the set, in ascending order.
    @inline(__always)
    func forEachMissing(in range: Range<Int>, _ body: (Int) -> Void) {
        var position = range.lowerBound
        while position < range.upperBound {
            let missing = ~words[position &>> 6] &>> UInt64(truncatingIfNeeded: position & 63)
            if missing == 0 {
                position = (position | 63) &+ 1
                continue
            }
            position &+= missing.trailingZeroBitCount
            if position >= range.upperBound { return }
            body(position)
            position &+= 1
        }
    }
}
