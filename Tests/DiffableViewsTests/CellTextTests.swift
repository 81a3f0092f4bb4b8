import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// How a cell is rendered as lines: columns, widths, glyphs, and the escaping of text.
@Suite struct CellTextTests {
    private func lines(_ cells: [Cell], width: Int = 24) throws -> [String] {
        let source = DataSource()
        source.cellProvider = { _, path in cells[path.item] }
        var snapshot = Snapshot()
        try snapshot.appendSections(["s"])
        try snapshot.appendItems(cells.indices.map { Element(.integer(Int64($0))) })
        try source.apply(snapshot)
        let text = try TextView(TextView.Options(width: width)) { _ in }.render(source)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    /// Details end in the same column for every text.
    @Test(arguments: [
        ("Fare", 4), ("", 0), ("Zürich", 6), ("Zu\u{308}rich", 6), ("東京", 4), ("ｆｕｌｌ", 8), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("☎️", 2), ("☎", 1), ("a\u{200B}b", 2), ("✓★", 2), ("\u{1B}[1m", 9), ("a\tb", 4),
        // Flags of two letters and of tags, a keycap, an emoji sequence, a skin tone on a sign that is text by itself.
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("1️⃣", 2), ("1\u{20E3}", 1), ("☝🏽", 2), ("🇨🇭🇨🇭", 4), ("🇨", 2), ("a🏽", 3), ("🏽", 2),
        // Variation selectors change signs, not letters.
        ("a\u{FE0F}", 1), ("❤", 1), ("❤\u{FE0F}", 2),
        // Jamo make one syllable. A vowel by itself has no column.
        ("\u{1112}", 2), ("\u{1161}", 0), ("\u{1112}\u{1161}\u{1112}\u{1161}", 4), ("ㅎ", 2),
        // Thai: marks above and below, and the vowel AM, which has a column of its own.
        ("ที่นี่", 2), ("น้ำ", 2), ("ກຳ", 2), ("ำ", 1), ("क्षि", 1), ("नि", 1),
        // A mark at the beginning of a text joins the blank before it.
        ("\u{301}a", 1), ("\u{E34}", 0), ("\u{200D}👍", 2),
        // Ambiguous characters are narrow. So are unassigned ones, except among ideographs. Vertical and halfwidth
        // forms.
        ("±§°", 3), ("①㈠", 3), ("\u{378}", 1), ("\u{2FFFD}", 2), ("︐", 2), ("ｱ", 1), ("〈", 2), ("\u{2329}", 2),
        ("🈁", 2), ("㉈", 1),
    ])
    func detailsEndInOneColumn(text: String, width: Int) throws {
        #expect(displayWidth(Escaping.escaped(text)) == width)
        let left = "     " + Escaping.escaped(text)
        let space = String(repeating: " ", count: 24 - 5 - width - 3)
        #expect(try lines([Cell(text: text, detail: "9€!")]) == [left + space + "9€!"])
    }

    @Test func linesAreNotCutWithoutATerminal() throws {
        let long = String(repeating: "x", count: 40)
        #expect(try lines([Cell(text: long, detail: "d"), Cell(text: long)]) == ["     \(long)  d", "     \(long)"])
        // At least two columns stay blank before a detail.
        #expect(try lines([Cell(text: "12345678901234567", detail: "d")], width: 24) == ["     12345678901234567  d"])
        #expect(
            try lines([Cell(text: "1234567890123456789", detail: "d")], width: 24) == ["     1234567890123456789  d"])
    }

    /// Characters that Unicode shows as emoji by default, by the tables of the standard library, take two columns.
    @Test func everyEmojiIsWide() {
        var emoji = 0
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation else { continue }
            emoji += 1
            #expect(displayWidth(String(scalar)) == 2, "U+\(String(value, radix: 16))")
        }
        #expect(emoji > 1000)
    }

    /// On a terminal of so many columns: long lines are cut, first the text and then the detail.
    @Test(arguments: [
        (24, "text", "$1.00", "     text          $1.00"), (16, "text", "$1.00", "     text  $1.00"),
        (15, "text", "$1.00", "     te…  $1.00"), (12, "text", "$1.00", "     …  $1.…"),
        (15, "text and more", "", "     text and …"),
        (18, "東京都庁", "$1.00", "     東京…   $1.00"), (17, "東京都庁", "$1.00", "     東京…  $1.00"),
        (16, "東京都庁", "$1.00", "     東…   $1.00"),
        (9, "👨‍👩‍👧👨‍👩‍👧", "", "     👨‍👩‍👧👨‍👩‍👧"), (8, "👨‍👩‍👧👨‍👩‍👧", "", "     👨‍👩‍👧…"), (1, "text", "$1.00", "…"), (3, "text", "", "  …"),
    ])
    func linesCutAtTheEdge(columns: Int, text: String, detail: String, expected: String) {
        let row = ShownRow(kind: .item, cell: Cell(text: text, detail: detail))
        let line = TextRenderer(width: columns, limit: columns).text([row])
        #expect(line == expected + "\n")
        #expect(displayWidth(String(line.dropLast())) <= columns)
    }

    /// With `showsOld`, an updated row has what it was, and one that moved as well.
    @Test func updatedRowsShowWhatTheyWere() throws {
        var (text, detail, below) = ("Taxes", "$3.00", "")
        let source = DataSource()
        source.cellProvider = { item, _ in
            item.identifier == 1 ? Cell(text: text, detail: detail, secondaryText: below) : Cell(text: "other")
        }
        var shown: [Substring] = []
        let options = TextView.Options(width: 40, showsOld: true)
        source.view = TextView(options) { shown = $0.split(separator: "\n").dropLast() }.view
        var list = try snapshot([(0, [1, 2])])
        try source.apply(list)
        #expect(shown == ["+    Taxes                         $3.00", "+    other"])
        (text, detail) = ("Taxes and fees", "$4.50")
        try list.reconfigureItems([Element(.integer(1))])
        try source.apply(list)
        #expect(shown == ["~    Taxes -> Taxes and fees  $3.00 -> $4.50", "     other"])
        (detail, below) = ("", "below")
        list = try snapshot([(0, [2, 1])])
        try list.reconfigureItems([Element(.integer(1)), Element(.integer(2))])
        try source.apply(list)
        #expect(shown.contains { $0.hasSuffix("  $4.50 -> (none)") } && shown.contains("     (none) -> below"))
        #expect(shown.contains { $0.hasPrefix("~    other") || $0.hasPrefix(">~   other") })
    }

    @Test func accessories() throws {
        let accessories = ["checkmark", "disclosure", "star", "star.fill", "none", "", "new!", "Checkmark"]
        let cells = accessories.map { Cell(text: "t", detail: "d", accessory: $0) }
        let shown = try lines(cells).map { $0.dropFirst(6).filter { $0 != " " } }
        #expect(shown == ["d✓", "d›", "d☆", "d★", "d", "d", "dnew!", "dCheckmark"])
        #expect(
            try lines([Cell(text: "t", accessory: "checkmark")]) == ["     t" + String(repeating: " ", count: 17) + "✓"]
        )
        #expect(try lines([Cell(text: "t", accessory: "none")]) == ["     t"])
    }

    @Test func imagesSecondLinesAndIndentation() throws {
        #expect(try lines([Cell(text: "t", secondaryText: "below")]) == ["     t", "     below"])
        #expect(try lines([Cell(text: "t", secondaryText: "below", image: "☆")]) == ["     ☆ t", "       below"])
        #expect(
            try lines([Cell(text: "t", secondaryText: "below", image: "👍", indentation: 2)]) == [
                "         👍 t", "            below",
            ])
    }

    @Test(arguments: 0...4) func heights(height: Int) throws {
        let plain = try lines([Cell(text: "t", height: height), Cell(text: "end")])
        #expect(plain == ["     t"] + Array(repeating: "", count: max(0, height - 1)) + ["     end"])
        let double = try lines([Cell(text: "t", secondaryText: "2", height: height), Cell(text: "end")])
        #expect(double == ["     t", "     2"] + Array(repeating: "", count: max(0, height - 2)) + ["     end"])
    }

    /// Only the first line of a row has signs.
    @Test func signsOfRowsOfSeveralLines() throws {
        let screen = Screen(headers: false)
        screen.source.cellProvider = { _, _ in Cell(text: "t", secondaryText: "below", height: 3) }
        try screen.source.apply(try list("s: a"))
        #expect(screen.shown == ["+    t", "     below", ""])
        try screen.source.apply(try list("s:"))
        #expect(screen.shown == ["-    t", "     below", ""])
    }

    @Test func controlCharactersAreShown() throws {
        let evil = "a\u{1B}]0;title\u{7}\n\u{202E}b"
        let shown = "a\\u{1b}]0;title\\u{7}\\n\\u{202e}b"
        let cell = Cell(text: evil, detail: evil, secondaryText: evil, image: evil, accessory: evil)
        let lines = try lines([cell])
        #expect(lines.count == 2)
        #expect(lines[0] == "     \(shown) \(shown)  \(shown) \(shown)")
        #expect(lines[1].hasSuffix(shown) && lines[1].dropLast(shown.count).allSatisfy { $0 == " " })
        for line in lines { #expect(line.unicodeScalars.allSatisfy { !Escaping.mustEscape($0) }) }
    }

    @Test func bytesThatAreNotUTF8() throws {
        let cell = Cell(
            text: [0x41, 0xFF, 0xC3], detail: [0x80], secondaryText: [], image: [], accessory: [0xE2, 0x82], height: 0,
            indentation: 0)
        #expect(try lines([cell], width: 30) == ["     A\\xff\\xc3   \\x80 \\xe2\\x82"])
    }

    /// A line without a detail does not end in blanks.
    @Test func noTrailingBlanks() throws {
        #expect(
            try lines([Cell(text: "t  "), Cell(text: ""), Cell(text: "", detail: "d")]) == [
                "     t", "", String(repeating: " ", count: 23) + "d",
            ])
    }
}

extension Escaping {
    fileprivate static func escaped(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { escaped($0) }
    }
}
