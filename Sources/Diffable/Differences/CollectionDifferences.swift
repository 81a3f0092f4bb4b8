import DiffableEngine

// The difference of a transaction of UIKit is a `CollectionDifference`. This file makes one from the changes of
// sections and items.

extension CollectionDifference where ChangeElement: Hashable & Sendable {
    /// The changes as changes of one array, which contains the visible items of all sections. An item that moves, or
    /// whose content changed, is removed and inserted, and the two changes are associated with each other. For the
    /// difference of a section transaction, the array contains the items of that section.
    /// - Complexity: O(n)
    public init<Section: Hashable & Sendable>(_ difference: DiffableDifference<Section, ChangeElement>) {
        let (old, new) = (difference.old.itemIdentifiers, difference.new.itemIdentifiers)
        let (oldStarts, newStarts) = (difference.old.sectionStarts, difference.new.sectionStarts)
        func from(_ path: DiffableIndexPath) -> Int { oldStarts[path.section] + path.item }
        func to(_ path: DiffableIndexPath) -> Int { newStarts[path.section] + path.item }
        let removed = Set(difference.deletedItems.compactMap { $0.from }.map(from))
        let inserted = Set(difference.insertedItems.compactMap { $0.to }.map(to))
        var moves: [Int: Int] = [:]
        for change in difference.movedItems { moves[from(change.from!)] = to(change.to!) }
        for changes in [difference.reloadedItems, difference.reconfiguredItems] {
            for change in changes where change.from != nil && change.old != change.new {
                moves[from(change.from!)] = to(change.to!)
            }
        }
        // The other items of a section that moves have the same order in both lists.
        let arrived = Set(moves.values)
        for section in difference.movedSections {
            let (from, to) = (section.from!, section.to!)
            let staying = (oldStarts[from]..<oldStarts[from + 1]).filter { !removed.contains($0) && moves[$0] == nil }
            moves.merge(
                zip(
                    staying,
                    (newStarts[to]..<newStarts[to + 1]).filter { !inserted.contains($0) && !arrived.contains($0) })
            ) { $1 }
        }
        var changes: [Change] = removed.map { .remove(offset: $0, element: old[$0], associatedWith: nil) }
        changes += inserted.map { .insert(offset: $0, element: new[$0], associatedWith: nil) }
        changes += moves.map { .remove(offset: $0, element: old[$0], associatedWith: $1) }
        changes += moves.map { .insert(offset: $1, element: new[$1], associatedWith: $0) }
        // The offsets are unique, and each association is mutual.
        self = CollectionDifference(changes)!
    }
}

extension RangeReplaceableCollection where Element: Hashable & Sendable {
    /// A copy of an array of items, with the changes of a transaction or a section transaction. Returns nil unless the
    /// array contains exactly the visible items of the old list, in their order. A program can use it to keep its own
    /// array in the order that results from a user's drag:
    ///
    ///     source.reorderingHandlers.didReorder = { tracks = tracks.applying($0.difference)! }
    ///
    /// - Complexity: O(n)
    public func applying<Section: Hashable & Sendable>(_ difference: DiffableDifference<Section, Element>) -> Self? {
        let old = difference.old
        if !elementsEqual(old.itemIdentifiers, by: { old.items.areSame($0, $1) }) { return nil }
        return applying(CollectionDifference(difference))
    }
}

extension DiffableDataSourceSnapshot {
    /// The index, counted over all sections, of the first item of each section, and at the end the number of items.
    fileprivate var sectionStarts: [Int] {
        (0..<numberOfSections).reduce(into: [0]) { $0.append($0.last! + list.count(ofSectionAt: $1)) }
    }
}
