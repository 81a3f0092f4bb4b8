import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

@Suite struct GridTests {
    /// The bytes between any two grids make a terminal with the first one show the second, in one write; also on a
    /// terminal that assigns other widths to characters.
    @Test(arguments: [nil, 1, 2, 5])
    func bytesTurnOneGridIntoTheNext(otherWidth: Int?) throws {
        var random = SplitMix64(seed: 11)
        let words = ["a", "bc", "界", "é", "★", "👍🏽", " ", "  ", "wide 界界", "\u{65}\u{301}"]
        for _ in 0..<300 {
            let (columns, rows) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...3, using: &random))
            let widths = otherWidth.map { width in
                { (character: Character) in character.isASCII ? 1 : min(width, columns) }
            }
            let virtual = VirtualTerminal(columns: columns, rows: rows)
            virtual.widths = widths
            var old: Grid?
            for _ in 0..<6 {
                var grid = Grid(columns: columns, rows: rows)
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let glyphs = Glyph.glyphs(
                        words.randomElement(using: &random)!, Style(rawValue: UInt16.random(in: 0...7, using: &random)))
                    grid.draw(
                        glyphs, row: Int.random(in: -1...rows, using: &random),
                        column: Int.random(in: -3...columns, using: &random))
                }
                let bytes = grid.bytes(after: old)
                if !bytes.isEmpty { try virtual.terminal.write(bytes) }
                let fresh = VirtualTerminal(columns: columns, rows: rows)
                fresh.widths = widths
                try fresh.terminal.write(grid.bytes(after: nil))
                #expect(virtual.lines == fresh.lines)
                for row in 0..<rows { #expect(virtual.styles(ofLine: row) == fresh.styles(ofLine: row)) }
                old = grid
            }
        }
    }

    @Test func equalGridsNeedNoBytes() {
        var grid = Grid(columns: 5, rows: 2)
        grid.draw(Glyph.glyphs("ab"), row: 1)
        #expect(grid.bytes(after: grid) == [])
    }

    @Test func onlyChangedColumnsAreSent() {
        var (old, new) = (Grid(columns: 9, rows: 2), Grid(columns: 9, rows: 2))
        old.draw(Glyph.glyphs("one two"), row: 1)
        new.draw(Glyph.glyphs("one tea"), row: 1)
        #expect(
            String(decoding: new.bytes(after: old), as: UTF8.self) == "\u{1b}[?2026h\u{1b}[2;6H\u{1b}[0mea\u{1b}[?2026l"
        )
    }
}
