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
    public let initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// The list after, without marks, which last for one apply.
    public let finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// What changed.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
    /// `none` if the apply is not animated.
    public let animation: RowAnimation
    /// Whether the view must ask for all cells again.
    public let usesReloadData: Bool
    /// What failed after the list had changed: the view's output, or an apply that a callback queued.
    public internal(set) var failure: (any Error)?
    /// What changed in single sections, from the last to the first. Only sections that were in both lists, and whose items changed.
    public var sectionTransactions: [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>] {
        difference.new.sectionIdentifiers.reversed().compactMap { section in
            guard difference.old.indexOfSection(section) != nil else { return nil }
            let (before, after) = (difference.old.only(section), difference.new.only(section))
            let changes = after.difference(from: before)
            let counts = [changes.deletedItems, changes.insertedItems, changes.movedItems, changes.reconfiguredItems].map { $0.count }
            if counts.allSatisfy({ $0 == 0 }) { return nil }
            return DiffableDataSourceSectionTransaction(
                sectionIdentifier: section, initialSnapshot: .init(before.itemIdentifiers),
                finalSnapshot: .init(after.itemIdentifiers), difference: changes)
        }
    }
}

/// What one apply did to one section.
public struct DiffableDataSourceSectionTransaction<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    /// The section.
    public let sectionIdentifier: SectionIdentifierType
    /// Its visible items before.
    public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// Its visible items after.
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
    fileprivate func only(_ section: SectionIdentifierType) -> Self {
        var copy = self
        copy.deleteSections(sectionIdentifiers.filter { !sections.areSame($0, section) })
        return copy
    }
}
