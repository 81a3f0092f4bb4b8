/// The revision of every handle, 0 for most. Copies share chunks of 1,024 handles until one of them writes, and then only what is
/// written is no longer shared (`Chunk`).
struct Revisions {
    static var bits: Int { 10 }
    static var size: Int { 1 << bits }

    private(set) var chunks: [Chunk?] = []

    var isEmpty: Bool { chunks.isEmpty }

    subscript(handle: Handle) -> UInt64 {
        @inline(never)
        get { chunk(Self.chunkIndex(of: handle))[handle] }
    }

    @inline(__always)
    static func chunkIndex(of handle: Handle) -> Int { Int(handle) &>> bits }

    @inline(__always)
    static func offset(of handle: Handle) -> Int { Int(handle) & (size &- 1) }

    @inline(__always)
    func chunk(_ index: Int) -> Chunk {
        index < chunks.count ? chunks[index] ?? .zeros : .zeros
    }

    /// Gives each of many handles its revision, or 0 where there are none; chunks that have them already are not written. A handle
    /// that is there twice keeps the last one. Handles that share a chunk are best neighbours.
    @_optimize(speed)
    mutating func set(_ handles: [Handle], to revisions: UnsafePointer<UInt64>?) {
        handles.withUnsafeBufferPointer { handles in
            var first = 0
            while first < handles.count {
                let chunk = Self.chunkIndex(of: handles[first])
                // No more than there are zeros.
                let limit = min(handles.count, first + Self.size)
                var end = first + 1
                while end < limit, Self.chunkIndex(of: handles[first] ^ handles[end]) == 0 { end &+= 1 }
                let some = handles.baseAddress.unsafelyUnwrapped + first
                let values = revisions.map { $0 + first } ?? UnsafePointer(Values.zeros.memory)
                set(some, to: values, count: end - first, inChunk: chunk)
                first = end
            }
        }
    }

    private mutating func set(_ handles: UnsafePointer<Handle>, to revisions: UnsafePointer<UInt64>, count: Int, inChunk index: Int) {
        let known = knownCount(handles, revisions, count: count, inChunk: index)
        if known == count { return }
        while chunks.count <= index { chunks.append(nil) }
        if chunks[index] == nil {
            chunks[index] = Chunk()
        } else if !isKnownUniquelyReferenced(&chunks[index]) {
            chunks[index] = Chunk(copying: chunks[index].unsafelyUnwrapped)
        }
        chunks[index].unsafelyUnwrapped.set(handles + known, to: revisions + known, count: count - known)
    }

    private func knownCount(_ handles: UnsafePointer<Handle>, _ revisions: UnsafePointer<UInt64>, count: Int, inChunk index: Int) -> Int {
        let chunk = chunk(index)
        // The zeros of all are at hand.
        if chunk.memory != Values.zeros.memory { for position in 0..<count { chunk.prefetch(handles[position]) } }
        return chunk.knownCount(handles, revisions, count: count)
    }
}
