/// One section: its leaves in order. Snapshots share sections; one that is shared is never changed.
final class SectionStorage {
    let handle: Handle
    var revision: UInt64
    private(set) var leaves: [Leaf]
    /// Items in each leaf.
    private(set) var counts: PrefixSums

    init(handle: Handle, revision: UInt64, leaves: [Leaf] = []) {
        self.handle = handle
        self.revision = revision
        self.leaves = leaves
        counts = PrefixSums(leaves.lazy.map { $0.count })
    }

    private init(copying other: SectionStorage) {
        handle = other.handle
        revision = other.revision
        leaves = other.leaves
        counts = other.counts
    }

    var count: Int { counts.total }

    func copy() -> SectionStorage {
        SectionStorage(copying: self)
    }

    /// Changes a leaf in place, or its copy where another snapshot shares it.
    func updateLeaf(_ index: Int, _ change: (Leaf) -> Void) {
        if !isKnownUniquelyReferenced(&leaves[index]) { leaves[index] = leaves[index].copy() }
        let before = leaves[index].count
        change(leaves[index])
        let grown = leaves[index].count - before
        if grown != 0 { counts.add(grown, at: index) }
    }

    /// Puts other leaves in the place of some.
    /// - Complexity: O(leaves of the section), O(new leaves) at the end
    func replaceLeaves(_ range: Range<Int>, with replacement: [Leaf]) {
        if range.isEmpty && range.lowerBound == leaves.count {
            if leaves.isEmpty { leaves = replacement } else { leaves += replacement }
            for leaf in replacement { counts.append(leaf.count) }
        } else {
            leaves.replaceSubrange(range, with: replacement)
            counts = PrefixSums(leaves.lazy.map { $0.count })
        }
    }

    /// Tells whether these are the items of the section, in order.
    func hasItems(_ others: ArraySlice<Handle>) -> Bool {
        guard count == others.count else { return false }
        var start = others.startIndex
        return leaves.allSatisfy { leaf in
            defer { start += leaf.count }
            return leaf.hasItems(others[start..<start + leaf.count])
        }
    }

    /// The leaf that holds the item at a place of the section, and the place within the leaf.
    func leaf(containing place: Int) -> (leaf: Leaf, offset: Int) {
        let (index, offset) = counts.find(place)
        return (leaves[index], offset)
    }
}
