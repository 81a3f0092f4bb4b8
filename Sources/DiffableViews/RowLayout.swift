import DiffableEngine

/// Lays an apply out as rows: the new list with its marks, what was deleted where it was, and long stretches
/// without a change folded.
struct RowLayout {
    /// Unchanged rows, or sections, shown on each side of a change.
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
        // Sections without a change that are not laid out yet.
        var quiet = 0..<0
        for index in 0...new.numberOfSections {
            while let next = deleted.first, next.before == index {
                addQuietSections(&quiet, new)
                rows.append(.supplementary(.header, section: next.old, .deleted))
                // What moved out of the section is shown where it is now.
                for row in changes.deletedRows(fromSection: next.old) {
                    rows.append(.item(IndexPath(section: next.old, item: row.old), .deleted))
                }
                rows.append(.supplementary(.footer, section: next.old, .deleted))
                deleted.removeFirst()
            }
            guard index < new.numberOfSections else { break }
            let mark = changes.mark(ofSection: index)
            let rows = changes.rows(inSection: index)
            let oldIndex = changes.oldIndex(ofSection: index)
            let deletedRows = oldIndex.map { changes.deletedRows(fromSection: $0) } ?? []
            if mark == .unchanged && rows.isEmpty && deletedRows.isEmpty {
                quiet = (quiet.isEmpty ? index : quiet.lowerBound)..<index + 1
                continue
            }
            addQuietSections(&quiet, new)
            self.rows.append(.supplementary(.header, section: index, mark))
            addRows(ofSection: index, count: new.numberOfItems(inSectionAt: index), rows, deletedRows, oldSection: oldIndex)
            self.rows.append(.supplementary(.footer, section: index, mark))
        }
        addQuietSections(&quiet, new)
    }

    /// A whole list with nothing changed and nothing folded.
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
        ofSection section: Int, count: Int, _ changed: ArraySlice<PlacedMark>,
        _ deleted: [(old: Int, before: Int)], oldSection: Int?
    ) {
        var (changed, deleted) = (changed, deleted[...])
        var next = 0
        while true {
            let changedAt = changed.first.map { Int($0.place.item) } ?? count
            let deletedAt = deleted.first?.before ?? count
            addQuietRows(section, next..<min(changedAt, deletedAt))
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

    private mutating func addQuietRows(_ section: Int, _ range: Range<Int>) {
        folding(range, context) { rows.append(.item(IndexPath(section: section, item: $0), .unchanged)) } fold: { rows.append(.foldedRows($0)) }
    }

    private mutating func addQuietSections(_ sections: inout Range<Int>, _ snapshot: Snapshot) {
        folding(sections, context) { index in
            rows.append(.supplementary(.header, section: index, .unchanged))
            addQuietRows(index, 0..<snapshot.numberOfItems(inSectionAt: index))
            rows.append(.supplementary(.footer, section: index, .unchanged))
        } fold: { rows.append(.foldedSections($0)) }
        sections = sections.upperBound..<sections.upperBound
    }
}

/// Calls `show` for each member of a range, but only once, `fold`, for the middle of a long one.
private func folding(_ range: Range<Int>, _ context: Int, show: (Int) -> Void, fold: (Int) -> Void) {
    if range.count <= 2 * context + 1 { return range.forEach(show) } // mutant: single-row-folded
    range.prefix(context).forEach(show)
    fold(range.count - 2 * context)
    range.suffix(context).forEach(show)
}
