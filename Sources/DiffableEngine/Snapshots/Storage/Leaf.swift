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
    private(set) var items: [Handle]
    /// The first item, and how many from it on follow one another as numbers do. In a list that was filled in their order all do, and
    /// are found without a look at the items.
    private var first: Handle
    private var inRow: UInt32

    init(number: Int32, items: [Handle]) {
        self.number = number
        self.items = items
        (first, inRow) = items.row
    }

    private init(copying other: Leaf) {
        (number, items) = (other.number, other.items)
        (first, inRow) = (other.first, other.inRow)
    }

    var count: Int { items.count }

    func copy() -> Leaf {
        Leaf(copying: self)
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

    /// The offset of an item, if that takes no look at the items.
    @inline(__always)
    func offsetInRow(of handle: Handle) -> Int? {
        handle &- first < inRow ? Int(handle &- first) : nil
    }

    @inline(__always)
    func offset(of handle: Handle) -> Int? {
        offsetInRow(of: handle) ?? offset(of: handle, from: Int(inRow))
    }

    /// Asks for what finding an item that is not in the row reads first.
    @inline(__always)
    func prefetch() {
        items.withUnsafeBytes { items in
            guard let start = items.baseAddress else { return }
            // The number of items lies in front of them.
            diffable_prefetch(start - 16)
            diffable_prefetch(start + 4 * Int(inRow))
            diffable_prefetch(start + 4 * Int(inRow) + 64)
        }
    }

    /// The first offset of an item, from one on.
    func offset(of handle: Handle, from first: Int) -> Int? {
        items.withUnsafeBufferPointer { firstIndex(of: handle, in: $0, from: first) }
    }

    /// Puts items in front of the one at `offset`.
    func insert(_ new: [Handle], at offset: Int) {
        change(to: items.inserting(new, at: offset))
    }

    /// Takes items out, which are all here, each named once. It is quickest where they are in the order that they have here.
    func remove(_ going: [Handle]) {
        var next = 0
        let offsets = going.compactMap { handle in
            let offset = offset(of: handle, from: next) ?? offset(of: handle)
            next = (offset ?? 0) + 1
            return offset
        }.ascending { UInt64($0) }
        change(to: items.removing(at: offsets))
    }

    private func change(to items: [Handle]) {
        self.items = items
        (first, inRow) = items.row
    }
}

extension Array where Element == Handle {
    /// The first handle, and how many from it on follow one another as numbers do.
    fileprivate var row: (first: Handle, count: UInt32) {
        withUnsafeBufferPointer { ($0.first ?? 0, UInt32(truncatingIfNeeded: countInRow($0))) }
    }
}
