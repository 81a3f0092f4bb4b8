/// One section: its leaves in order. Snapshots share sections; a section that is shared is never changed.
final class SectionStorage {
    let handle: Handle
    /// How many roots of the section have children or are expandable. Views show signs of expansion only in sections
    /// that have such a root.
    @exclusivity(unchecked) var branchCount: Int32 = 0
    /// The content of the section. It is 0 if the section has none.
    @exclusivity(unchecked) var content: ContentHandle
    @exclusivity(unchecked) private(set) var leaves = ChunkedArray<Leaf>()
    /// The number of items in each leaf.
    @exclusivity(unchecked) private(set) var counts = FenwickTree()

    init(handle: Handle, content: ContentHandle) {
        self.handle = handle
        self.content = content
    }

    private init(copying other: SectionStorage) {
        handle = other.handle
        content = other.content
        branchCount = other.branchCount
        leaves = other.leaves
        counts = other.counts
    }

    var count: Int { counts.total }

    func copy() -> SectionStorage {
        SectionStorage(copying: self)
    }

    /// Changes a leaf, or replaces it.
    func updateLeaf(_ index: Int, _ change: (inout Leaf) -> Void) {
        var grown = 0
        leaves.update(index) { leaf in
            let before = leaf.count
            change(&leaf)
            grown = leaf.count - before
        }
        if grown != 0 { counts.add(grown, at: index) }
    }

    func appendLeaf(_ leaf: Leaf) {
        leaves.append(leaf)
        counts.append(leaf.count)
    }

    /// Replaces a range of leaves with others.
    /// - Complexity: O(new leaves, and the leaves after them)
    func replaceLeaves(_ range: Range<Int>, with replacement: [Leaf]) {
        leaves.replace(range, with: replacement)
        counts.removeAll(from: range.lowerBound)
        for index in range.lowerBound..<leaves.count { counts.append(leaves[index].count) }
    }

    /// The leaf of the item at an offset in the section, and the offset within the leaf.
    func leaf(containing item: Int) -> (leaf: Leaf, offset: Int) {
        let (index, offset) = counts.find(item)
        return (leaves[index], offset)
    }
}
