import CLibc

/// A few hundred consecutive items of one section, in the memory of the object. Snapshots share leaves; a leaf that is
/// shared is never changed.
final class Leaf: ManagedBuffer<Leaf.Header, Handle> {
    /// Items are divided into leaves of this size. A leaf grows up to `limit` before it is divided again.
    static let preferredCount = 256
    static let limit = 512
    /// After a deletion, a leaf with fewer items is merged with a neighbour if both together have at most
    /// `preferredCount` items. So deletions do not leave many small leaves.
    static let smallCount = 64

    struct Header {
        let number: Int32
        var count: Int32
        /// How many items fit into the memory of the leaf.
        let room: Int32
        /// The first `consecutiveCount` items have consecutive handles, which begin with `first`. These items are found
        /// without reading them. In a list whose items were interned in its order, these are all items.
        var first: Handle = 0
        var consecutiveCount: UInt32 = 0
    }

    /// A leaf without items.
    private static func empty(number: Int32, room: Int) -> Leaf {
        let header = Header(number: number, count: 0, room: Int32(truncatingIfNeeded: room))
        // Not `self.create`: that would read the size of the class from its metadata, which in Embedded Swift does not
        // contain the size.
        return unsafeDowncast(Leaf.create(minimumCapacity: room) { _ in header }, to: Leaf.self)
    }

    /// A leaf with some items.
    static func with(number: Int32, items: BorrowedHandles) -> Leaf {
        let leaf = empty(number: number, room: items.count)
        leaf.append(items)
        leaf.countConsecutive()
        return leaf
    }

    /// A leaf with the items of two leaves, and the number of the first one.
    static func joining(_ first: Leaf, _ second: Leaf) -> Leaf {
        let leaf = empty(number: first.number, room: first.count + second.count)
        leaf.append(first.items)
        leaf.append(second.items)
        leaf.countConsecutive()
        return leaf
    }

    /// The number of the leaf in the snapshot's directory. A copy in another snapshot keeps it.
    var number: Int32 { header.number }

    var count: Int { Int(header.count) }

    /// The items. They are valid as long as the leaf is not changed, and something retains it, usually its section. A
    /// local variable is not enough: Swift may release it after its last use, which may be the call of this property.
    @inline(__always)
    var items: BorrowedHandles { BorrowedHandles(UnsafeBufferPointer(start: start, count: count)) }

    @inline(__always)
    private var start: UnsafeMutablePointer<Handle> { withUnsafeMutablePointerToElements { $0 } }

    /// Whether another leaf has the same items.
    func hasSameItems(as other: Leaf) -> Bool {
        self === other || count == other.count && memcmp(start, other.start, count * MemoryLayout<Handle>.stride) == 0
    }

    /// The offset of an item that is one of the consecutive ones; nil for any other.
    @inline(__always)
    func consecutiveOffset(of handle: Handle) -> Int? {
        handle &- header.first < header.consecutiveCount ? Int(handle &- header.first) : nil
    }

    @inline(__always)
    func offset(of handle: Handle) -> Int? {
        consecutiveOffset(of: handle) ?? firstIndex(of: handle, in: items, from: Int(header.consecutiveCount))
    }

    /// Prefetches what a search for an item reads first, if the item is not one of the consecutive ones.
    @inline(__always)
    func prefetch() {
        let first = start + Int(header.consecutiveCount)
        diffable_prefetch(first)
        diffable_prefetch(first + 16)
    }
}

extension Leaf {
    /// Inserts items before the one at `offset`. Changes the leaf in place, or replaces it if another snapshot shares
    /// it or if it has no room.
    static func insert(_ new: BorrowedHandles, at offset: Int, of leaf: inout Leaf) {
        let (count, rest) = (leaf.count, leaf.count - offset)
        if isKnownUniquelyReferenced(&leaf), count + new.count <= leaf.header.room {
            memmove(leaf.start + offset + new.count, leaf.start + offset, rest * MemoryLayout<Handle>.stride)
            leaf.header.count = Int32(truncatingIfNeeded: offset)
            leaf.append(new)
            leaf.header.count += Int32(truncatingIfNeeded: rest)
        } else {
            // A leaf that grew once usually grows again.
            let longer = empty(number: leaf.number, room: max(count + new.count, min(count + count / 2, limit)))
            withExtendedLifetime(leaf) { leaf in
                longer.append(leaf.items.part(0..<offset))
                longer.append(new)
                longer.append(leaf.items.part(offset..<count))
            }
            leaf = longer
        }
        leaf.countConsecutive()
    }

    /// Returns the leaf without some of its items. All removed items must be in the leaf, and none may be passed twice.
    /// This is fastest if they are passed in the order of the leaf.
    func removing(_ removed: BorrowedHandles) -> Leaf {
        // Usually a removal is a part of a move, and the items come back. So the new leaf has room for as many items as
        // the old one had, but at most for twice the items that are left.
        let kept = count - removed.count
        let shorter = Leaf.empty(number: number, room: min(count, 2 * kept))
        var start = 0
        forEachOffset(of: removed) { offset in
            shorter.append(items.part(start..<offset))
            start = offset + 1
        }
        shorter.append(items.part(start..<count))
        shorter.countConsecutive()
        return shorter
    }

    /// Calls `body` with the offsets of some items, in ascending order.
    private func forEachOffset(of handles: BorrowedHandles, _ body: (Int) -> Void) {
        let items = items
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: items.count / 64 + 1) { words in
            words.initialize(repeating: 0)
            var next = 0
            for handle in handles {
                let isNext = next < items.count && items[next] == handle
                guard let offset = isNext ? next : offset(of: handle) else { continue }
                words[offset / 64] |= 1 << UInt64(offset % 64)
                next = offset + 1
            }
            for index in words.indices {
                while words[index] != 0 {
                    body(index * 64 + words[index].trailingZeroBitCount)
                    words[index] &= words[index] - 1
                }
            }
        }
    }

    /// Appends items, for which there must be room.
    private func append(_ items: BorrowedHandles) {
        guard let first = items.memory.baseAddress else { return }
        memcpy(start + count, first, items.count * MemoryLayout<Handle>.stride)
        header.count += Int32(truncatingIfNeeded: items.count)
    }

    private func countConsecutive() {
        header.first = items.first ?? 0
        header.consecutiveCount = UInt32(truncatingIfNeeded: consecutiveCount(items))
    }
}
