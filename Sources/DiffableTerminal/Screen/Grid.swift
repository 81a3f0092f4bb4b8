import DiffableEngine
import DiffableViews

/// The style of a character.
package struct Style: OptionSet, Sendable {
    package let rawValue: UInt16

    package static let bold = Style(rawValue: 1)
    package static let dim = Style(rawValue: 2)
    package static let reverse = Style(rawValue: 4)
    package static let red = Style(rawValue: 8)
    package static let green = Style(rawValue: 16)
    package static let yellow = Style(rawValue: 32)
    package static let cyan = Style(rawValue: 64)
    package static let blue = Style(rawValue: 128)
    package static let magenta = Style(rawValue: 256)
    package static let underlined = Style(rawValue: 512)

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ color: LineColor) {
        self = color.weight == .bold ? .bold : color.weight == .dim ? .dim : []
        switch color.hue {
        case .red: insert(.red)
        case .green: insert(.green)
        case .yellow: insert(.yellow)
        case .cyan: insert(.cyan)
        case nil: break
        }
    }
}

/// The content of one column of a grid. A character of two columns is in the first of them, and the second has empty
/// text.
struct Glyph: Equatable {
    var text: String
    var width: Int
    var style: Style = []

    static let blank = Glyph(text: " ", width: 1)

    /// Compares bytes, because a terminal may show canonically equivalent texts differently.
    static func == (left: Glyph, right: Glyph) -> Bool {
        left.style == right.style && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// The columns of a text, up to `limit`. Characters of no width are left out.
    static func glyphs(_ text: String, _ style: Style = [], limit: Int = .max) -> [Glyph] {
        var glyphs: [Glyph] = []
        for character in text {
            if glyphs.count >= limit { break }
            let width = displayWidth(character)
            if width == 0 { continue }
            glyphs.append(Glyph(text: String(character), width: width, style: style))
            if width == 2 { glyphs.append(Glyph(text: "", width: 0, style: style)) }
        }
        return glyphs
    }

    /// The glyphs of each line of a text. Every line ends in a newline, also the last one.
    static func lines(_ text: String, _ style: Style, limit: Int = .max) -> [[Glyph]] {
        var (lines, line): ([[Glyph]], [UInt8]) = ([], [])
        for byte in text.utf8 {
            if byte != UInt8(ascii: "\n") {
                line.append(byte)
                continue
            }
            lines.append(glyphs(String(decoding: line, as: UTF8.self), style, limit: limit))
            line = []
        }
        return lines
    }
}

/// The characters of a screen. A terminal receives only the differences between two grids.
struct Grid {
    let columns: Int
    private(set) var lines: [[Glyph]]

    init(columns: Int, rows: Int) {
        self.columns = columns
        lines = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    }

    /// Draws over the line. Parts outside of the grid, or of its first `clip` columns, are cut.
    mutating func draw(_ glyphs: [Glyph], row: Int, column: Int = 0, clip: Int? = nil, adding style: Style = []) {
        guard lines.indices.contains(row) else { return }
        let end = min(columns, clip ?? columns)
        for (offset, glyph) in glyphs.enumerated() where (0..<end).contains(column + offset) {
            var glyph = glyph
            glyph.style.formUnion(style)
            lines[row][column + offset] = glyph
        }
        repair(row)
    }

    /// Draws on a background of `width` blanks. The style of the blanks shows if the line is reversed.
    mutating func drawStrip(
        _ glyphs: [Glyph], on background: Style = [], width: Int, row: Int, column: Int, clip: Int? = nil,
        adding style: Style
    ) {
        draw(
            Array(repeating: Glyph(text: " ", width: 1, style: background), count: width), row: row, column: column,
            clip: clip)
        draw(glyphs, row: row, column: column, clip: clip, adding: style)
    }

    /// Draws the lines of another grid, which is not wider, beginning at line `row` of this one.
    mutating func draw(_ other: Grid, row: Int) {
        for (offset, line) in other.lines.enumerated() where lines.indices.contains(row + offset) {
            // Lines of the same width are shared.
            if other.columns == columns { lines[row + offset] = line } else { draw(line, row: row + offset) }
        }
    }

    mutating func add(_ style: Style, row: Int) {
        guard lines.indices.contains(row) else { return }
        for column in 0..<columns { lines[row][column].style.formUnion(style) }
    }

    /// If one half of a wide character was drawn over, replaces the other half by a blank.
    private mutating func repair(_ row: Int) {
        for column in 0..<columns {
            let isWhole =
                switch lines[row][column].width {
                case 0: column > 0 && lines[row][column - 1].width == 2
                case 2: column + 1 < columns && lines[row][column + 1].width == 0
                default: true
                }
            if !isWhole { lines[row][column] = Glyph(text: " ", width: 1, style: lines[row][column].style) }
        }
    }

    /// Returns the bytes that change a terminal from `old` to this grid. If `old` is nil or has another size, the
    /// screen is cleared first. The result is empty if nothing changed. Otherwise it is a synchronized update, which a
    /// terminal shows all at once.
    /// - Parameter isPart: whether the grid is only a part of the screen. Then the terminal has saved the cursor at the
    ///   first position of that part.
    func bytes(after old: Grid?, isPart: Bool = false) -> [UInt8] {
        let isFresh = old?.columns != columns || old?.lines.count != lines.count
        let before = isFresh ? nil : old
        let changes = changes(since: before ?? Grid(columns: columns, rows: lines.count), losesStyle: isPart) {
            if !isPart { return "\u{1b}[\($0 + 1);\($1 + 1)H" }
            // Restoring the cursor also resets the style, because the cursor was saved without a style.
            return "\u{1b}8" + ($0 > 0 ? "\u{1b}[\($0)B" : "") + ($1 > 0 ? "\u{1b}[\($1)C" : "")
        }
        let clear = isPart ? "\u{1b}8\u{1b}[J" : "\u{1b}[0m\u{1b}[2J"
        return Self.synchronized((isFresh ? Array(clear.utf8) : []) + changes)
    }

    static func synchronized(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array("\u{1b}[?2026h".utf8) + bytes + Array("\u{1b}[?2026l".utf8)
    }

    /// The bytes that change a grid of the same size into this one. A wide character and its second column always
    /// change together.
    /// - Parameter moveCursor: returns the escape sequence that moves the cursor to a row and column.
    /// - Parameter losesStyle: whether moving the cursor resets the style.
    func changes(since old: Grid, losesStyle: Bool = false, moveCursor: (_ row: Int, _ column: Int) -> String)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        for (row, line) in lines.enumerated() {
            var before = old.lines[row]
            if Self.mustErase(before, line) {
                bytes += (moveCursor(row, 0) + "\u{1b}[2K").utf8
                before = Array(repeating: .blank, count: columns)
            }
            guard let first = line.indices.first(where: { line[$0] != before[$0] }),
                let last = line.indices.last(where: { line[$0] != before[$0] })
            else { continue }
            add(line, first...last, to: &bytes, losesStyle) { moveCursor(row, $0) }
        }
        return bytes
    }

    /// Whether the old line must be erased first. Terminals disagree about the widths of characters that are not ASCII.
    /// If either line contains such a character, the columns of the characters after it are unknown.
    @inline(never)
    private static func mustErase(_ before: [Glyph], _ line: [Glyph]) -> Bool {
        before != line && (before + line).contains { $0.text.utf8.count > 1 }
    }

    private func add(
        _ line: [Glyph], _ range: ClosedRange<Int>, to bytes: inout [UInt8], _ losesStyle: Bool,
        moveCursor: (_ column: Int) -> String
    ) {
        var style: Style?
        var isCursorInColumn = false
        for column in range where line[column].width > 0 {
            // The cursor is moved after each wide character, because it may have one column on this terminal.
            if !isCursorInColumn {
                bytes += moveCursor(column).utf8
                if losesStyle { style = nil }
            }
            if style != line[column].style { bytes += line[column].style.bytes }
            style = line[column].style
            bytes += line[column].text.utf8
            isCursorInColumn = line[column].width == 1
        }
        if style != [] { bytes += Style().bytes }
    }
}

extension Style {
    fileprivate var bytes: [UInt8] {
        var text = "\u{1b}[0"
        if contains(.bold) { text += ";1" }
        if contains(.dim) { text += ";2" }
        if contains(.reverse) { text += ";7" }
        if contains(.red) { text += ";31" }
        if contains(.green) { text += ";32" }
        if contains(.yellow) { text += ";33" }
        if contains(.cyan) { text += ";36" }
        if contains(.blue) { text += ";34" }
        if contains(.magenta) { text += ";35" }
        if contains(.underlined) { text += ";4" }
        return Array((text + "m").utf8)
    }
}
