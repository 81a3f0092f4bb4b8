/// An object of the program that comes with a content. It is finalized when no table contains that content any more.
private final class ContentObject {
    let pointer: UnsafeMutableRawPointer?
    private let finalize: BorrowedContent.Finalize

    init(_ pointer: UnsafeMutableRawPointer?, _ finalize: @escaping BorrowedContent.Finalize) {
        self.pointer = pointer
        self.finalize = finalize
    }

    deinit {
        finalize(pointer)
    }
}

/// The contents of lists that were copied from one another.
///
/// A content is stored when an element gets it, unless the previous content of that element is equal. Two contents of
/// one table are equal if they have the same handle. If they have different handles, their bytes must be compared.
/// Nothing is hashed: most contents are compared once, with the previous content of the same element.
///
/// A record is never freed on its own. When most of a table is dead, the next snapshot that gets contents moves to a
/// new one.
///
/// Snapshots on several threads may share a table. Reading the content of a handle needs no lock, because a thread
/// cannot get the handle before its record is written.
package final class ContentTable: @unchecked Sendable {
    private let lock: Lock
    private let arena: ContentArena
    @exclusivity(unchecked) private var objects: [ContentObject] = []
    /// How many words the arena may have until the dead ones are counted again.
    @exclusivity(unchecked) private var checkpoint = 2048
    /// Takes the place of the handle of a content that is not stored yet.
    private static let missing = ContentHandle.max
    /// The maximum number of words, which take 16 GiB. An edit checks the limit before it changes anything, so two
    /// edits at the same time may exceed it. Half of all possible handles are left for that, and for the gaps at the
    /// ends of blocks.
    private static let limit = Int(Int32.max)

    /// - Parameter words: how many words the first contents take.
    init(words: Int, lock: Lock) {
        arena = ContentArena(for: words)
        self.lock = lock
    }

    deinit {
        arena.deallocate()
    }

    /// The content of a handle, which must not be 0, in the memory of the table.
    package subscript(handle: ContentHandle) -> BorrowedContent {
        let content = arena[handle]
        return content.object == nil ? content : withObject(content, handle)
    }

    @inline(never)
    private func withObject(_ content: BorrowedContent, _ handle: ContentHandle) -> BorrowedContent {
        guard let object = object(handle) else { return content }
        return content.replacingObject(with: object.pointer)
    }

    /// The bytes of a handle, which must not be 0.
    @inline(__always)
    func bytes(_ handle: ContentHandle) -> UnsafeRawBufferPointer { arena.bytes(handle) }

    private func object(_ handle: ContentHandle) -> ContentObject? {
        guard arena.kind(handle) == .owned, let object = arena[handle].object else { return nil }
        return Unmanaged<ContentObject>.fromOpaque(object).takeUnretainedValue()
    }

    /// Whether a table has room for more words; nil stands for a new table.
    static func hasRoom(for words: Int, in table: ContentTable?) -> Bool {
        (table?.count ?? 0) + words <= limit
    }

    /// Stores contents, for which there must be room, and writes their handles to `handles`. If a content is equal to
    /// the previous content of its element, it is not stored, and the element keeps its handle. If the new content has
    /// an object with a finalizer, the object is finalized at once. If its object has no finalizer, the object replaces
    /// the previous one, provided that the previous one has no finalizer either.
    /// - Parameters:
    ///   - handles: the previous contents of the elements.
    ///   - keepingOthers: whether an element that gets no content keeps its handle, too.
    /// - Returns: whether a handle changed.
    func store(
        _ contents: UnsafePointer<BorrowedContent>, over handles: UnsafeMutableBufferPointer<ContentHandle>,
        keepingOthers: Bool
    ) -> Bool {
        var (isChanged, isComplete) = (false, true)
        for position in 0..<handles.count {
            let handle = handles[position]
            let content = contents + position
            if content.pointee.isNone {
                if keepingOthers || handle == 0 { continue }
                handles[position] = 0
                isChanged = true
            } else if handle == 0 || !BorrowedContent.areEqual(content.pointee.bytes, arena.bytes(handle)) {
                handles[position] = Self.missing
                isComplete = false
            } else if let finalize = content.pointee.finalize {
                finalize(content.pointee.object)
            } else if let object = content.pointee.object {
                arena.replaceAddress(handle, object)
            }
        }
        if isComplete { return isChanged }
        storeMissing(contents, handles)
        return true
    }

    /// Stores one content, for which there must be room.
    /// - Returns: its handle. This is `old` if the contents are equal, or if there is no content and `keepingOthers` is
    ///   true.
    func store(_ content: BorrowedContent, over old: ContentHandle, keepingOthers: Bool) -> ContentHandle {
        var handle = old
        withUnsafePointer(to: content) { content in
            withUnsafeMutablePointer(to: &handle) { handle in
                _ = store(
                    content, over: UnsafeMutableBufferPointer(start: handle, count: 1), keepingOthers: keepingOthers)
            }
        }
        return handle
    }

    /// Stores bytes, for which there must be room, unless they are equal to the old ones.
    func store(_ bytes: [UInt8], _ object: UnsafeMutableRawPointer? = nil, over old: ContentHandle) -> ContentHandle {
        bytes.withUnsafeBytes { bytes in
            // A content without bytes needs an address too, because nil means that there is no content.
            let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)
            return store(
                BorrowedContent(data: start, size: bytes.count, object: object), over: old, keepingOthers: false)
        }
    }

    private func storeMissing(
        _ contents: UnsafePointer<BorrowedContent>, _ handles: UnsafeMutableBufferPointer<ContentHandle>
    ) {
        lock.lock()
        for position in 0..<handles.count where handles[position] == Self.missing {
            let object = contents[position].finalize.map { ContentObject(contents[position].object, $0) }
            handles[position] = append(contents[position], object)
        }
        lock.unlock()
    }

    /// Copies a content of another table, with its object.
    /// - Returns: its handle; nil if the table is full.
    func copy(_ handle: ContentHandle, of other: ContentTable) -> ContentHandle? {
        let (content, object) = (other.arena[handle], other.object(handle))
        lock.lock()
        defer { lock.unlock() }
        return arena.count + ContentArena.wordCount(content) <= Self.limit ? append(content, object) : nil
    }

    /// Must be called under the lock. There must be room for the content.
    @inline(__always)
    private func append(_ content: BorrowedContent, _ object: ContentObject?) -> ContentHandle {
        guard let object else { return arena.append(content, content.object == nil ? .none : .address, content.object) }
        objects.append(object)
        return arena.append(content, .owned, Unmanaged.passUnretained(object).toOpaque())
    }

    // MARK: - Compaction

    /// How many words are taken.
    var count: Int {
        lock.lock()
        defer { lock.unlock() }
        return arena.count
    }

    /// Whether so much was added that the caller should count how much of the table is dead.
    var mayBeMostlyDead: Bool {
        lock.lock()
        defer { lock.unlock() }
        return arena.count > checkpoint
    }

    /// Whether less than a third of the words are alive. If not, the next count is due when as many words were added as
    /// are alive.
    func isMostlyDead(alive: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if arena.count > 3 * alive { return true }
        checkpoint = arena.count + alive
        return false
    }

    /// How many words the record of a content takes; 0 for the handle 0.
    func wordCount(_ handle: ContentHandle) -> Int {
        handle == 0 ? 0 : ContentArena.wordCount(arena[handle])
    }
}
