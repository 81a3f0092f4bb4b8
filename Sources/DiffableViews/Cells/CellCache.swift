import DiffableEngine

/// The two rows of a section that show no item.
package enum SectionEdge: CaseIterable {
    case header, footer

    package var kind: SupplementaryKind {
        switch self {
        case .header: .header
        case .footer: .footer
        }
    }
}

/// What a supplementary provider returned for a header or footer. `cell` is nil if the section has none.
package final class SupplementaryCell: Sendable {
    package let cell: Cell?

    init(_ cell: Cell?) {
        self.cell = cell
    }
}

/// The cells of a view, by the handles of the list that the view shows. It is a value: an apply works on a copy, which
/// is dropped if the apply fails.
package struct CellCache {
    package init() {}

    private var items = PagedArray<Cell?>(absent: nil)
    private var headers = PagedArray<SupplementaryCell?>(absent: nil)
    private var footers = PagedArray<SupplementaryCell?>(absent: nil)

    package func item(_ handle: Handle) -> Cell? {
        items[handle]
    }

    package mutating func setItem(_ cell: Cell?, _ handle: Handle) {
        // Writing nil over nil would copy or allocate a page.
        if cell != nil || items[handle] != nil { items[handle] = cell }
    }

    /// The header or footer of a section; nil if the provider was not asked for it yet.
    func supplementary(_ edge: SectionEdge, _ section: Handle) -> SupplementaryCell? {
        switch edge {
        case .header: headers[section]
        case .footer: footers[section]
        }
    }

    package mutating func setSupplementary(_ edge: SectionEdge, _ cell: SupplementaryCell?, _ section: Handle) {
        switch edge {
        case .header: headers[section] = cell
        case .footer: footers[section] = cell
        }
    }

    /// Drops the cells of deleted and updated elements, and translates the handles of the others to those of the new
    /// list.
    package mutating func update(for transaction: Transaction) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        for kind in [ChangeKind.deletedItems, .reloadedItems, .reconfiguredItems] {
            for change in transaction.difference.list(kind) { setItem(nil, old.item(at: change.from.path)) }
        }
        for kind in [ChangeKind.deletedSections, .updatedSections] {
            for change in transaction.difference.list(kind) {
                let section = old.sectionHandle(at: Int(change.from.section))
                for edge in SectionEdge.allCases { setSupplementary(edge, nil, section) }
            }
        }
        if old.identifiers !== new.identifiers { translate(from: old.identifiers, to: new.identifiers) }
    }

    private mutating func translate(from old: Identifiers, to new: Identifiers) {
        let copy = self
        self = CellCache()
        copy.items.forEach { handle, cell in
            guard let cell, let handle = new.items.handle(of: old.items.raw(handle)) else { return }
            items[handle] = cell
        }
        for edge in SectionEdge.allCases {
            (edge == .header ? copy.headers : copy.footers).forEach { handle, cell in
                guard let cell, let handle = new.sections.handle(of: old.sections.raw(handle)) else { return }
                setSupplementary(edge, cell, handle)
            }
        }
    }
}

// MARK: - Providers

extension CellCache {
    /// Returns the cached cell of an item. If there is none, asks the provider, and caches the cell.
    /// - Parameter snapshot: the list whose handles the cache uses. During an apply it is not yet the current list.
    package mutating func cell(at path: IndexPath, in snapshot: Snapshot, of source: DataSource) throws(DiffableError)
        -> Cell
    {
        let handle = snapshot.item(at: path)
        if let known = item(handle) { return known }
        let cell = try source.cell(at: path, in: snapshot)
        setItem(cell, handle)
        return cell
    }

    /// Like `cell`, for the header or footer of a section.
    package mutating func supplementaryCell(
        _ edge: SectionEdge, ofSection index: Int, in snapshot: Snapshot, of source: DataSource
    ) throws(DiffableError) -> SupplementaryCell {
        let handle = snapshot.sectionHandle(at: index)
        if let known = supplementary(edge, handle) { return known }
        let supplementary = SupplementaryCell(try source.supplementaryCell(edge.kind, ofSection: index, in: snapshot))
        setSupplementary(edge, supplementary, handle)
        return supplementary
    }
}
