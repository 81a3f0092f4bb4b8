import CLibc

/// Finds handles by the hashes of what they stand for: open addressing with linear probing, at most three
/// quarters full.
///
/// A slot is 32 bits: the handle in the low bits, and in those that a handle cannot reach a piece of the
/// hash, so that a probe that meets another identifier seldom looks at its bytes.
struct HandleSlots {
    private var slots: UnsafeMutablePointer<UInt32>?
    private var mask = -1
    /// Never a slot in use: a handle stays below three quarters of the slots, so its bits are never all ones.
    private static let empty = UInt32.max

    func deallocate() {
        slots?.deallocate()
    }

    /// How many handles there is room for.
    var limit: Int { (mask &+ 1) / 4 &* 3 }

    var isEmpty: Bool { mask < 0 }

    @inline(__always)
    private func tag(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & ~UInt32(truncatingIfNeeded: mask)
    }

    /// Asks for the slot where a search for a hash begins.
    @inline(__always)
    func prefetch(_ hash: UInt64) {
        diffable_prefetch(slots.unsafelyUnwrapped + (Int(truncatingIfNeeded: hash) & mask))
    }

    /// The handle in the slot where a search begins, if it may be what is searched for.
    @inline(__always)
    func guess(_ hash: UInt64) -> Handle? {
        let slot = slots.unsafelyUnwrapped[Int(truncatingIfNeeded: hash) & mask]
        let handles = UInt32(truncatingIfNeeded: mask)
        return slot & ~handles == tag(hash) && slot != Self.empty ? slot & handles : nil
    }

    /// The handle for which `isMatch` says so; else the empty slot that it would go to.
    @inline(__always)
    func find(_ hash: UInt64, _ isMatch: (Handle) -> Bool) -> (slot: Int, found: Handle?) {
        let slots = slots.unsafelyUnwrapped
        let handles = UInt32(truncatingIfNeeded: mask)
        let tag = tag(hash)
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[index]
            if slot == Self.empty { return (index, nil) }
            if slot & ~handles == tag && isMatch(slot & handles) { return (index, slot & handles) }
            index = (index &+ 1) & mask
        }
    }

    /// Fills the empty slot that `find` returned.
    @inline(__always)
    func fill(_ slot: Int, _ hash: UInt64, _ handle: Handle) {
        slots.unsafelyUnwrapped[slot] = tag(hash) | handle
    }

    /// Makes room for more handles; those that are there already, from 0 to `count - 1`, are entered anew.
    @_optimize(speed)
    mutating func grow(to limit: Int, count: Int, _ hash: (Handle) -> UInt64) {
        var capacity = max(16, mask &+ 1)
        while capacity / 4 * 3 < limit { capacity *= 2 }
        slots?.deallocate()
        let memory = LargeMemory.allocate(capacity * MemoryLayout<UInt32>.stride)
        memset(memory, 0xFF, capacity * MemoryLayout<UInt32>.stride)
        slots = memory.bindMemory(to: UInt32.self, capacity: capacity)
        mask = capacity - 1
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 32) { hashes in
            var first = 0
            while first < count {
                let batch = min(hashes.count, count - first)
                for index in 0..<batch {
                    hashes[index] = hash(Handle(truncatingIfNeeded: first &+ index))
                    prefetch(hashes[index])
                }
                for index in 0..<batch {
                    let (slot, _) = find(hashes[index]) { _ in false }
                    fill(slot, hashes[index], Handle(truncatingIfNeeded: first &+ index))
                }
                first += batch
            }
        }
    }
}
