import CLibc

// Where two maps differ. What they share is not looked at.

extension Revisions {
    /// Tells whether nothing was written since one map was copied from the other.
    func isSame(as other: Revisions) -> Bool {
        chunks.withUnsafeBufferPointer { chunks in other.chunks.withUnsafeBufferPointer { chunks.baseAddress == $0.baseAddress } }
    }

    /// The handles whose revisions are not those of another map, in ascending order. Chunks that both share are passed over.
    func differences(from other: Revisions) -> [Handle] {
        var handles: [Handle] = []
        if isSame(as: other) { return handles }
        for index in 0..<max(chunks.count, other.chunks.count) {
            let one = index < chunks.count ? chunks[index] : nil
            let another = index < other.chunks.count ? other.chunks[index] : nil
            if one === another { continue }
            if let one, let another, one.memory == another.memory {
                Self.appendDifferences(besideValues: one, another, to: &handles)
            } else {
                let (one, another) = (one?.settled, another?.settled)
                Self.appendDifferences(one?.memory, another?.memory, Handle(index << Self.bits), to: &handles)
                withExtendedLifetime((one, another)) {}
            }
        }
        return handles.ascending
    }

    /// Of chunks that have other revisions beside the same values. What one had when the other was copied from it is at the same place in both.
    @_optimize(speed)
    private static func appendDifferences(besideValues one: Chunk, _ another: Chunk, to handles: inout [Handle]) {
        let common = min(one.count, another.count)
        for place in common..<one.count { one.prefetch(one.handles[place]) }
        for place in 0..<max(one.count, another.count) {
            if place < common, one.handles[place] == another.handles[place] {
                if one.revisions[place] != another.revisions[place] { handles.append(one.handles[place]) }
                continue
            }
            if place < one.count {
                let handle = one.handles[place]
                if one.revisions[place] != another[handle] { handles.append(handle) }
            }
            if place < another.count {
                let handle = another.handles[place]
                // One that is beside the values in both was compared already, or will be.
                if one.place(of: handle) == nil, one[handle] != another.revisions[place] { handles.append(handle) }
            }
        }
    }

    @_optimize(speed)
    private static func appendDifferences(
        _ one: UnsafePointer<UInt64>?, _ another: UnsafePointer<UInt64>?, _ first: Handle, to handles: inout [Handle]
    ) {
        let block = 16
        for start in stride(from: 0, to: size, by: block) {
            if let one, let another, memcmp(one + start, another + start, block &* MemoryLayout<UInt64>.stride) == 0 { continue }
            for offset in start..<start &+ block where one?[offset] ?? 0 != another?[offset] ?? 0 {
                handles.append(first &+ Handle(truncatingIfNeeded: offset))
            }
        }
    }

    /// The positions in a row of handles whose revisions are not those that another map has for the handles of another row.
    @_optimize(speed)
    func differences(of handles: [Handle], from other: Revisions, of others: [Handle]) -> [Int] {
        var positions: [Int] = []
        if isEmpty && other.isEmpty { return positions }
        let (map, other) = (settled, other.settled)
        // Neighbours mostly share a chunk.
        var (chunk, otherChunk) = (-1, -1)
        var (values, otherValues): (UnsafeMutablePointer<UInt64>?, UnsafeMutablePointer<UInt64>?)
        for position in handles.indices {
            let (handle, otherHandle) = (Int(handles[position]), Int(others[position]))
            if handle &>> Self.bits != chunk {
                chunk = handle &>> Self.bits
                values = map.memory(chunk)
            }
            if otherHandle &>> Self.bits != otherChunk {
                otherChunk = otherHandle &>> Self.bits
                otherValues = other.memory(otherChunk)
            }
            let revision = values?[handle & (Self.size &- 1)] ?? 0
            if revision != otherValues?[otherHandle & (Self.size &- 1)] ?? 0 { positions.append(position) }
        }
        withExtendedLifetime((map, other)) {}
        return positions
    }
}
