/// The revision of every handle, 0 for most. Copies share chunks of 1,024 handles until one of them writes, and then only what is
/// written is no longer shared (`Chunk`).
struct Revisions {
    static var bits: Int { 10 }
    static var size: Int { 1 << bits }

    private(set) var chunks: [Chunk?] = []

    var isEmpty: Bool { chunks.isEmpty }

    subscript(handle: Handle) -> UInt64 {
        @inline(never)
        get { revision(of: handle) }
    }

    @inline(__always)
    private func revision(of handle: Handle) -> UInt64 {
        let index = Int(handle) &>> Self.bits
        guard index < chunks.count, let chunk = chunks[index] else { return 0 }
        return chunk[handle]
    }

    /// Gives each of many handles its revision, or 0 where there are none; chunks that have them already are not written. A handle
    /// that is there twice keeps the last one. Handles that share a chunk are best neighbours.
    mutating func set(_ handles: [Handle], to revisions: UnsafePointer<UInt64>?) {
        handles.withUnsafeBufferPointer { handles in
            var first = 0
            while first < handles.count {
                let chunk = Int(handles[first]) &>> Self.bits
                var end = first
                while end < handles.count, Int(handles[end]) &>> Self.bits == chunk { end &+= 1 }
                set(UnsafeBufferPointer(rebasing: handles[first..<end]), to: revisions.map { $0 + first }, inChunk: chunk)
                first = end
            }
        }
    }

    private mutating func set(_ handles: UnsafeBufferPointer<Handle>, to revisions: UnsafePointer<UInt64>?, inChunk index: Int) {
        if index < chunks.count, let chunk = chunks[index] { for handle in handles { chunk.prefetch(handle) } }
        var known = 0
        while known < handles.count, revision(of: handles[known]) == revisions?[known] ?? 0 { known &+= 1 }
        if known == handles.count { return }
        while chunks.count <= index { chunks.append(nil) }
        if chunks[index] == nil {
            chunks[index] = Chunk()
        } else if !isKnownUniquelyReferenced(&chunks[index]) {
            chunks[index] = Chunk(copying: chunks[index].unsafelyUnwrapped)
        }
        chunks[index].unsafelyUnwrapped.set(UnsafeBufferPointer(rebasing: handles[known...]), to: revisions.map { $0 + known })
    }

    /// The values of a chunk; nil where it has none.
    @inline(__always)
    func memory(_ chunk: Int) -> UnsafeMutablePointer<UInt64>? {
        chunk < chunks.count ? chunks[chunk]?.memory : nil
    }

    /// The same with nothing beside the values of chunks.
    var settled: Revisions {
        var settled = self
        for (index, chunk) in chunks.enumerated() { if let chunk, chunk.count > 0 { settled.chunks[index] = chunk.settled } }
        return settled
    }
}
