import DiffableEngine

/// The mark of the row at an index path. The path of a section has no item.
struct MarkedPath {
    var path: PackedIndexPath
    var mark: RowMark
}

/// The changes of an apply, by row: the marks of rows of the new list, and for each deleted row the row of the new list
/// before which it is shown.
struct ChangedRows {
    private let transaction: Transaction
    /// The items of the new list that changed, ascending.
    private var marks: [MarkedPath] = []
    private var sectionMarks: [MarkedPath] = []
    /// The old index paths of moved items and the old indexes of moved sections, ascending.
    private let movedItems: [PackedIndexPath]
    private let movedSections: [Int32]

    /// - Complexity: O(changes)
    init(_ transaction: Transaction) {
        self.transaction = transaction
        let difference = transaction.difference
        movedItems = difference.list(.movedItems).map { $0.from }.ascending { $0.key }
        movedSections = difference.list(.movedSections).map { $0.from.section }.ascending { UInt64($0) }
        for (kind, mark) in [
            (ChangeKind.insertedItems, RowMark(sign: .inserted)), (.movedItems, RowMark(sign: .moved)),
            (.reloadedItems, RowMark(sign: .updated)), (.reconfiguredItems, RowMark(sign: .updated)),
        ] {
            for change in difference.list(kind) { marks.append(MarkedPath(path: change.to, mark: mark)) }
        }
        for (kind, mark) in [
            (ChangeKind.insertedSections, RowMark(sign: .inserted)), (.movedSections, RowMark(sign: .moved)),
            (.updatedSections, RowMark(sign: .updated)),
        ] {
            for change in difference.list(kind) { sectionMarks.append(MarkedPath(path: change.to, mark: mark)) }
        }
        marks = merged(marks)
        sectionMarks = merged(sectionMarks)
    }

    func mark(ofSection index: Int) -> RowMark {
        let position = lowerBound(in: sectionMarks) { $0.path.section < Int32(index) }
        guard position < sectionMarks.count, sectionMarks[position].path.section == Int32(index) else {
            return .unchanged
        }
        return sectionMarks[position].mark
    }

    /// The items of a section of the new list that changed, ascending.
    func rows(inSection index: Int) -> ArraySlice<MarkedPath> {
        let first = lowerBound(in: marks) { $0.path.section < Int32(index) }
        let end = lowerBound(in: marks) { $0.path.section <= Int32(index) }
        return marks[first..<end]
    }

    /// The items deleted from a section of the old list: `old` is the index in that section, `before` the index in the
    /// new section before which the row is shown. That index is directly after the nearest preceding item that neither
    /// moved nor was deleted. If the section was deleted too, `before` is not used.
    func deletedRows(fromSection old: Int) -> [(old: Int, before: Int)] {
        let deleted = transaction.difference.list(.deletedItems)
        let first = lowerBound(in: deleted) { $0.from.section < Int32(old) }
        let end = lowerBound(in: deleted) { $0.from.section <= Int32(old) }
        var result: [(old: Int, before: Int)] = []
        var before = 0
        var next = 0
        for change in deleted[first..<end] {
            let row = Int(change.from.item)
            if let stationary = newIndexOfLastStationary(in: next..<row, ofSection: old) { before = stationary + 1 }
            result.append((row, before))
            next = row + 1
        }
        return result
    }

    /// The new index of the last item in a range of the old section that did not move. No item in the range was
    /// deleted.
    private func newIndexOfLastStationary(in range: Range<Int>, ofSection section: Int) -> Int? {
        for row in range.reversed() {
            let path = PackedIndexPath(section: section, item: row)
            let index = lowerBound(in: movedItems) { $0 < path }
            if index < movedItems.count && movedItems[index] == path { continue }
            return newPath(ofOldItem: IndexPath(section: section, item: row))?.item
        }
        return nil
    }

    private func newPath(ofOldItem path: IndexPath) -> IndexPath? {
        transaction.difference.newPath(ofItem: transaction.initialSnapshot.item(at: path))
    }

    /// The deleted sections: `old` is the index in the old list, `before` the index in the new list before which the
    /// section is shown.
    func deletedSections() -> [(old: Int, before: Int)] {
        let deleted = transaction.difference.list(.deletedSections).map { Int($0.from.section) }
        var result: [(old: Int, before: Int)] = []
        var before = 0
        var next = 0
        for section in deleted {
            let stayed = (next..<section).last { !isMoved($0) }
            if let stayed, let index = newIndex(ofOldSection: stayed) { before = index + 1 }
            result.append((section, before))
            next = section + 1
        }
        return result
    }

    private func isMoved(_ oldSection: Int) -> Bool {
        let index = lowerBound(in: movedSections) { $0 < Int32(oldSection) }
        return index < movedSections.count && movedSections[index] == Int32(oldSection)
    }

    /// The index in the old list of a section of the new one; nil if the section was inserted.
    func oldIndex(ofSection index: Int) -> Int? {
        let oldIndex = transaction.difference.oldSectionIndexes[index]
        return oldIndex < 0 ? nil : Int(oldIndex)
    }

    private func newIndex(ofOldSection index: Int) -> Int? {
        let newIndex = transaction.difference.newSectionIndexes[index]
        return newIndex < 0 ? nil : Int(newIndex)
    }
}

/// The marks in ascending order, one for each path. A move and an update of the same path become one mark.
private func merged(_ marks: [MarkedPath]) -> [MarkedPath] {
    var result: [MarkedPath] = []
    for next in marks.ascending(by: { $0.path.key }) {
        if let last = result.last, last.path == next.path {
            let isMoved = last.mark.sign == .moved || next.mark.sign == .moved
            result[result.count - 1].mark = RowMark(sign: isMoved ? .moved : .updated, isAlsoUpdated: isMoved)
        } else {
            result.append(next)
        }
    }
    return result
}
