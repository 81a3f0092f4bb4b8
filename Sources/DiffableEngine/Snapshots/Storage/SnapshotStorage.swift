/// What a snapshot has, but for its marks: its sections, and the look-ups of its items. Storage that snapshots share is never changed.
final class SnapshotStorage {
    /// The identifier tables, which all snapshots share that were copied from one another.
    let identifiers: Identifiers
    @exclusivity(unchecked) var sections: [SectionStorage] = []
    /// The index of each section; -1 where it is not in the list. Empty if there are at most `fewSections`, which are searched.
    @exclusivity(unchecked) var sectionIndexes = PagedArray<Int32>(absent: -1)
    /// The number of items in each section.
    @exclusivity(unchecked) var itemCounts = FenwickTree()
    /// The leaf number of each item; `LeafDirectory.none` if it is not in the list.
    @exclusivity(unchecked) var leafNumbers = PagedArray<Int32>(absent: LeafDirectory.none)
    /// The revision of each item. For an item that is not in the list, it may be an earlier revision.
    @exclusivity(unchecked) var revisions = PagedArray<UInt64>(absent: 0)
    /// The section and index of each leaf, by leaf number.
    @exclusivity(unchecked) var leafDirectory = LeafDirectory()

    /// The counts of the list from which this one was emptied. Until this one has as many, the identifiers that it does not have
    /// are expected to come, and do not count as dead.
    @exclusivity(unchecked) var expected = (sections: 0, items: 0)

    init(identifiers: Identifiers) {
        self.identifiers = identifiers
    }

    func copy() -> SnapshotStorage {
        let copy = SnapshotStorage(identifiers: identifiers)
        (copy.sections, copy.sectionIndexes, copy.itemCounts) = (sections, sectionIndexes, itemCounts)
        (copy.leafNumbers, copy.revisions, copy.leafDirectory) = (leafNumbers, revisions, leafDirectory)
        copy.expected = expected
        return copy
    }
}
