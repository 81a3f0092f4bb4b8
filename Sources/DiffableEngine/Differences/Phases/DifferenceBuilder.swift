/// Computes a difference in phases:
///
/// 1. `AlignedSections`: the new list in the handles of the old one;
/// 2. `matchSections`: the old index of each section, and the sections that moved;
/// 3. `findHunks`: the parts of sections that differ, with equal ends trimmed;
/// 4. `matchItems`: the old positions of the items in the hunks;
/// 5. `moveItems`: the items that stayed in their section but moved in it;
/// 6. `addMarks`: items with another revision, and items that are marked to be reloaded or reconfigured.
///
/// The cost of phases 1 and 2 grows with the number of sections, that of phases 3 to 6 with what differs.
/// If the lists do not share their tables, phase 1 also looks up every item.
struct DifferenceBuilder {
    let old: Snapshot
    let new: Snapshot
    /// The new sections with their items, in the handles of the old list; `Handle.max` for identifiers that its table lacks.
    let newSections: [SectionStorage]
    /// The items that stay and have another revision, in the handles of the new list.
    let changedItems: [Handle]

    /// For each new section its old index, and for each old section its new index; -1 for none.
    var oldSectionIndexes: [Int32] = []
    var newSectionIndexes: [Int32] = []
    /// The new sections whose storage the old list does not share.
    var changedSections: [Int] = []

    var hunks = Hunks()
    var changes = [[PackedChange]](repeating: [], count: ChangeKind.allCases.count)

    init(old: Snapshot, new: Snapshot) {
        self.old = old
        self.new = new
        let aligned = AlignedSections(of: new, inHandlesOf: old)
        newSections = aligned.all
        changedItems = aligned.changedItems
    }

    mutating func build() -> [[PackedChange]] {
        matchSections()
        findHunks()
        let stayed = matchItems()
        moveItems(stayed)
        addMarks()
        sort() // mutant: changes-unsorted
        return changes
    }

    mutating func add(_ kind: ChangeKind, from: PackedIndexPath = .none, to: PackedIndexPath = .none) {
        changes[Int(kind.rawValue)].append(PackedChange(from: from, to: to))
    }

    /// Makes room for more changes of a kind.
    mutating func reserve(_ kind: ChangeKind, _ more: Int) {
        let list = Int(kind.rawValue)
        if more > changes[list].count { changes[list].reserveCapacity(changes[list].count + more) }
    }

    /// Sorts deletions in the order of the old list, all other changes in that of the new one. Most of them are in order already.
    private mutating func sort() {
        for kind in ChangeKind.allCases {
            let list = Int(kind.rawValue)
            // Deletions have no new index path.
            changes[list] = changes[list].ascending { ($0.to == .none ? $0.from : $0.to).key }
        }
    }
}
