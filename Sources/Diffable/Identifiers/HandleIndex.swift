/// Finds the place of a handle in a row of handles: a small hash table for one use.
///
/// Handles of a list are mostly neighbours, so they hash to themselves and lie in memory as in the list.
/// Handles that are alike modulo the capacity collide, but of those a table of `t` identifiers has at most
/// `t / capacity`, so `k` look-ups take at most about `k + t` probes whatever the handles are.
struct HandleIndex {
    private var slots: [(handle: Handle, place: Int32)]
    private let mask: Int
    private static let empty: Int32 = -1

    /// Room for `capacity` handles.
    init(capacity: Int) {
        var size = 4
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: (0, Self.empty), count: size)
        mask = size - 1
    }

    /// Enters a handle; the place that it was entered with before, where it was.
    @inline(__always)
    mutating func insert(_ handle: Handle, place: Int) -> Int? {
        var slot = Int(handle) & mask
        while slots[slot].place != Self.empty {
            if slots[slot].handle == handle { return Int(slots[slot].place) }
            slot = (slot &+ 1) & mask
        }
        slots[slot] = (handle, Int32(truncatingIfNeeded: place))
        return nil
    }

    @inline(__always)
    func place(of handle: Handle) -> Int? {
        var slot = Int(handle) & mask
        while slots[slot].place != Self.empty {
            if slots[slot].handle == handle { return Int(slots[slot].place) }
            slot = (slot &+ 1) & mask
        }
        return nil
    }
}
