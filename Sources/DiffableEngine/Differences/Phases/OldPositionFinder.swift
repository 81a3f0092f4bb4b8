import CLibc

/// Finds the old positions of the new items of hunks.
///
/// An item is searched for in this order:
/// 1. At the predicted position, which follows that of the item before it, and a little later, because items may have
///   been deleted.
/// 2. Among all old items if these are few, otherwise in its old leaf. Only some items are searched for in this way.
/// 3. In an index of all old items.
///
/// Once there is an index, and more than a quarter of the items were not near their predicted positions, only the index
/// is used. Reading old items at predicted positions would then cost more than it saves.
struct OldPositionFinder {
    private let oldItems: UnsafeBufferPointer<Handle>
    private let newItems: UnsafeBufferPointer<Handle>
    private let old: Snapshot
    private var index: OldItemIndex?
    /// The position that is predicted for the next item.
    private var next = 0
    /// How many items were found, and how many were not near the predicted position. While only the index is used, the
    /// second number counts all items that were not exactly at that position.
    private var found = 0
    private var unpredicted = 0
    /// How many positions are compared, beginning with the predicted one, before the item is searched for elsewhere.
    private static let reach = 32
    /// If there are at most this many old items, an item is compared with all of them.
    private static let few = 512
    /// How many items are searched for before the index is made. Making it costs about as much as these searches.
    private var searches: Int { 8 &+ oldItems.count &>> 8 }

    init(_ oldItems: UnsafeBufferPointer<Handle>, _ newItems: UnsafeBufferPointer<Handle>, of old: Snapshot) {
        self.oldItems = oldItems
        self.newItems = newItems
        self.old = old
    }

    /// Whether only the index is used.
    @inline(__always)
    private var usesIndexAlone: Bool { index != nil && unpredicted &* 4 > found }

    /// Predicts an old position for the next item.
    @inline(__always)
    mutating func predict(_ position: Int) {
        next = position
    }

    /// Returns the position in the old items of the item at `position` in the new ones, which is in `hunk`. Returns nil
    /// if the item was inserted.
    @inline(__always)
    mutating func oldPosition(ofNew position: Int, in hunk: Hunk, _ memory: inout WorkingMemory) -> Int? {
        let handle = newItems[position]
        if let index, usesIndexAlone {
            if position &+ 16 < newItems.count { index.prefetch(newItems[position &+ 16]) }
            let old = index.position(of: handle)
            unpredicted &+= old == next ? 0 : 1
            return old
        }
        if next < oldItems.count && oldItems[next] == handle { return next }
        if next + 1 < oldItems.count && oldItems[next + 1] == handle { return next + 1 }
        return search(for: handle, in: hunk, &memory)
    }

    /// Returns how many items at the beginning of both ranges are equal. The first ones are known to be equal. If only
    /// the index is used, each item is looked up in it, because a comparison would read old items.
    @inline(__always)
    mutating func commonCount(_ old: Range<Int>, _ new: Range<Int>) -> Int {
        let limit = min(old.count, new.count)
        var count = 1
        if let index, usesIndexAlone {
            while count < limit, index.position(of: newItems[new.lowerBound &+ count]) == old.lowerBound &+ count {
                count &+= 1
            }
        } else {
            count = equalCount(
                oldItems.baseAddress.unsafelyUnwrapped + old.lowerBound,
                newItems.baseAddress.unsafelyUnwrapped + new.lowerBound, limit: limit)
        }
        found &+= count
        return count
    }

    /// Searches for an item that is neither at the predicted position nor at the next one.
    @inline(never)
    private mutating func search(for handle: Handle, in hunk: Hunk, _ memory: inout WorkingMemory) -> Int? {
        if !old.isVisible(handle) { return nil }
        let end = min(next + Self.reach, oldItems.count)
        if next < end, let position = firstIndex(of: handle, in: BorrowedHandles(oldItems).part(0..<end), from: next) {
            return position
        }
        unpredicted += 1
        if let index { return index.position(of: handle) }
        if unpredicted <= searches {
            if oldItems.count <= Self.few { return firstIndex(of: handle, in: BorrowedHandles(oldItems)) }
            if let path = old.indexPath(ofItem: handle), path.section == hunk.oldSection {
                let position = hunk.firstOld &+ (path.item &- hunk.oldStart)
                if hunk.old.contains(position) { return position }
            }
        }
        let index = OldItemIndex(oldItems, &memory)
        self.index = index
        return index.position(of: handle)
    }
}

/// A position index of the old items, in working memory.
///
/// If the handles are close together, an array has the position of each, by its distance from the lowest one. Otherwise
/// the index is a hash table with open addressing, in which a handle is its own hash.
private struct OldItemIndex {
    private let items: UnsafeBufferPointer<Handle>
    private let positions: UnsafeMutablePointer<Int32>
    private let count: Int
    private let lowest: Handle
    private let isDirect: Bool
    private static let empty: Int32 = -1

    init(_ items: UnsafeBufferPointer<Handle>, _ memory: inout WorkingMemory) {
        self.items = items
        var (lowest, highest) = (Handle.max, Handle(0))
        for handle in items {
            lowest = min(lowest, handle)
            highest = max(highest, handle)
        }
        self.lowest = min(lowest, highest)
        let distance = Int(highest) - Int(self.lowest)
        isDirect = distance < 4 * items.count
        var size = 4
        while size < items.count * 2 { size *= 2 }
        count = isDirect ? distance + 1 : size
        positions = memory.allocate(count, repeating: Self.empty)
        for position in 0..<items.count {
            positions[isDirect ? Int(items[position] &- lowest) : slot(of: items[position])] = Int32(
                truncatingIfNeeded: position)
        }
    }

    @inline(__always)
    func position(of handle: Handle) -> Int? {
        if isDirect && handle &- lowest >= Handle(truncatingIfNeeded: count) { return nil }
        let position = positions[isDirect ? Int(handle &- lowest) : slot(of: handle)]
        return position == Self.empty ? nil : Int(position)
    }

    /// Prefetches what `position(of:)` reads first.
    @inline(__always)
    func prefetch(_ handle: Handle) {
        let slot = Int(
            truncatingIfNeeded: isDirect ? handle &- lowest : handle & Handle(truncatingIfNeeded: count &- 1))
        if slot >= 0, slot < count { diffable_prefetch(positions + slot) }
    }

    /// The slot of a handle, or the empty one where it would be inserted. A table of `t` identifiers has at most `t /
    /// count` handles that collide with one another, so `k` look-ups take at most about `k + t` probes.
    @inline(__always)
    private func slot(of handle: Handle) -> Int {
        var slot = Int(handle & Handle(truncatingIfNeeded: count &- 1))
        while positions[slot] != Self.empty && items[Int(positions[slot])] != handle {
            slot = (slot &+ 1) & (count &- 1)
        }
        return slot
    }
}
