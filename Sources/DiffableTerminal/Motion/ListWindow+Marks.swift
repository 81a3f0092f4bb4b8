import DiffableEngine
import DiffableViews

extension ListWindow {
    /// Returns how an apply changed the rows of the window, which shows the new list already. If the old list was
    /// empty, nothing is marked, because the first list of a window is not a change.
    /// - Complexity: O(changes)
    func marks(of transaction: Transaction) -> [(key: RowKey, mark: RowMark)] {
        guard let first = rows.first?.position, let last = rows.last?.position, !transaction.usesReloadData,
            transaction.initialSnapshot.numberOfSections > 0
        else { return [] }
        var marks: [(key: RowKey, mark: RowMark)] = []
        // A row that was both moved and updated is marked as moved.
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
    /// Whether the mark of a row is shown. An update is not marked if the row is known to have no new word.
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
