import DiffableEngine

/// What an apply did to a row.
package struct RowMark: Equatable {
    package enum Sign {
        case unchanged, inserted, deleted, moved, updated
    }

    package var sign = Sign.unchanged
    /// Whether a moved row was also updated.
    package var isAlsoUpdated = false

    var isUpdated: Bool { sign == .updated || isAlsoUpdated }

    package static let unchanged = RowMark()
    package static let deleted = RowMark(sign: .deleted)
    package static let inserted = RowMark(sign: .inserted)
    package static let moved = RowMark(sign: .moved)
    package static let updated = RowMark(sign: .updated)
}

/// A row of a layout: its index path and mark, not yet its cell.
package enum MarkedRow {
    /// A header or footer. For a deleted section, the index is that in the old list.
    case supplementary(SectionEdge, section: Int, RowMark)
    /// For a deleted item, the index path is that in the old list.
    case item(IndexPath, RowMark)
    /// One line that replaces this number of consecutive rows, all of them unchanged, inserted or deleted.
    case foldedRows(Int, RowMark)
    /// One line that replaces this number of consecutive sections, in the same way.
    case foldedSections(Int, RowMark)
}

/// The rows that a view shows after an apply: the rows of the new list with their marks, and between them the deleted
/// rows. A deleted row is shown after the nearest row above it in the old list that neither moved nor was deleted. Long
/// runs of unchanged, inserted or deleted rows are folded.
struct RowLayout {
    /// The longest run of inserted or deleted rows, or sections, that is not folded.
    static let longestRun = 100

    /// The number of rows, or sections, that are shown at each end of a run that is folded.
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
        // The consecutive sections that are not added yet: either unchanged or inserted ones. The other range is empty.
        var unchanged = 0..<0
        var inserted = 0..<0
        for index in 0...new.numberOfSections {
            let run = deleted.prefix { $0.before == index }
            if !run.isEmpty {
                addUnchangedSections(&unchanged, new)
                addInsertedSections(&inserted, changes, new)
                addDeletedSections(run, changes)
                deleted = deleted.dropFirst(run.count)
            }
            guard index < new.numberOfSections else { break }
            let mark = changes.mark(ofSection: index)
            let changedRows = changes.rows(inSection: index)
            let oldIndex = changes.oldIndex(ofSection: index)
            let deletedRows = oldIndex.map { changes.deletedRows(fromSection: $0) } ?? []
            if mark == .unchanged && changedRows.isEmpty && deletedRows.isEmpty {
                addInsertedSections(&inserted, changes, new)
                unchanged = (unchanged.isEmpty ? index : unchanged.lowerBound)..<index + 1
                continue
            }
            addUnchangedSections(&unchanged, new)
            if mark == .inserted && changedRows.allSatisfy({ $0.mark == .inserted }) {
                inserted = (inserted.isEmpty ? index : inserted.lowerBound)..<index + 1
                continue
            }
            addInsertedSections(&inserted, changes, new)
            rows.append(.supplementary(.header, section: index, mark))
            addRows(
                ofSection: index, count: new.numberOfItems(inSectionAt: index), changedRows, deletedRows,
                oldSection: oldIndex)
            rows.append(.supplementary(.footer, section: index, mark))
        }
        addUnchangedSections(&unchanged, new)
        addInsertedSections(&inserted, changes, new)
    }

    private mutating func addInsertedSections(_ sections: inout Range<Int>, _ changes: ChangedRows, _ new: Snapshot) {
        folding(sections, context, Self.longestRun) { index in
            rows.append(.supplementary(.header, section: index, .inserted))
            addRows(
                ofSection: index, count: new.numberOfItems(inSectionAt: index), changes.rows(inSection: index), [],
                oldSection: nil)
            rows.append(.supplementary(.footer, section: index, .inserted))
        } fold: {
            rows.append(.foldedSections($0, .inserted))
        }
        sections = sections.upperBound..<sections.upperBound
    }

    private mutating func addDeletedSections(_ sections: ArraySlice<(old: Int, before: Int)>, _ changes: ChangedRows) {
        folding(sections.indices, context, Self.longestRun) { index in
            let section = sections[index].old
            rows.append(.supplementary(.header, section: section, .deleted))
            // Items that moved out of the section are shown at their new index paths only.
            addDeletedRows(changes.deletedRows(fromSection: section)[...], section)
            rows.append(.supplementary(.footer, section: section, .deleted))
        } fold: {
            rows.append(.foldedSections($0, .deleted))
        }
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
                let run = deleted.prefix { $0.before == next }
                addDeletedRows(run, oldSection)
                deleted = deleted.dropFirst(run.count)
            } else if let row = changed.first, row.mark != .inserted {
                rows.append(.item(IndexPath(section: section, item: next), row.mark))
                changed.removeFirst()
                next += 1
            } else if !changed.isEmpty {
                // Add the inserted rows up to the next row that was not inserted.
                var end = next
                while end < deleted.first?.before ?? .max, let row = changed.first, row.mark == .inserted,
                    Int(row.path.item) == end
                {
                    changed.removeFirst()
                    end += 1
                }
                folding(next..<end, context, Self.longestRun) {
                    rows.append(.item(IndexPath(section: section, item: $0), .inserted))
                } fold: {
                    rows.append(.foldedRows($0, .inserted))
                }
                next = end
            } else {
                break
            }
        }
    }

    private mutating func addDeletedRows(_ deleted: ArraySlice<(old: Int, before: Int)>, _ section: Int) {
        folding(deleted.indices, context, Self.longestRun) {
            rows.append(.item(IndexPath(section: section, item: deleted[$0].old), .deleted))
        } fold: {
            rows.append(.foldedRows($0, .deleted))
        }
    }

    private mutating func addUnchangedRows(_ section: Int, _ range: Range<Int>) {
        folding(range, context) {
            rows.append(.item(IndexPath(section: section, item: $0), .unchanged))
        } fold: {
            rows.append(.foldedRows($0, .unchanged))
        }
    }

    private mutating func addUnchangedSections(_ sections: inout Range<Int>, _ snapshot: Snapshot) {
        folding(sections, context) { index in
            rows.append(.supplementary(.header, section: index, .unchanged))
            addUnchangedRows(index, 0..<snapshot.numberOfItems(inSectionAt: index))
            rows.append(.supplementary(.footer, section: index, .unchanged))
        } fold: {
            rows.append(.foldedSections($0, .unchanged))
        }
        sections = sections.upperBound..<sections.upperBound
    }
}

/// Calls `show` for each member of a range that has at most `longest` members, or at most one more than both ends show.
/// For a longer range, calls `show` for `context` members at each end, and `fold` with the number of the other members,
/// which is at least 2.
private func folding(_ range: Range<Int>, _ context: Int, _ longest: Int = 0, show: (Int) -> Void, fold: (Int) -> Void)
{
    if range.count <= max(longest, 2 * context + 1) { return range.forEach(show) }
    range.prefix(context).forEach(show)
    fold(range.count - 2 * context)
    range.suffix(context).forEach(show)
}
