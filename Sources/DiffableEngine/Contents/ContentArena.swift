/// The number of a content in its table. 0 stands for no content.
package typealias ContentHandle = UInt32

/// The records of contents. Their bytes are written once and never move, so a pointer to them is valid as long as the
/// arena exists.
///
/// The low half of a record's first word is the number of its bytes, and the high half is the kind of object that comes
/// with them. If there is an object, it is the next word. The bytes follow, at an address that is a multiple of 8. A
/// handle is the index of the first word of its record.
struct ContentArena {
    enum ObjectKind: UInt64 {
        case none
        /// An address that nobody has to release.
        case address
        /// A `ContentObject`, which the table keeps.
        case owned
    }

    private let words: BlockVector<UInt64>
    /// The memory of the first block.
    private let memory: UnsafeMutableRawPointer
    /// The size of that memory in bytes.
    private let size: Int

    /// - Parameter count: how many words the first contents take. The first block has room for them and a few more, but
    ///   at most for the words of one page of 2 MiB.
    init(for count: Int) {
        let capacity = max(32, min(count + count / 8 + 1, LargeMemory.pageSize / MemoryLayout<UInt64>.stride))
        size = BlockVector<UInt64>.size(firstCapacity: capacity)
        memory = LargeMemory.allocate(size)
        words = BlockVector(in: memory, firstCapacity: capacity)
        // Take the first word, so that no record has the handle 0.
        _ = words.append(count: 1)
    }

    func deallocate() {
        words.deallocateLaterBlocks()
        LargeMemory.deallocate(memory, size)
    }

    /// How many words are taken.
    var count: Int { words.count }

    /// How many words the record of a content takes.
    @inline(__always)
    static func wordCount(_ content: BorrowedContent) -> Int {
        (content.object == nil && content.finalize == nil ? 1 : 2) + (content.byteCount + 7) / 8
    }

    /// An upper bound for the words that the records of `count` contents take. `byteCount` is the total number of bytes
    /// in these contents.
    static func maximumWordCount(_ count: Int, byteCount: Int) -> Int {
        3 * count + byteCount / 8
    }

    /// Writes a record, for which there must be room.
    @inline(__always)
    func append(_ content: BorrowedContent, _ kind: ObjectKind, _ object: UnsafeMutableRawPointer?) -> ContentHandle {
        let index = words.append(count: (kind == .none ? 1 : 2) + (content.byteCount + 7) / 8).unsafelyUnwrapped
        var next = words.appended(index)
        next.pointee = UInt64(truncatingIfNeeded: content.byteCount) | kind.rawValue << 32
        next += 1
        if kind != .none {
            next.pointee = UInt64(UInt(bitPattern: object))
            next += 1
        }
        UnsafeMutableRawBufferPointer(start: next, count: content.byteCount).copyMemory(from: content.bytes)
        return ContentHandle(truncatingIfNeeded: index)
    }

    /// The content of a handle. Its object is the word in the record: an address, or a pointer to a `ContentObject`.
    subscript(handle: ContentHandle) -> BorrowedContent {
        let record = words.pointer(Int(handle))
        let size = Int(UInt32(truncatingIfNeeded: record.pointee))
        if record.pointee >> 32 == ObjectKind.none.rawValue { return BorrowedContent(data: record + 1, size: size) }
        let object = UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: record[1]))
        return BorrowedContent(data: record + 2, size: size, object: object)
    }

    @inline(__always)
    func bytes(_ handle: ContentHandle) -> UnsafeRawBufferPointer {
        let record = words.pointer(Int(handle))
        let start = record + (record.pointee >> 32 == ObjectKind.none.rawValue ? 1 : 2)
        return UnsafeRawBufferPointer(start: start, count: Int(UInt32(truncatingIfNeeded: record.pointee)))
    }

    /// Replaces an object that nobody has to release. Does nothing if the content has no such object.
    ///
    /// This stores a single word, so another thread reads either the old object or the new one.
    @inline(__always)
    func replaceAddress(_ handle: ContentHandle, _ object: UnsafeMutableRawPointer) {
        let record = words.pointer(Int(handle))
        if record.pointee >> 32 == ObjectKind.address.rawValue { record[1] = UInt64(UInt(bitPattern: object)) }
    }

    func kind(_ handle: ContentHandle) -> ObjectKind {
        ObjectKind(rawValue: words.pointer(Int(handle)).pointee >> 32).unsafelyUnwrapped
    }
}
