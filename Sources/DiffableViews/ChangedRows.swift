import DiffableEngine

/// A mark and the place it goes to; that of a section has no item.
struct PlacedMark {
    var place: PackedIndexPath
    var mark: RowMark
}

/// What changed in an apply, by the place where it is shown: rows of the new list with their marks, and
/// rows of the old one in front of those that they stood before.
struct ChangedRows {
    private let transaction: Transaction
    /// Rows of the new list that changed, in order.
    private var marks: [PlacedMark] = []
    private var sectionMarks: [PlacedMark] = []
    /// Where moved items and sections were, in order.
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
            for change in difference.list(kind) { marks.append(PlacedMark(place: change.to, mark: mark)) }
        }
        for (kind, mark) in [
            (ChangeKind.insertedSections, RowMark(sign: .inserted)), (.movedSections, RowMark(sign: .moved)),
            (.updatedSections, RowMark(sign: .updated)),
        ] {
            for change in difference.list(kind) { sectionMarks.append(PlacedMark(place: change.to, mark: mark)) }
        }
        marks = merged(marks)
        sectionMarks = merged(sectionMarks)
    }

    func mark(ofSection index: Int) -> RowMark {
        let place = firstIndex(in: sectionMarks) { $0.place.section < Int32(index) }
        guard place < sectionMarks.count, sectionMarks[place].place.section == Int32(index) else { return .unchanged }
        return sectionMarks[place].mark
    }

    /// The rows of a section of the new list that changed, in order.
    func rows(inSection index: Int) -> ArraySlice<PlacedMark> {
        let first = firstIndex(in: marks) { $0.place.section < Int32(index) }
        let end = firstIndex(in: marks) { $0.place.section <= Int32(index) }
        return marks[first..<end]
    }

    /// The rows deleted from a section of the old list, each with the row of the new section in front of
    /// which it is to be shown: behind the one that it stood behind, as far as that one stayed. (Where the
    /// section itself went, there is no new one, and only which rows they are counts.)
    func deletedRows(fromSection old: Int) -> [(old: Int, before: Int)] {
        let deleted = transaction.difference.list(.deletedItems)
        let first = firstIndex(in: deleted) { $0.from.section < Int32(old) }
        let end = firstIndex(in: deleted) { $0.from.section <= Int32(old) }
        var result: [(old: Int, before: Int)] = []
        var before = 0
        var next = 0
        for change in deleted[first..<end] {
            let row = Int(change.from.item)
            if let stayed = lastToStay(in: next..<row, ofSection: old) { before = stayed + 1 } // mutant: deleted-row-in-front
            result.append((row, before))
            next = row + 1
        }
        return result
    }

    /// The new place of the last old row in a range, free of deleted ones, that did not move.
    private func lastToStay(in range: Range<Int>, ofSection section: Int) -> Int? {
        for row in range.reversed() {
            let place = PackedIndexPath(section: section, item: row)
            let index = firstIndex(in: movedItems) { $0 < place }
            if index < movedItems.count && movedItems[index] == place { continue }
            return newPath(ofOldItem: IndexPath(section: section, item: row))?.item
        }
        return nil
    }

    private func newPath(ofOldItem path: IndexPath) -> IndexPath? {
        let old = transaction.initialSnapshot
        return transaction.finalSnapshot.indexPath(ofItem: old.item(at: path).handle, from: old)
    }

    /// The deleted sections, each with the section of the new list in front of which it is to be shown.
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
        let index = firstIndex(in: movedSections) { $0 < Int32(oldSection) }
        return index < movedSections.count && movedSections[index] == Int32(oldSection)
    }

    /// The index in the old list of a section of the new one, if it was there.
    func oldIndex(ofSection index: Int) -> Int? {
        let oldIndex = transaction.difference.oldSectionIndexes[index]
        return oldIndex < 0 ? nil : Int(oldIndex)
    }

    private func newIndex(ofOldSection index: Int) -> Int? {
        let newIndex = transaction.difference.newSectionIndexes[index]
        return newIndex < 0 ? nil : Int(newIndex)
    }
}

/// In order, with one entry a place: a move that is also an update says both.
private func merged(_ marks: [PlacedMark]) -> [PlacedMark] {
    var result: [PlacedMark] = []
    for next in marks.ascending(by: { $0.place.key }) {
        if let last = result.last, last.place == next.place {
            let isMoved = last.mark.sign == .moved || next.mark.sign == .moved
            result[result.count - 1].mark = RowMark(sign: isMoved ? .moved : .updated, isAlsoUpdated: isMoved)
        } else {
            result.append(next)
        }
    }
    return result
}
