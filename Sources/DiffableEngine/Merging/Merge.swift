/// The result of merging two lists that were edited separately, starting from a common list, their base.
///
/// A change that only one side made is in the result, unless it is a part of a conflict. Without a conflict, the result
/// does not depend on which side is called mine. Every item of either side that the other side did not delete is in the
/// result once.
public final class Merge {
    /// The merged list, with the marks of both sides.
    public let snapshot: Snapshot
    /// The conflicts: first those of sections, then those of items, each in the order of the merged list.
    package let found: [FoundConflict]
    /// The three lists, which share their tables if there are conflicts.
    package let base: Snapshot
    package let mine: Snapshot
    package let theirs: Snapshot

    init(_ snapshot: Snapshot, _ found: [FoundConflict], base: Snapshot, mine: Snapshot, theirs: Snapshot) {
        (self.snapshot, self.found) = (snapshot, found)
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
    }

    public var hasConflicts: Bool { !found.isEmpty }

    /// - Complexity: O(conflicts)
    public var conflicts: [MergeConflict] {
        found.map { conflict in
            let tables = base.identifiers
            let identifier = (conflict.isSection ? tables.sections : tables.items).identifier(conflict.handle)
            func element(_ list: Snapshot) -> Element? {
                list.contains(conflict)
                    ? Element(identifier, content: list.content(of: conflict).map { Content($0) }) : nil
            }
            return MergeConflict(
                kind: conflict.kind, isSection: conflict.isSection, identifier: identifier, base: element(base),
                mine: element(mine),
                theirs: element(theirs))
        }
    }
}

extension Snapshot {
    /// Merges two lists that were both made from this one and then edited separately.
    /// - Throws: `invalidArgument` for a section snapshot; `limitExceeded` if the tables of the result would be full.
    /// - Complexity: O(1) if one of the three lists is a copy of another one and neither of the two was edited since;
    ///   otherwise O(n log n)
    @export(interface)
    public func merging(_ mine: Snapshot, _ theirs: Snapshot) throws(DiffableError) -> Merge {
        let call: StaticString = "merge"
        if isSectionSnapshot || mine.isSectionSnapshot || theirs.isSectionSnapshot {
            throw .sectionSnapshot(call, "a snapshot of a list expected, got a section snapshot")
        }
        // Items that keep the expansion or the children of the current list take them from the base.
        let (mine, theirs) = (try mine.keeping(stateOf: self), try theirs.keeping(stateOf: self))
        if theirs.isIdentical(to: self) || mine.isIdentical(to: theirs) { return merged(as: mine, mine, theirs) }
        if mine.isIdentical(to: self) { return merged(as: theirs, mine, theirs) }
        // The merge uses arrays by handle, which must not be much longer than the lists.
        let count = numberOfAllItems + mine.numberOfAllItems + theirs.numberOfAllItems
        let hasManyOthers = theirs.identifiers.items.count > 4 * count + 1024
        let tables = hasManyOthers ? Identifiers() : theirs.identifiers
        let lists = MergeRenames(
            try withoutMarks.moved(to: tables, call), try mine.moved(to: tables, call),
            try theirs.moved(to: tables, call))
        var builder = MergeBuilder(lists.base, lists.mine, lists.theirs)
        builder.decide()
        guard let list = builder.build() else { throw .contentsFull(call) }
        for item in lists.conflicts where list.contains(item) { builder.addConflict(.renamed, item: item) }
        let found = builder.conflicts(inOrderOf: list)
        return Merge(
            list.marked(as: lists.theirs, lists.mine), found, base: lists.base, mine: lists.mine, theirs: lists.theirs)
    }

    private func merged(as list: Snapshot, _ mine: Snapshot, _ theirs: Snapshot) -> Merge {
        Merge(list.withoutMarks.marked(as: theirs, mine), [], base: self, mine: mine, theirs: theirs)
    }

    private func moved(to tables: Identifiers, _ call: StaticString) throws(DiffableError) -> Snapshot {
        if identifiers === tables { return self }
        return try withTables(tables, call)
    }

    /// This list with the marks that other lists have for its sections and items.
    private func marked(as first: Snapshot, _ second: Snapshot) -> Snapshot {
        var list = self
        for other in [first, second] where other.marks != nil {
            list.addMarks(of: other)
            list.addSectionMarks(of: other)
        }
        return list
    }

    private mutating func addSectionMarks(of other: Snapshot) {
        func copies(_ marks: MarkSet) -> [Handle] {
            marks.members.compactMap { identifiers.sections.handle(of: other.identifiers.sections.raw($0)) }.filter {
                sectionIndex($0) != nil
            }
        }
        let (reloaded, reconfigured) = (copies(other.reloadedSections), copies(other.reconfiguredSections))
        updateMarks { marks in
            for section in reloaded { marks.reloadedSections.insert(section) }
            for section in reconfigured { marks.reconfiguredSections.insert(section) }
        }
    }
}

extension Snapshot {
    /// Whether the list has the section or item of a conflict.
    package func contains(_ conflict: FoundConflict) -> Bool {
        conflict.isSection ? sectionIndex(conflict.handle) != nil : contains(conflict.handle)
    }

    /// The content of the section or item of a conflict, which must be in the list.
    package func content(of conflict: FoundConflict) -> BorrowedContent? {
        guard conflict.isSection else { return content(contents[conflict.handle]) }
        return sectionIndex(conflict.handle).flatMap { content(ofSectionAt: $0) }
    }
}
