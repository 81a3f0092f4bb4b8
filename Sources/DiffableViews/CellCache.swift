import DiffableEngine

/// A header or footer as it was last asked for; nil where there is none.
package final class SupplementaryCell: Sendable {
    package let cell: Cell?

    init(_ cell: Cell?) {
        self.cell = cell
    }
}

/// The cells a view has, by the handles of the list it shows. A value: an apply that fails is undone by
/// dropping the copy it worked on.
package struct CellCache {
    package init() {}

    private var items = PagedArray<Cell?>(absent: nil)
    private var headers = PagedArray<SupplementaryCell?>(absent: nil)
    private var footers = PagedArray<SupplementaryCell?>(absent: nil)

    func item(_ handle: Handle) -> Cell? {
        items[handle]
    }

    package mutating func setItem(_ cell: Cell?, _ handle: Handle) {
        if cell != nil || items[handle] != nil { items[handle] = cell }
    }

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

    /// Drops what an apply makes stale, and takes over the handles of the new list.
    package mutating func rebase(by transaction: Transaction) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        for kind in [ChangeKind.deletedItems, .reloadedItems, .reconfiguredItems] { // mutant: reconfigured-cell-kept
            for change in transaction.difference.list(kind) { setItem(nil, old.item(at: change.from.path).handle) }
        }
        for kind in [ChangeKind.deletedSections, .updatedSections] {
            for change in transaction.difference.list(kind) {
                let section = old.sectionHandle(at: Int(change.from.section))
                for edge in SectionEdge.allCases { setSupplementary(edge, nil, section) }
            }
        }
        // mutant: cells-not-translated
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
