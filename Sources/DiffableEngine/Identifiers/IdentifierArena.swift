import CLibc

/// The memory for the bytes of identifiers. Each has a record, which is written once and never moves, so a pointer to a record is valid
/// as long as the arena exists.
///
/// A record begins with one byte: the length of a short string, or one of the two marks below. The identifier follows. The address of a
/// record is a 32-bit offset, which is small in tables, so the arena has at most 4 GiB.
struct IdentifierArena {
    typealias Offset = UInt32

    private struct Block {
        let memory: UnsafeMutableRawPointer
        let size: Int
    }

    private static let integerMark: UInt8 = 251
    private static let longMark: UInt8 = 252
    private static let chunkBits: UInt64 = 14
    private static let chunkSize = 1 << Int(chunkBits)

    /// `chunks[offset >> chunkBits]` is the chunk with an offset. Memory is allocated in blocks of many consecutive chunks. So a record
    /// may span chunks, but not blocks.
    private var chunks = RawVector<UnsafeMutableRawPointer>()
    private var blocks = RawVector<Block>()
    private var end: UInt64 = 0

    func deallocate() {
        for index in 0..<blocks.count { LargeMemory.deallocate(blocks[index].memory, blocks[index].size) }
        blocks.deallocate()
        chunks.deallocate()
    }

    /// Writes a record; nil when the arena is full.
    @inline(__always)
    mutating func append(_ raw: RawIdentifier) -> Offset? {
        switch raw.value {
        case .integer(let value):
            guard let (offset, record) = reserve(9) else { return nil }
            record.storeBytes(of: Self.integerMark, as: UInt8.self)
            record.storeBytes(of: value, toByteOffset: 1, as: Int64.self)
            return offset
        case .bytes(let bytes):
            let isShort = bytes.count < Int(Self.integerMark)
            guard let (offset, record) = reserve((isShort ? 1 : 5) + bytes.count) else { return nil }
            if isShort {
                record.storeBytes(of: UInt8(bytes.count), as: UInt8.self)
            } else {
                record.storeBytes(of: Self.longMark, as: UInt8.self)
                record.storeBytes(of: UInt32(bytes.count), toByteOffset: 1, as: UInt32.self)
            }
            if let start = bytes.baseAddress { Self.copy(start, bytes.count, to: record + (isShort ? 1 : 5)) }
            return offset
        }
    }

    @inline(__always)
    func raw(at offset: Offset) -> RawIdentifier {
        let record = pointer(offset)
        let mark = record.load(as: UInt8.self)
        if mark < Self.integerMark {
            return .bytes(UnsafeRawBufferPointer(start: record + 1, count: Int(mark)))
        }
        if mark == Self.integerMark {
            return .integer(record.loadUnaligned(fromByteOffset: 1, as: Int64.self))
        }
        let count = record.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
        return .bytes(UnsafeRawBufferPointer(start: record + 5, count: Int(count)))
    }

    /// Whether a record is the same identifier as `raw`: of the same kind, length and bytes.
    @inline(__always)
    func matches(_ raw: RawIdentifier, at offset: Offset) -> Bool {
        let record = pointer(offset)
        let mark = record.load(as: UInt8.self)
        switch raw.value {
        case .integer(let value):
            // mutant: integer-matches-string
            return mark == Self.integerMark && record.loadUnaligned(fromByteOffset: 1, as: Int64.self) == value
        case .bytes(let bytes):
            if mark < Self.integerMark {
                return Int(mark) == bytes.count && Self.equal(record + 1, bytes) // mutant: same-beginning-matches
            }
            return mark == Self.longMark
                && Int(record.loadUnaligned(fromByteOffset: 1, as: UInt32.self)) == bytes.count
                && Self.equal(record + 5, bytes)
        }
    }

    /// The memory of consecutive records. If the bytes are equal, the identifiers are.
    struct Records: Equatable {
        let start: UnsafeRawPointer
        let size: Int

        static func == (left: Records, right: Records) -> Bool {
            left.size == right.size && memcmp(left.start, right.start, left.size) == 0
        }
    }

    /// The records from one offset up to another, or to the end; nil if they are not in one block.
    func records(from first: Offset, to end: Offset?) -> Records? {
        let start = pointer(first)
        let size = Int((end.map { UInt64($0) } ?? self.end) - UInt64(first))
        let isInBlock = (0..<blocks.count).contains { blocks[$0].memory <= start && start + size <= blocks[$0].memory + blocks[$0].size }
        return isInBlock ? Records(start: start, size: size) : nil
    }

    /// Sixteen bytes at a time; the last sixteen may overlap those before.
    @inline(__always)
    private static func copy(_ start: UnsafeRawPointer, _ count: Int, to record: UnsafeMutableRawPointer) {
        let last = count &- 16
        guard last >= 0, count <= 128 else { return record.copyMemory(from: start, byteCount: count) }
        var offset = 0
        while offset < last {
            record.storeBytes(of: start.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self), toByteOffset: offset, as: SIMD2<UInt64>.self)
            offset &+= 16
        }
        record.storeBytes(of: start.loadUnaligned(fromByteOffset: last, as: SIMD2<UInt64>.self), toByteOffset: last, as: SIMD2<UInt64>.self)
    }

    /// Eight bytes at a time; the last eight may overlap those before.
    @inline(__always)
    private static func equal(_ record: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        let last = bytes.count &- 8
        guard last >= 0 else { return memcmp(record, start, bytes.count) == 0 }
        var offset = 0
        while offset < last {
            if record.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset &+= 8
        }
        return record.loadUnaligned(fromByteOffset: last, as: UInt64.self)
            == start.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    }

    /// Prefetches a record that is compared soon, and its end, which may be on the next cache line.
    @inline(__always)
    func prefetch(_ raw: RawIdentifier, at offset: Offset) {
        let record = pointer(offset)
        diffable_prefetch(record)
        if case .bytes(let bytes) = raw.value { diffable_prefetch(record + bytes.count) }
    }

    @inline(__always)
    private func pointer(_ offset: Offset) -> UnsafeRawPointer {
        UnsafeRawPointer(chunks[Int(UInt64(offset) >> Self.chunkBits)] + (Int(offset) & (Self.chunkSize - 1)))
    }

    @inline(__always)
    private mutating func reserve(_ size: Int) -> (Offset, UnsafeMutableRawPointer)? {
        if end &+ UInt64(size) > UInt64(chunks.count) << Self.chunkBits, !addBlock(size) { return nil }
        let offset = Offset(truncatingIfNeeded: end)
        end &+= UInt64(size)
        return (offset, UnsafeMutableRawPointer(mutating: pointer(offset)))
    }

    /// Adds a block with room for a record: a quarter of the existing memory, up to a huge page.
    @inline(never)
    private mutating func addBlock(_ size: Int) -> Bool {
        let needed = (size + Self.chunkSize - 1) / Self.chunkSize
        let count = max(needed, min(chunks.count / 4, LargeMemory.pageSize / Self.chunkSize))
        let room = UInt64(chunks.count) << Self.chunkBits
        guard room + UInt64(count) << Self.chunkBits <= 1 << 32 else { return false }
        let block = LargeMemory.allocate(count * Self.chunkSize)
        blocks.append(Block(memory: block, size: count * Self.chunkSize))
        for index in 0..<count { chunks.append(block + index * Self.chunkSize) }
        end = room
        return true
    }
}
