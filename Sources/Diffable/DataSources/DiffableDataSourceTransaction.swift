import DiffableEngine

/// One apply: the list before and after it, and the difference.
public struct DiffableDataSourceTransaction<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    /// What became of an apply.
    public enum State: Sendable {
        /// The list and the view changed.
        case applied
        /// The call came from inside a callback of the data source, or of one that is related to it by derivation. The
        /// apply runs later, before the outermost call returns. This transaction has the current list and no changes.
        case queued
        /// A tap or a drag changed nothing: a handler refused it, the item that was tapped has nothing to show, there
        /// is no `canReorderItem`, or the list in which the item was dragged is derived.
        case refused
    }

    /// What became of the apply.
    public let state: State
    /// The list before the apply, with the trees and the content that it had. Applying it undoes this apply.
    public var initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.old }
    /// The list after the apply, without marks, which last for one apply.
    public var finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { difference.new }
    /// The changes of sections and items. `CollectionDifference(transaction.difference)` expresses them as changes of
    /// one array.
    public let difference: DiffableDifference<SectionIdentifierType, ItemIdentifierType>
    /// How rows appear and disappear; `none` if the apply is not animated.
    public let animation: RowAnimation
    /// Whether the view must ask for all cells again.
    public let usesReloadData: Bool
    /// The caption that the caller gave the apply. Empty if the caller gave none, or if the state is not `applied`.
    public let caption: String
    /// The error that occurred after the list had changed: in the output of the view, or in an apply that a callback
    /// queued. If the state is `refused`, it is the error of an apply that the handler had queued.
    public internal(set) var failure: (any Error)?

    /// The changes of each section that is in both lists and whose items changed, from the last section to the first.
    /// - Complexity: O(s + items of the sections that differ)
    public var sectionTransactions: [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>] {
        let (old, new) = (difference.old, difference.new)
        // The content of a reloaded item may have changed as well.
        let sectionsWithChangedContent = Set(
            (Array(difference.reconfiguredItems) + Array(difference.reloadedItems)).compactMap { $0.to?.section })
        return (0..<new.numberOfSections).reversed().compactMap { index in
            guard let section = new.section(at: index), let oldIndex = old.indexOfSection(section) else { return nil }
            if new.list.sharesSection(at: index, with: old.list, at: oldIndex)
                && !sectionsWithChangedContent.contains(index)
            {
                return nil
            }
            let (before, after) = (old.keepingOnly(sectionAt: oldIndex), new.keepingOnly(sectionAt: index))
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

/// UIKit's name for an apply and its difference.
public typealias NSDiffableDataSourceTransaction = DiffableDataSourceTransaction
/// UIKit's name for what an apply did to one section.
public typealias NSDiffableDataSourceSectionTransaction = DiffableDataSourceSectionTransaction
