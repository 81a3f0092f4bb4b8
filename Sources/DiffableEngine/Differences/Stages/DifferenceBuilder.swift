/// Works out a difference, stage by stage:
///
/// 1. `alignedSections`: the new list in the handles of the old one;
/// 2. `matchSections`: which section is which, and which of them moved;
/// 3. `findGaps`: what is not the same storage on both sides, with equal ends trimmed;
/// 4. `matchItems`: where the items in the gaps were;
/// 5. `moveItems`: which of those that stayed are out of order;
/// 6. `addMarks`: what shows something else, and what was asked to be reloaded or reconfigured.
///
/// Stages 3 to 6 cost what differs; the ones before cost the number of sections.
struct DifferenceBuilder {
    let old: Snapshot
    let new: Snapshot
    /// The new sections with their items, in the handles of the old list; `Handle.max` for what that one never knew.
    let newSections: [SectionStorage]
    /// The items that stay and show something else, in the handles of the new list.
    let changedItems: [Handle]

    /// For each new section the index it had, for each old one the index it has; -1 for none.
    var oldSectionIndexes: [Int32] = []
    var newSectionIndexes: [Int32] = []
    /// The new sections that are not the very ones that the old list has.
    var changedSections: [Int] = []

    var gaps = Gaps()
    var placements = [[Placement]](repeating: [], count: ChangeKind.allCases.count)

    init(old: Snapshot, new: Snapshot) {
        self.old = old
        self.new = new
        let aligned = AlignedSections(of: new, inHandlesOf: old)
        newSections = aligned.all
        changedItems = aligned.changedItems
    }

    mutating func build() -> [[Placement]] {
        matchSections()
        findGaps()
        let partners = matchItems()
        moveItems(partners)
        addMarks()
        sort()
        return placements
    }

    mutating func add(_ kind: ChangeKind, from: Placement.Place = .none, to: Placement.Place = .none) {
        placements[Int(kind.rawValue)].append(Placement(from: from, to: to))
    }

    /// Makes room for more changes of a kind.
    mutating func reserve(_ kind: ChangeKind, _ more: Int) {
        let list = Int(kind.rawValue)
        if more > placements[list].count { placements[list].reserveCapacity(placements[list].count + more) }
    }

    /// Deleted ones in the order of the old list, all others in that of the new one. Most lists are in order as they are.
    private mutating func sort() {
        for kind in ChangeKind.allCases {
            let list = Int(kind.rawValue)
            // Deleted ones have no new place, and come by their old one.
            placements[list] = placements[list].ascending { ($0.to == .none ? $0.from : $0.to).key }
        }
    }
}
