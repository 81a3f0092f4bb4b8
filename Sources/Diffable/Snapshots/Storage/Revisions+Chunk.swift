import CLibc

extension Revisions {
    /// The revisions of neighbouring handles. A copy has the same values, which stay as they are for as long as both live. What it has
    /// other than these is kept beside them, until it is so much that copying them all costs little more.
    final class Chunk {
        private var values: Values
        /// Where the values lie.
        private(set) var memory: UnsafeMutablePointer<UInt64>
        /// Handles in the order in which they came, and behind room for `limit` of them their revisions.
        private var others: UnsafeMutableRawPointer?
        /// How many there are.
        private(set) var count = 0

        private static let limit = 64

        init() {
            values = Values(copying: nil)
            memory = values.memory
        }

        init(copying other: Chunk) {
            values = other.values
            memory = other.memory
            count = other.count
            if count == 0 { return }
            allocate()
            memcpy(handles, other.handles, count * MemoryLayout<Handle>.stride)
            memcpy(revisions, other.revisions, count * MemoryLayout<UInt64>.stride)
        }

        deinit {
            others?.deallocate()
        }

        @inline(__always)
        subscript(handle: Handle) -> UInt64 {
            if count > 0, let place = place(of: handle) { return revisions[place] }
            return memory[Int(handle) & (Revisions.size &- 1)]
        }

        /// Asks for the value of a handle, which is read soon.
        @inline(__always)
        func prefetch(_ handle: Handle) {
            diffable_prefetch(memory + (Int(handle) & (Revisions.size &- 1)))
        }

        /// The handles whose revisions are beside the values.
        @inline(__always)
        var handles: UnsafeMutablePointer<Handle> {
            others.unsafelyUnwrapped.assumingMemoryBound(to: Handle.self)
        }

        /// The revisions of these.
        @inline(__always)
        var revisions: UnsafeMutablePointer<UInt64> {
            (others.unsafelyUnwrapped + Self.limit * MemoryLayout<Handle>.stride).assumingMemoryBound(to: UInt64.self)
        }

        @inline(never)
        func place(of handle: Handle) -> Int? {
            count == 0 ? nil : firstIndex(of: handle, in: UnsafeBufferPointer(start: handles, count: count))
        }

        /// Sets the revisions of some of its handles, or 0.
        func set(_ handles: UnsafeBufferPointer<Handle>, to revisions: UnsafePointer<UInt64>?) {
            var areOwn = isKnownUniquelyReferenced(&values)
            if areOwn { settle(in: values) }
            for index in 0..<handles.count {
                let (handle, revision) = (handles[index], revisions?[index] ?? 0)
                if count > 0, let place = place(of: handle) {
                    self.revisions[place] = revision
                } else if areOwn || memory[Int(handle) & (Revisions.size &- 1)] != revision {
                    if !areOwn && count < Self.limit {
                        add(handle, revision)
                        continue
                    }
                    if !areOwn { settle(in: Values(copying: memory)) }
                    areOwn = true
                    memory[Int(handle) & (Revisions.size &- 1)] = revision
                }
            }
        }

        private func add(_ handle: Handle, _ revision: UInt64) {
            if others == nil { allocate() }
            handles[count] = handle
            revisions[count] = revision
            count += 1
        }

        /// The same with nothing beside its values.
        var settled: Chunk {
            if count == 0 { return self }
            let copy = Chunk(copying: self)
            copy.settle(in: Values(copying: memory))
            return copy
        }

        private func settle(in own: Values) {
            values = own
            memory = own.memory
            for place in 0..<count { memory[Int(handles[place]) & (Revisions.size &- 1)] = revisions[place] }
            count = 0
        }

        private func allocate() {
            let size = Self.limit * (MemoryLayout<Handle>.stride + MemoryLayout<UInt64>.stride)
            others = .allocate(byteCount: size, alignment: MemoryLayout<UInt64>.alignment)
        }
    }

    final class Values {
        let memory: UnsafeMutablePointer<UInt64>

        /// - Parameter other: nil for zeros.
        init(copying other: UnsafeMutablePointer<UInt64>?) {
            memory = .allocate(capacity: Revisions.size)
            if let other {
                memcpy(memory, other, Revisions.size * MemoryLayout<UInt64>.stride)
            } else {
                memory.initialize(repeating: 0, count: Revisions.size)
            }
        }

        deinit {
            memory.deallocate()
        }
    }
}
