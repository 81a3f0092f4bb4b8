extension Difference {
    /// The same change as a sequence in which every step's indexes hold at its moment: for arrays, list models
    /// of toolkits, and everything else that is changed one step at a time. Neighbours are joined into one step.
    ///
    /// In this order: deletions, from the end; sections into their order; items into theirs, from the front;
    /// deleted sections that had to wait until an item had moved out of them; updates.
    /// - Complexity: O(changes · log changes + sections)
    public func steps() -> [Step] {
        var sequencer = StepSequencer(self)
        return sequencer.sequence()
    }
}

/// Puts a difference into steps.
struct StepSequencer {
    private let difference: Difference
    private var steps: [Step] = []
    /// The sections on their way, and the items of each section that some leave or enter.
    private var sections = StepRow(deleted: [], leavers: [], arrivals: [])
    private var rows: [StepRow] = []
    /// The row of each old and each new section among `rows`; -1 for none.
    private var rowsOfOld: [Int]
    private var rowsOfNew: [Int]

    init(_ difference: Difference) {
        self.difference = difference
        rowsOfOld = [Int](repeating: -1, count: difference.old.numberOfSections)
        rowsOfNew = [Int](repeating: -1, count: difference.new.numberOfSections)
    }

    mutating func sequence() -> [Step] {
        let movers = difference.list(.movedItems).ascending { $0.from.key }
        let deletedSections = difference.list(.deletedSections).map { $0.from.section }
        // A section that an item is still to move out of goes last.
        let isLeft = deletedSections.map { !items(movers, inSection: $0, by: { $0.from }).isEmpty }
        let waiting = zip(deletedSections, isLeft).filter { $0.1 }.map { $0.0 }
        let goingFirst = zip(deletedSections, isLeft).filter { !$0.1 }.map { $0.0 }
        deleteItems(exceptIn: deletedSections)
        // mutant: sections-deleted-forwards
        for section in goingFirst.reversed() { add(.deleteSections, from: IndexPath(section: section)) }
        placeSections(deleted: goingFirst, waiting: waiting)
        makeRows(movers, deletedSections)
        placeItems()
        for section in waiting.reversed() {
            add(.deleteSections, from: IndexPath(section: Int32(sections.index(ofLeaver: section))))
            sections.removeLeaver(section)
        }
        for (kind, change) in [
            (Step.Kind.updateSections, ChangeKind.updatedSections), (.reloadItems, .reloadedItems),
            (.reconfigureItems, .reconfiguredItems),
        ] {
            for update in difference.list(change) { add(kind, from: update.to.path, final: update.to.path) }
        }
        return steps
    }

    private mutating func deleteItems(exceptIn deletedSections: [Int32]) {
        for change in difference.list(.deletedItems).reversed() {
            let index = firstIndex(in: deletedSections) { $0 < change.from.section }
            if index < deletedSections.count && deletedSections[index] == change.from.section { continue }
            add(.deleteItems, from: change.from.path)
        }
    }

    private mutating func placeSections(deleted: [Int32], waiting: [Int32]) {
        let arrivals = (difference.list(.insertedSections) + difference.list(.movedSections)).ascending { $0.to.key }
        let leavers = (difference.list(.movedSections).map { $0.from.section } + waiting).ascending { UInt64($0) }
        sections = StepRow(deleted: deleted, leavers: leavers, arrivals: arrivals.map { $0.to.section })
        for change in arrivals {
            let final = IndexPath(section: change.to.section)
            if change.from.section < 0 {
                add(.insertSections, to: IndexPath(section: Int32(sections.indexOfNextArrival)), final: final)
            } else {
                let from = IndexPath(section: Int32(sections.index(ofLeaver: change.from.section)))
                sections.removeLeaver(change.from.section)
                add(.moveSections, from: from, to: IndexPath(section: Int32(sections.indexOfNextArrival)), final: final)
            }
            sections.placeNextArrival()
        }
    }

    private mutating func makeRows(_ movers: [PackedChange], _ deletedSections: [Int32]) {
        let arrivals = self.arrivals
        for (new, old) in difference.oldSectionIndexes.enumerated() {
            let entering = items(arrivals, inSection: Int32(new), by: { $0.to })
            let leaving = items(movers, inSection: old, by: { $0.from })
            if entering.isEmpty && leaving.isEmpty { continue }
            let deleted = items(difference.list(.deletedItems), inSection: old, by: { $0.from })
            rowsOfNew[new] = rows.count
            if old >= 0 { rowsOfOld[Int(old)] = rows.count }
            rows.append(
                StepRow(
                    deleted: deleted.map { $0.from.item }, leavers: leaving.map { $0.from.item },
                    arrivals: entering.map { $0.to.item }))
        }
        for section in deletedSections {
            let leaving = items(movers, inSection: section, by: { $0.from })
            rowsOfOld[Int(section)] = rows.count
            // What is deleted with the section stays in it until then.
            rows.append(StepRow(deleted: [], leavers: leaving.map { $0.from.item }, arrivals: []))
        }
    }

    private mutating func placeItems() {
        for change in arrivals {
            let row = rowsOfNew[Int(change.to.section)]
            var from: IndexPath?
            if change.from.section >= 0 {
                let source = rowsOfOld[Int(change.from.section)]
                from = IndexPath(
                    section: currentIndex(ofOldSection: change.from.section), item: rows[source].index(ofLeaver: change.from.item))
                rows[source].removeLeaver(change.from.item)
            }
            let section = sections.index(ofPlaced: Int(change.to.section))
            let to = IndexPath(section: section, item: rows[row].indexOfNextArrival)
            rows[row].placeNextArrival()
            add(from == nil ? .insertItems : .moveItems, from: from, to: to, final: change.to.path)
        }
    }

    /// Inserted and moved items in the order of the new list.
    private var arrivals: [PackedChange] {
        (difference.list(.insertedItems) + difference.list(.movedItems)).ascending { $0.to.key }
    }

    /// Where an old section is once all new ones are placed.
    private func currentIndex(ofOldSection old: Int32) -> Int {
        let new = difference.newSectionIndexes[Int(old)]
        return new < 0 ? sections.index(ofLeaver: old) : sections.index(ofPlaced: Int(new))
    }

    private func items(
        _ sorted: [PackedChange], inSection section: Int32, by place: (PackedChange) -> PackedIndexPath
    ) -> ArraySlice<PackedChange> {
        let first = firstIndex(in: sorted) { place($0).section < section }
        let end = firstIndex(in: sorted) { place($0).section <= section }
        return section < 0 ? [] : sorted[first..<end]
    }

    /// Adds a step for one element, or makes the last step one longer.
    private mutating func add(_ kind: Step.Kind, from: IndexPath? = nil, to: IndexPath? = nil, final: IndexPath? = nil) {
        let step = Step(kind: kind, count: 1, from: from, to: to, final: final)
        if let last = steps.last, let joined = last.joined(with: step) {
            steps[steps.count - 1] = joined
        } else {
            steps.append(step)
        }
    }
}

extension IndexPath {
    /// The place of a section: -1 in place of an item.
    init(section: Int32) {
        self.init(section: Int(section), item: -1)
    }
}
