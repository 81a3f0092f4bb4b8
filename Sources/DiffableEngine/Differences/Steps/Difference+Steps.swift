extension Difference {
    /// Returns the difference as a sequence of steps. The indexes of each step refer to the list after all earlier
    /// steps. Steps are for arrays, list models of toolkits, and everything else that is changed one step at a time.
    /// Changes of consecutive elements are joined into one step.
    ///
    /// The steps are in this order: deletions, from the last to the first; insertions and moves of sections, from the
    /// first to the last; insertions and moves of items, from the first to the last; deletions of sections that items
    /// moved out of; updates.
    /// - Complexity: O((changes + sections) · log changes)
    @export(interface)
    public func steps() -> [Step] {
        var sequencer = StepSequencer(self)
        return sequencer.sequence()
    }

    /// Returns the identifier of one of the elements that a step of this difference changes. `index` is the number of
    /// the element among them, from 0. Returns nil if the number is out of range.
    /// - Complexity: O(log n)
    public func identifier(_ index: Int, of step: Step) -> Identifier? {
        raw(index, of: step).map { Identifier($0) }
    }

    /// Like `identifier(_:of:)`, but the identifier is in the memory of one of the snapshots.
    package func raw(_ index: Int, of step: Step) -> BorrowedIdentifier? {
        guard index >= 0, index < step.count else { return nil }
        let (snapshot, first) = step.final.map { (new, $0) } ?? (old, step.initial)
        guard let first else { return nil }
        let path = first.advanced(by: index, step.kind)
        return step.kind.isOfSections ? snapshot.rawSection(at: path.section) : snapshot.rawItem(at: path)
    }
}

/// Computes the steps of a difference, phase by phase.
struct StepSequencer {
    private let difference: Difference
    private var steps: [Step] = []
    private var sections = IntermediateSequence(deleted: [], departures: [], arrivals: [])
    /// A sequence of items for each section with departures or arrivals.
    private var itemSequences: [IntermediateSequence] = []
    /// For each old section the index of its sequence in `itemSequences`; -1 for none.
    private var sequenceOfOld: [Int]
    /// For each new section the index of its sequence in `itemSequences`; -1 for none.
    private var sequenceOfNew: [Int]

    init(_ difference: Difference) {
        self.difference = difference
        sequenceOfOld = [Int](repeating: -1, count: difference.old.numberOfSections)
        sequenceOfNew = [Int](repeating: -1, count: difference.new.numberOfSections)
    }

    mutating func sequence() -> [Step] {
        let moves = Array(difference.list(.movedItems)).ascending { $0.from.key }
        let deletedSections = difference.list(.deletedSections).map { $0.from.section }
        // A section that items move out of is deleted after they have moved.
        let hasDepartures = deletedSections.map { !items(moves, inSection: $0, by: { $0.from }).isEmpty }
        let deletedLast = zip(deletedSections, hasDepartures).filter { $0.1 }.map { $0.0 }
        let deletedFirst = zip(deletedSections, hasDepartures).filter { !$0.1 }.map { $0.0 }
        deleteItems(exceptIn: deletedSections)
        for section in deletedFirst.reversed() { addDeletion(ofSection: section, from: Int(section)) }
        insertAndMoveSections(deletedFirst: deletedFirst, deletedLast: deletedLast)
        makeItemSequences(moves, deletedSections)
        insertAndMoveItems()
        for section in deletedLast.reversed() {
            addDeletion(ofSection: section, from: sections.index(ofDeparture: section))
            sections.removeDeparture(section)
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
            let index = lowerBound(in: deletedSections) { $0 < change.from.section }
            if index < deletedSections.count && deletedSections[index] == change.from.section { continue }
            add(Step(kind: .deleteItems, count: 1, from: change.from.path, initial: change.from.path))
        }
    }

    private mutating func addDeletion(ofSection section: Int32, from index: Int) {
        add(
            Step(
                kind: .deleteSections, count: 1, from: IndexPath(section: Int32(index)),
                initial: IndexPath(section: section)))
    }

    private mutating func insertAndMoveSections(deletedFirst: [Int32], deletedLast: [Int32]) {
        let arrivals = (Array(difference.list(.insertedSections)) + difference.list(.movedSections)).ascending {
            $0.to.key
        }
        let departures = (difference.list(.movedSections).map { $0.from.section } + deletedLast).ascending {
            UInt64($0)
        }
        sections = IntermediateSequence(
            deleted: deletedFirst, departures: departures, arrivals: arrivals.map { $0.to.section })
        for change in arrivals {
            let final = IndexPath(section: change.to.section)
            if change.from.section < 0 {
                add(.insertSections, to: IndexPath(section: Int32(sections.indexOfNextArrival)), final: final)
            } else {
                let from = IndexPath(section: Int32(sections.index(ofDeparture: change.from.section)))
                sections.removeDeparture(change.from.section)
                add(.moveSections, from: from, to: IndexPath(section: Int32(sections.indexOfNextArrival)), final: final)
            }
            sections.insertNextArrival()
        }
    }

    private mutating func makeItemSequences(_ moves: [PackedChange], _ deletedSections: [Int32]) {
        let arrivals = self.arrivals
        let deletions = Array(difference.list(.deletedItems))
        for (new, old) in difference.oldSectionIndexes.enumerated() {
            let arriving = items(arrivals, inSection: Int32(new), by: { $0.to })
            let departing = items(moves, inSection: old, by: { $0.from })
            if arriving.isEmpty && departing.isEmpty { continue }
            let deleted = items(deletions, inSection: old, by: { $0.from })
            sequenceOfNew[new] = itemSequences.count
            if old >= 0 { sequenceOfOld[Int(old)] = itemSequences.count }
            itemSequences.append(
                IntermediateSequence(
                    deleted: deleted.map { $0.from.item }, departures: departing.map { $0.from.item },
                    arrivals: arriving.map { $0.to.item }))
        }
        for section in deletedSections {
            let departing = items(moves, inSection: section, by: { $0.from })
            sequenceOfOld[Int(section)] = itemSequences.count
            // Deleted items of the section stay in it until the section is deleted.
            itemSequences.append(
                IntermediateSequence(deleted: [], departures: departing.map { $0.from.item }, arrivals: []))
        }
    }

    private mutating func insertAndMoveItems() {
        for change in arrivals {
            let destination = sequenceOfNew[Int(change.to.section)]
            var from: IndexPath?
            if change.from.section >= 0 {
                let source = sequenceOfOld[Int(change.from.section)]
                from = IndexPath(
                    section: currentIndex(ofOldSection: change.from.section),
                    item: itemSequences[source].index(ofDeparture: change.from.item))
                itemSequences[source].removeDeparture(change.from.item)
            }
            let section = sections.index(ofNew: Int(change.to.section))
            let to = IndexPath(section: section, item: itemSequences[destination].indexOfNextArrival)
            itemSequences[destination].insertNextArrival()
            add(from == nil ? .insertItems : .moveItems, from: from, to: to, final: change.to.path)
        }
    }

    /// Inserted and moved items in the order of the new list.
    private var arrivals: [PackedChange] {
        (Array(difference.list(.insertedItems)) + difference.list(.movedItems)).ascending { $0.to.key }
    }

    /// The current index of an old section. All arriving sections must have been inserted.
    private func currentIndex(ofOldSection old: Int32) -> Int {
        let new = difference.newSectionIndexes[Int(old)]
        return new < 0 ? sections.index(ofDeparture: old) : sections.index(ofNew: Int(new))
    }

    private func items(
        _ sorted: [PackedChange], inSection section: Int32, by path: (PackedChange) -> PackedIndexPath
    ) -> ArraySlice<PackedChange> {
        let first = lowerBound(in: sorted) { path($0).section < section }
        let end = lowerBound(in: sorted) { path($0).section <= section }
        return section < 0 ? [] : sorted[first..<end]
    }

    private mutating func add(_ kind: Step.Kind, from: IndexPath? = nil, to: IndexPath? = nil, final: IndexPath) {
        add(Step(kind: kind, count: 1, from: from, to: to, final: final))
    }

    /// Adds a step for one element, or joins it to the last step.
    private mutating func add(_ step: Step) {
        if let last = steps.last, let joined = last.joined(with: step) {
            steps[steps.count - 1] = joined
        } else {
            steps.append(step)
        }
    }
}

extension IndexPath {
    /// The index path of a section, whose `item` is -1.
    init(section: Int32) {
        self.init(section: Int(section), item: -1)
    }
}
