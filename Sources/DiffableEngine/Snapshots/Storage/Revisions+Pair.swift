// Where two maps differ that have other handles for the same items.

extension Revisions {
    /// The positions in a row of handles whose revisions are not those that another map has for the handles of another row.
    @_optimize(speed)
    func differences(of handles: [Handle], from other: Revisions, of others: [Handle]) -> [Int] {
        var positions: [Int] = []
        if isEmpty && other.isEmpty { return positions }
        var pair = Pair(self, other)
        handles.withUnsafeBufferPointer { handles in
            others.withUnsafeBufferPointer { others in
                guard let start = handles.baseAddress, let otherStart = others.baseAddress else { return }
                var first = 0
                while first < handles.count {
                    let end = min(first &+ neighbourCount, handles.count)
                    if end &- first < neighbourCount || !pair.haveNeighboursSame(start + first, otherStart + first) {
                        for position in first..<end where !pair.areSame(handles[position], others[position]) { positions.append(position) }
                    }
                    first = end
                }
            }
        }
        return positions
    }

    /// Two maps, and the chunk of each that was asked for last.
    private struct Pair {
        private var left: LastChunk
        private var right: LastChunk

        init(_ left: Revisions, _ right: Revisions) {
            self.left = LastChunk(left)
            self.right = LastChunk(right)
        }

        /// Tells whether a handle of the first map has the revision that another one has in the second.
        @inline(__always)
        mutating func areSame(_ handle: Handle, _ other: Handle) -> Bool {
            left[handle] == right[other]
        }

        /// Tells whether the first handles of two rows are neighbours in both and have the same revisions.
        @inline(__always)
        mutating func haveNeighboursSame(_ row: UnsafePointer<Handle>, _ other: UnsafePointer<Handle>) -> Bool {
            guard areNeighbours(row), areNeighbours(other), let one = left.neighbours(from: row[0]),
                let another = right.neighbours(from: other[0])
            else { return false }
            return one == another || Revisions.haveNeighboursSame(one, another)
        }
    }

    /// The next handle is mostly in the same chunk.
    private struct LastChunk {
        private let revisions: Revisions
        private let empty: Chunk
        private var index = -1
        private var chunk: Chunk

        init(_ revisions: Revisions) {
            self.revisions = revisions
            empty = revisions.empty ?? Chunk()
            chunk = empty
        }

        subscript(handle: Handle) -> UInt64 {
            @inline(__always)
            mutating get {
                find(handle)
                return chunk[handle]
            }
        }

        @inline(__always)
        mutating func neighbours(from handle: Handle) -> UnsafeMutablePointer<UInt64>? {
            find(handle)
            return chunk.neighbours(from: handle)
        }

        @inline(__always)
        private mutating func find(_ handle: Handle) {
            if chunkIndex(of: handle) == index { return }
            index = chunkIndex(of: handle)
            chunk = revisions.chunk(index) ?? empty
        }
    }
}
