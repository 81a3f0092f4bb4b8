import CLibc

/// Finds handles by the hashes of what they stand for: open addressing, at most three quarters full.
///
/// The slots come in lines of 16, which are lines of the cache as well. The upper bits of a hash choose the line, which
/// is filled from the front and compared as a whole; a search goes on to the next only where that is full.
///
/// A slot is 32 bits. The lowest hold the handle and one, the next one says that the slot is not in the line of its
/// hash, and in the others, which a handle cannot reach, are the bits of the hash behind those that choose the line: a
/// search seldom looks at the bytes of another identifier, and a table that doubles finds in the slot itself to which
/// half of its line it goes. So growing reads neither identifiers nor hashes, but for those few out of line.
struct HandleHashTable {
    private typealias Slot = UInt32

    private var slots: UnsafeMutablePointer<Slot>?
    /// The number of lines is 2 to this.
    private var lineBits = 0
    private static let lineSize = 16
    /// What fresh memory holds, and no slot in use.
    private static let empty: Slot = 0

    func deallocate() {
        if let slots { LargeMemory.deallocate(slots, count * MemoryLayout<Slot>.stride) }
    }

    var isEmpty: Bool { slots == nil }

    private var count: Int { slots == nil ? 0 : Self.lineSize &<< lineBits }

    /// How many handles there is room for.
    @inline(__always)
    var limit: Int { count / 4 &* 3 }

    @inline(__always)
    private var handleMask: Slot { Slot(truncatingIfNeeded: Self.lineSize &<< lineBits) &- 1 }

    @inline(__always)
    private var outOfLine: Slot { Slot(truncatingIfNeeded: Self.lineSize &<< lineBits) }

    @inline(__always)
    private var tagMask: Slot { ~(handleMask | outOfLine) }

    @inline(__always)
    private func line(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- lineBits))
    }

    @inline(__always)
    private func tag(_ hash: UInt64) -> Slot {
        Slot(truncatingIfNeeded: (hash &<< UInt64(truncatingIfNeeded: lineBits)) &>> 32) & tagMask
    }

    /// Asks for the line where a search for a hash begins.
    @inline(__always)
    func prefetch(_ hash: UInt64) {
        diffable_prefetch(slots.unsafelyUnwrapped + line(hash) &* Self.lineSize)
    }

    /// The first handle that may be what is searched for.
    @inline(__always)
    func candidate(_ hash: UInt64) -> Handle? {
        find(hash) { _ in true }.found
    }

    /// The handle for which `isMatch` says so; else the empty slot that it would go to.
    @inline(__always)
    func find(_ hash: UInt64, _ isMatch: (Handle) -> Bool) -> (slot: Int, found: Handle?) {
        let (tag, tagMask, handleMask) = (tag(hash), tagMask, handleMask)
        var line = line(hash)
        while true {
            let first = line &* Self.lineSize
            let slots = slots.unsafelyUnwrapped + first
            var matches = diffable_matches(slots, tagMask, tag)
            while matches != 0 {
                let place = matches.trailingZeroBitCount
                // An empty slot may look like a match.
                let handle = slots[place] & handleMask &- 1
                if slots[place] != Self.empty && isMatch(handle) { return (first &+ place, handle) } // mutant: tag-is-enough
                matches &= matches &- 1
            }
            let empties = diffable_matches(slots, Slot.max, Self.empty)
            if empties != 0 { return (first &+ empties.trailingZeroBitCount, nil) }
            line = (line &+ 1) & (1 &<< lineBits &- 1)
        }
    }

    /// Fills the empty slot that `find` returned.
    @inline(__always)
    func fill(_ index: Int, _ hash: UInt64, _ handle: Handle) {
        let isInLine = index / Self.lineSize == line(hash)
        slots.unsafelyUnwrapped[index] = tag(hash) | (isInLine ? 0 : outOfLine) | handle &+ 1
    }

    /// Makes room for more handles.
    /// - Parameter hash: of what a handle that is there already stands for.
    mutating func grow(to limit: Int, _ hash: (Handle) -> UInt64) {
        if slots == nil { allocate() }
        while self.limit < limit { double(hash) }
    }

    private mutating func allocate() {
        let size = Self.lineSize &<< lineBits
        slots = LargeMemory.allocateZeroed(size * MemoryLayout<Slot>.stride).bindMemory(to: Slot.self, capacity: size)
    }

    private mutating func double(_ hash: (Handle) -> UInt64) {
        let (old, oldCount) = (slots.unsafelyUnwrapped, count)
        let (oldTags, oldHandles, oldOutOfLine) = (tagMask, handleMask, outOfLine)
        lineBits += 1
        allocate()
        let new = slots.unsafelyUnwrapped
        var strays: [Handle] = []
        for first in stride(from: 0, to: oldCount, by: Self.lineSize) {
            var left = Self.split(old + first, into: new + 2 * first, oldTags, oldOutOfLine)
            while left != 0 {
                strays.append(old[first + left.trailingZeroBitCount] & oldHandles - 1)
                left &= left - 1
            }
        }
        LargeMemory.deallocate(old, oldCount * MemoryLayout<Slot>.stride)
        for handle in strays {
            let hash = hash(handle)
            fill(find(hash) { _ in false }.slot, hash, handle)
        }
    }

    /// Moves a line into the two, each with room for all of it, that it becomes.
    /// - Returns: the places of slots that are out of line, and stay where they are.
    @inline(never)
    @_optimize(speed)
    private static func split(
        _ line: UnsafeMutablePointer<Slot>, into new: UnsafeMutablePointer<Slot>, _ tags: Slot, _ outOfLine: Slot
    ) -> UInt32 {
        var (low, high) = (0, lineSize)
        var left: UInt32 = 0
        for place in 0..<lineSize {
            let slot = line[place]
            if slot & outOfLine != 0 {
                left |= 1 &<< UInt32(truncatingIfNeeded: place)
                continue
            }
            // Empty ones are the last: they are put down as well, since when they begin would be guessed wrong each time.
            let isHigh = Int(truncatingIfNeeded: slot &>> 31)
            // Doubles the tag, whose upper bit has told where it goes.
            new[isHigh == 0 ? low : high] = slot &+ (slot & tags) // mutant: doubling-loses-half
            low &+= 1 &- isHigh
            high &+= isHigh
        }
        return left
    }
}
