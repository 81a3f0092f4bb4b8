/// An array of plain values that never move. A value can be read without a lock while another thread appends others:
/// the pointer to its block, and the value itself, are written before another thread receives its index.
///
/// The first block follows the header in memory, and has a capacity that the creator chooses. Each later block has the
/// indexes from a power of two, or from the end of the first block, up to the next power of two. So the highest bit of
/// an index tells its block. The second block may be small. Each block after it is at least as large as all blocks
/// before it together.
struct BlockVector<Value: BitwiseCopyable> {
    private struct Header {
        let firstCapacity: Int
        /// The later blocks, by the highest bit of their indexes.
        var laterBlocks: UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?
        /// The address that index 0 would have if the last block extended down to it. So `lastBlock + index` is the
        /// address of a value in the last block.
        var lastBlock: UnsafeMutablePointer<Value>
        /// The index at which that block ends.
        var end: Int
        /// The index at which its usable memory ends. The rest of a large block is only reserved.
        var capacity: Int
        var count = 0
    }

    private let header: UnsafeMutablePointer<Header>
    /// The maximum number of bits of an index. Indexes have 32 bits, and the index at which a block ends must fit in an
    /// `Int`.
    private static var blockLimit: Int { min(32, Int.bitWidth - 2) }

    /// The bytes of the header and the first block.
    static func size(firstCapacity: Int) -> Int {
        MemoryLayout<Header>.stride + firstCapacity * MemoryLayout<Value>.stride
    }

    /// - Parameter memory: has room for the header and the first block, aligned as pointers are. It belongs to the
    ///   caller.
    init(in memory: UnsafeMutableRawPointer, firstCapacity: Int) {
        header = memory.bindMemory(to: Header.self, capacity: 1)
        let first = (memory + MemoryLayout<Header>.stride).bindMemory(to: Value.self, capacity: firstCapacity)
        header.initialize(
            to: Header(firstCapacity: firstCapacity, lastBlock: first, end: firstCapacity, capacity: firstCapacity))
    }

    /// Frees all blocks but the first.
    func deallocateLaterBlocks() {
        guard let blocks = header.pointee.laterBlocks else { return }
        for bits in 0..<Self.blockLimit {
            let range = range(ofBlock: bits)
            if let block = blocks[bits] { LargeMemory.deallocate(block, range.count * MemoryLayout<Value>.stride) }
        }
        blocks.deallocate()
    }

    @inline(__always)
    var count: Int { header.pointee.count }

    var firstCapacity: Int { header.pointee.firstCapacity }

    /// The memory of a value.
    @inline(__always)
    func pointer(_ index: Int) -> UnsafeMutablePointer<Value> {
        let firstCapacity = header.pointee.firstCapacity
        if index < firstCapacity { return firstBlock + index }
        let bits = Self.highestBit(index)
        let block = header.pointee.laterBlocks.unsafelyUnwrapped[bits].unsafelyUnwrapped
        return block + (index &- max(1 &<< bits, firstCapacity))
    }

    @inline(__always)
    subscript(index: Int) -> Value { pointer(index).pointee }

    /// Whether the values at consecutive indexes are consecutive in memory.
    func areInOneBlock(_ range: Range<Int>) -> Bool {
        let last = range.upperBound - 1
        return last < header.pointee.firstCapacity
            || range.lowerBound >= header.pointee.firstCapacity
                && Self.highestBit(range.lowerBound) == Self.highestBit(last)
    }

    /// Appends values that are consecutive in memory, which the caller initializes. If they do not fit in the last
    /// block, the rest of that block stays unused.
    /// - Parameter additional: the number of values.
    /// - Returns: their first index; nil if an index would have more than `blockLimit` bits.
    @inline(__always)
    func append(count additional: Int) -> Int? {
        let free = header.pointee.capacity &- header.pointee.count
        if additional > free && !extend(by: additional) && !addBlock(additional) { return nil }
        let index = header.pointee.count
        header.pointee.count = index &+ additional
        return index
    }

    /// The memory of the values that were appended last, whose first index is `index`.
    @inline(__always)
    func appended(_ index: Int) -> UnsafeMutablePointer<Value> { header.pointee.lastBlock + index }

    @inline(__always)
    private var firstBlock: UnsafeMutablePointer<Value> {
        UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Value.self)
    }

    @inline(__always)
    private static func highestBit(_ index: Int) -> Int {
        63 &- UInt64(truncatingIfNeeded: index).leadingZeroBitCount
    }

    /// The indexes of a later block: all indexes whose highest bit is `bits`, except those of the first block.
    private func range(ofBlock bits: Int) -> Range<Int> {
        max(1 << bits, min(header.pointee.firstCapacity, 2 << bits))..<2 << bits
    }

    /// Adds a block with room for consecutive values. A single value always gets the next index: none is skipped.
    @inline(never)
    private func addBlock(_ additional: Int) -> Bool {
        var bits = Self.highestBit(header.pointee.end)
        while bits < Self.blockLimit && range(ofBlock: bits).count < additional { bits += 1 }
        guard bits < Self.blockLimit else { return false }
        let range = range(ofBlock: bits)
        let blocks = header.pointee.laterBlocks ?? allocateLaterBlocks()
        let memory = LargeMemory.allocate(range.count * MemoryLayout<Value>.stride, isReserved: true)
        let block = memory.bindMemory(to: Value.self, capacity: range.count)
        blocks[bits] = block
        header.pointee.lastBlock = block - range.lowerBound
        header.pointee.count = range.lowerBound
        header.pointee.end = range.upperBound
        let isLarge = range.count * MemoryLayout<Value>.stride >= LargeMemory.pageSize
        header.pointee.capacity = isLarge ? range.lowerBound : range.upperBound
        return !isLarge || extend(by: additional)
    }

    /// Makes more of the last block usable, in steps of a huge page. Returns false if the block has no room for so many
    /// values.
    @inline(never)
    private func extend(by additional: Int) -> Bool {
        let (count, capacity, end) = (header.pointee.count, header.pointee.capacity, header.pointee.end)
        guard additional <= end - count else { return false }
        let step = LargeMemory.pageSize / MemoryLayout<Value>.stride
        let new = min(end, capacity + (count + additional - capacity + step - 1) / step * step)
        LargeMemory.makeUsable(header.pointee.lastBlock + capacity, (new - capacity) * MemoryLayout<Value>.stride)
        header.pointee.capacity = new
        return true
    }

    private func allocateLaterBlocks() -> UnsafeMutablePointer<UnsafeMutablePointer<Value>?> {
        let blocks = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(capacity: Self.blockLimit)
        blocks.initialize(repeating: nil, count: Self.blockLimit)
        header.pointee.laterBlocks = blocks
        return blocks
    }
}
