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
        let empty = self.empty ?? other.empty ?? Chunk()
        for index in 0..<max(chunks.count, other.chunks.count) {
            let (one, another) = (chunk(index), other.chunk(index))
            if one !== another { (one ?? empty).appendDifferences(from: another ?? empty, Handle(index << Self.bits), to: &handles) }
        }
        return handles
    }
}

extension Revisions.Chunk {
    /// - Parameter first: the first handle of both.
    @_optimize(speed)
    fileprivate func appendDifferences(from other: Revisions.Chunk, _ first: Handle, to handles: inout [Handle]) {
        if memory == other.memory {
            exceptions.forEachDifference(from: other.exceptions) { handles.append(first &+ Handle(truncatingIfNeeded: $0)) }
            return
        }
        let (one, another) = (settled, other.settled)
        for start in stride(from: 0, to: Revisions.size, by: neighbourCount)
        where !Revisions.haveNeighboursSame(one.memory + start, another.memory + start) {
            for offset in start..<start &+ neighbourCount where one.memory[offset] != another.memory[offset] {
                handles.append(first &+ Handle(truncatingIfNeeded: offset))
            }
        }
        withExtendedLifetime((one, another)) {}
    }
}
