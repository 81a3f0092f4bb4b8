import DiffableEngine

/// What changed between two lists: the fewest changes that lead from one to the other.
///
/// Deletions and insertions follow from the lists, because identifiers are unique. Moves are minimal: of the items that
/// stay in a section, everything outside a longest increasing subsequence moves.
///
/// To replay a difference over an array of arrays, first remove the deleted and moved items by `from`, then the deleted
/// and moved sections, each from the last position to the first. Then insert the inserted and moved sections, and the
/// inserted and moved items, by `to` in ascending order. Insert new sections empty, and moved sections with the items
/// that they still have. Insert all inserted items, including those with `withSection`. Or carry out `steps` one by
/// one.
public struct DiffableDifference<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    let engine: DiffableEngine.Difference
    let old: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    let new: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    init(
        _ engine: DiffableEngine.Difference,
        from old: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        to new: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    ) {
        self.engine = engine
        self.old = old
        self.new = new
    }

    /// Whether no row and no section changed. Trees may have changed all the same: the parent of a row, a sign of
    /// expansion, or items below collapsed ones. To find out, compare `initialSnapshot` and `finalSnapshot` of the
    /// transaction.
    public var isEmpty: Bool { engine.isEmpty }

    /// The deleted items, in the order of the old list.
    public var deletedItems: ItemChanges { items(.deletedItems) }
    /// The inserted items, in the order of the new list. The items that moved, get new cells or are reconfigured are in
    /// this order as well.
    public var insertedItems: ItemChanges { items(.insertedItems) }
    /// The items that moved, to another section or within their section.
    public var movedItems: ItemChanges { items(.movedItems) }
    /// The items that get new cells.
    public var reloadedItems: ItemChanges { items(.reloadedItems) }
    /// The items whose content changed, or that were marked to be reconfigured, and that do not get new cells.
    public var reconfiguredItems: ItemChanges { items(.reconfiguredItems) }

    /// The deleted sections, in the order of the old list.
    public var deletedSections: SectionChanges { sections(.deletedSections) }
    /// The inserted sections, in the order of the new list.
    public var insertedSections: SectionChanges { sections(.insertedSections) }
    /// The sections that moved.
    public var movedSections: SectionChanges { sections(.movedSections) }
    /// The sections whose content changed, or that were marked to be reloaded or reconfigured. If the data source
    /// refreshes headers, also those whose items were inserted, deleted, or moved in or out.
    public var updatedSections: SectionChanges { sections(.updatedSections) }
}

// The engine's difference is immutable, and the snapshots are Sendable.
extension DiffableDifference: @unchecked Sendable {}

extension DiffableDifference: CustomStringConvertible, CustomReflectable {
    /// One line of counts, such as "1 section inserted; 2 items deleted, 3 moved".
    public var description: String { engine.description }

    /// The changes, for debuggers and `dump`.
    public var customMirror: Mirror {
        let items = [
            ("deletedItems", deletedItems), ("insertedItems", insertedItems), ("movedItems", movedItems),
            ("reloadedItems", reloadedItems), ("reconfiguredItems", reconfiguredItems),
        ]
        let sections = [
            ("deletedSections", deletedSections), ("insertedSections", insertedSections),
            ("movedSections", movedSections),
            ("updatedSections", updatedSections),
        ]
        let children =
            items.filter { !$0.1.isEmpty }.map { ($0.0, Array($0.1) as Any) }
            + sections.filter { !$0.1.isEmpty }.map { ($0.0, Array($0.1) as Any) }
        return Mirror(self, children: children.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
    }
}

extension DiffableDataSourceSnapshot {
    /// What changed between an older list and this one. An item whose content differs from that in `old` is
    /// reconfigured. The reload and reconfigure marks of this list are included; those of `old` are not.
    /// - Complexity: O(sections + differences) if one snapshot was copied from the other and no item was renamed;
    ///   otherwise at most O(n log n).
    public func difference(from old: Self) -> DiffableDifference<SectionIdentifierType, ItemIdentifierType> {
        // If items of a list have become equal, their values no longer identify them. Compare the keys then.
        let new = (try? reconciled(with: old)) ?? Reconciled(self, list.alignedKeys(with: old.list))
        return DiffableDifference(
            Difference(from: old.list, to: new.snapshot.list, aligned: new.aligned?.list), from: old, to: self)
    }
}

/// One section or item that changed.
public struct DiffableChange<Identifier: Hashable & Sendable, Position: Hashable & Sendable>: Hashable, Sendable {
    /// The identifier in the new list, or in the old list if it was deleted.
    public var identifier: Identifier { (new ?? old)! }
    /// The identifier as the old list has it; nil for an insertion.
    public let old: Identifier?
    /// The identifier as the new list has it; nil for a deletion.
    public let new: Identifier?
    /// The position in the old list; nil for an insertion.
    public let from: Position?
    /// The position in the new list; nil for a deletion.
    public let to: Position?
    /// Whether an item is deleted or inserted with its section. A view that inserts and deletes whole sections with
    /// their items can skip this change. A view that inserts empty sections must perform it.
    public let withSection: Bool
}

/// The changes of one kind. Each is computed when it is read.
public struct DiffableChanges<Identifier: Hashable & Sendable, Position: Hashable & Sendable>: RandomAccessCollection,
    Sendable
{
    /// The number of changes.
    public let endIndex: Int
    fileprivate let change: @Sendable (Int) -> DiffableChange<Identifier, Position>

    /// The index of the first change, which is 0.
    public var startIndex: Int { 0 }

    /// The change at an index.
    /// - Complexity: O(1) for a section, O(log n) for an item
    public subscript(index: Int) -> DiffableChange<Identifier, Position> {
        if !indices.contains(index) {
            fatalError("there is no change \(index); there \(endIndex == 1 ? "is" : "are") \(endIndex)")
        }
        return change(index)
    }
}

extension DiffableDifference {
    /// A change of an item.
    public typealias ItemChange = DiffableChange<ItemIdentifierType, DiffableIndexPath>
    /// A change of a section.
    public typealias SectionChange = DiffableChange<SectionIdentifierType, Int>
    /// The changes of items of one kind.
    public typealias ItemChanges = DiffableChanges<ItemIdentifierType, DiffableIndexPath>
    /// The changes of sections of one kind.
    public typealias SectionChanges = DiffableChanges<SectionIdentifierType, Int>

    private func items(_ kind: ChangeKind) -> ItemChanges {
        ItemChanges(endIndex: engine.count(kind)) { index in
            let (from, to) = engine.paths(kind, index)
            func path(_ path: IndexPath) -> DiffableIndexPath? {
                path.section < 0 ? nil : DiffableIndexPath(item: path.item, section: path.section)
            }
            return ItemChange(
                old: path(from).flatMap { old.itemIdentifier(at: $0) },
                new: path(to).flatMap { new.itemIdentifier(at: $0) }, from: path(from), to: path(to),
                withSection: engine.isWithSection(kind, index))
        }
    }

    private func sections(_ kind: ChangeKind) -> SectionChanges {
        SectionChanges(endIndex: engine.count(kind)) { index in
            let (from, to) = engine.paths(kind, index)
            return SectionChange(
                old: old.section(at: from.section), new: new.section(at: to.section),
                from: from.section < 0 ? nil : from.section,
                to: to.section < 0 ? nil : to.section, withSection: false)
        }
    }
}
