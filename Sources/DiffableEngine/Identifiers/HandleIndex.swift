import CLibc

/// Finds the place of a handle in a row of handles, for one use.
///
/// Handles of a list are mostly neighbours: where they lie close enough together, a handle is an index into a
/// row of places. Else they are hashed, to themselves: those that are alike modulo the capacity collide, but of
/// these a table of `t` identifiers has at most `t / capacity`, so `k` look-ups take at most about `k + t`
/// probes whatever the handles are. Where they follow one another, their places do as well, and nothing is kept.
struct HandleIndex {
    private var slots: [(handle: Handle, place: Int32)] = []
    private let mask: Int
    /// The places of the handles from `first` on, where there are no slots.
    private var places: [Int32] = []
    private let first: Handle
    /// The places of the handles from `first` on, where they follow one another.
    private var row = 0..<0
    private static let empty: Int32 = -1

    /// Handles that follow one another, in places that do so, for look-ups only.
    init(_ row: Range<Int>, from first: Handle) {
        self.first = first
        self.row = row
        mask = -1
    }

    /// Room for `capacity` handles, which lie within a range.
    init(capacity: Int, within range: ClosedRange<Handle> = 0...Handle.max) {
        first = range.lowerBound
        if range.upperBound - range.lowerBound < 4 * capacity {
            places = Array(repeating: Self.empty, count: Int(range.upperBound - range.lowerBound) + 1)
            mask = -1
        } else {
            var size = 4
            while size < capacity * 2 { size *= 2 }
            slots = Array(repeating: (0, Self.empty), count: size)
            mask = size - 1
        }
    }

    /// Enters a handle; the place that it was entered with before, where it was.
    @inline(__always)
    mutating func insert(_ handle: Handle, place: Int) -> Int? {
        if mask < 0 {
            let index = Int(handle &- first)
            if places[index] != Self.empty { return Int(places[index]) }
            places[index] = Int32(truncatingIfNeeded: place)
            return nil
        }
        let slot = slot(of: handle)
        if slots[slot].place != Self.empty { return Int(slots[slot].place) }
        slots[slot] = (handle, Int32(truncatingIfNeeded: place))
        return nil
    }

    /// Enters a handle with a place, also where it had another one.
    mutating func set(_ handle: Handle, place: Int) {
        if mask < 0 {
            places[Int(handle &- first)] = Int32(truncatingIfNeeded: place)
        } else {
            slots[slot(of: handle)] = (handle, Int32(truncatingIfNeeded: place))
        }
    }

    @inline(__always)
    func place(of handle: Handle) -> Int? {
        if mask < 0 {
            let index = Int(handle &- first)
            if index < row.count { return row.lowerBound &+ index }
            return index < places.count && places[index] != Self.empty ? Int(places[index]) : nil
        }
        let slot = slot(of: handle)
        return slots[slot].place == Self.empty ? nil : Int(slots[slot].place)
    }

    /// Asks for the place of a handle, which is read soon.
    @inline(__always)
    func prefetch(_ handle: Handle) {
        if mask < 0 {
            let index = Int(handle &- first)
            if index < places.count { places.withUnsafeBufferPointer { diffable_prefetch($0.baseAddress.map { $0 + index }) } }
        } else {
            slots.withUnsafeBufferPointer { diffable_prefetch($0.baseAddress.map { $0 + (Int(handle) & mask) }) }
        }
    }

    /// The slot of a handle, or the empty one that it would go to.
    @inline(__always)
    private func slot(of handle: Handle) -> Int {
        var slot = Int(handle) & mask
        while slots[slot].place != Self.empty && slots[slot].handle != handle { slot = (slot &+ 1) & mask }
        return slot
    }
}
