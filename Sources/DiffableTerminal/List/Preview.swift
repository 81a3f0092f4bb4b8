import DiffableEngine
import DiffableViews

/// A text of the program about the selected item, and for which item it is.
struct Preview {
    /// The item that the program was asked about last.
    private(set) var item: Identifier?
    /// Whether the item has changed since.
    var isStale = false
    private var lines: [[UInt8]] = []

    /// The most lines that are kept, and the most bytes of each. More do not fit on a screen.
    private static var lineLimit: Int { 1000 }
    private static var byteLimit: Int { 4096 }

    func isFor(_ selected: Identifier?) -> Bool {
        selected == item && !isStale
    }

    /// Begins with nothing for an item.
    mutating func begin(_ item: Identifier?) {
        (self.item, isStale, lines) = (item, false, [])
    }

    mutating func show(_ text: UnsafeRawBufferPointer) {
        lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: Self.lineLimit, omittingEmptySubsequences: false)
            .prefix(Self.lineLimit).map { Array($0.prefix(Self.byteLimit)) }
    }

    /// As many lines of the text as fit, cut, with tabs as blanks and other control characters spelled out.
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
