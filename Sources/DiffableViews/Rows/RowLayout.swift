import DiffableEngine

/// What an apply did to a row.
package struct RowMark: Equatable {
    package enum Sign {
        case unchanged, inserted, deleted, moved, updated
    }

    package var sign = Sign.unchanged
    /// Whether a moved row was also updated.
    package var isAlsoUpdated = false

    package static let unchanged = RowMark()
    package static let deleted = RowMark(sign: .deleted)
}

/// A row of a layout: its index path and mark, not yet its cell.
package enum MarkedRow {
    /// A header or footer. For a deleted section, the index is that in the old list.
    case supplementary(SectionEdge, section: Int, RowMark)
    /// For a deleted item, the index path is that in the old list.
    case item(IndexPath, RowMark)
    /// The number of consecutive unchanged rows that one line replaces.
    case foldedRows(Int)
    /// The number of consecutive unchanged sections that one line replaces.
    case foldedSections(Int)
}

/// The rows that a view shows after an apply: the rows of the new list with their marks, and between them the deleted rows. A deleted
/// row is shown after the rows that preceded it. Long runs of unchanged rows are folded.
struct RowLayout {
    /// The number of unchanged rows, or sections, that are shown on each side of a change.
    let context: Int
    private(set) var rows: [MarkedRow] = []

    init(context: Int) {
        self.context = context
    }

    /// - Complexity: O(changes · log n + sections)
    mutating func add(_ transaction: Transaction) {
        let changes = ChangedRows(transaction)
        let new = transaction.finalSnapshot
        var deleted = changes.deletedSections()[...]
        // The unchanged sections since the last section that was added.
        var unchanged = 0..<0
        for index in 0...new.numberOfSections {
            while let next = deleted.first, next.before == index {
                addUnchangedSections(&unchanged, new)
                rows.append(.supplementary(.header, section: next.old, .deleted))
                // Items that moved out of the section are shown at their new index paths only.
                for row in changes.deletedRows(fromSection: next.old) {
                    rows.append(.item(IndexPath(section: next.old, item: row.old), .deleted))
                }
                rows.append(.supplementary(.footer, section: next.old, .deleted))
                deleted.removeFirst()
            }
            guard index < new.numberOfSections else { break }
            let mark = changes.mark(ofSection: index)
            let changedRows = changes.rows(inSection: index)
            let oldIndex = changes.oldIndex(ofSection: index)
            let deletedRows = oldIndex.map { changes.deletedRows(fromSection: $0) } ?? []
            if mark == .unchanged && changedRows.isEmpty && deletedRows.isEmpty {
                unchanged = (unchanged.isEmpty ? index : unchanged.lowerBound)..<index + 1
                continue
            }
            addUnchangedSections(&unchanged, new)
            rows.append(.supplementary(.header, section: index, mark))
            addRows(ofSection: index, count: new.numberOfItems(inSectionAt: index), changedRows, deletedRows, oldSection: oldIndex)
            rows.append(.supplementary(.footer, section: index, mark))
        }
        addUnchangedSections(&unchanged, new)
    }

    /// Adds all rows of a list, unchanged and unfolded.
    mutating func add(_ snapshot: Snapshot) {
        for index in 0..<snapshot.numberOfSections {
            rows.append(.supplementary(.header, section: index, .unchanged))
            for item in 0..<snapshot.numberOfItems(inSectionAt: index) {
                rows.append(.item(IndexPath(section: index, item: item), .unchanged))
            }
            rows.append(.supplementary(.footer, section: index, .unchanged))
        }
    }

    private mutating func addRows(
        ofSection section: Int, count: Int, _ changed: ArraySlice<MarkedPath>,
        _ deleted: [(old: Int, before: Int)], oldSection: Int?
    ) {
        var (changed, deleted) = (changed, deleted[...])
        var next = 0
        while true {
            let changedAt = changed.first.map { Int($0.path.item) } ?? count
            let deletedAt = deleted.first?.before ?? count
            addUnchangedRows(section, next..<min(changedAt, deletedAt))
            next = min(changedAt, deletedAt)
            if let row = deleted.first, row.before == next, let oldSection {
                rows.append(.item(IndexPath(section: oldSection, item: row.old), .deleted))
                deleted.removeFirst()
            } else if let row = changed.popFirst() {
                rows.append(.item(IndexPath(section: section, item: next), row.mark))
                next += 1
            } else {
                break
            }
        }
    }

    private mutating func addUnchangedRows(_ section: Int, _ range: Range<Int>) {
        folding(range, context) { rows.append(.item(IndexPath(section: section, item: $0), .unchanged)) } fold: { rows.append(.foldedRows($0)) }
    }

    private mutating func addUnchangedSections(_ sections: inout Range<Int>, _ snapshot: Snapshot) {
        folding(sections, context) { index in
            rows.append(.supplementary(.header, section: index, .unchanged))
            addUnchangedRows(index, 0..<snapshot.numberOfItems(inSectionAt: index))
            rows.append(.supplementary(.footer, section: index, .unchanged))
        } fold: { rows.append(.foldedSections($0)) }
        sections = sections.upperBound..<sections.upperBound
    }
}

/// Calls `show` for each member of a short range. For a long range, calls `show` for `context` members at each end, and `fold`
/// with the number of the other members, which is at least 2.
private func folding(_ range: Range<Int>, _ context: Int, show: (Int) -> Void, fold: (Int) -> Void) {
    if range.count <= 2 * context + 1 { return range.forEach(show) } // mutant: single-row-folded
    range.prefix(context).forEach(show)
    fold(range.count - 2 * context)
    range.suffix(context).forEach(show)
}
