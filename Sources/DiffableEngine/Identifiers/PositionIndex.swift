import CLibc

/// A temporary index from handles to their positions in a list of handles.
///
/// The handles of a list are mostly close together. Then an array has the position of each, by its distance from the lowest handle.
/// Otherwise the index is a hash table, in which a handle is its own hash. Handles collide that are equal modulo the capacity. A table of
/// `t` identifiers has at most `t / capacity` handles that collide with one another, so `k` look-ups take at most about `k + t` probes.
struct PositionIndex {
    private enum Layout {
        /// The position of a handle is `positions[handle - first]`.
        case direct(first: Handle)
        /// A hash table in `slots` with open addressing. A search begins at `handle & mask`.
        case hashed(mask: Int)
    }

    private let layout: Layout
    private var positions: [Int32] = []
    private var slots: [(handle: Handle, position: Int32)] = []
    private static let empty: Int32 = -1

    /// An empty index, into which nothing can be inserted.
    init() {
        layout = .direct(first: 0)
    }

    /// - Parameters:
    ///   - capacity: the most handles that are inserted.
    ///   - range: contains all of them.
    init(capacity: Int, within range: ClosedRange<Handle> = 0...Handle.max) {
        if range.upperBound - range.lowerBound < 4 * capacity {
            layout = .direct(first: range.lowerBound)
            positions = Array(repeating: Self.empty, count: Int(range.upperBound - range.lowerBound) + 1)
        } else {
            var size = 4
            while size < capacity * 2 { size *= 2 }
            layout = .hashed(mask: size - 1)
            slots = Array(repeating: (0, Self.empty), count: size)
        }
    }

    /// Inserts a handle that has no position yet. If it has one, keeps that and returns it.
    @inline(__always)
    mutating func insert(_ handle: Handle, position: Int) -> Int? {
        if let known = self.position(of: handle) { return known }
        set(handle, position: position)
        return nil
    }

    /// Sets the position of a handle, or replaces it.
    @inline(__always)
    mutating func set(_ handle: Handle, position: Int) {
        switch layout {
        case .direct(let first): positions[Int(handle &- first)] = Int32(truncatingIfNeeded: position)
        case .hashed(let mask): slots[slot(of: handle, mask)] = (handle, Int32(truncatingIfNeeded: position))
        }
    }

    @inline(__always)
    func position(of handle: Handle) -> Int? {
        let position: Int32
        switch layout {
        case .direct(let first):
            let index = Int(handle &- first)
            position = index < positions.count ? positions[index] : Self.empty
        case .hashed(let mask): position = slots[slot(of: handle, mask)].position
        }
        return position == Self.empty ? nil : Int(position)
    }

    /// Prefetches what `position(of:)` reads first.
    @inline(__always)
    func prefetch(_ handle: Handle) {
        switch layout {
        case .direct(let first):
            let index = Int(handle &- first)
            positions.withUnsafeBufferPointer { if index < $0.count { diffable_prefetch($0.baseAddress.map { $0 + index }) } }
        case .hashed(let mask):
            slots.withUnsafeBufferPointer { diffable_prefetch($0.baseAddress.map { $0 + (Int(handle) & mask) }) }
        }
    }

    /// The slot of a handle, or the empty one where it would be inserted.
    @inline(__always)
    private func slot(of handle: Handle, _ mask: Int) -> Int {
        var slot = Int(handle) & mask
        while slots[slot].position != Self.empty && slots[slot].handle != handle { slot = (slot &+ 1) & mask }
        return slot
    }
}
