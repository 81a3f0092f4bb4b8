import DiffableEngine

/// A row of a layout with everything that it shows.
package struct ShownRow {
    package enum Kind {
        case supplementary(SectionEdge), item, foldedRows(Int), foldedSections(Int)
    }

    package var kind: Kind
    package var mark = RowMark.unchanged
    /// The row without its cell.
    package var markedRow: MarkedRow?
    package var cell: Cell?
    /// The old cell of an updated row, if the view shows it.
    package var oldCell: Cell?
    package var disclosure: Disclosure?
    /// The identifier of a deleted item. It is shown if the row has no cell, because the item was never shown. Nil if
    /// `cell` has the name that the data source gave the deleted item, and for rows that were not deleted.
    package var identifier: Identifier?

    package init(
        kind: Kind, mark: RowMark = .unchanged, markedRow: MarkedRow? = nil, cell: Cell? = nil,
        disclosure: Disclosure? = nil,
        identifier: Identifier? = nil
    ) {
        self.kind = kind
        self.mark = mark
        self.markedRow = markedRow
        self.cell = cell
        self.disclosure = disclosure
        self.identifier = identifier
    }
}

extension ShownRow {
    /// Whether the row stands for rows that are not shown.
    package var isFold: Bool {
        switch kind {
        case .foldedRows, .foldedSections: true
        case .item, .supplementary: false
        }
    }
}

/// Turns each apply of a data source into rows with cells, for a renderer. It caches the cells, and asks the data
/// source only for missing ones.
final class ListView {
    private var cells = CellCache()
    /// The version of the list that `cells` belongs to.
    private var version: ListVersion?
    private let context: Int
    private let showsOld: Bool

    /// - Parameters:
    ///   - context: the number of rows that are shown at each end of a run that is folded.
    ///   - showsOld: whether updated rows also contain their old cell.
    init(context: Int, showsOld: Bool = false) {
        self.context = context
        self.showsOld = showsOld
    }

    /// Returns the rows of an apply with all their cells. The view does not change before `commit` is called.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    func rows(for transaction: Transaction, of source: DataSource) throws(DiffableError) -> (
        [ShownRow], commit: () -> Void
    ) {
        dropCellsOfOtherLists(than: source)
        var layout = RowLayout(context: context)
        var next = CellCache()
        if transaction.usesReloadData {
            layout.add(transaction.finalSnapshot)
        } else {
            layout.add(transaction)
            next = cells
            next.update(for: transaction)
        }
        let rows = try fill(
            layout, old: transaction.initialSnapshot, new: transaction.finalSnapshot, transaction.difference, &next,
            source)
        let final = next
        return (
            rows,
            {
                self.cells = final
                self.version = source.version
            }
        )
    }

    /// All rows of the list that the view shows, unchanged and unfolded.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    func rows(of source: DataSource) throws(DiffableError) -> [ShownRow] {
        dropCellsOfOtherLists(than: source)
        var layout = RowLayout(context: context)
        let list = source.shownList
        layout.add(list)
        // A copy, because a provider may read the view's cells during the loop.
        var next = cells
        let rows = try fill(layout, old: list, new: list, nil, &next, source)
        cells = next
        return rows
    }

    /// The cell of a row of the current list; nil if the view does not have it.
    func cell(at path: IndexPath, of source: DataSource) -> Cell? {
        if source.isPreparing { return nil }
        dropCellsOfOtherLists(than: source)
        return source.current.contains(path) ? cells.item(source.current.item(at: path)) : nil
    }

    /// A supplementary cell of a section of the current list; nil if the view does not have it.
    func supplementary(_ kind: SupplementaryKind, ofSection index: Int, of source: DataSource) -> SupplementaryCell? {
        if source.isPreparing { return nil }
        dropCellsOfOtherLists(than: source)
        guard let edge = SectionEdge.allCases.first(where: { $0.kind == kind }),
            source.current.containsSection(at: index)
        else { return nil }
        return cells.supplementary(edge, source.current.sectionHandle(at: index))
    }

    /// Drops the cells if they belong to another list: if the data source had applies without this view, or if another
    /// data source used the view.
    private func dropCellsOfOtherLists(than source: DataSource) {
        if version === source.version { return }
        cells = CellCache()
        version = source.version
    }

    /// The rows of a layout with everything that they show. New cells are added to `next`.
    private func fill(
        _ layout: RowLayout, old: Snapshot, new: Snapshot, _ difference: Difference?, _ next: inout CellCache,
        _ source: DataSource
    ) throws(DiffableError) -> [ShownRow] {
        var rows: [ShownRow] = []
        for row in layout.rows {
            guard var shown = try shown(row, old, new, difference, &next, source) else { continue }
            shown.markedRow = row
            if case .item(let path, let mark) = row {
                shown.disclosure = (mark == .deleted ? old : new).disclosure(ofItemAt: path)
            }
            rows.append(shown)
        }
        return rows
    }

    private func shown(
        _ row: MarkedRow, _ old: Snapshot, _ new: Snapshot, _ difference: Difference?, _ next: inout CellCache,
        _ source: DataSource
    ) throws(DiffableError) -> ShownRow? {
        switch row {
        case .foldedRows(let count, let mark):
            return ShownRow(kind: .foldedRows(count), mark: mark)
        case .foldedSections(let count, let mark):
            return ShownRow(kind: .foldedSections(count), mark: mark)
        case .item(let path, let mark) where mark == .deleted:
            let handle = old.item(at: path)
            let identifier = old.identifiers.items.identifier(handle)
            #if !hasFeature(Embedded)
            if cells.item(handle) == nil, let name = source.nameOfItem?(identifier) {
                return ShownRow(kind: .item, mark: mark, cell: Cell(text: name))
            }
            #endif
            return ShownRow(kind: .item, mark: mark, cell: cells.item(handle), identifier: identifier)
        case .item(let path, let mark):
            var row = ShownRow(kind: .item, mark: mark, cell: try next.cell(at: path, in: new, of: source))
            if showsOld && mark.isUpdated {
                row.oldCell = difference?.oldPath(ofItem: new.item(at: path)).flatMap { cells.item(old.item(at: $0)) }
            }
            return row
        case .supplementary(let edge, let index, let mark):
            let supplementary =
                mark == .deleted
                ? cells.supplementary(edge, old.sectionHandle(at: index))
                : try next.supplementaryCell(edge, ofSection: index, in: new, of: source)
            guard let cell = supplementary?.cell else { return nil }
            var row = ShownRow(kind: .supplementary(edge), mark: mark, cell: cell)
            if showsOld && mark.isUpdated {
                let section = old.identifiers.sections.handle(
                    of: new.identifiers.sections.raw(new.sectionHandle(at: index)))
                row.oldCell = section.flatMap { cells.supplementary(edge, $0)?.cell }
            }
            return row
        }
    }
}
