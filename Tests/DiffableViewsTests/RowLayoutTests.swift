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
        #expect(
            try rows(from: "a: | b: | c: | d:", to: "a: | d:") == ["[0", "0]", "-[1", "-1]", "-[2", "-2]", "[1", "1]"])
        #expect(try rows(from: "a: | b:", to: "") == ["-[0", "-0]", "-[1", "-1]"])
    }

    @Test func aMoveThatIsAnUpdateHasBothMarks() throws {
        #expect(try rows(from: "s: a b c@1", to: "s: c@2 a b") == ["[0", ">~0.0", "0.1", "0.2", "0]"])
        #expect(try rows(from: "s@1: a", to: "s@2: a") == ["~[0", "0.0", "~0]"])
    }

    /// Shown and folded rows add up to the section. A fold replaces at least two rows. The context of a change is never
    /// folded.
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
            case .foldedRows(let count, let mark):
                #expect(count > 1 && mark == .unchanged)
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
                == [
                    "[0", "0]", "(2 sections)", "[3", "3]", "[4", "4.0", "+4.1", "4]", "[5", "5]", "(2 sections)", "[8",
                    "8]",
                ])
    }

    /// Shown and folded rows add up, whatever stands between the rows of a run.
    @Test(arguments: [99, 100, 101, 102, 250], [0, 1, 49, 50, 60]) func runsOfInsertedAndDeletedRows(
        count: Int, context: Int
    ) throws {
        let isFolded = count > max(100, 2 * context + 1)
        let run = isFolded ? context : count
        func expected(_ sign: String, _ first: Int) -> [String] {
            var rows: [String] = []
            for index in 0..<count where !isFolded || index < run || index >= count - run {
                if isFolded && index == count - run { rows.append("\(sign)(\(count - 2 * run) rows)") }
                rows.append("\(sign)0.\(first + index)")
            }
            if isFolded && run == 0 { rows.append("\(sign)(\(count) rows)") }
            return rows
        }
        let old = try snapshot([(0, [1, 2, 3])])
        var new = old
        try new.insertItems((0..<Int64(count)).map { Element(.integer(1000 + $0)) }, beforeItem: 2)
        try new.insertItems((0..<Int64(count)).map { Element(.integer(5000 + $0)) }, beforeItem: 3)
        var layout = RowLayout(context: context)
        layout.add(Transaction(from: old, to: new))
        var wanted: [String] = ["[0", "0.0"] + expected("+", 1)
        wanted += ["0.\(count + 1)"] + expected("+", count + 2)
        wanted += ["0.\(2 * count + 2)", "0]"]
        #expect(layout.rows.map { $0.spelled } == wanted)
        layout = RowLayout(context: context)
        layout.add(Transaction(from: new, to: old))
        wanted = ["[0", "0.0"] + expected("-", 1)
        wanted += ["0.1"] + expected("-", count + 2)
        wanted += ["0.2", "0]"]
        #expect(layout.rows.map { $0.spelled } == wanted)
    }

    @Test func runsOfInsertedAndDeletedSections() throws {
        let old = try snapshot([(0, [0])])
        let sections: [(Int, [Int])] = (1...200).map { ($0, $0 == 2 ? Array(1000..<1150) : []) }
        let new = try snapshot([(0, [0])] + sections)
        for (from, to, sign) in [(old, new, "+"), (new, old, "-")] {
            var layout = RowLayout(context: 2)
            layout.add(Transaction(from: from, to: to))
            let rows = layout.rows.map { $0.spelled }
            let run = [
                "[1", "1]", "[2", "2.0", "2.1", "(146 rows)", "2.148", "2.149", "2]", "(196 sections)", "[199", "199]",
                "[200", "200]",
            ]
            #expect(rows == ["[0", "0.0", "0]"] + run.map { sign + $0 })
        }
    }

    /// Hidden items have no rows. Those that appear or disappear are inserted or deleted.
    @Test func rowsOfTrees() throws {
        var collapsed = try list("s: a b")
        try collapsed.appendItems(["x", "y"], toParent: "a")
        var expanded = collapsed
        expanded.expand(["a"])
        func rows(_ old: Snapshot, _ new: Snapshot) -> [String] {
            var layout = RowLayout(context: 1_000)
            layout.add(Transaction(from: old, to: new))
            return layout.rows.map { $0.spelled }
        }
        #expect(rows(collapsed, expanded) == ["[0", "0.0", "+0.1", "+0.2", "0.3", "0]"])
        #expect(rows(expanded, collapsed) == ["[0", "0.0", "-0.1", "-0.2", "0.1", "0]"])
        var moved = expanded
        try moved.moveItem("a", afterItem: "b")
        #expect(rows(collapsed, moved).filter { $0.hasPrefix("+") } == ["+0.2", "+0.3"])
        moved = collapsed
        try moved.moveItem("a", afterItem: "b")
        #expect(rows(collapsed, moved).count == 4)
        try moved.reloadItems(["x"])
        #expect(rows(moved.withoutMarks, moved) == ["[0", "0.0", "0.1", "0]"])
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
        case .foldedRows(let count, let mark): "\(mark.spelled)(\(count) rows)"
        case .foldedSections(let count, let mark): "\(mark.spelled)(\(count) sections)"
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
    /// The transaction between two lists of a data source.
    init(from old: Snapshot, to new: Snapshot) {
        self.init(
            initialSnapshot: old, finalSnapshot: new, difference: Difference(from: old, to: new), animation: .automatic,
            usesReloadData: false, caption: [])
    }
}
