import DiffableEngine

/// The result of merging two snapshots that were edited separately, starting from a common snapshot, their base.
///
/// A change that only one side made is in the result, unless it is a part of a conflict. Without a conflict, the result
/// does not depend on which side is called mine. Every item of either side is in the result once, unless the other side
/// deleted it. If both sides changed something in different ways, the change of mine wins. If one side deleted a
/// section or an item, and the other changed its content or moved it to another section or parent, it stays. A rename,
/// a move among its siblings and a changed expansion do not keep it.
public struct DiffableMerge<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    Sendable
{
    /// The merged list, with the marks of both sides.
    public let snapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// The conflicts of sections, in the order of the merged list.
    public let sectionConflicts: [DiffableConflict<SectionIdentifierType>]
    /// The conflicts of items, in the order of the merged list.
    public let itemConflicts: [DiffableConflict<ItemIdentifierType>]
}

/// A section or an item that both sides of a merge changed in ways that do not fit together. It is in the merged list.
public struct DiffableConflict<Value: Sendable>: Sendable {
    /// What both sides of a merge did to a section or an item.
    public enum Kind: Int32, Sendable, CaseIterable {
        /// Both sides changed its content. The result has the content of mine.
        case changed = 1
        /// Both sides inserted it, with different contents. The result has the content of mine.
        case inserted = 2
        /// One side deleted it, and the other side changed its content, or moved it to another section or parent. It
        /// stays.
        case deleted = 3
        /// One side deleted it, and the other side has something below it that stays. It stays as well.
        case deletedParent = 4
        /// Both sides moved it to different places, or inserted it at different places. The result has it where mine
        /// has it.
        case moved = 5
        /// Together, the moves of both sides would put it below itself. The result has it where mine has it.
        case cycle = 6
    }

    /// What the sides did.
    public let kind: Kind
    /// The value in the base; nil if the base does not have it.
    public let base: Value?
    /// The value in mine; nil if mine does not have it.
    public let mine: Value?
    /// The value in theirs; nil if theirs does not have it.
    public let theirs: Value?
}

extension DiffableDataSourceSnapshot {
    /// Merges two snapshots that were edited separately, starting from this one.
    ///
    /// Items that one side inserted or moved to the same place, between items that neither side moved, stay together as
    /// a run. If both sides have a run at that place, the first items of the runs determine which run comes first: the
    /// item that is earlier in this list, or the only one of the two that is in this list. If this list has neither, it
    /// is the item whose description comes first in the order of strings.
    /// - Precondition: all three snapshots compare sections and items in the same way.
    /// - Complexity: O(n log n), where n is the number of items in all three lists
    public func merging(_ mine: Self, _ theirs: Self) -> DiffableMerge<SectionIdentifierType, ItemIdentifierType> {
        do {
            var sections = MergedValues(sections.identity), items = MergedValues(items.identity)
            sections.add([sectionIdentifiers, mine.sectionIdentifiers, theirs.sectionIdentifiers])
            items.add([allItemIdentifiers, mine.allItemIdentifiers, theirs.allItemIdentifiers])
            let merge = try numbered(&sections, &items).merging(
                mine.numbered(&sections, &items), theirs.numbered(&sections, &items))
            var snapshot = try described(by: merge.snapshot, sections, items)
            for side in [theirs, mine] { snapshot.addMarks(of: side) }
            return DiffableMerge(
                snapshot: snapshot,
                sectionConflicts: merge.conflicts.filter { $0.isSection }.map { sections.conflict($0) },
                itemConflicts: merge.conflicts.filter { !$0.isSection }.map { items.conflict($0) })
        } catch let error as EngineError {
            DiffableError(error).stop()
        } catch {
            if let error = error as? DiffableError { error.stop() }
            fatalError("\(error)")
        }
    }

    /// The list, with numbers as identifiers, and with numbers as contents that are equal for equal values.
    private func numbered(
        _ sections: inout MergedValues<SectionIdentifierType>, _ items: inout MergedValues<ItemIdentifierType>
    ) throws(EngineError) -> EngineList {
        var result = EngineList()
        let itemElements = allItemIdentifiers.map { items.element($0) }
        try result.appendSections(sectionIdentifiers.map { sections.element($0) })
        try result.copyForest(
            of: list, inKeys: itemElements.map { MergedValues<ItemIdentifierType>.number($0.identifier) })
        try result.updateItems(itemElements)
        return result.withoutMarks
    }

    /// Converts a merged list of numbers back to values.
    private func described(
        by list: EngineList, _ sections: MergedValues<SectionIdentifierType>, _ items: MergedValues<ItemIdentifierType>
    ) throws -> Self {
        var result = Self(EngineList(), self.sections.identity, self.items.identity)
        func values(_ handles: [UInt32]) -> [ItemIdentifierType] {
            handles.map { items.value(list.key($0, .item), list.revision(ofItem: .integer(list.key($0, .item)))) }
        }
        for (index, section) in list.sectionIdentifiers.enumerated() {
            let number = MergedValues<SectionIdentifierType>.number(section)
            try result.checked.appendSections([sections.value(number, list.revision(ofSection: section))])
            try result.checked.appendItems(values(list.rootHandles(inSectionAt: index)))
        }
        if !list.hasTrees { return result }
        for item in list.allHandles {
            let (value, raw) = (values([item])[0], BorrowedIdentifier.integer(list.key(item, .item)))
            let children = values(list.childHandles(of: item))
            if !children.isEmpty { try result.checked.appendItems(children, toParent: value) }
            if list.isExpandable(raw) { result.setExpandable([value], true) }
            if list.isExpanded(raw) { result.expand([value]) }
        }
        return result
    }

    /// Adds the marks that another list has for sections and items of this one.
    private mutating func addMarks(of other: Self) {
        func known(_ values: [ItemIdentifierType]) -> [ItemIdentifierType] {
            values.compactMap { items.find($0, .item, in: list).flatMap { items.pages[$0.handle] } }
        }
        func known(_ values: [SectionIdentifierType]) -> [SectionIdentifierType] {
            values.compactMap { sections.find($0, .section, in: list).flatMap { sections.pages[$0.handle] } }
        }
        let (reloaded, reconfigured) = (known(other.reloadedItemIdentifiers), known(other.reconfiguredItemIdentifiers))
        if !reloaded.isEmpty { reloadItems(reloaded) }
        if !reconfigured.isEmpty { reconfigureItems(reconfigured) }
        let (reloadedSections, reconfiguredSections) = (
            known(other.reloadedSectionIdentifiers), known(other.reconfiguredSectionIdentifiers)
        )
        if !reloadedSections.isEmpty { self.reloadSections(reloadedSections) }
        if !reconfiguredSections.isEmpty { self.reconfigureSections(reconfiguredSections) }
    }
}

/// The values of three lists. Values that are the same item or section have one number. If they are also equal, they
/// have one content.
private struct MergedValues<Value: Hashable & Sendable> {
    private struct Key: Hashable {
        let value: Value
        let identity: Identity<Value>?

        static func == (left: Self, right: Self) -> Bool {
            left.identity?.areSame(left.value, right.value) ?? (left.value == right.value)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(identity?.hash(value) ?? value.hashValue) }
    }

    private let identity: Identity<Value>?
    private var numbers: [Key: Int64] = [:]
    /// The different contents of each value, by its number.
    private var contents: [[Value]] = []

    init(_ identity: Identity<Value>?) {
        self.identity = identity
    }

    /// Numbers the values of the base in their order, and then those that only one side has in the order of their
    /// descriptions. So the numbers do not depend on which side is called mine.
    mutating func add(_ lists: [[Value]]) {
        for value in lists[0] { _ = number(of: value) }
        let new = lists.dropFirst().joined().filter { numbers[key($0)] == nil }
        for (_, value) in new.map({ (DiffableError.name($0), $0) }).sorted(by: { $0.0 < $1.0 }) {
            _ = number(of: value)
        }
    }

    /// The number of a value, which gets the next one if it has none.
    private mutating func number(of value: Value) -> Int64 {
        if let known = numbers[key(value)] { return known }
        let number = Int64(contents.count)
        numbers[key(value)] = number
        contents.append([])
        return number
    }

    private func key(_ value: Value) -> Key { Key(value: value, identity: identity) }

    /// The element for a value of one of the lists.
    mutating func element(_ value: Value) -> Element {
        let number = number(of: value)
        let known = contents[Int(number)].firstIndex(of: value)
        if known == nil { contents[Int(number)].append(value) }
        return Element(.integer(number), revision: UInt64(known ?? contents[Int(number)].count - 1) + 1)
    }

    static func number(_ identifier: Identifier) -> Int64 {
        if case .integer(let number) = identifier { number } else { -1 }
    }

    func value(_ number: Int64, _ revision: UInt64?) -> Value { contents[Int(number)][Int(revision ?? 1) - 1] }

    func conflict(_ conflict: MergeConflict) -> DiffableConflict<Value> {
        func version(_ element: Element?) -> Value? { element.map { value(Self.number($0.identifier), $0.revision) } }
        return DiffableConflict(
            kind: .init(rawValue: conflict.kind.rawValue) ?? .changed, base: version(conflict.base),
            mine: version(conflict.mine),
            theirs: version(conflict.theirs))
    }
}
