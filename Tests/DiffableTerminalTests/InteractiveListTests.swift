import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// A list on a terminal: what it shows, and what keys do to it.
@Suite struct InteractiveListTests {
    private static let (up, down, right, left) = ("\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D")
    private static let (pageUp, pageDown, home, end) = ("\u{1b}[5~", "\u{1b}[6~", "\u{1b}[H", "\u{1b}[F")

    private func click(_ line: Int, column: Int = 10) -> String { "\u{1b}[<0;\(column + 1);\(line + 1)M" }

    private func numbers(_ count: Int) throws -> Snapshot {
        var snapshot = Snapshot()
        try snapshot.appendSections([Element("s")])
        try snapshot.appendItems((0..<count).map { Element(.integer(Int64($0))) })
        return snapshot
    }

    @Test func selectionMovesAndTheWindowFollows() throws {
        let session = try ListSession(try numbers(10))
        #expect(try session.type() == ["[s]", "> 0", "  1", "  2", "  3", "              1/10"])
        #expect(try session.type(Self.down, Self.down) == ["[s]", "  0", "  1", "> 2", "  3", "              3/10"])
        #expect(try session.type(Self.down, Self.down) == ["  0", "  1", "  2", "  3", "> 4", "              5/10"])
        #expect(try session.type(Self.pageDown) == ["  4", "  5", "  6", "  7", "> 8", "              9/10"])
        #expect(try session.type(Self.end) == ["  5", "  6", "  7", "  8", "> 9", "             10/10"])
        #expect(try session.type(Self.down, Self.pageUp) == ["> 5", "  6", "  7", "  8", "  9", "              6/10"])
        #expect(try session.type(Self.home, Self.up) == ["[s]", "> 0", "  1", "  2", "  3", "              1/10"])
    }

    /// Until a row is chosen, the first one is selected. A chosen row stays selected wherever it goes, until the Home
    /// key.
    @Test func selectionFollowsAChosenRow() throws {
        let session = try ListSession(try list("s: a b c"))
        #expect(try session.type() == ["[s]", "> a", "  b", "  c", "", "               1/3"])
        try session.screen.source.apply(try list("s: b c a"))
        #expect(try session.type() == ["[s]", "> b", "  c", "  a", "", "               1/3"])
        try session.type(Self.down, Self.up)
        try session.screen.source.apply(try list("s: c a b"))
        #expect(try session.type() == ["[s]", "  c", "  a", "> b", "", "               3/3"])
        try session.type(Self.home)
        try session.screen.source.apply(try list("s: a b c"))
        #expect(try session.type() == ["[s]", "> a", "  b", "  c", "", "               1/3"])
    }

    @Test func cellsOfVisibleRowsAlone() throws {
        var snapshot = try numbers(100_000)
        try snapshot.appendSections([Element("t")])
        let source = DataSource()
        var asked: [Identifier] = []
        source.cellProvider = { (item, _) in
            asked.append(item.identifier)
            return Cell(text: "x")
        }
        try source.apply(snapshot)
        #expect(asked == [])
        let virtual = VirtualTerminal(columns: 20, rows: 6)
        let list = InteractiveList(source, on: virtual.terminal, .plain)
        _ = try list.next(waits: true)
        #expect(asked == (0..<5).map { .integer($0) })
        asked = []
        virtual.type(Self.end)
        while case .key = try list.next(waits: true) { _ = try list.perform() }
        #expect(Set(asked) == Set((99_995..<100_000).map { .integer($0) }))
        asked = []
        virtual.type(Self.up)
        while case .key = try list.next(waits: true) { _ = try list.perform() }
        #expect(asked == [])
    }

    /// Keys that arrive together make one frame, and a frame is one write with one synchronized update.
    @Test func oneWritePerFrame() throws {
        let session = try ListSession(try numbers(100))
        try session.type()
        #expect(session.virtual.writes.count == 1)
        try session.type(Self.down + Self.pageDown + Self.up + Self.down)
        #expect(session.virtual.writes.count == 2)
        try session.type("x", Self.left)
        #expect(session.virtual.writes.count == 2)
        for write in session.virtual.writes {
            #expect(write.hasPrefix("\u{1b}[?2026h") && write.hasSuffix("\u{1b}[?2026l"))
        }
    }

    @Test func wheelScrollsAndLeavesTheSelection() throws {
        let session = try ListSession(try numbers(10))
        #expect(try session.type("\u{1b}[<65;1;1M") == ["  2", "  3", "  4", "  5", "  6", "              1/10"])
        #expect(
            try session.type("\u{1b}[<65;1;1M", "\u{1b}[<65;1;1M").prefix(5) == ["  5", "  6", "  7", "  8", "  9"])
        #expect(try session.type("\u{1b}[<64;1;1M").prefix(2) == ["  2", "  3"])
        #expect(try session.type(Self.down).prefix(2) == ["> 1", "  2"])
    }

    @Test func choosing() throws {
        let session = try ListSession(try numbers(3))
        try session.type("\r", click(3), click(0), click(5), "q", "x")
        #expect(session.events == ["select 0", "leave by q"])
        #expect(session.virtual.lines[3] == "> 2")
    }

    @Test func twoClicksOnARowChooseIt() throws {
        let session = try ListSession(try numbers(3))
        try session.type(click(3), click(3))
        #expect(session.events == ["select 2"])
        // A third one is the first of the next two, a key in between ends them, and so does another row.
        try session.type(click(3), "x", click(3), click(2), click(3))
        #expect(session.events == ["select 2"])
        session.virtual.time += 401
        try session.type(click(3))
        #expect(session.events == ["select 2"])
        session.virtual.time += 400
        try session.type(click(3))
        #expect(session.events == ["select 2", "select 2"])
    }

    @Test func accessories() throws {
        let session = try ListSession(try numbers(9)) { $0.tapsAccessories = true }
        session.screen.source.cellProvider = { (item, _) in
            item.identifier == .integer(1)
                ? Cell(text: "plain") : Cell(text: "x", secondaryText: "y", accessory: "star")
        }
        #expect(try session.type()[1] == "> x              ☆")
        try session.type("a", click(1, column: 17), click(1, column: 16), click(2, column: 17), click(0, column: 17))
        #expect(session.events == ["accessory 0", "accessory 0", "select 0"])
        session.events = []
        try session.type(Self.down, "a", click(3, column: 17), click(3, column: 17))
        #expect(session.events == ["select 1"])
        session.events = []
        try session.type(Self.up, "\u{1b}[<65;1;1M", "\u{1b}[<65;1;1M", "a")
        #expect(session.events == ["accessory 0"])
    }

    @Test func accessoriesAreTappedOnlyIfTheProgramWants() throws {
        let session = try ListSession(try numbers(1))
        session.screen.source.cellProvider = { (_, _) in Cell(text: "x", accessory: "star") }
        try session.type("a", click(1, column: 17), click(1, column: 17))
        #expect(session.events == ["select 0"])
    }

    @Test func anEmptyListHasNothingToChoose() throws {
        let session = try ListSession(Snapshot())
        #expect(
            try session.type("\r", Self.up, Self.down, Self.end, Self.pageUp, " ", click(1)) == [
                "", "", "", "", "", "               0/0",
            ])
        #expect(session.events == [])
    }

    @Test func headersFootersAndSectionsWithoutRows() throws {
        let session = try ListSession(try list("a: | b: x y | c: | d: z"), rows: 9)
        #expect(try session.type().dropLast() == ["[a]", "[b]", "> x", "  y", "[c]", "[d]", "  z", ""])
        #expect(try session.type(Self.down, Self.down)[6] == "> z")
    }

    @Test func rowsHigherThanOneLine() throws {
        let session = try ListSession(try numbers(4))
        session.screen.source.cellProvider = { (item, _) in Cell(text: "row", secondaryText: "more", height: 3) }
        #expect(try session.type().dropLast() == ["[s]", "> row", "> more", ">", "  row"])
        #expect(try session.type(Self.down).dropLast() == ["  more", "", "> row", "> more", ">"])
        session.virtual.rows = 3
        #expect(try session.type().dropLast() == ["> row", "> more"])
    }

    @Test func aResizedTerminalIsRedrawn() throws {
        let session = try ListSession(try numbers(10))
        try session.type(Self.end)
        (session.virtual.columns, session.virtual.rows) = (12, 3)
        #expect(try session.type() == ["  8", "> 9", "     10/10"])
        (session.virtual.columns, session.virtual.rows) = (1, 1)
        try session.type(Self.down)
        (session.virtual.columns, session.virtual.rows) = (20, 12)
        #expect(try session.type() == ["[s]"] + (0..<9).map { "  \($0)" } + ["> 9", "             10/10"])
    }

    // MARK: - Applies

    @Test func applyKeepsTheSelectionAndItsLine() throws {
        let session = try ListSession(try numbers(10))
        try session.type(Self.end, Self.up)
        #expect(session.virtual.lines[3] == "> 8")
        var snapshot = session.screen.source.snapshot()
        try snapshot.insertItems([Element("new")], beforeItem: .integer(0))
        snapshot.deleteItems([.integer(7)])
        try session.screen.source.apply(snapshot)
        #expect(try session.type() == ["  4", "  5", "  6", "> 8", "  9", "              9/10"])
        snapshot.deleteItems([.integer(8), .integer(9)])
        try session.screen.source.apply(snapshot)
        #expect(try session.type() == ["  2", "  3", "  4", "  5", "> 6", "               8/8"])
        try session.screen.source.apply(Snapshot())
        #expect(try session.type().last == "               0/0")
        try session.screen.source.apply(try numbers(2))
        #expect(try session.type().prefix(3) == ["[s]", "> 0", "  1"])
    }

    /// From any list to any other, at any position of the window: it shows consecutive rows, and is full if there are
    /// enough rows.
    @Test func randomApplies() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<150 {
            let session = try ListSession(Snapshot(), rows: Int.random(in: 1...7, using: &random))
            for _ in 0..<8 {
                var snapshot = Snapshot()
                var rows: [String] = []
                var items = (0..<14).shuffled(using: &random)
                for section in 0..<Int.random(in: 0...3, using: &random) {
                    try snapshot.appendSections([Element(.integer(Int64(section)))])
                    let count = Int.random(in: 0...4, using: &random)
                    rows.append("[\(section)]")
                    rows += items.prefix(count).map { "  \($0)" }
                    try snapshot.appendItems(items.prefix(count).map { Element(.integer(Int64($0))) })
                    items.removeFirst(count)
                }
                try session.screen.source.apply(snapshot)
                let keys = [
                    Self.up, Self.down, Self.pageDown, Self.pageUp, Self.home, Self.end, "\u{1b}[<65;1;1M",
                    "\u{1b}[<64;1;1M",
                ]
                let shown = try session.type(keys.randomElement(using: &random)!, keys.randomElement(using: &random)!)
                let height = session.virtual.rows - 1
                let lines = shown.dropLast().map { $0.hasPrefix(">") ? " " + $0.dropFirst() : $0 }
                let first = rows.firstIndex(of: lines.first ?? "") ?? 0
                let expected = rows[first...].prefix(height)
                #expect(Array(lines.prefix(expected.count)) == Array(expected))
                #expect(expected.count == min(height, rows.count))
                #expect(lines.dropFirst(expected.count).allSatisfy { $0.isEmpty })
            }
        }
    }

    @Test func aFailingProviderDoesNotChangeTheScreen() throws {
        let session = try ListSession(try numbers(10))
        let before = try session.type()
        session.screen.onCell = { (item) throws(DiffableError) in
            if item == .integer(9) { throw .refused }
        }
        #expect(throws: DiffableError.self) { try session.type(Self.end) }
        #expect(try session.type() == before)
        var snapshot = session.screen.source.snapshot()
        try snapshot.moveItem(Identifier.integer(9), beforeItem: .integer(1))
        #expect(throws: DiffableError.self) { try session.screen.source.apply(snapshot) }
        #expect(try session.type() == before)
    }

    @Test func closingRestoresThePreviousView() throws {
        let session = try ListSession(try numbers(2))
        try session.type()
        session.screen.texts = []
        try session.screen.source.apply(try numbers(3))
        #expect(session.screen.texts == [])
        session.list.close()
        session.list.close()
        #expect(session.virtual.isClosed)
        try session.screen.source.apply(try numbers(4))
        #expect(session.screen.shown.last == "+    3")
        #expect(throws: DiffableError.self) { try session.list.next(waits: true) }
    }

    /// A copy of the view of a list may be called after the list was closed and released. It then shows nothing.
    @Test func aCopyOfTheViewOutlivesTheList() throws {
        let screen = Screen()
        try screen.source.apply(try numbers(2))
        let virtual = VirtualTerminal()
        var list: InteractiveList? = InteractiveList(screen.source, on: virtual.terminal, .plain)
        weak let released = list
        let copy = try #require(screen.source.view)
        _ = try list?.next(waits: true)
        list?.close()
        list = nil
        #expect(released == nil)
        let (writes, texts) = (virtual.writes.count, screen.texts.count)
        screen.source.view = copy
        try screen.source.apply(try numbers(3))
        #expect(screen.source.snapshot().numberOfItems == 3)
        #expect(virtual.writes.count == writes && screen.texts.count == texts)
    }

    // MARK: - Trees and drags

    @Test func trees() throws {
        let session = try ListSession(try list("s: a"))
        var tree = Snapshot.sectionSnapshot()
        try tree.appendItems(["a", "b"])
        try tree.appendItems(["x", "y"], toParent: "a")
        try session.screen.source.apply(tree, toSection: "s")
        #expect(try session.type().dropLast() == ["[s]", "> ▸ a", "    b", "", ""])
        #expect(try session.type(Self.left, Self.right).dropLast() == ["[s]", "> ▾ a", "      x", "      y", "    b"])
        #expect(try session.type(Self.right).dropLast() == ["[s]", "> ▾ a", "      x", "      y", "    b"])
        #expect(try session.type(Self.left).dropLast() == ["[s]", "> ▸ a", "    b", "", ""])
        #expect(try session.type(" ").dropLast().count == 5)
        #expect(try session.type(click(1, column: 3)).dropLast() == ["[s]", "> ▸ a", "    b", "", ""])
        #expect(session.events == [])
        try session.type(click(1, column: 4), click(1, column: 4))
        #expect(session.events == ["select a"])
    }

    @Test func drags() throws {
        let session = try ListSession(try list("s: a b | t: c"), rows: 7)
        let (up, down) = ("\u{1b}[1;2A", "\u{1b}[1;3B")
        #expect(try session.type(down)[1] == "> a")
        session.screen.source.reorderingHandlers.canReorderItem = { (_) in true }
        #expect(try session.type(up, down).dropLast(2) == ["[s]", "  b", "> a", "[t]", "  c"])
        #expect(try session.type(down).dropLast(2) == ["[s]", "  b", "[t]", "> a", "  c"])
        #expect(try session.type(down, down).dropLast(2) == ["[s]", "  b", "[t]", "  c", "> a"])
        #expect(try session.type(up, up).dropLast(2) == ["[s]", "  b", "> a", "[t]", "  c"])
    }

    /// A folder moves with the rows below it, and a row that is dragged to the top of an open folder becomes its first
    /// child.
    @Test func dragsInTrees() throws {
        let session = try ListSession(try list("s: a b c"), rows: 7)
        session.screen.source.reorderingHandlers.canReorderItem = { (_) in true }
        var tree = session.screen.source.snapshot(forSection: "s")
        try tree.appendItems(["x"], toParent: "b")
        tree.expand(["b"])
        try session.screen.source.apply(tree, toSection: "s")
        let (up, down) = ("\u{1b}[1;2A", "\u{1b}[1;3B")
        #expect(try session.type(Self.down).prefix(5) == ["[s]", "    a", "> ▾ b", "      x", "    c"])
        #expect(try session.type(up).prefix(5) == ["[s]", "> ▾ b", "      x", "    a", "    c"])
        #expect(try session.type(Self.end, up, up).prefix(5) == ["[s]", "  ▾ b", ">     c", "      x", "    a"])
        #expect(try session.screen.source.snapshot().parent(ofItem: "c") == "b")
        #expect(try session.type(down).prefix(5) == ["[s]", "  ▾ b", "      x", ">     c", "    a"])
        #expect(try session.type(down).prefix(5) == ["[s]", "  ▾ b", "      x", "    a", ">   c"])
    }

    /// A drag by a key moves everything below the item, and ends where no row is left to pass.
    @Test func dragsOfParents() throws {
        let session = try ListSession(try list("s: a b | t: c"), rows: 8)
        session.screen.source.reorderingHandlers.canReorderItem = { (_) in true }
        var snapshot = session.screen.source.snapshot()
        try snapshot.appendItems(["x"], toParent: "a")
        snapshot.expand(["a"])
        try session.screen.source.apply(snapshot)
        let (up, down) = ("\u{1b}[1;2A", "\u{1b}[1;3B")
        #expect(try session.type(down).dropLast(2) == ["[s]", "    b", "> ▾ a", "      x", "[t]", "  c"])
        #expect(try session.type(down).dropLast(2) == ["[s]", "  b", "[t]", "> ▾ a", "      x", "    c"])
        #expect(try session.type(up).dropLast(2) == ["[s]", "    b", "> ▾ a", "      x", "[t]", "  c"])
    }

    @Test func dragsByTheMouse() throws {
        let session = try ListSession(try list("s: a b | t: | u: c"), rows: 8)
        func drag(_ line: Int) -> String { "\u{1b}[<32;11;\(line + 1)M" }
        let before: ArraySlice = ["[s]", "  a", "> b", "[t]", "[u]", "  c"]
        #expect(try session.type(click(2), drag(1)).prefix(6) == before)
        session.screen.source.reorderingHandlers.canReorderItem = { (_) in true }
        #expect(try session.type(drag(0), drag(6), drag(2), "x").prefix(6) == before)
        #expect(try session.type(click(2), drag(1)).prefix(6) == ["[s]", "> b", "  a", "[t]", "[u]", "  c"])
        #expect(try session.type(drag(3)).prefix(6) == ["[s]", "  a", "[t]", "> b", "[u]", "  c"])
        #expect(try session.type(drag(5)).prefix(6) == ["[s]", "  a", "[t]", "[u]", "> b", "  c"])
        #expect(try session.type(drag(5)).prefix(6) == ["[s]", "  a", "[t]", "[u]", "  c", "> b"])
        // After a key, and from a header, nothing is dragged.
        #expect(
            try session.type("x", drag(1), click(0), drag(1)).prefix(6) == ["[s]", "  a", "[t]", "[u]", "  c", "> b"])
        #expect(session.events == [])
    }

    // MARK: - Title, footer and hint

    @Test func linesBesideTheRows() throws {
        let session = try ListSession(try numbers(9), columns: 30, rows: 7) {
            $0.title = [Array("A title that is longer than the screen".utf8)]
            $0.footer = Array("a\tfooter\u{1b}".utf8)
        }
        let footer = "  a\\tfooter\\u{1b}"
        #expect(
            try session.type() == [
                "A title that is longer than…", "[s]", "> 0", "  1", "  2", footer, "                         1/9",
            ])
        #expect(try session.type(Self.end)[1...5] == ["  5", "  6", "  7", "> 8", footer])
        #expect(try session.type(click(1))[1] == "> 5")
        session.virtual.rows = 3
        #expect(try session.type() == ["A title that is longer than…", "> 5", "                         6/9"])
        session.virtual.rows = 2
        #expect(try session.type() == ["> 5", "                         6/9"])
    }

    /// A title may have several lines, and takes at most half of the lines above the last one. The text after a tab ends
    /// where details end.
    @Test func titles() throws {
        let session = try ListSession(try numbers(9), columns: 30, rows: 7) {
            $0.title = [Array("Left\tright".utf8), Array("\tsecond\u{1b}".utf8)]
        }
        #expect(
            try session.type() == [
                "Left                   right", "                second\\u{1b}", "[s]", "> 0", "  1", "  2",
                "                         1/9",
            ])
        Array("one\ntwo\nthree\nfour".utf8).withUnsafeBytes { session.list.setTitle($0) }
        #expect(try session.type() == ["one", "two", "three", "[s]", "> 0", "  1", "                         1/9"])
        session.list.setTitle(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(try session.type().prefix(2) == ["[s]", "> 0"])
    }

    /// The keys scroll if they do not fit on the screen; any other key brings the list back.
    @Test func keysScroll() throws {
        let session = try ListSession(try numbers(9), columns: 60, rows: 4)
        #expect(try session.type("?").prefix(3).map { String($0.prefix(8)) } == ["  ↑ ↓ j ", "  PgUp P", "  g G Ho"])
        #expect(try session.type(Self.down).first?.prefix(8) == "  PgUp P")
        #expect(try session.type("k").first?.prefix(8) == "  ↑ ↓ j ")
        #expect(try session.type(Self.pageDown, Self.pageDown, Self.pageDown)[2] == "  q             leave")
        #expect(try session.type("x").prefix(2) == ["[s]", "> 0"])
        #expect(try session.type("?").first?.prefix(8) == "  ↑ ↓ j ")
        #expect(session.events == [])
        let high = try ListSession(try numbers(9), columns: 60, rows: 24)
        #expect(try high.type("?", Self.down).prefix(2) == ["[s]", "> 0"])
    }

    /// With `showsOld` a row shows what it was, until the next apply.
    @Test func oldCells() throws {
        let session = try ListSession(try numbers(2), columns: 30) { $0.showsOld = true }
        func change(to text: String) throws {
            var snapshot = session.screen.source.snapshot()
            session.screen.source.cellProvider = { (_, _) throws(DiffableError) in Cell(text: text) }
            try snapshot.reconfigureItems([Element(1)])
            try session.screen.source.apply(snapshot)
        }
        try session.type()
        try change(to: "one")
        #expect(try session.type()[2] == "  1 -> one")
        try change(to: String(repeating: "x", count: 41))
        #expect(try session.type()[2].hasPrefix("  one -> xxx"))
        try change(to: "two")
        #expect(try session.type()[2] == "  two")
        try session.screen.source.apply(session.screen.source.snapshot())
        #expect(try session.type()[2] == "  two")
    }

    @Test func theHintNamesTheKeysThatDoSomething() throws {
        func hint(columns: Int, _ change: (inout InteractiveList.Options) -> Void = { _ in }) throws -> String {
            let session = try ListSession(try numbers(1), columns: columns) {
                $0.hints = true
                change(&$0)
            }
            return try session.type().last ?? ""
        }
        func line(_ columns: Int, _ left: String) -> String {
            "  " + left + String(repeating: " ", count: columns - 7 - left.count) + "1/1"
        }
        #expect(try hint(columns: 50) == line(50, "Enter choose  / search  q leave  ? keys"))
        #expect(try hint(columns: 42) == line(42, "Enter choose  / search  ? keys"))
        #expect(try hint(columns: 30) { $0.chooses = false } == line(30, "/ search  ? keys"))
        #expect(try hint(columns: 14) == line(14, "? keys"))
        #expect(try hint(columns: 13) == line(13, ""))
        #expect(
            try hint(columns: 60) { $0.tapsAccessories = true }
                == line(60, "Enter choose  / search  q leave  a tap  ? keys"))
        let session = try ListSession(try numbers(1), columns: 70) { $0.hints = true }
        session.screen.source.reorderingHandlers.canReorderItem = { (_) in true }
        #expect(try session.type().last == line(70, "Enter choose  / search  q leave  Shift ↑↓ drag  ? keys"))
        #expect(try session.type("/").last == line(70, "/_"))
    }

    // MARK: - Search

    @Test func search() throws {
        let session = try ListSession(try numbers(3)) { $0.searches = true }
        #expect(try session.type("/", "qé").last == "  /qé_         1/3")
        #expect(try session.type("\u{7f}", Self.down).prefix(3) == ["[s]", "  0", "> 1"])
        #expect(session.events == ["search q", "search qé", "search q"])
        session.events = []
        #expect(try session.type("\r").last == "  /q           2/3")
        #expect(session.events == [])
        try session.type("/", "\u{1b}")
        #expect(session.events == ["search "])
        #expect(session.virtual.time == 50)
        #expect(session.virtual.lines.last == "               2/3")
        try session.type("q")
        #expect(session.events.last == "leave by q")
    }
}
