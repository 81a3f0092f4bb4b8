import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// The text of an apply.
@Suite struct TextViewTests {
    /// Applies one list and then another, and returns the lines of the second.
    private func lines(
        from old: String, to new: String, context: Int = .max, marking: (inout Snapshot) throws -> Void = { _ in }
    ) throws -> [String] {
        let screen = Screen(context: context)
        try screen.source.apply(try list(old))
        var snapshot = try list(new)
        try marking(&snapshot)
        try screen.source.apply(snapshot)
        return screen.shown + [screen.summary]
    }

    @Test func everySign() throws {
        #expect(
            try lines(from: "s: a b f c d@1 e", to: "s: c a f x d@2") == [
                "   [s]", ">    c", "     a", "-    b", "     f", "+    x",
                "~    d" + String(repeating: " ", count: 23) + "2", "-    e",
                "=  2 items deleted, 1 inserted, 1 moved, 1 reconfigured",
            ])
    }

    @Test func movedAndUpdated() throws {
        let two = String(repeating: " ", count: 23) + "2"
        #expect(try lines(from: "s: a b c@1", to: "s: c@2 a b").prefix(2) == ["   [s]", ">~   c" + two])
        #expect(
            try lines(from: "s: a | t: b c | u: d | v:", to: "s: a | u: d | v: | t@2: b c").dropLast()
                == ["   [s]", "     a", "   [u]", "     d", "   [v]", ">~ [t 2]", "     b", "     c"])
        #expect(
            try lines(from: "s: a b", to: "s: b a") { try $0.reloadItems(["a", "b"]) }.filter { $0.hasPrefix(">~") }
                .count == 1)
    }

    @Test func sectionsAndTheirRows() throws {
        #expect(
            try lines(from: "s: a b | t@1: c | u: d", to: "t@2: c | u: d | v: e").dropLast() == [
                "-  [s]", "-    a", "-    b", "~  [t 2]", "     c", "   [u]", "     d", "+  [v]", "+    e",
            ])
    }

    /// A deleted row follows the row that it followed in the old list, with its last content.
    @Test func deletedRowsAreShownAtTheirOldPositions() throws {
        func rows(_ new: String) throws -> String {
            try lines(from: "s: a b c d e", to: "s: \(new)").dropFirst().dropLast().map { $0.filter { $0 != " " } }
                .joined(separator: " ")
        }
        #expect(try rows("b c d e") == "-a b c d e")
        #expect(try rows("a b e") == "a b -c -d e")
        #expect(try rows("a b c d") == "a b c d -e")
        #expect(try rows("a c e") == "a -b c -d e")
        #expect(try rows("") == "-a -b -c -d -e")
        #expect(try rows("e a b c") == ">e a b c -d")
    }

    @Test func deletedSectionsAreShownAtTheirOldPositions() throws {
        func headers(_ new: String) throws -> String {
            try lines(from: "a: | b: | c: | d:", to: new).dropLast().map { $0.filter { $0 != " " } }.joined(
                separator: " ")
        }
        #expect(try headers("b: | c: | d:") == "-[a] [b] [c] [d]")
        #expect(try headers("a: | d:") == "[a] -[b] -[c] [d]")
        #expect(try headers("a: | b: | c:") == "[a] [b] [c] -[d]")
        #expect(try headers("") == "-[a] -[b] -[c] -[d]")
    }

    /// A moved row is shown at its new position, and not as deleted at the old one.
    @Test func itemsMovedOutOfADeletedSectionAreNotDeleted() throws {
        #expect(
            try lines(from: "s: a b c | t: d", to: "t: b d") == [
                "-  [s]", "-    a", "-    c", "   [t]", ">    b", "     d",
                "=  1 section deleted; 2 items deleted, 1 moved",
            ])
    }

    @Test func nothingChanged() throws {
        #expect(
            try lines(from: "s: a | t: b", to: "s: a | t: b") == [
                "   [s]", "     a", "   [t]", "     b", "=  no changes",
            ])
        #expect(try lines(from: "", to: "") == ["=  no changes"])
    }

    @Test func theSummaryNamesTheAnimation() throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a"), animatingDifferences: false)
        #expect(screen.summary == "=  1 section inserted; 1 item inserted (no animation)")
        try screen.source.apply(try list("s: a b c"), animation: .left)
        #expect(screen.summary == "=  2 items inserted (left)")
    }

    /// A deleted row that was never shown has no cell. Its identifier is shown.
    @Test func rowsThatWereNeverShown() throws {
        let screen = Screen()
        screen.source.view = nil
        try screen.source.apply(try list("s: a\u{1B} b"))
        screen.source.view = screen.view.view
        try screen.source.apply(try list("s: b"))
        #expect(screen.shown == ["   [s]", "-    \"a\\u{1b}\"", "     b"])
        #expect(screen.log == ["header s", "cell b", "footer s", "write"])
    }

    @Test func theWholeListRendered() throws {
        let screen = Screen(context: 0)
        try screen.source.apply(try list("s: a b c d | t: | u: e@4"))
        _ = screen.takeLog()
        let rendered =
            "   [s]\n     a\n     b\n     c\n     d\n   [t]\n   [u]\n     e" + String(repeating: " ", count: 23) + "4\n"
        #expect(try screen.view.render(screen.source) == rendered)
        #expect(screen.log == [])
        #expect(try TextView(TextView.Options(width: 30)) { _ in }.render(screen.source) == rendered)
        #expect(screen.log.count == 11)
    }

    /// A section without a header has no line of its own.
    @Test func sectionsWithoutHeaders() throws {
        let screen = Screen(headers: false)
        try screen.source.apply(try list("s: a | t: | u: b"))
        #expect(screen.shown == ["+    a", "+    b"])
        screen.source.supplementaryProvider = { kind, section, index in
            kind == .footer ? Cell(text: "end of \(index)") : nil
        }
        try screen.source.apply(try list("s@1: a | t: | u: b"))
        #expect(screen.shown == ["     a", "~  end of 0", "     b"])
    }

    // MARK: - Trees

    /// Rows of a section with trees are indented by their levels, and each has a sign or room for one.
    @Test func rowsOfTrees() throws {
        let screen = Screen(headers: false)
        var tree = try list("s: docs src | t: plain")
        try tree.appendItems(["guide", "api"], toParent: "docs")
        try tree.appendItems(["start"], toParent: "guide")
        tree.expand(["docs"])
        try screen.source.apply(tree)
        #expect(screen.shown == ["+    ▾ docs", "+      ▸ guide", "+        api", "+      src", "+    plain"])
        #expect(screen.takeLog() == ["cell docs", "cell guide", "cell api", "cell src", "cell plain", "write"])
        #expect(
            try screen.view.render(screen.source)
                == "     ▾ docs\n       ▸ guide\n         api\n       src\n     plain\n")
        // Deleted rows have the levels that they had.
        try screen.source.toggleItem("docs")
        #expect(screen.shown == ["     ▸ docs", "-      ▸ guide", "-        api", "       src", "     plain"])
        try screen.source.toggleItem("docs")
        try screen.source.toggleItem("guide")
        #expect(
            screen.shown == [
                "     ▾ docs", "       ▾ guide", "+          start", "         api", "       src", "     plain",
            ])
        var flat = screen.source.snapshot()
        try flat.replaceItems(["src"], inSection: "s")
        try screen.source.apply(flat)
        #expect(
            screen.shown == [
                "-    ▾ docs", "-      ▾ guide", "-          start", "-        api", "     src", "     plain",
            ])
    }

    /// The marks of hidden items ask for no cells. Their cells are asked for when they appear.
    @Test func cellsOfHiddenItems() throws {
        let screen = Screen(headers: false)
        var tree = try list("s: docs")
        try tree.appendItems(["guide"], toParent: "docs")
        try screen.source.apply(tree)
        _ = screen.takeLog()
        var marked = screen.source.snapshot()
        try marked.reloadItems([Element("guide", revision: 7)])
        try screen.source.apply(marked)
        #expect(screen.takeLog() == ["write"])
        try screen.source.toggleItem("docs")
        #expect(screen.takeLog() == ["cell guide", "write"])
        #expect(screen.shown.last?.hasSuffix(" 7") == true)
        // A row that was hidden and shown again is a new one.
        try screen.source.toggleItem("docs")
        try screen.source.toggleItem("docs")
        #expect(screen.takeLog() == ["write", "cell guide", "write"])
    }
}
