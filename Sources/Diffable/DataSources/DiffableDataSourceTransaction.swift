import DiffableEngine

/// One apply: the list before and after it, and the difference.
public struct DiffableDataSourceTransaction<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    /// What became of an apply.
    public enum State: Sendable {
        /// The list and the view changed.
        case applied
        /// The call came from inside a callback of the data source. The apply runs in its turn, before the outermost
        /// call returns, and this transaction has the list as it is.
        case queued
        /// A handler refused a tap or a drag, or an item that was tapped has nothing to show.
        case refused
    }

    /// What became of the apply.
    public let state: State
    /// The list before the apply, with the trees and the content that it had. To apply it undoes this apply.
    public var initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.old }
    /// The list after the apply, without marks, which last for one apply.
    public var finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.new }
    /// The changes of sections and items. `CollectionDifference(transaction.difference)` has them as changes of one
    /// array.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
    /// How rows appear and disappear; `none` if the apply is not animated.
    public let animation: RowAnimation
    /// Whether the view must ask for all cells again.
    public let usesReloadData: Bool
    /// What the caller calls the apply; empty for nothing.
    public let caption: String
    /// What failed after the list had changed: the view's output, or an apply that a callback queued.
    public internal(set) var failure: (any Error)?

    /// What changed in single sections, from the last to the first. Only sections that were in both lists, and whose
    /// items changed.
    /// - Complexity: O(s + items of the sections that differ)
    public var sectionTransactions: [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>] {
        let (old, new) = (difference.old, difference.new)
        // An item that is reloaded may have other content as well.
        let mayHaveContent = Set(
            (Array(difference.reconfiguredItems) + Array(difference.reloadedItems)).compactMap { $0.to?.section })
        return (0..<new.numberOfSections).reversed().compactMap { index in
            guard let section = new.section(at: index), let oldIndex = old.indexOfSection(section) else { return nil }
            if new.list.sharesSection(at: index, with: old.list, at: oldIndex) && !mayHaveContent.contains(index) {
                return nil
            }
            let (before, after) = (old.only(sectionAt: oldIndex), new.only(sectionAt: index))
            let changes = after.difference(from: before)
            let counts = [changes.deletedItems, changes.insertedItems, changes.movedItems, changes.reconfiguredItems]
                .map { $0.count }
            if counts.allSatisfy({ $0 == 0 }) { return nil }
            return DiffableDataSourceSectionTransaction(
                sectionIdentifier: section, initialSnapshot: before.sectionSnapshot(ofSectionAt: 0),
                finalSnapshot: after.sectionSnapshot(ofSectionAt: 0), difference: changes)
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
    /// The section that changed.
    public let sectionIdentifier: SectionIdentifierType
    /// The items of the section before, including hidden ones.
    public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The items of the section after, including hidden ones.
    public let finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The difference between two lists with this section only. An item that came from another section counts as
    /// inserted.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
}

/// UIKit's name of an apply and its difference.
public typealias NSDiffableDataSourceTransaction = DiffableDataSourceTransaction
/// UIKit's name of what an apply did to one section.
public typealias NSDiffableDataSourceSectionTransaction = DiffableDataSourceSectionTransaction
