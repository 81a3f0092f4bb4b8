import CLibc

/// A hash table from the hashes of identifiers to their handles, with open addressing. At most three quarters of the
/// slots are used.
///
/// 16 slots form a group, which has the size of a cache line. The upper bits of a hash choose its home group. A group
/// is filled from the front, and a search compares all slots of a group at once. The search continues in the next group
/// only if the group is full.
///
/// A slot has 32 bits, from the lowest to the highest:
/// - The handle plus one, in as many bits as the handles of a table of this size need.
/// - One bit for a displaced slot, which is not in its home group.
/// - The tag, in all other bits: the bits of the hash after those that choose the group.
///
/// Because of the tag, a search seldom compares the bytes of another identifier. When the table doubles, each group
/// becomes two, and the first bit of the tag chooses between them. So only displaced slots are hashed again.
struct HandleHashTable {
    private typealias Slot = UInt32

    private var slots: UnsafeMutablePointer<Slot>?
    /// Whether another owner frees the slots.
    private var areBorrowed = false
    /// There are `1 << groupBits` groups.
    private var groupBits: UInt8 = 0
    /// One less than the number of slots. A slot has the handle plus one in these bits.
    private var handleMask: Slot = 0
    /// The most handles that fit without growing.
    private(set) var limit = 0
    private static let groupSize = 16
    /// New memory is zero. A used slot is never zero, because it has a handle plus one.
    private static let empty: Slot = 0

    /// The size of one group in bytes, and the limit of a table of one group.
    static let groupByteCount = groupSize * MemoryLayout<Slot>.stride
    static let groupLimit = groupSize / 4 * 3

    /// An empty table, which allocates its slots when it grows.
    init() {}

    /// A table of one group in memory of another owner. When it grows, it allocates its slots.
    init(in memory: UnsafeMutableRawPointer) {
        areBorrowed = true
        setSize()
        slots = memory.bindMemory(to: Slot.self, capacity: count)
        slots?.initialize(repeating: Self.empty, count: count)
    }

    func deallocate() {
        if let slots, !areBorrowed { LargeMemory.deallocate(slots, count * MemoryLayout<Slot>.stride) }
    }

    private var count: Int { Int(handleMask) + 1 }

    @inline(__always)
    private var displacedBit: Slot { handleMask &+ 1 }

    /// Computes `handleMask` and `limit` from the number of groups.
    private mutating func setSize() {
        handleMask = Slot(truncatingIfNeeded: Self.groupSize &<< Int(groupBits)) &- 1
        limit = Self.groupLimit &<< Int(groupBits)
    }

    @inline(__always)
    private var tagMask: Slot { ~(handleMask | displacedBit) }

    @inline(__always)
    private func homeGroup(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &>> 1) &>> UInt64(63 &- groupBits))
    }

    @inline(__always)
    private func tag(_ hash: UInt64) -> Slot {
        Slot(truncatingIfNeeded: (hash &<< UInt64(groupBits)) &>> 32) & tagMask
    }

    /// Prefetches the group where a search for a hash begins.
    @inline(__always)
    func prefetch(_ hash: UInt64) {
        diffable_prefetch(slots.unsafelyUnwrapped + homeGroup(hash) &* Self.groupSize)
    }

    /// The first handle whose tag matches a hash.
    @inline(__always)
    func candidate(_ hash: UInt64) -> Handle? {
        find(hash) { _ in true }.found
    }

    /// The slot where a handle would be inserted, and all bits of that slot except the handle.
    struct EmptySlot {
        let index: Int
        fileprivate let contents: UInt32
    }

    /// Returns as `found` the handle with a matching tag for which `isMatch` returns true. If there is no such handle,
    /// `found` is nil, and `empty` is the slot where a handle with this hash would be inserted. If a handle was found,
    /// `empty` has no meaning.
    @inline(__always)
    func find(_ hash: UInt64, _ isMatch: (Handle) -> Bool) -> (empty: EmptySlot, found: Handle?) {
        let (tag, tagMask, handleMask) = (tag(hash), tagMask, handleMask)
        var group = homeGroup(hash)
        var displaced: Slot = 0
        while true {
            let first = group &* Self.groupSize
            let slots = slots.unsafelyUnwrapped + first
            var matches = diffable_matches(slots, tagMask, tag)
            while matches != 0 {
                let offset = matches.trailingZeroBitCount
                // If the tag is 0, empty slots match too.
                let handle = slots[offset] & handleMask &- 1
                if slots[offset] != Self.empty && isMatch(handle) {
                    return (EmptySlot(index: first &+ offset, contents: 0), handle)
                }
                matches &= matches &- 1
            }
            let empties = diffable_matches(slots, Slot.max, Self.empty)
            if empties != 0 {
                return (EmptySlot(index: first &+ empties.trailingZeroBitCount, contents: tag | displaced), nil)
            }
            displaced = displacedBit
            group = (group &+ 1) & (Int(handleMask) / Self.groupSize)
        }
    }

    /// Fills the empty slot that `find` returned. The table must not have changed since then.
    @inline(__always)
    func fill(_ empty: EmptySlot, _ handle: Handle) {
        slots.unsafelyUnwrapped[empty.index] = empty.contents | handle &+ 1
    }

    /// Grows the table until `limit` handles fit.
    /// - Parameter hash: returns the hash of a handle that the table has already.
    mutating func grow(to limit: Int, _ hash: (Handle) -> UInt64) {
        if slots == nil {
            while Self.groupLimit << Int(groupBits) < limit { groupBits += 1 }
            allocate()
        }
        while self.limit < limit { double(hash) }
    }

    private mutating func allocate() {
        setSize()
        slots = LargeMemory.allocateZeroed(count * MemoryLayout<Slot>.stride).bindMemory(to: Slot.self, capacity: count)
    }

    private mutating func double(_ hash: (Handle) -> UInt64) {
        let (old, oldCount) = (slots.unsafelyUnwrapped, count)
        let wereBorrowed = areBorrowed
        let (oldTagMask, oldHandleMask, oldDisplacedBit) = (tagMask, handleMask, displacedBit)
        groupBits += 1
        allocate()
        areBorrowed = false
        let new = slots.unsafelyUnwrapped
        var displacedHandles: [Handle] = []
        for first in stride(from: 0, to: oldCount, by: Self.groupSize) {
            var remaining = Self.split(old + first, into: new + 2 * first, oldTagMask, oldDisplacedBit)
            while remaining != 0 {
                displacedHandles.append(old[first + remaining.trailingZeroBitCount] & oldHandleMask - 1)
                remaining &= remaining - 1
            }
        }
        if !wereBorrowed { LargeMemory.deallocate(old, oldCount * MemoryLayout<Slot>.stride) }
        for handle in displacedHandles {
            let hash = hash(handle)
            fill(find(hash) { _ in false }.empty, handle)
        }
    }

    /// Copies the slots of a group into two new groups. Each new group has room for all of them.
    /// - Returns: a bit for each displaced slot, which is not copied.
    @inline(never)
    private static func split(
        _ group: UnsafeMutablePointer<Slot>, into new: UnsafeMutablePointer<Slot>, _ tags: Slot, _ displacedBit: Slot
    ) -> UInt32 {
        var (low, high) = (0, groupSize)
        var remaining: UInt32 = 0
        for index in 0..<groupSize {
            let slot = group[index]
            if slot & displacedBit != 0 {
                remaining |= 1 &<< UInt32(truncatingIfNeeded: index)
                continue
            }
            // Empty slots, which are at the end of the group, are copied as well. A branch that stops at the first
            // one would be mispredicted.
            let isHigh = Int(truncatingIfNeeded: slot &>> 31)
            // Adding the tag shifts it left by one bit. Its highest bit, which is `isHigh`, overflows.
            new[isHigh == 0 ? low : high] = slot &+ (slot & tags)
            low &+= 1 &- isHigh
            high &+= isHigh
        }
        return remaining
    }
}
