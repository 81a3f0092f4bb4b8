/// Computes a difference in phases:
///
/// 1. `AlignedList`: the new list in the handles of the old one, if the lists do not share their tables or items were
///   renamed;
/// 2. `matchSections`: the old index of each section, and the sections that moved;
/// 3. `findHunks`: the parts of sections that differ, without the items that are equal at both ends, and a copy of
///   their items;
/// 4. `matchItems`: the old positions of the items in the hunks, and with them the deleted and inserted items, and
///   those that moved to another section;
/// 5. `moveItems`, which `matchItems` calls for each section: the items that moved within their section;
/// 6. `addMarks`: items with another content, and items that are marked to be reloaded or reconfigured;
/// 7. `refreshHeaders`, if the data source asks for it: sections with inserted or deleted items, or with items that
///   moved from or to another section.
///
/// The cost of phases 2 and 7 grows with the number of sections, the cost of phases 3 to 6 with the size of the parts
/// that differ. But if the new list has to be aligned, phases 1, 3 and 6 read all items.
struct DifferenceBuilder: ~Copyable {
    let old: Snapshot
    let new: Snapshot
    /// nil if both lists share their tables, and no item was renamed.
    let aligned: AlignedList?
    var memory: WorkingMemory

    /// For each new section its old index, and for each old section its new index.
    var oldSectionIndexes = SectionIndexes(sameIn: 0)
    var newSectionIndexes = SectionIndexes(sameIn: 0)
    /// The new sections whose storage the old list does not share.
    var changedSections = WorkingArray<SectionPair>()

    var hunks = WorkingArray<Hunk>()
    /// The items in the hunks.
    var oldItems = WorkingArray<Handle>()
    var newItems = WorkingArray<Handle>()
    var changes = Changes()

    init(old: Snapshot, new: Snapshot, _ aligned: AlignedList?, _ memory: consuming WorkingMemory) {
        self.old = old
        self.new = new
        self.memory = memory
        self.aligned = aligned ?? new.aligned(with: old)
    }

    mutating func build(refreshingHeaders: Bool) {
        matchSections()
        findHunks()
        matchItems()
        addMarks()
        if refreshingHeaders { refreshHeaders() }
        changes.sort()
    }
}

extension Snapshot {
    /// This list in the handles of an old one; nil if both share their tables and no item was renamed.
    package func aligned(with old: Snapshot) -> AlignedList? {
        identifiers === old.identifiers && !hasRenames ? nil : AlignedList(of: self, inHandlesOf: old)
    }

    /// Whether this list shares everything with an old one and has no marks. Then nothing has to be compared.
    func isUnchanged(since old: Snapshot) -> Bool {
        marks == nil
            && (isIdentical(to: old)
                || identifiers === old.identifiers && contents.isIdentical(to: old.contents)
                    && sections.count == old.sections.count
                    && sharedCount(old.sections, 0, sections, 0) == sections.count)
    }
}
