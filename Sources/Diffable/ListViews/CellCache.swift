/// A header or footer as it was last asked for; nil where there is none.
final class SupplementaryCell: Sendable {
    let cell: Cell?

    init(_ cell: Cell?) {
        self.cell = cell
    }
}

/// The cells a view has, by the handles of the list it shows. A value: an apply that fails is undone by
/// dropping the copy it worked on.
struct CellCache {
    private var items = HandleMap<Cell?>(absent: nil)
    private var headers = HandleMap<SupplementaryCell?>(absent: nil)
    private var footers = HandleMap<SupplementaryCell?>(absent: nil)

    func item(_ handle: Handle) -> Cell? {
        items[handle]
    }

    mutating func setItem(_ cell: Cell?, _ handle: Handle) {
        if cell != nil || items[handle] != nil { items[handle] = cell }
    }

    func supplementary(_ edge: SectionEdge, _ section: Handle) -> SupplementaryCell? {
        switch edge {
        case .header: headers[section]
        case .footer: footers[section]
        }
    }

    mutating func setSupplementary(_ edge: SectionEdge, _ cell: SupplementaryCell?, _ section: Handle) {
        switch edge {
        case .header: headers[section] = cell
        case .footer: footers[section] = cell
        }
    }

    /// Drops what an apply makes stale, and takes over the handles of the new list.
    mutating func follow(_ transaction: Transaction) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        for kind in [ChangeKind.deletedItems, .reloadedItems, .reconfiguredItems] { // mutant: reconfigured-cell-kept
            for change in transaction.difference.list(kind) { setItem(nil, old.item(at: change.from.path).handle) }
        }
        for kind in [ChangeKind.deletedSections, .updatedSections] {
            for change in transaction.difference.list(kind) {
                let section = old.sections[Int(change.from.section)].handle
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
