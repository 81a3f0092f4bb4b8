/// The revision of every handle, 0 for most. Copies share chunks of 1,024 handles until one of them writes, and then only what is
/// written is no longer shared (`Chunk`).
struct Revisions {
    static var bits: Int { 10 }
    static var size: Int { 1 << bits }

    private(set) var chunks: [Chunk?] = []
    /// What stands for a chunk that there is none of; its zeros are those that all chunks begin with. None before it is needed.
    private(set) var empty: Chunk?

    var isEmpty: Bool { chunks.isEmpty }

    subscript(handle: Handle) -> UInt64 {
        @inline(never)
        get { chunk(Self.chunkIndex(of: handle))?[handle] ?? 0 }
    }

    @inline(__always)
    static func chunkIndex(of handle: Handle) -> Int { Int(handle) &>> bits }

    @inline(__always)
    static func offset(of handle: Handle) -> Int { Int(handle) & (size &- 1) }

    @inline(__always)
    func chunk(_ index: Int) -> Chunk? {
        index < chunks.count ? chunks[index] : nil
    }

    /// Gives each of many handles its revision, or 0 where there are none; chunks that have them already are not written. A handle
    /// that is there twice keeps the last one. Handles that share a chunk are best neighbours.
    @_optimize(speed)
    mutating func set(_ handles: [Handle], to revisions: UnsafePointer<UInt64>?) {
        let empty = self.empty ?? Chunk()
        self.empty = empty
        handles.withUnsafeBufferPointer { handles in
            var first = 0
            while first < handles.count {
                let chunk = Self.chunkIndex(of: handles[first])
                // No more than there are zeros.
                let limit = min(handles.count, first + Self.size)
                var end = first + 1
                while end < limit, Self.chunkIndex(of: handles[first] ^ handles[end]) == 0 { end &+= 1 }
                let some = handles.baseAddress.unsafelyUnwrapped + first
                let values = revisions.map { $0 + first } ?? UnsafePointer(empty.memory)
                set(some, to: values, count: end - first, inChunk: chunk, empty)
                first = end
            }
        }
    }

    private mutating func set(
        _ handles: UnsafePointer<Handle>, to revisions: UnsafePointer<UInt64>, count: Int, inChunk index: Int, _ empty: Chunk
    ) {
        // Zeros are at hand.
        if let chunk = chunk(index), chunk.memory != empty.memory { for place in 0..<count { chunk.prefetch(handles[place]) } }
        let known = (chunk(index) ?? empty).knownCount(handles, revisions, count: count)
        if known == count { return }
        while chunks.count <= index { chunks.append(nil) }
        if !isKnownUniquelyReferenced(&chunks[index]) { chunks[index] = Chunk(copying: chunks[index] ?? empty) }
        chunks[index].unsafelyUnwrapped.set(handles + known, to: revisions + known, count: count - known)
    }
}
