import CLibc

/// The identifiers of a table, by handle. Each has a record, which is written once and never moves, so a pointer to a
/// record is valid as long as the arena exists.
///
/// A record begins with one byte: the length of a short string, or one of the two marks below. The integer or the bytes
/// follow. The bytes of a long string are preceded by their 32-bit length. A table of offsets has the 32-bit offset of
/// each record, so the arena has at most 4 GiB.
struct IdentifierArena {
    typealias Offset = UInt32

    private static let integerMark: UInt8 = 251
    private static let longMark: UInt8 = 252

    /// The offset of each record, by handle.
    private let offsets: BlockVector<Offset>
    private let records: BlockVector<UInt8>
    /// One piece of memory for the first block of `offsets`, the slot group, and the first block of `records`.
    private let memory: UnsafeMutableRawPointer
    private let size: Int
    /// The memory of a group of slots, if the arena was made for so few identifiers that their hash table has one
    /// group.
    let slotGroup: UnsafeMutableRawPointer?

    /// - Parameter raws: the identifiers that will be added first. If there are few, the first blocks have room for all
    ///   of them. If there are many, adding a few more blocks costs little in comparison.
    init(for raws: UncheckedIdentifiers) {
        let count = Self.capacity(for: raws.count)
        let bytes = max(64, min(Self.byteCount(of: raws, capacity: count), LargeMemory.pageSize))
        let offsetsSize = BlockVector<Offset>.size(firstCapacity: count)
        let groupSize = raws.count <= HandleHashTable.groupLimit ? HandleHashTable.groupByteCount : 0
        size = offsetsSize + groupSize + BlockVector<UInt8>.size(firstCapacity: bytes)
        memory = LargeMemory.allocate(size)
        offsets = BlockVector(in: memory, firstCapacity: count)
        slotGroup = groupSize > 0 ? memory + offsetsSize : nil
        records = BlockVector(in: memory + offsetsSize + groupSize, firstCapacity: bytes)
    }

    /// The number of offsets in the first block: `count`, rounded up to a multiple of a power of two, but at most 2^20.
    /// The power of two grows with `count`. It is at least 8, so that the memory after the offsets is aligned.
    private static func capacity(for count: Int) -> Int {
        var step = 8
        while count > step * 8 && step < 1 << 17 { step *= 2 }
        return max(1, min((count + step - 1) / step, 8)) * step
    }

    /// An estimate of the size of the records of the identifiers, or of 1024 of them if there are more. If there are
    /// many, only some are measured, which are spread over the whole list. An element that is not an identifier may
    /// have any size.
    /// - Parameter capacity: the number of records that get room if there are fewer than 16 identifiers.
    private static func byteCount(of raws: UncheckedIdentifiers, capacity: Int) -> Int {
        var (bytes, counted, index) = (0, 0, 0)
        while index < raws.count {
            bytes &+= min(max(recordSize(raws[index]), 0), LargeMemory.pageSize)
            counted &+= 1
            index &+= 1 &+ raws.count / 64
        }
        return bytes * (raws.count < 16 ? capacity : min(raws.count, 1024)) / max(counted, 1)
    }

    func deallocate() {
        offsets.deallocateLaterBlocks()
        records.deallocateLaterBlocks()
        LargeMemory.deallocate(memory, size)
    }

    @inline(__always)
    var count: Int { offsets.count }

    /// How many identifiers the first block has room for.
    var firstCapacity: Int { offsets.firstCapacity }

    /// The most identifiers that an arena may have. Higher handles are never given away, and `Handle.max` means "none".
    private static let limit = Int(Int32.max)

    /// Writes a record, and returns its handle; nil if the arena is full.
    @inline(__always)
    func append(_ raw: BorrowedIdentifier) -> Handle? {
        guard count < Self.limit, let offset = records.append(count: Self.recordSize(raw)),
            let handle = offsets.append(count: 1)
        else { return nil }
        offsets.appended(handle).pointee = Offset(truncatingIfNeeded: offset)
        Self.write(raw, to: UnsafeMutableRawPointer(records.appended(offset)))
        return Handle(truncatingIfNeeded: handle)
    }

    /// The identifier of a handle. Needs no lock.
    @inline(__always)
    func raw(_ handle: Handle) -> BorrowedIdentifier {
        let record = record(handle)
        let mark = record.load(as: UInt8.self)
        if mark < Self.integerMark { return .bytes(UnsafeRawBufferPointer(start: record + 1, count: Int(mark))) }
        if mark == Self.integerMark { return .integer(record.loadUnaligned(fromByteOffset: 1, as: Int64.self)) }
        return .bytes(UnsafeRawBufferPointer(start: record + 5, count: Self.longCount(record)))
    }

    /// Whether the identifier of a handle is the same as an element, which need not be an identifier.
    @inline(__always)
    func matches(_ raw: BorrowedIdentifier, _ handle: Handle) -> Bool {
        Self.matchedSize(raw, record(handle)) > 0
    }

    /// Returns how many elements, from the first on, are the same as the identifiers of consecutive handles. The
    /// elements need not be identifiers.
    /// - Parameter first: the first of these handles.
    @inline(never)
    func matchedCount(_ raws: UnsafeBufferPointer<BorrowedIdentifier>, _ first: Handle) -> Int {
        let limit = min(raws.count, count &- Int(first))
        guard limit > 0, let raws = raws.baseAddress else { return 0 }
        var matched = 0
        if records.areInOneBlock(Int(offsets[Int(first)])..<Int(offsets[Int(first) &+ limit &- 1]) &+ 1) {
            // The records are consecutive, so their offsets need not be read.
            var record = record(first)
            while matched < limit {
                let size = Self.matchedSize(raws[matched], record)
                if size == 0 { break }
                record += size
                matched &+= 1
            }
        } else {
            while matched < limit, matches(raws[matched], first &+ Handle(truncatingIfNeeded: matched)) {
                matched &+= 1
            }
        }
        return matched
    }

    /// The memory of consecutive records. If the bytes are equal, the identifiers are.
    struct Records: Equatable {
        let start: UnsafeRawPointer
        let size: Int

        static func == (left: Records, right: Records) -> Bool {
            left.size == right.size && memcmp(left.start, right.start, left.size) == 0
        }
    }

    /// The records of consecutive handles, of which there must be at least one. Returns nil if the records are not in
    /// one block. Records in one block have no gaps between them.
    func records(_ handles: Range<Int>) -> Records? {
        let first = Int(offsets[handles.lowerBound])
        let last = Int(offsets[handles.upperBound - 1])
        guard records.areInOneBlock(first..<last + 1) else { return nil }
        let start = UnsafeRawPointer(records.pointer(first))
        return Records(start: start, size: last - first + Self.recordSize(start + (last - first)))
    }

    /// Prefetches the offset of a record that is compared soon.
    @inline(__always)
    func prefetchOffset(_ handle: Handle) {
        diffable_prefetch(offsets.pointer(Int(handle)))
    }

    /// Prefetches a record that is compared soon, and its end, which may be on the next cache line.
    @inline(__always)
    func prefetchRecord(_ handle: Handle, for raw: BorrowedIdentifier) {
        let record = record(handle)
        diffable_prefetch(record)
        diffable_prefetch(record + raw.byteCount)
    }

    @inline(__always)
    private func record(_ handle: Handle) -> UnsafeRawPointer {
        UnsafeRawPointer(records.pointer(Int(offsets[Int(handle)])))
    }

    // MARK: - Records

    @inline(__always)
    private static func longCount(_ record: UnsafeRawPointer) -> Int {
        Int(record.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }

    private static func recordSize(_ record: UnsafeRawPointer) -> Int {
        switch record.load(as: UInt8.self) {
        case integerMark: 9
        case longMark: 5 + longCount(record)
        case let mark: 1 + Int(mark)
        }
    }

    /// The size of the record of an identifier. For an element that is not an identifier, the result means nothing.
    @inline(__always)
    private static func recordSize(_ raw: BorrowedIdentifier) -> Int {
        raw.integer != nil ? 9 : raw.byteCount &+ (raw.byteCount < Int(integerMark) ? 1 : 5)
    }

    @inline(__always)
    private static func write(_ raw: BorrowedIdentifier, to record: UnsafeMutableRawPointer) {
        if let integer = raw.integer {
            record.storeBytes(of: integerMark, as: UInt8.self)
            record.storeBytes(of: integer, toByteOffset: 1, as: Int64.self)
            return
        }
        let count = raw.byteCount
        let isShort = count < Int(integerMark)
        record.storeBytes(of: isShort ? UInt8(truncatingIfNeeded: count) : longMark, as: UInt8.self)
        if !isShort { record.storeBytes(of: UInt32(truncatingIfNeeded: count), toByteOffset: 1, as: UInt32.self) }
        if let start = raw.start, count > 0 { copy(start, count, to: record + (isShort ? 1 : 5)) }
    }

    /// Copies bytes. If there are 16 to 48 of them, they are copied as two or three blocks of 16, which may overlap.
    @inline(__always)
    private static func copy(_ start: UnsafeRawPointer, _ count: Int, to record: UnsafeMutableRawPointer) {
        if count < 16 || count > 48 { return record.copyMemory(from: start, byteCount: count) }
        copy16(start, 0, to: record)
        if count > 32 { copy16(start, 16, to: record) }
        copy16(start, count &- 16, to: record)
    }

    @inline(__always)
    private static func copy16(_ start: UnsafeRawPointer, _ offset: Int, to record: UnsafeMutableRawPointer) {
        record.storeBytes(
            of: start.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self), toByteOffset: offset,
            as: SIMD2<UInt64>.self)
    }

    /// Returns the size of a record if its identifier has the same kind, length and bytes as an element, and otherwise
    /// 0.
    @inline(__always)
    private static func matchedSize(_ raw: BorrowedIdentifier, _ record: UnsafeRawPointer) -> Int {
        let mark = record.load(as: UInt8.self)
        if let integer = raw.integer {
            return mark == integerMark && record.loadUnaligned(fromByteOffset: 1, as: Int64.self) == integer ? 9 : 0
        }
        if mark < integerMark {
            let count = Int(mark)
            guard let start = raw.start(ofSize: count) else { return count == 0 && raw.isEmpty ? 1 : 0 }
            return equal(record + 1, start, count) ? count &+ 1 : 0
        }
        guard mark == longMark, let start = raw.start(ofSize: longCount(record)) else { return 0 }
        return equal(record + 5, start, longCount(record)) ? longCount(record) &+ 5 : 0
    }

    /// Compares bytes. If there are 16 to 48 of them, they are compared as two or three blocks of 16, which may
    /// overlap.
    @inline(__always)
    private static func equal(_ record: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int) -> Bool {
        if count < 16 || count > 48 { return memcmp(record, start, count) == 0 }
        if !diffable_equal_16(record, start) { return false }
        if count > 32 && !diffable_equal_16(record + 16, start + 16) { return false }
        return diffable_equal_16(record + (count &- 16), start + (count &- 16))
    }
}
