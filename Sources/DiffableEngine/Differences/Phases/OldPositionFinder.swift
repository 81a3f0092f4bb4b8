/// Finds the old positions of the new items of hunks.
///
/// An item is searched for in this order:
/// 1. At the predicted position, which follows that of the item before it, and a little later, since items may have been deleted.
/// 2. In its old leaf. The items of each leaf that is searched are counted.
/// 3. In an index of all old items of hunks, which is made when that count exceeds their number.
///
/// Once there is an index, and more than a quarter of the items were not near their predicted positions, only the index is used. Reading
/// old items at predicted positions would then cost more than it saves.
struct OldPositionFinder {
    private let hunks: [Hunk]
    private var oldItems: LeafConcatenation
    private var newItems: LeafConcatenation
    /// The leaf number of each item of the old list.
    private let leafNumbers: PagedArray<Int32>
    /// The index in `oldItems` of each leaf, by leaf number. It is made for the first search in a leaf.
    private var leaves: PositionIndex?
    /// How many items the leaves have in which items were searched for. A leaf counts once for each search.
    private var searched = 0
    /// The position of each old item. It is empty until `isIndexed` is true.
    private var index = PositionIndex()
    private var isIndexed = false
    /// The position that is predicted for the next item.
    private var next = 0
    /// How many items were found, and how many were not near the predicted position; with only the index in use, not at it.
    private var found = 0
    private var unpredicted = 0
    /// How many positions from the predicted one on are compared before the old leaf is searched.
    private static let reach = 32

    init(_ hunks: Hunks, _ old: Snapshot) {
        self.hunks = hunks.all
        oldItems = hunks.oldItems
        newItems = hunks.newItems
        leafNumbers = old.leafNumbers
    }

    /// Whether only the index is used.
    private var usesIndexAlone: Bool { isIndexed && unpredicted &* 4 > found }

    /// Predicts an old position for the next item.
    @inline(__always)
    mutating func predict(_ position: Int) {
        next = position
    }

    /// The position in `oldItems` of the item at a position in `newItems`; nil for an inserted item.
    @inline(__always)
    mutating func oldPosition(ofNew position: Int) -> Int? {
        let handle = newItems[position]
        if usesIndexAlone {
            if let later = newItems.itemAtHand(position &+ 16) { index.prefetch(later) }
            let old = index.position(of: handle)
            unpredicted &+= old == next ? 0 : 1
            return old
        }
        if next < oldItems.count && oldItems[next] == handle { return next }
        if next + 1 < oldItems.count && oldItems[next + 1] == handle { return next + 1 } // mutant: wrong-prediction
        return search(for: handle)
    }

    /// How many items are the same from the lower bounds of both ranges on. The first is known to be the same. If only the index is
    /// used, each item is looked up in it, because a comparison would read old items.
    @inline(__always)
    mutating func commonCount(_ old: Range<Int>, _ new: Range<Int>) -> Int {
        var count = 1
        if usesIndexAlone {
            let most = min(old.count, new.count)
            while count < most, index.position(of: newItems[new.lowerBound &+ count]) == old.lowerBound &+ count { count &+= 1 }
        } else {
            count = LeafConcatenation.commonPrefix(&oldItems, old, &newItems, new)
        }
        found &+= count
        return count
    }

    /// Searches for an item that is neither at the predicted position nor at the next one.
    @inline(never)
    private mutating func search(for handle: Handle) -> Int? {
        let number = leafNumbers[handle]
        if number == LeafDirectory.none { return nil }
        // mutant: prediction-offset
        for position in next..<max(next, min(next + Self.reach, oldItems.count)) where oldItems[position] == handle { return position }
        unpredicted += 1
        if !isIndexed {
            let leaves = leaves ?? oldItems.leafIndexes()
            self.leaves = leaves
            guard let leaf = leaves.position(of: Handle(number)) else { return nil }
            searched += oldItems.count(ofLeaf: leaf)
            if searched <= oldItems.count { return oldItems.position(of: handle, inLeaf: leaf) } // mutant: wrong-leaf
            index = makeIndex()
            isIndexed = true
        }
        return index.position(of: handle)
    }

    @_optimize(speed)
    private mutating func makeIndex() -> PositionIndex {
        var count = 0
        var (lowest, highest) = (Handle.max, Handle(0))
        for hunk in hunks {
            count &+= hunk.old.count
            oldItems.forEach(in: hunk.old) { _, handle in
                lowest = min(lowest, handle)
                highest = max(highest, handle)
            }
        }
        var index = PositionIndex(capacity: count, within: min(lowest, highest)...highest)
        for hunk in hunks { oldItems.forEach(in: hunk.old) { position, handle in index.set(handle, position: position) } }
        return index
    }
}
