import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// The rows of an apply in order: index paths and marks, without cells.
@Suite struct RowLayoutTests {
    private func rows(from old: String, to new: String, context: Int = 1_000) throws -> [String] {
        var layout = RowLayout(context: context)
        layout.add(Transaction(from: try list(old), to: try list(new)))
        return layout.rows.map { $0.spelled }
    }

    @Test func aWholeListHasEachHeaderItsRowsAndItsFooter() throws {
        var layout = RowLayout(context: 0)
        layout.add(try list("s: a b | t:"))
        #expect(layout.rows.map { $0.spelled } == ["[0", "0.0", "0.1", "0]", "[1", "1]"])
    }

    @Test func anEmptyListHasNoRows() throws {
        var layout = RowLayout(context: 0)
        layout.add(Snapshot())
        layout.add(Transaction(from: Snapshot(), to: Snapshot()))
        #expect(layout.rows.isEmpty)
    }

    @Test func theFirstListIsInserted() throws {
        #expect(try rows(from: "", to: "s: a b") == ["+[0", "+0.0", "+0.1", "+0]"])
    }

    /// The index path of a deleted row is that in the old list; all others are those in the new list.
    @Test func deletedRowsHaveTheirOldIndexPaths() throws {
        #expect(try rows(from: "s: a b c d", to: "s: x a d") == ["[0", "+0.0", "0.1", "-0.1", "-0.2", "0.2", "0]"])
        #expect(try rows(from: "s: a b", to: "s:") == ["[0", "-0.0", "-0.1", "0]"])
    }

    @Test func deletedRowsOfASectionThatMovedAreShownInIt() throws {
        #expect(
            try rows(from: "s: a b | t: c | u:", to: "t: c | u: | s: b")
                == ["[0", "0.0", "0]", "[1", "1]", ">[2", "-0.0", "2.0", ">2]"])
    }

    @Test func aDeletedSectionShowsItsDeletedRowsAlone() throws {
        #expect(
            try rows(from: "s: a b | t: c", to: "t: c b")
                == ["-[0", "-0.0", "-0]", "[0", "0.0", ">0.1", "0]"])
    }

    @Test func deletedSectionsFollowTheSectionBeforeThem() throws {
        #expect(try rows(from: "a: | b: | c: | d:", to: "a: | d:") == ["[0", "0]", "-[1", "-1]", "-[2", "-2]", "[1", "1]"])
        #expect(try rows(from: "a: | b:", to: "") == ["-[0", "-0]", "-[1", "-1]"])
    }

    @Test func aMoveThatIsAnUpdateHasBothMarks() throws {
        #expect(try rows(from: "s: a b c@1", to: "s: c@2 a b") == ["[0", ">~0.0", "0.1", "0.2", "0]"])
        #expect(try rows(from: "s@1: a", to: "s@2: a") == ["~[0", "0.0", "~0]"])
    }

    /// Shown and folded rows add up to the section. A fold replaces at least two rows. The context of a change is never folded.
    @Test(arguments: 0...12, [0, 1, 2, 5]) func rowsAndFoldsAddUp(changed: Int, context: Int) throws {
        let old = try snapshot([(0, Array(0..<13))])
        var new = old
        try new.reloadItems([Element(.integer(Int64(changed)))])
        var layout = RowLayout(context: context)
        layout.add(Transaction(from: old, to: new))
        var next = 0
        for row in layout.rows {
            switch row {
            case .item(let path, let mark):
                #expect(path == IndexPath(section: 0, item: next))
                #expect(mark == (next == changed ? RowMark(sign: .updated) : .unchanged))
                next += 1
            case .foldedRows(let count):
                #expect(count > 1)
                #expect(next + count <= changed - context || next > changed + context)
                next += count
            case .supplementary, .foldedSections: break
            }
        }
        #expect(next == 13)
    }

    @Test func sectionsFoldBesideAChange() throws {
        let old = "a: | b: | c: | d: | e: x | f: | g: | h: | i:"
        #expect(
            try rows(from: old, to: old.replacing("x", with: "x y"), context: 1)
                == ["[0", "0]", "(2 sections)", "[3", "3]", "[4", "4.0", "+4.1", "4]", "[5", "5]", "(2 sections)", "[8", "8]"])
    }

    @Test func layoutsOfSeveralListsFollowOneAnother() throws {
        var layout = RowLayout(context: 0)
        layout.add(try list("s: a"))
        layout.add(try list("t:"))
        #expect(layout.rows.map { $0.spelled } == ["[0", "0.0", "0]", "[0", "0]"])
    }
}

extension MarkedRow {
    /// "[1" and "1]" are the header and footer of section 1, "1.2" is an item. Signs come first.
    fileprivate var spelled: String {
        switch self {
        case .supplementary(.header, let section, let mark): "\(mark.spelled)[\(section)"
        case .supplementary(.footer, let section, let mark): "\(mark.spelled)\(section)]"
        case .item(let path, let mark): "\(mark.spelled)\(path.section).\(path.item)"
        case .foldedRows(let count): "(\(count) rows)"
        case .foldedSections(let count): "(\(count) sections)"
        }
    }
}

extension RowMark {
    fileprivate var spelled: String {
        let sign =
            switch self.sign {
            case .unchanged: ""
            case .inserted: "+"
            case .deleted: "-"
            case .moved: ">"
            case .updated: "~"
            }
        return sign + (isAlsoUpdated ? "~" : "")
    }
}

extension Transaction {
    /// The transaction between two lists of a data source without outlines.
    init(from old: Snapshot, to new: Snapshot) {
        self.init(
            initialSnapshot: old, finalSnapshot: new, initialOutlines: Outlines(), finalOutlines: Outlines(),
            difference: Difference(from: old, to: new), animation: .automatic, usesReloadData: false, caption: [])
    }
}
