import CLibc

/// A few hundred neighbouring items of one section. Snapshots share leaves; one that is shared is never changed.
final class Leaf {
    /// Leaves are cut to this size, and grow up to the limit before they are cut again.
    static let preferredCount = 256
    static let limit = 512
    /// Below this a leaf is merged with a neighbour, so that deleting does not leave a list of crumbs.
    static let smallCount = 64

    /// What the places of the snapshot call this leaf; its copy in another snapshot keeps the number.
    let number: Int32
    var items: [Handle]

    init(number: Int32, items: [Handle]) {
        self.number = number
        self.items = items
    }

    var count: Int { items.count }

    func copy() -> Leaf {
        Leaf(number: number, items: items)
    }

    /// Tells whether another leaf has the same items. Leaves that are copies of one another mostly share them.
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

    /// The offset of an item if handles follow one another here, as they do in a list that was filled in its order.
    @inline(__always)
    func expectedOffset(of handle: Handle) -> Int? {
        guard let first = items.first, handle >= first, handle < first &+ Handle(truncatingIfNeeded: count) else { return nil }
        return Int(handle &- first)
    }

    /// Where the number of items lies, and behind it the first: what finding an item reads first. Not to be asked for within a borrow of
    /// the items, nor what it reads then: they would be counted as in use, which waits for their memory.
    var head: UnsafeRawPointer? {
        items.withUnsafeBytes { $0.baseAddress.map { $0 - 16 } }
    }

    /// What finding an item reads then: where it is expected, else what is behind the head.
    @inline(__always)
    func expectedMemory(of handle: Handle) -> UnsafePointer<Handle>? {
        let offset = expectedOffset(of: handle) ?? 16
        return items.withUnsafeBufferPointer { $0.baseAddress.map { $0 + offset } }
    }

    @inline(__always)
    func offset(of handle: Handle) -> Int? {
        if let expected = expectedOffset(of: handle), items[expected] == handle { return expected }
        return offset(of: handle, from: 0)
    }

    /// The first offset of an item, from one on.
    func offset(of handle: Handle, from first: Int) -> Int? {
        items.withUnsafeBufferPointer { firstIndex(of: handle, in: $0, from: first) }
    }

    /// Puts items in front of the one at `offset`.
    func insert(_ new: [Handle], at offset: Int) {
        items = items.inserting(new, at: offset)
    }

    /// Takes items out, which are all here, each named once. It is quickest where they are in the order that they have here.
    func remove(_ going: [Handle]) {
        var next = 0
        let offsets = going.compactMap { handle in
            let offset = offset(of: handle, from: next) ?? offset(of: handle)
            next = (offset ?? 0) + 1
            return offset
        }.ascending { UInt64($0) }
        items = items.removing(at: offsets)
    }
}
