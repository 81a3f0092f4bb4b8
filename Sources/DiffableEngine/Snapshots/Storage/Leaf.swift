import CLibc

/// A few hundred neighbouring items of one section. Snapshots share leaves; a leaf that is shared is never changed.
final class Leaf {
    /// Items are cut into leaves of this size. A leaf grows up to the limit before it is cut again.
    static let preferredCount = 256
    static let limit = 512
    /// A leaf with fewer items is merged with a neighbour, so that deletions do not leave many small leaves.
    static let smallCount = 64

    /// The number of the leaf in the snapshot's directory. A copy in another snapshot keeps it.
    let number: Int32
    private(set) var items: [Handle]
    /// The first `consecutiveCount` items have consecutive handles, which begin with `first`. These items are found without reading
    /// them. In a list whose items were interned in its order, these are all items.
    private var first: Handle
    private var consecutiveCount: UInt32

    init(number: Int32, items: [Handle]) {
        self.number = number
        self.items = items
        (first, consecutiveCount) = items.consecutive
    }

    private init(copying other: Leaf) {
        (number, items) = (other.number, other.items)
        (first, consecutiveCount) = (other.first, other.consecutiveCount)
    }

    var count: Int { items.count }

    func copy() -> Leaf {
        Leaf(copying: self)
    }

    /// Whether another leaf has the same items. Copies of one leaf mostly share the memory of their items.
    func hasItems(of other: Leaf) -> Bool {
        hasItems(other.items[...])
    }

    func hasItems(_ others: ArraySlice<Handle>) -> Bool {
        guard count == others.count else { return false }
        return items.withUnsafeBytes { items in
            others.withUnsafeBytes { others in
                items.baseAddress == others.baseAddress || items.isEmpty
                    || memcmp(items.baseAddress.unsafelyUnwrapped, others.baseAddress.unsafelyUnwrapped, items.count) == 0
            }
        }
    }

    /// The offset of an item that is one of the consecutive ones; nil for any other.
    @inline(__always)
    func consecutiveOffset(of handle: Handle) -> Int? {
        handle &- first < consecutiveCount ? Int(handle &- first) : nil
    }

    @inline(__always)
    func offset(of handle: Handle) -> Int? {
        consecutiveOffset(of: handle) ?? offset(of: handle, from: Int(consecutiveCount))
    }

    /// Prefetches what a search for an item reads first, if the item is not one of the consecutive ones.
    @inline(__always)
    func prefetch() {
        items.withUnsafeBytes { items in
            guard let start = items.baseAddress else { return }
            // The count of an array is in memory just before its elements.
            diffable_prefetch(start - 16)
            diffable_prefetch(start + 4 * Int(consecutiveCount))
            diffable_prefetch(start + 4 * Int(consecutiveCount) + 64)
        }
    }

    /// The offset of an item, searched from an offset on; nil if the item is not there.
    /// - Parameter first: the offset at which the search begins.
    func offset(of handle: Handle, from first: Int) -> Int? {
        items.withUnsafeBufferPointer { firstIndex(of: handle, in: $0, from: first) }
    }

    /// Inserts items before the one at `offset`.
    func insert(_ new: [Handle], at offset: Int) {
        change(to: items.inserting(new, at: offset)) // mutant: leaf-consecutive
    }

    /// Removes items. All must be in the leaf, and none may occur twice. It is fastest if they are in the order of the leaf.
    func remove(_ removed: [Handle]) {
        var next = 0
        let offsets = removed.compactMap { handle in
            let offset = offset(of: handle, from: next) ?? offset(of: handle)
            next = (offset ?? 0) + 1
            return offset
        }.ascending { UInt64($0) }
        change(to: items.removing(at: offsets))
    }

    private func change(to items: [Handle]) {
        self.items = items
        (first, consecutiveCount) = items.consecutive
    }
}

extension Array where Element == Handle {
    /// The first handle, and the number of handles that are consecutive from there on.
    fileprivate var consecutive: (first: Handle, count: UInt32) {
        withUnsafeBufferPointer { ($0.first ?? 0, UInt32(truncatingIfNeeded: consecutiveCount($0))) }
    }
}
