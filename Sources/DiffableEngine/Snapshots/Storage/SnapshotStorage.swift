/// Everything in a snapshot except its marks: its sections, the look-ups of its items, and its trees. Storage that
/// snapshots share is never changed.
final class SnapshotStorage {
    /// The identifier tables, which all snapshots share that were copied from one another.
    let identifiers: Identifiers
    @exclusivity(unchecked) var sections: [SectionStorage] = []
    /// The index of each section; -1 where it is not in the list. Empty if there are at most `fewSections`, which are
    /// searched.
    @exclusivity(unchecked) var sectionIndexes = PagedArray<Int32>(absent: -1)
    /// The number of items in each section.
    @exclusivity(unchecked) var itemCounts = FenwickTree()
    /// The leaf number of each item; `LeafDirectory.none` if it is not in the list.
    @exclusivity(unchecked) var leafNumbers = PagedArray<Int32>(absent: LeafDirectory.none)
    /// The contents that the list refers to, and dead ones; nil if it never had any. Lists that share it share
    /// `identifiers` as well.
    @exclusivity(unchecked) var contentTable: ContentTable?
    /// The content of each item. It is 0 if the item has none. An item that is not in the list may still have an
    /// earlier content here.
    @exclusivity(unchecked) var contents = PagedArray<ContentHandle>(absent: 0)
    /// The section and index of each leaf, by leaf number.
    @exclusivity(unchecked) var leafDirectory = LeafDirectory()
    /// The trees of the list; nil if no item was ever part of one.
    @exclusivity(unchecked) var forest: Forest?

    /// The counts of the list from which this one was emptied. Until this one has as many, the identifiers that it does
    /// not have are expected to come, and do not count as dead.
    @exclusivity(unchecked) var expected = (sections: 0, items: 0)

    /// The list of a strict data source that this one was copied from, or was applied as; nil if there is none.
    @exclusivity(unchecked) var origin: ListVersion?

    /// The version of the list, if it is known. Threads that share the storage read and write both under the lock of
    /// the tables.
    @exclusivity(unchecked) var version = Digest()
    @exclusivity(unchecked) var isVersionKnown = false

    /// Whether the list is the forest of one section, which has no name.
    let isSectionSnapshot: Bool

    init(identifiers: Identifiers, isSectionSnapshot: Bool = false) {
        self.identifiers = identifiers
        self.isSectionSnapshot = isSectionSnapshot
    }

    func copy() -> SnapshotStorage {
        let copy = SnapshotStorage(identifiers: identifiers, isSectionSnapshot: isSectionSnapshot)
        (copy.sections, copy.sectionIndexes, copy.itemCounts) = (sections, sectionIndexes, itemCounts)
        (copy.leafNumbers, copy.contents, copy.leafDirectory) = (leafNumbers, contents, leafDirectory)
        (copy.contentTable, copy.forest, copy.expected) = (contentTable, forest, expected)
        copy.origin = origin
        return copy
    }
}
