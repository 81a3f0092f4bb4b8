/// Everything in a snapshot except its marks: its sections, the look-ups of its items, and its trees. The
/// list in storage that snapshots share is never changed. Only `version` and `isVersionKnown`, and `origin` in
/// `DataSource.stamp`, are written while the storage is shared.
final class SnapshotStorage {
    /// The identifier tables. Snapshots that were copied from one another share them.
    let identifiers: Identifiers
    @exclusivity(unchecked) var sections: [SectionStorage] = []
    /// The index of each section by handle, or -1 if the section is not in the list. Empty if there are at most
    /// `Snapshot.fewSections` sections; those are searched one after the other.
    @exclusivity(unchecked) var sectionIndexes = PagedArray<Int32>(absent: -1)
    /// The number of items in each section.
    @exclusivity(unchecked) var itemCounts = FenwickTree()
    /// The leaf number of each item; `LeafDirectory.none` if it is not in the list.
    @exclusivity(unchecked) var leafNumbers = PagedArray<Int32>(absent: LeafDirectory.none)
    /// The table of contents, which may also hold contents that the list no longer uses. Nil if no item or section
    /// ever had a content. Lists that share it share `identifiers` as well.
    @exclusivity(unchecked) var contentTable: ContentTable?
    /// The handle of each item's content, or 0 if the item has no content. An item that is not in the list may still
    /// have an earlier content here.
    @exclusivity(unchecked) var contents = PagedArray<ContentHandle>(absent: 0)
    /// The section and index of each leaf, by leaf number.
    @exclusivity(unchecked) var leafDirectory = LeafDirectory()
    /// The trees of the list; nil if no item was ever part of one.
    @exclusivity(unchecked) var forest: Forest?

    /// The numbers of sections and items before the list was emptied. As long as it has fewer, missing identifiers are
    /// assumed to return, so they do not count as dead. Nor do contents, until the content table has `words`: the list
    /// may never be as long again.
    @exclusivity(unchecked) var expected = (sections: 0, items: 0, words: 0)

    /// The version of a strict data source that this list is, or was copied from. Nil if there is none.
    @exclusivity(unchecked) var origin: ListVersion?

    /// The version of the list, if it is known. Threads that share the storage read and write both under the lock of
    /// the tables.
    @exclusivity(unchecked) var version = Digest()
    @exclusivity(unchecked) var isVersionKnown = false

    /// Whether this is a section snapshot: one unnamed section with its trees.
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
