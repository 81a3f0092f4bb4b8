/// Merges three lists that share their tables: decides which sections and items the result has, with which contents and
/// at which places, and builds it.
struct MergeBuilder {
    let base: MergeSide
    let mine: MergeSide
    let theirs: MergeSide
    /// The sections of the result, by handle.
    var hasSection: [Bool]
    /// The place of each item in the result, by handle.
    var places: [MergePlace]
    /// Whether a section or an item has the content of mine, by handle.
    var takesSectionFromMine: [Bool]
    var takesItemFromMine: [Bool]
    var conflicts: [FoundConflict] = []

    init(_ base: Snapshot, _ mine: Snapshot, _ theirs: Snapshot) {
        // Counted once: another thread may add identifiers to the tables meanwhile.
        let (sections, items) = base.identifiers.counts
        self.base = MergeSide(base, sections: sections, items: items)
        self.mine = MergeSide(mine, sections: sections, items: items)
        self.theirs = MergeSide(theirs, sections: sections, items: items)
        hasSection = Array(repeating: false, count: sections)
        takesSectionFromMine = hasSection
        places = Array(repeating: .none, count: items)
        takesItemFromMine = Array(repeating: false, count: items)
    }

    mutating func decide() {
        for section in mine.sections { decide(section: section) }
        for section in theirs.sections where !mine.contains(section: section) { decide(section: section) }
        for item in places.indices { decide(item: Handle(truncatingIfNeeded: item)) }
        for item in places.indices { keepAncestors(of: places[item]) }
        breakCycles()
    }

    private mutating func decide(section: Handle) {
        let contents = Versions(
            base: base.contains(section: section) ? base.content(ofSection: section) : nil,
            mine: mine.contains(section: section) ? mine.content(ofSection: section) : nil,
            theirs: theirs.contains(section: section) ? theirs.content(ofSection: section) : nil)
        let decision = decide(contents, hasMoved: false)
        if let kind = decision.conflict { addConflict(kind, section: section) }
        hasSection[Int(section)] = decision.isKept
        takesSectionFromMine[Int(section)] = decision.takesMine
    }

    private mutating func decide(item: Handle) {
        let places = Versions(base: base.place(of: item), mine: mine.place(of: item), theirs: theirs.place(of: item))
        if places.mine == nil && places.theirs == nil { return }
        let contents = Versions(
            base: places.base == nil ? nil : base.list.contents[item],
            mine: places.mine == nil ? nil : mine.list.contents[item],
            theirs: places.theirs == nil ? nil : theirs.list.contents[item])
        let decision = decide(contents, hasMoved: (places.mine ?? places.theirs) != places.base)
        if let kind = decision.conflict { addConflict(kind, item: item) }
        takesItemFromMine[Int(item)] = decision.takesMine
        if !decision.isKept { return }
        if let mine = places.mine, let theirs = places.theirs, mine != theirs {
            if mine != places.base && theirs != places.base { addConflict(.moved, item: item) }
            self.places[Int(item)] = mine == places.base ? theirs : mine
        } else {
            self.places[Int(item)] = places.mine ?? places.theirs ?? .none
        }
    }

    /// The place or the content of an element in each list; nil if the element is not there.
    private struct Versions<Value: Equatable> {
        var base: Value?
        var mine: Value?
        var theirs: Value?
    }

    private struct Decision {
        var isKept = true
        var takesMine: Bool
        var conflict: MergeConflictKind?
    }

    /// - Parameter hasMoved: if one side deleted the element, whether the other one gave it another place.
    private func decide(_ contents: Versions<ContentHandle>, hasMoved: Bool) -> Decision {
        guard let mine = contents.mine else {
            guard let base = contents.base, let theirs = contents.theirs else { return Decision(takesMine: false) }
            if hasMoved || !areEqual(theirs, self.theirs, base, self.base) {
                return Decision(takesMine: false, conflict: .deleted)
            }
            return Decision(isKept: false, takesMine: false)
        }
        guard let theirs = contents.theirs else {
            guard let base = contents.base else { return Decision(takesMine: true) }
            if hasMoved || !areEqual(mine, self.mine, base, self.base) {
                return Decision(takesMine: true, conflict: .deleted)
            }
            return Decision(isKept: false, takesMine: true)
        }
        if areEqual(mine, self.mine, theirs, self.theirs) { return Decision(takesMine: false) }
        guard let base = contents.base else { return Decision(takesMine: true, conflict: .inserted) }
        if areEqual(mine, self.mine, base, self.base) { return Decision(takesMine: false) }
        return Decision(takesMine: true, conflict: areEqual(theirs, self.theirs, base, self.base) ? nil : .changed)
    }

    private func areEqual(_ content: ContentHandle, _ side: MergeSide, _ other: ContentHandle, _ otherSide: MergeSide)
        -> Bool
    {
        side.list.contentComparison(with: otherSide.list).areEqual(content, other)
    }

    /// Makes sure that the result has the parent of a place, all ancestors of this parent, and their section. Each of
    /// these elements that a side deleted becomes a conflict.
    mutating func keepAncestors(of place: MergePlace) {
        var place = place
        while let parent = place.parent {
            if places[Int(parent)] != .none { return }
            place = mine.place(of: parent) ?? theirs.places[Int(parent)]
            places[Int(parent)] = place
            takesItemFromMine[Int(parent)] = mine.contains(item: parent)
            addConflict(.deletedParent, item: parent)
        }
        guard let section = place.section, !hasSection[Int(section)] else { return }
        hasSection[Int(section)] = true
        takesSectionFromMine[Int(section)] = mine.contains(section: section)
        addConflict(.deletedParent, section: section)
    }

    mutating func addConflict(_ kind: MergeConflictKind, item: Handle) {
        conflicts.append(FoundConflict(kind: kind, isSection: false, handle: item))
    }

    mutating func addConflict(_ kind: MergeConflictKind, section: Handle) {
        conflicts.append(FoundConflict(kind: kind, isSection: true, handle: section))
    }

    /// The conflicts of sections, and then those of items, each in the order of the merged list.
    func conflicts(inOrderOf list: Snapshot) -> [FoundConflict] {
        if conflicts.isEmpty { return [] }
        var positions = PositionIndex(capacity: list.numberOfAllItems)
        for (position, item) in list.allItemHandles.enumerated() { positions.set(item, position: position) }
        return conflicts.ascending { conflict in
            let position =
                conflict.isSection ? list.sectionIndex(conflict.handle) : positions.position(of: conflict.handle)
            return UInt64(conflict.isSection ? 0 : 1) << 40 | UInt64(position ?? 0) << 4
                | UInt64(conflict.kind.rawValue)
        }
    }
}

extension MergeSide {
    /// The place of an item; nil if the item is not in the list.
    fileprivate func place(of item: Handle) -> MergePlace? {
        contains(item: item) ? places[Int(item)] : nil
    }
}
