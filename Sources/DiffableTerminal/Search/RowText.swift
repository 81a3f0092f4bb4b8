import DiffableEngine
import DiffableViews

/// A row of one line, with the letters that a search matches, and with styles.
package struct RowText {
    private let text: UnsafeBufferPointer<UInt8>
    /// The byte offsets of the letters that match.
    private let matches: [Int]
    /// The styles in ascending order of the byte offsets where they begin.
    private let styles: [(offset: Int, style: Style)]
    private let isPicked: Bool

    /// - Parameter text: must stay valid until the row is drawn.
    package init(
        _ text: UnsafeBufferPointer<UInt8>, matches: [Int], styles: [(offset: Int, style: Style)] = [],
        isPicked: Bool = false
    ) {
        self.text = text
        self.matches = matches
        self.styles = styles
        self.isPicked = isPicked
    }

    /// More bytes do not fit on any screen.
    private static var byteLimit: Int { 8192 }
    /// The maximum number of columns after the last letter that matches, if the text does not fit.
    private static var columnsAfterMatch: Int { 10 }
    private static var tabWidth: Int { 8 }

    /// Returns the glyphs of the row in a window that is `columns` wide. If the text does not fit, the part that is
    /// shown contains the last letter that matches.
    func glyphs(columns: Int) -> [Glyph] {
        let mark = isPicked ? Glyph(text: "*", width: 1, style: [.bold, .cyan]) : .blank
        let width = max(1, columns - 4)
        var (glyphs, end) = allGlyphs
        if glyphs.count > width {
            let start = min(max(0, end + min(Self.columnsAfterMatch, width / 2) - width), glyphs.count - width)
            if start > 0 { glyphs.replaceSubrange(..<(start + 1), with: [Self.ellipsis]) }
            if glyphs.count > width { glyphs.replaceSubrange((width - 1)..., with: [Self.ellipsis]) }
        }
        return [mark, .blank] + glyphs
    }

    private static var ellipsis: Glyph { Glyph(text: "…", width: 1, style: .dim) }

    /// The columns of the text, and the column after the last letter that matches.
    private var allGlyphs: (glyphs: [Glyph], end: Int) {
        var glyphs: [Glyph] = []
        var end = 0
        var (next, styleIndex, style) = (0, 0, Style())
        let marked = matches.sorted()
        let last = marked.last ?? 0
        var offset = last < Self.byteLimit / 2 ? 0 : start(ofCharacterAt: last - Self.byteLimit / 2)
        let limit = min(text.count, offset + Self.byteLimit)
        while offset < limit {
            let part = self.part(at: offset, limit)
            let from = glyphs.count
            let shown =
                text[offset] == 9 ? String(repeating: " ", count: Self.tabWidth - from % Self.tabWidth) : escaped(part)
            for character in shown {
                while styleIndex < styles.count, styles[styleIndex].offset <= offset {
                    style = styles[styleIndex].style
                    styleIndex += 1
                }
                while next < marked.count, marked[next] < offset { next += 1 }
                let isMatch = next < marked.count && marked[next] == offset
                let width = displayWidth(character)
                if width > 0 {
                    glyphs.append(
                        Glyph(
                            text: String(character), width: width, style: isMatch ? style.union([.bold, .cyan]) : style)
                    )
                }
                if width == 2 { glyphs.append(Glyph(text: "", width: 0, style: glyphs[glyphs.count - 1].style)) }
                if isMatch { end = glyphs.count }
                if part.count > 1 { offset += character.utf8.count }
            }
            offset = part.upperBound
        }
        return (glyphs, end)
    }

    /// Returns the next part of the text: bytes that need no escaping, or a single character.
    private func part(at offset: Int, _ limit: Int) -> Range<Int> {
        func isPlain(_ byte: UInt8) -> Bool { byte >= 32 && byte != 127 }
        if !isPlain(text[offset]) { return offset..<offset + 1 }
        var end = offset + 1
        while end < limit, isPlain(text[end]), end - offset < Self.partLimit || text[end] & 0xC0 == 0x80 { end += 1 }
        if escaped(offset..<end).utf8.count == end - offset { return offset..<end }
        return offset..<offset + characterSize(at: offset, end)
    }

    private static var partLimit: Int { 256 }

    private func escaped(_ range: Range<Int>) -> String {
        Escaping.escaped(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[range]))
    }

    private func characterSize(at offset: Int, _ limit: Int) -> Int {
        var end = offset + 1
        while end < limit, text[end] & 0xC0 == 0x80 { end += 1 }
        return end - offset
    }

    private func start(ofCharacterAt offset: Int) -> Int {
        var start = offset
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
