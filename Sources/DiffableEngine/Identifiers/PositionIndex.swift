/// A temporary index from handles to positions: a hash table with open addressing. 16 consecutive handles have consecutive
/// slots, because usually they are looked up one after the other. Knuth's multiplicative hash (The Art of Computer
/// Programming, volume 3, section 6.4) spreads these groups evenly, so that groups which are equal modulo the number of
/// slots do not collide either.
struct PositionIndex {
    private var slots: [(handle: Handle, position: Int32)]
    /// The hash is in the upper bits of a product. This shift leaves as many bits as the number of a slot has.
    private let shift: UInt32
    private static let multiplier: Handle = 2_654_435_769  // 2^32 divided by the golden ratio
    private static let empty: Int32 = -1

    /// - Parameter capacity: the most handles that are inserted. An index without capacity allocates nothing.
    init(capacity: Int) {
        var bits = 2
        while 1 << bits < capacity * 2 { bits += 1 }
        shift = UInt32(Handle.bitWidth - bits)
        slots = capacity == 0 ? [] : Array(repeating: (0, Self.empty), count: 1 << bits)
    }

    /// Inserts a handle, and returns nil. If the handle has a position already, keeps that one and returns it.
    @inline(__always)
    mutating func insert(_ handle: Handle, position: Int) -> Int? {
        if let known = self.position(of: handle) { return known }
        set(handle, position: position)
        return nil
    }

    /// Sets the position of a handle, or replaces it.
    @inline(__always)
    mutating func set(_ handle: Handle, position: Int) {
        slots[slot(of: handle)] = (handle, Int32(truncatingIfNeeded: position))
    }

    @inline(__always)
    func position(of handle: Handle) -> Int? {
        if slots.isEmpty { return nil }
        let position = slots[slot(of: handle)].position
        return position == Self.empty ? nil : Int(position)
    }

    /// The slot of a handle, or the empty one where it would be inserted.
    @inline(__always)
    private func slot(of handle: Handle) -> Int {
        let mask = slots.count &- 1
        let group = ((handle &>> 4) &* Self.multiplier) &>> shift
        var slot = Int(truncatingIfNeeded: group & ~15 | handle & 15) & mask
        while slots[slot].position != Self.empty && slots[slot].handle != handle { slot = (slot &+ 1) & mask }
        return slot
    }
}
