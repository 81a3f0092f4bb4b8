import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews

@Suite struct RowTextTests {
    private func glyphs(
        _ bytes: [UInt8], matches: [Int] = [], styles: [(Int, Style)] = [], isPicked: Bool = false, columns: Int = 14
    ) -> [Glyph] {
        bytes.withUnsafeBufferPointer {
            RowText($0, matches: matches, styles: styles.map { (offset: $0.0, style: $0.1) }, isPicked: isPicked)
                .glyphs(columns: columns)
        }
    }

    private func shown(_ text: String, matches: [Int] = [], columns: Int = 14) -> String {
        glyphs(Array(text.utf8), matches: matches, columns: columns).map { $0.text }.joined()
    }

    private func marked(_ text: String, _ matches: [Int]) -> String {
        glyphs(Array(text.utf8), matches: matches).filter { $0.style.contains(.cyan) }.map { $0.text }.joined()
    }

    @Test func whatFits() {
        #expect(shown("0123456789") == "  0123456789" && shown("01234567890") == "  012345678…" && shown("") == "  ")
        #expect(glyphs([65], isPicked: true)[0].text == "*")
    }

    @Test func theLastMatchIsShown() {
        let long = "0123456789abcdefghijklmnopqrstuvwxyz"
        for match in 0..<36 {
            let row = shown(long, matches: [match])
            #expect(row.count == 12 && row.contains(Array(long)[match]), "\(match): \(row)")
        }
        #expect(shown(long, matches: [35]) == "  …rstuvwxyz")
        // The match may be far away.
        let far = String(repeating: "x", count: 100_000) + "needle"
        #expect(shown(far, matches: [100_000], columns: 20).contains("needle"))
    }

    @Test func lettersOfSeveralBytesAndColumns() {
        #expect(marked("aé界b", [1, 3]) == "é界" && marked("aé界b", [6]) == "b" && shown("界界", columns: 14) == "  界界")
    }

    @Test func whatMustNotBeShownIsSpelledOut() {
        #expect(shown("a\tb", columns: 20) == "  a       b" && shown("\u{1b}x", columns: 20) == "  \\u{1b}x")
        #expect(glyphs([0x61, 0xFF, 0x62], columns: 20).map { $0.text }.joined() == "  a\\xffb")
        #expect(marked("\u{1b}b", [1]) == "b")
        let zeros = [UInt8](repeating: 0, count: 20_000)
        #expect(glyphs(zeros, matches: [19_999]).count == 12)
    }

    @Test func stylesHoldUntilTheNextOne() {
        let row = glyphs(Array("abcd".utf8), matches: [2], styles: [(0, .red), (1, .blue), (3, [])])
        #expect(row.dropFirst(2).map { $0.style } == [.red, .blue, [.blue, .bold, .cyan], []])
    }
}
