import CLibc

// Where two maps differ. What they share is not looked at.

extension HandleMap {
    /// The handles whose values are not those of another map, in ascending order. Chunks that both share are passed over.
    func differences(from other: HandleMap) -> [Handle] where Value: Equatable & BitwiseCopyable {
        var handles: [Handle] = []
        if isSame(as: other) { return handles }
        for chunk in 0..<max(chunks.count, other.chunks.count) {
            let (one, another) = (memory(chunk), other.memory(chunk))
            if one != another { appendDifferences(one, another, Handle(chunk << Self.bits), to: &handles) }
        }
        return handles
    }

    @_optimize(speed)
    private func appendDifferences(
        _ one: UnsafeMutablePointer<Value>?, _ another: UnsafeMutablePointer<Value>?, _ first: Handle, to handles: inout [Handle]
    ) where Value: Equatable & BitwiseCopyable {
        let block = 16
        for start in stride(from: 0, to: Self.size, by: block) {
            if let one, let another, memcmp(one + start, another + start, block &* MemoryLayout<Value>.stride) == 0 { continue }
            for offset in start..<start &+ block where (one?[offset] ?? absent) != (another?[offset] ?? absent) {
                handles.append(first &+ Handle(truncatingIfNeeded: offset))
            }
        }
    }

    /// The positions in a row of handles whose values are not those that another map has for the handles of another row.
    @_optimize(speed)
    func differences(of handles: [Handle], from other: HandleMap, of others: [Handle]) -> [Int] where Value: Equatable {
        var positions: [Int] = []
        if isEmpty && other.isEmpty { return positions }
        // Neighbours mostly share a chunk.
        var (chunk, otherChunk) = (-1, -1)
        var (values, otherValues): (UnsafeMutablePointer<Value>?, UnsafeMutablePointer<Value>?)
        for position in handles.indices {
            let (handle, otherHandle) = (Int(handles[position]), Int(others[position]))
            if handle &>> Self.bits != chunk {
                chunk = handle &>> Self.bits
                values = memory(chunk)
            }
            if otherHandle &>> Self.bits != otherChunk {
                otherChunk = otherHandle &>> Self.bits
                otherValues = other.memory(otherChunk)
            }
            let value = values?[handle & (Self.size &- 1)] ?? absent
            if value != otherValues?[otherHandle & (Self.size &- 1)] ?? absent { positions.append(position) }
        }
        return positions
    }

    /// Tells whether nothing was written since one map was copied from the other.
    func isSame(as other: HandleMap) -> Bool {
        chunks.withUnsafeBufferPointer { chunks in other.chunks.withUnsafeBufferPointer { chunks.baseAddress == $0.baseAddress } }
    }

    var isEmpty: Bool { chunks.isEmpty }
}
