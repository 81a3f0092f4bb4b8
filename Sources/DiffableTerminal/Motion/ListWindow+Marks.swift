import DiffableEngine
import DiffableViews

extension ListWindow {
    /// What an apply did to the rows of the window, which shows the list after it. The first list of a window is no
    /// change.
    /// - Complexity: O(changes)
    func marks(of transaction: Transaction) -> [(key: RowKey, mark: RowMark)] {
        guard let first = rows.first?.position, let last = rows.last?.position, !transaction.usesReloadData,
            transaction.initialSnapshot.numberOfSections > 0
        else { return [] }
        var marks: [(key: RowKey, mark: RowMark)] = []
        // The sign of a row that moved and was updated is that of the move.
        func add(_ key: RowKey, _ mark: RowMark) {
            if !marks.contains(where: { $0.key == key }) { marks.append((key, mark)) }
        }
        for (kind, mark) in [
            (ChangeKind.insertedItems, RowMark.inserted), (.movedItems, .moved), (.reloadedItems, .updated),
            (.reconfiguredItems, .updated),
        ] {
            for change in transaction.difference.list(kind) {
                let position = RowPosition(change.to.path)
                if first <= position && position <= last { add(list.key(at: position), mark) }
            }
        }
        for (kind, mark) in [
            (ChangeKind.insertedSections, RowMark.inserted), (.movedSections, .moved), (.updatedSections, .updated),
        ] {
            for change in transaction.difference.list(kind) {
                for row in rows where row.position.section == Int(change.to.section) && !row.key.isItem {
                    add(row.key, mark)
                }
            }
        }
        return marks
    }
}

extension ListWindow {
    /// Whether a mark of a row is shown. That of an update is not if the row shows what it showed before.
    func isVisible(_ mark: RowMark, ofRow key: RowKey) -> Bool {
        guard mark == .updated, let newWords = rows.first(where: { $0.key == key })?.newWords else { return true }
        return newWords.contains { $0.contains(true) }
    }
}

extension RowKey {
    fileprivate var isItem: Bool {
        switch self {
        case .item, .unknownItem: true
        case .supplementary, .unknownSupplementary: false
        }
    }
}
