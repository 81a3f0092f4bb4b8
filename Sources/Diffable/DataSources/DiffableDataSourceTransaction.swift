import DiffableEngine

/// One apply: the list before and after it, and the difference.
public struct DiffableDataSourceTransaction<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    /// What became of an apply.
    public enum State: Sendable {
        /// The list and the view changed.
        case applied
        /// The call came from inside a callback of the data source. The apply runs in its turn, before the outermost call returns, and
        /// this transaction has the list as it is.
        case queued
        /// A handler refused a tap or a drag.
        case refused
    }

    /// What became of the apply.
    public let state: State
    /// The list before, with the content that it had.
    public var initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.old }
    /// The list after, without marks, which last for one apply.
    public var finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.new }
    /// What changed.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
    /// `none` if the apply is not animated.
    public let animation: RowAnimation
    /// Whether the view must ask for all cells again.
    public let usesReloadData: Bool
    /// What the caller calls the apply; empty for nothing.
    public let caption: String
    /// What failed after the list had changed: the view's output, or an apply that a callback queued.
    public internal(set) var failure: (any Error)?
    /// nil if no section has a tree.
    let trees: AppliedTrees<ItemIdentifierType>?

    /// What changed in single sections, from the last to the first. Only sections that were in both lists, and whose items changed.
    /// - Complexity: O(s + items of the sections that differ)
    public var sectionTransactions: [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>] {
        let (old, new) = (difference.old, difference.new)
        // An item that is reloaded may have other content as well.
        let mayHaveContent = Set((Array(difference.reconfiguredItems) + Array(difference.reloadedItems)).compactMap { $0.to?.section })
        return (0..<new.numberOfSections).reversed().compactMap { index in
            guard let section = new.section(at: index), let oldIndex = old.indexOfSection(section) else { return nil }
            if new.list.sharesSection(at: index, with: old.list, at: oldIndex) && !mayHaveContent.contains(index) { return nil }
            let (before, after) = (old.only(sectionAt: oldIndex), new.only(sectionAt: index))
            let changes = after.difference(from: before)
            let counts = [changes.deletedItems, changes.insertedItems, changes.movedItems, changes.reconfiguredItems].map { $0.count }
            if counts.allSatisfy({ $0 == 0 }) { return nil }
            return DiffableDataSourceSectionTransaction(
                sectionIdentifier: section, initialSnapshot: before.tree(among: trees?.initial),
                finalSnapshot: after.tree(among: trees?.final), difference: changes)
        }
    }
}

extension DiffableDataSourceTransaction: CustomStringConvertible, CustomReflectable {
    /// What changed, as the difference prints it; "queued" or "refused" for an apply that did not take place.
    public var description: String { state == .applied ? difference.description : "\(state)" }

    /// The parts that say what happened, for debuggers and `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": state, "caption": caption, "difference": difference], displayStyle: .struct)
    }
}

/// What one apply did to one section.
public struct DiffableDataSourceSectionTransaction<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    /// The section.
    public let sectionIdentifier: SectionIdentifierType
    /// Its items before, hidden ones as well; roots, if no tree was applied to it.
    public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// Its items after, hidden ones as well; roots, if no tree was applied to it.
    public let finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The difference between two lists with this section only. An item that came from another section counts as inserted.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
}

/// UIKit's name.
public typealias NSDiffableDataSourceTransaction = DiffableDataSourceTransaction
/// UIKit's name.
public typealias NSDiffableDataSourceSectionTransaction = DiffableDataSourceSectionTransaction

extension DiffableDataSourceSnapshot {
    /// A list with one of the sections only.
    fileprivate func only(sectionAt index: Int) -> Self {
        var result = Self(list.onlySection(index), sections.identity, items.identity)
        (result.sections.longestProbe, result.items.longestProbe) = (sections.longestProbe, items.longestProbe)
        let section = list.handle(ofSectionAt: index)
        if let value = sections.pages[section] { result.sections.pages.set(section, value) }
        list.forEachHandle(ofSectionAt: index, 0..<list.count(ofSectionAt: index)) { handles in
            for handle in handles { if let item = items.pages[handle] { result.items.pages.set(handle, item) } }
        }
        return result
    }

    /// The tree of the only section of this list; its items as roots, if there is none.
    fileprivate func tree(
        among trees: [Int64: DiffableDataSourceSectionSnapshot<ItemIdentifierType>]?
    ) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        if let tree = trees?[list.key(list.handle(ofSectionAt: 0), .section)] { return tree }
        // The keys are unique. Values that have changed since may be equal, and could not be added again.
        var roots = DiffableEngine.SectionSnapshot()
        try? roots.append(list.itemHandles(inSectionAt: 0).map { Element(.integer(list.key($0, .item))) })
        return DiffableDataSourceSectionSnapshot(roots, items.identity, longestProbe: items.longestProbe) { key in
            items.pages[list.handle(key, .item)]
        }
    }

    /// The key of the section of an item.
    func sectionKey(ofItem key: Int64) -> Int64? {
        list.path(list.handle(key, .item)).map { list.key(list.handle(ofSectionAt: $0.section), .section) }
    }
}
