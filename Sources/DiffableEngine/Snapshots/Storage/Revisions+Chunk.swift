import CLibc

extension Revisions {
    /// The revisions of neighbouring handles. A copy has the same values, which stay as they are for as long as both live. What it has
    /// other than these are exceptions, until they are so many that copying the values costs little more. A chunk begins with
    /// the zeros of `empty`, and has values of its own as late as that.
    final class Chunk {
        private var values: Values
        /// Where the values lie.
        private(set) var memory: UnsafeMutablePointer<UInt64>
        /// What is other than the values.
        private(set) var exceptions: Exceptions

        /// With zeros.
        init() {
            values = Values()
            memory = values.memory
            exceptions = Exceptions()
        }

        init(copying other: Chunk) {
            values = other.values
            memory = other.memory
            exceptions = Exceptions(copying: other.exceptions)
        }

        deinit {
            exceptions.deallocate()
        }

        @inline(__always)
        subscript(handle: Handle) -> UInt64 {
            let offset = Revisions.offset(of: handle)
            return exceptions.contains(offset) ? exceptions[offset] : memory[offset]
        }

        /// Asks for the value of a handle, which is read soon.
        @inline(__always)
        func prefetch(_ handle: Handle) {
            diffable_prefetch(memory + Revisions.offset(of: handle))
        }

        /// The revisions of some neighbours, from a handle on; nil where one of them is an exception, or in another chunk.
        @inline(__always)
        func neighbours(from handle: Handle) -> UnsafeMutablePointer<UInt64>? {
            let offset = Revisions.offset(of: handle)
            return offset <= Revisions.size &- neighbourCount && exceptions.areNone(from: offset) ? memory + offset : nil
        }

        /// How many of some handles, from the first one on, have their revisions already.
        @_optimize(speed)
        func knownCount(_ handles: UnsafePointer<Handle>, _ revisions: UnsafePointer<UInt64>, count: Int) -> Int {
            var known = 0
            while known < count {
                if known &+ neighbourCount <= count, areNeighbours(handles + known),
                    let neighbours = neighbours(from: handles[known]), Revisions.haveNeighboursSame(neighbours, revisions + known)
                {
                    known &+= neighbourCount
                    continue
                }
                let end = min(known &+ neighbourCount, count)
                while known < end, self[handles[known]] == revisions[known] { known &+= 1 }
                if known < end { break }
            }
            return known
        }

        /// Sets the revisions of some of its handles.
        @_optimize(speed)
        func set(_ handles: UnsafePointer<Handle>, to revisions: UnsafePointer<UInt64>, count: Int) {
            var areOwn = isKnownUniquelyReferenced(&values)
            if areOwn { settle(in: values) }
            var index = 0
            while true {
                index &+= knownCount(handles + index, revisions + index, count: count &- index)
                if index == count { return }
                let offset = Revisions.offset(of: handles[index])
                if !areOwn && exceptions.count == Exceptions.limit && !exceptions.contains(offset) {
                    settle(in: Values(copying: memory))
                    areOwn = true
                }
                if areOwn {
                    memory[offset] = revisions[index]
                } else if memory[offset] == revisions[index] {
                    exceptions.remove(offset)
                } else {
                    exceptions.set(offset, to: revisions[index])
                }
                index &+= 1
            }
        }

        /// The same without exceptions.
        var settled: Chunk {
            if exceptions.count == 0 { return self }
            let copy = Chunk(copying: self)
            copy.settle(in: Values(copying: memory))
            return copy
        }

        private func settle(in own: Values) {
            values = own
            memory = own.memory
            exceptions.write(to: memory)
            exceptions.removeAll()
        }
    }

    /// Tells whether two rows of revisions of neighbours are the same.
    @inline(__always)
    static func haveNeighboursSame(_ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>) -> Bool {
        var different: UInt64 = 0
        var place = 0
        while place < neighbourCount {
            different |= left[place] ^ right[place]
            place &+= 1
        }
        return different == 0
    }

    final class Values {
        let memory: UnsafeMutablePointer<UInt64> = .allocate(capacity: Revisions.size)

        init() {
            memory.initialize(repeating: 0, count: Revisions.size)
        }

        init(copying other: UnsafeMutablePointer<UInt64>) {
            memcpy(memory, other, Revisions.size * MemoryLayout<UInt64>.stride)
        }

        deinit {
            memory.deallocate()
        }
    }
}
