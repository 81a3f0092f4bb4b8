import DiffableEngine
import DiffableViews

/// The text that the program shows beside the rows about one item.
struct Preview {
    /// The item for which the program was last asked for a text.
    private(set) var item: Identifier?
    /// Whether the item changed since the program was asked for its text.
    var isStale = false
    private var lines: [[UInt8]] = []

    /// The maximum number of lines, and of bytes in a line, that are kept. More do not fit on a screen.
    private static var lineLimit: Int { 1000 }
    private static var byteLimit: Int { 4096 }

    func isFor(_ selected: Identifier?) -> Bool {
        selected == item && !isStale
    }

    /// Clears the text, and remembers the item that the next text belongs to.
    mutating func begin(_ item: Identifier?) {
        (self.item, isStale, lines) = (item, false, [])
    }

    mutating func show(_ text: UnsafeRawBufferPointer) {
        lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: Self.lineLimit, omittingEmptySubsequences: false)
            .prefix(Self.lineLimit).map { Array($0.prefix(Self.byteLimit)) }
    }

    /// As many lines of the text as fit, cut to `columns`. Tabs are replaced by blanks, and other control characters
    /// are escaped.
    func glyphs(columns: Int, height: Int) -> [[Glyph]] {
        lines.prefix(height).map { line in
            var text = ""
            for (index, part) in line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if index > 0 { text += String(repeating: " ", count: 8 - displayWidth(text) % 8) }
                text += Array(part).withUnsafeBytes { Escaping.escaped($0) }
            }
            return Glyph.glyphs(truncated(text, toWidth: max(1, columns)))
        }
    }
}
