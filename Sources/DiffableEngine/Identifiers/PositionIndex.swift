/// A temporary index from handles to positions: a hash table with open addressing, in which a handle is its own hash.
/// Handles collide if they are equal modulo the number of slots. So consecutive handles do not collide with one
/// another, and a look-up of each of them takes one probe. In the worst case, `k` look-ups take about `k² / 4` probes:
/// if half of the handles are consecutive, and the other half are equal to these modulo the number of slots.
struct PositionIndex {
    private var slots: [(handle: Handle, position: Int32)]
    private static let empty: Int32 = -1

    /// - Parameter capacity: the most handles that are inserted. An index without capacity allocates nothing.
    init(capacity: Int) {
        var size = capacity == 0 ? 0 : 4
        while size < capacity * 2 { size *= 2 }
        slots = capacity == 0 ? [] : Array(repeating: (0, Self.empty), count: size)
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
        var slot = Int(truncatingIfNeeded: handle) & mask
        while slots[slot].position != Self.empty && slots[slot].handle != handle { slot = (slot &+ 1) & mask }
        return slot
    }
}
