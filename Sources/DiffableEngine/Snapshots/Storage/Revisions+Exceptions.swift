import CLibc

extension Revisions {
    /// The revisions of a few handles of a chunk that are other than their values, in the order of the handles. A bit tells whether a handle is among them, and the
    /// number of bits in front of it where its revision is.
    struct Exceptions {
        static let limit = 64

        /// A bit for each handle of a chunk, and what tells where the revisions are, which lie behind (below).
        private let words = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.capacity)
        private(set) var count = 0

        init() {
            words.initialize(repeating: 0, count: Self.capacity - Self.limit)
        }

        init(copying other: Exceptions) {
            count = other.count
            memcpy(words, other.words, (Self.capacity - Self.limit + count) * MemoryLayout<UInt64>.stride)
        }

        func deallocate() {
            words.deallocate()
        }

        @inline(__always)
        func contains(_ offset: Int) -> Bool {
            words[offset &>> 6] &>> UInt64(truncatingIfNeeded: offset & 63) & 1 != 0
        }

        /// Tells whether none of some neighbours is among them.
        @inline(__always)
        func areNone(from offset: Int) -> Bool {
            let bits = UnsafeRawPointer(words).loadUnaligned(fromByteOffset: offset &>> 3, as: UInt32.self)
            return UInt16(truncatingIfNeeded: bits &>> UInt32(truncatingIfNeeded: offset & 7)) == 0
        }

        /// The revision of a handle that is among them.
        subscript(offset: Int) -> UInt64 {
            revisions[place(of: offset)]
        }

        /// Gives a handle a revision, which is another one than its value. One that is not among them yet must find room.
        mutating func set(_ offset: Int, to revision: UInt64) {
            let place = place(of: offset)
            if !contains(offset) {
                memmove(revisions + place + 1, revisions + place, (count - place) * MemoryLayout<UInt64>.stride)
                count += 1
                toggle(offset, 1)
            }
            revisions[place] = revision
        }

        /// Takes out a handle that is among them.
        mutating func remove(_ offset: Int) {
            let place = place(of: offset)
            count -= 1
            memmove(revisions + place, revisions + place + 1, (count - place) * MemoryLayout<UInt64>.stride)
            toggle(offset, 0 &- 1)
        }

        private func toggle(_ offset: Int, _ change: UInt8) {
            words[offset >> 6] ^= 1 << UInt64(offset & 63)
            for word in (offset >> 6 + 1)..<Self.wordCount { ranks[word] &+= change }
        }

        mutating func removeAll() {
            words.initialize(repeating: 0, count: Self.capacity - Self.limit)
            count = 0
        }

        /// Writes each where the values lie that it is an exception from.
        func write(to values: UnsafeMutablePointer<UInt64>) {
            var place = 0
            for word in 0..<Self.wordCount {
                var bits = words[word]
                while bits != 0 {
                    values[word << 6 + bits.trailingZeroBitCount] = revisions[place]
                    place += 1
                    bits &= bits - 1
                }
            }
        }

        /// The offsets, in ascending order, that do not have the same revision with either of two such sets of exceptions from the same
        /// values: what is only in one of them, and what is another revision in both. The values are not looked at.
        @inline(__always)
        func forEachDifference(from other: Exceptions, _ body: (Int) -> Void) {
            var (place, otherPlace) = (0, 0)
            for word in 0..<Self.wordCount {
                var bits = words[word] | other.words[word]
                while bits != 0 {
                    let offset = word &<< 6 &+ bits.trailingZeroBitCount
                    let (isOwn, isOthers) = (contains(offset), other.contains(offset))
                    if isOwn != isOthers || revisions[place] != other.revisions[otherPlace] { body(offset) }
                    place &+= isOwn ? 1 : 0
                    otherPlace &+= isOthers ? 1 : 0
                    bits &= bits &- 1
                }
            }
        }

        // The memory: the bits; for each of their words how many bits are set in front of it; the revisions.

        private static var wordCount: Int { Revisions.size / UInt64.bitWidth }
        private static var capacity: Int { wordCount + wordCount / MemoryLayout<UInt64>.stride + limit }

        private var ranks: UnsafeMutablePointer<UInt8> {
            UnsafeMutableRawPointer(words + Self.wordCount).assumingMemoryBound(to: UInt8.self)
        }

        private var revisions: UnsafeMutablePointer<UInt64> {
            words + (Self.capacity - Self.limit)
        }

        private func place(of offset: Int) -> Int {
            let before = words[offset &>> 6] & (1 &<< UInt64(truncatingIfNeeded: offset & 63) &- 1)
            return Int(ranks[offset &>> 6]) &+ before.nonzeroBitCount
        }
    }
}
