import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// What a list shows beside its rows: headers that stay, a scrollbar, a preview.
@Suite struct InteractiveListEdgesTests {
    private func open(_ text: String, previews: Bool = false) throws -> ListSession {
        try ListSession(try list(text), rows: 9) { $0.previews = previews }
    }

    private static let (up, down, end) = ("\u{1b}[A", "\u{1b}[B", "\u{1b}[F")
    private static let (wheelUp, wheelDown) = ("\u{1b}[<64;1;1M", "\u{1b}[<65;1;1M")
    private static let (pageUp, pageDown) = ("\u{1b}[5~", "\u{1b}[6~")
    private static let long = "a: A B C D E F G H I | b: q r s t u v w x y z"

    // MARK: - Headers that stay

    @Test func aHeaderStaysWhileItsRowsScroll() throws {
        let session = try open(Self.long)
        #expect(try session.type().prefix(3) == ["[a]", "> A", "  B"])
        #expect(try session.type(Self.wheelDown).prefix(3) == ["[a]", "  D", "  E"])
        #expect(try session.type(Self.wheelDown, Self.wheelDown).prefix(3) == ["[a]", "[b]", "  q"])
        #expect(try session.type(Self.wheelDown).prefix(3) == ["[b]", "  s", "  t"])
        #expect(try session.type(Self.wheelUp).prefix(3) == ["[a]", "[b]", "  q"])
    }

    @Test func theSelectedRowIsNotBelowTheHeader() throws {
        let session = try open(Self.long)
        #expect(try session.type(Self.end).prefix(8) == ["[b]", "  t", "  u", "  v", "  w", "  x", "  y", "> z"])
        #expect(try session.type(Self.up, Self.up, Self.up, Self.up, Self.up, Self.up).prefix(2) == ["[b]", "> t"])
        #expect(try session.type(Self.up).prefix(3) == ["[b]", "> s", "  t"])
        #expect(try session.type(Self.up, Self.up).prefix(3) == ["[b]", "> q", "  r"])
        #expect(try session.type(Self.up).prefix(3) == ["[a]", "> I", "[b]"])
        // A page has a line less.
        #expect(try session.type(Self.pageDown)[7] == "> v")
    }

    @Test func theHeaderThatStaysIsNoRow() throws {
        let session = try open(Self.long)
        let click = "\u{1b}[<0;5;1M"
        #expect(try session.type(Self.wheelDown, click).prefix(2) == ["[a]", "  D"])
        #expect(session.screen.source.snapshot().numberOfItems == 19)
    }

    @Test func aLowWindowHasRoomForRowsOnly() throws {
        let session = try open(Self.long)
        session.virtual.rows = 8
        #expect(try session.type(Self.wheelDown).prefix(2) == ["  C", "  D"])
    }

    @Test func theCellOfAHeaderThatStaysIsAskedForOnce() throws {
        let session = try open(Self.long)
        var asked = 0
        session.screen.source.supplementaryProvider = { (_, section, _) in
            if section == "a" { asked += 1 }
            return Cell(text: "header")
        }
        try session.type(Self.wheelDown)
        try session.type(Self.down, Self.down, Self.down, Self.down, Self.down, Self.down, Self.down)
        #expect(asked == 2)  // Its header and its footer.
    }

    /// Whatever is applied and whichever keys select rows: the first line is a header, and the selected row is in
    /// sight.
    @Test func theSelectedRowIsInSight() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<60 {
            let session = try open("a: x")
            session.virtual.rows = Int.random(in: 9...14, using: &random)
            for _ in 0..<12 {
                var snapshot = Snapshot()
                var items = (0..<40).shuffled(using: &random)
                for section in 0..<Int.random(in: 1...4, using: &random) {
                    try snapshot.appendSections([Element(.integer(Int64(section)))])
                    let count = Int.random(in: 0...12, using: &random)
                    try snapshot.appendItems(items.prefix(count).map { Element(.integer(Int64($0))) })
                    items.removeFirst(min(count, items.count))
                }
                if Bool.random(using: &random) { try session.screen.source.apply(snapshot) }
                let keys = [Self.up, Self.down, Self.pageUp, Self.pageDown, Self.end, "g"]
                let lines = try session.type(keys.randomElement(using: &random)!, keys.randomElement(using: &random)!)
                let isEmpty = session.screen.source.snapshot().numberOfItems == 0
                #expect(lines[0].hasPrefix("["))
                #expect(lines.filter { $0.hasPrefix(">") }.count == (isEmpty ? 0 : 1))
            }
        }
    }

    // MARK: - The scrollbar

    @Test func theThumbShowsWhichRowsAreInTheWindow() throws {
        let session = try open(Self.long)
        try session.type()
        #expect(session.virtual.thumb == [0, 1])
        try session.type(Self.wheelDown, Self.wheelDown)
        #expect(session.virtual.thumb == [2, 3])
        try session.type(Self.end)
        #expect(session.virtual.thumb == [5, 6, 7])
        try session.type("/", "A")
        #expect(session.virtual.thumb == [])
    }

    @Test func aShortListHasNoScrollbar() throws {
        let session = try open("a: A B C")
        try session.type()
        #expect(session.virtual.thumb == [])
    }

    // MARK: - Previews

    @Test func aPreviewIsShownBelowTheRowsOrBesideThem() throws {
        let session = try open(Self.long, previews: true)
        let line = String(repeating: "─", count: 20)
        let expected: [String] = [
            "[a]", "> A", "  B", "  C", line, "  about A", "          tab\\u{1…", "", "              1/19",
        ]
        #expect(try session.type() == expected)
        (session.virtual.columns, session.virtual.rows) = (80, 4)
        let lines = try session.type()
        #expect(lines[0] == "[a]                                     │ about A")
        #expect(lines[1] == "> A                                     │         tab\\u{1b}")
        #expect(lines[2] == "  B                                     │")
    }

    @Test func aPreviewIsAskedForWhereTheItemChanges() throws {
        let session = try open(Self.long, previews: true)
        let source = session.screen.source
        #expect(try session.previews() == ["A"])
        #expect(try session.previews(typing: "x", "?", "x") == [])
        #expect(try session.previews(typing: Self.down) == ["B"])
        // Keys that come together are handled before a preview.
        #expect(try session.previews(typing: Self.down + Self.down, Self.down) == ["E"])
        var snapshot = source.snapshot()
        try snapshot.reloadItems([Element("A")])
        try source.apply(snapshot)
        #expect(try session.previews() == [])
        snapshot = source.snapshot()
        try snapshot.reconfigureItems([Element("E")])
        try source.apply(snapshot)
        #expect(try session.previews() == ["E"])
        try source.apply(try list("a: A B C D F"))
        #expect(try session.previews() == ["F"])
        try source.apply(Snapshot())
        #expect(try session.previews() == [])
        #expect(session.virtual.lines[5] == "")
    }

    @Test func aCombiningMarkCanBeUnderTheCursor() throws {
        let session = try ListSession(try list("s: a b c"))
        let lines = try session.type("/", "\u{6D8}", "\u{1b}[D")
        #expect(lines.last?.hasSuffix("no matches") == true)
    }
}
