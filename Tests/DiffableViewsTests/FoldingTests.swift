import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// Long runs of unchanged rows are folded into one line.
@Suite struct FoldingTests {
    private func list(_ sections: [(Int, Range<Int>)]) throws -> Snapshot {
        try snapshot(sections.map { ($0.0, Array($0.1)) })
    }

    /// The lines after a change, abbreviated: numbers, signs, and "(n)" for n folded rows.
    private func shown(_ old: Snapshot, context: Int, headers: Bool = false, _ change: (inout Snapshot) throws -> Void)
        throws -> String
    {
        let screen = Screen(context: context, headers: headers)
        try screen.source.apply(old)
        var new = old
        try change(&new)
        try screen.source.apply(new)
        return screen.shown.map { line in
            line.replacing("     ... ", with: "(").replacing("   ... ", with: "(").replacing(
                " unchanged sections", with: ")!"
            )
            .replacing(" unchanged", with: ")").filter { $0 != " " }
        }.joined(separator: " ")
    }

    /// Runs of up to twice the context and one row are not folded.
    @Test(arguments: [
        (0, 8, "(8) ~8 9"), (0, 1, "0 ~1 (8)"), (0, 0, "~0 (9)"), (0, 9, "(9) ~9"), (0, 5, "(5) ~5 (4)"),
        (1, 4, "0 (2) 3 ~4 5 (3) 9"), (1, 3, "0 1 2 ~3 4 (4) 9"), (2, 4, "0 1 2 3 ~4 5 6 7 8 9"),
        (2, 3, "0 1 2 ~3 4 5 (2) 8 9"),
        (6, 4, "0 1 2 3 ~4 5 6 7 8 9"),
    ])
    func rowsAroundAChange(context: Int, changed: Int64, expected: String) throws {
        let shown = try shown(list([(0, 0..<10)]), context: context) {
            try $0.reloadItems([Element(.integer(changed))])
        }
        #expect(shown == expected)
    }

    @Test func theDefaultContextIsSixRows() throws {
        let screen = Screen(context: TextView.Options().context, headers: false)
        let old = try list([(0, 0..<40)])
        try screen.source.apply(old)
        var new = old
        try new.reloadItems([20])
        try screen.source.apply(new)
        #expect(screen.shown.count == 2 * (6 + 1 + 6) + 1)
        #expect(screen.shown[6] == "     ... 8 unchanged" && screen.shown[20] == "     ... 7 unchanged")
    }

    @Test func longRunsOfInsertedRowsAreNamed() throws {
        let screen = Screen(context: 1, headers: true)
        try screen.source.apply(list([(0, 1..<300), (1000, 0..<0)]))
        #expect(
            screen.shown.map { $0.filter { $0 != " " } } == ["+[0]", "+1", "+...297moreinserted", "+299", "+[1000]"])
        #expect(screen.shown[2] == "+    ... 297 more inserted")
        try screen.source.apply(list((0..<300).map { (2000 + $0, 0..<0) }))
        #expect(screen.shown.contains("+  ... 298 more sections inserted"))
        try screen.source.apply(list([]))
        #expect(screen.shown.contains("-  ... 298 more sections deleted"))
    }

    @Test func everySignEndsARun() throws {
        let shown = try shown(list([(0, 0..<30)]), context: 1) { new in
            new.deleteItems([5])
            try new.insertItems([100], beforeItem: 12)
            try new.moveItem(29, beforeItem: 20)
        }
        #expect(shown == "0 (3) 4 -5 6 (4) 11 +100 12 (6) 19 >29 20 (7) 28")
    }

    /// Unchanged sections are folded like rows. As many sections as the context has are shown on each side of a change,
    /// with their own rows folded.
    @Test func unchangedSections() throws {
        let old = try list((0..<8).map { (100 + $0, $0 * 5..<$0 * 5 + 5) })
        let inMiddle = try shown(old, context: 1, headers: true) { try $0.reloadItems([22]) }
        #expect(
            inMiddle
                == "[100] 0 (3) 4 (2)! [103] 15 (3) 19 [104] 20 21 ~22 23 24 [105] 25 (3) 29 [106] 30 (3) 34 [107] 35 (3) 39"
        )
        let without = try shown(old, context: 0, headers: true) { try $0.reloadItems([22]) }
        #expect(without == "(4)! [104] (2) ~22 (2) (3)!")
    }

    @Test func deletedSectionsEndARunOfSections() throws {
        let old = try list((0..<7).map { (100 + $0, $0..<$0 + 1) })
        let shown = try shown(old, context: 0, headers: true) { $0.deleteSections([103]) }
        #expect(shown == "(3)! -[103] -3 (3)!")
    }

    @Test func nothingChanged() throws {
        let old = try list([(100, 0..<9), (101, 9..<10)])
        #expect(try shown(old, context: 1, headers: true) { _ in } == "[100] 0 (7) 8 [101] 9")
        #expect(
            try shown(list((0..<9).map { (100 + $0, 0..<0) }), context: 1, headers: true) { _ in } == "[100] (7)! [108]"
        )
    }

    @Test(arguments: [-5, Int.min]) func aNegativeContextIsZero(context: Int) throws {
        #expect(try shown(list([(0, 0..<10)]), context: context) { try $0.reloadItems([5]) } == "(5) ~5 (4)")
    }
}
