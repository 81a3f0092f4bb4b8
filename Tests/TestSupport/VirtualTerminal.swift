@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews

/// A terminal without a screen. It plays input, has a clock that only waiting advances, and interprets the escape
/// sequences it is sent.
final class VirtualTerminal {
    var columns: Int
    var rows: Int
    /// The input in order. After the last entry the input is at its end.
    var input: [Terminal.Input] = []
    var time = 0
    /// The texts that were written, one for each write.
    private(set) var writes: [String] = []
    private(set) var isClosed = false
    /// The grid after each write.
    private(set) var frames: [[String]] = []
    /// Called by each read, so that tests can inspect the screen or change its size.
    var onRead: () -> Void = {}
    private var grid: [[(text: String, style: String)]] = []
    private var style = "0"
    private var cursor = (row: 0, column: 0)
    private var isCursorVisible = true
    private var isWrapping = true
    /// Whether the cursor is visible and lines wrap, as in a shell.
    var isAtRest: Bool { isCursorVisible && isWrapping }
    /// The widths of characters on this terminal; nil for those of the library.
    var widths: ((Character) -> Int)?
    /// The lines that scrolled off the upper edge.
    private(set) var scrollback: [String] = []

    init(columns: Int = 20, rows: Int = 6) {
        self.columns = columns
        self.rows = rows
        clear()
    }

    /// Blanks the screen, in its current size.
    private func clear() {
        grid = Array(repeating: Array(repeating: (" ", "0"), count: columns), count: rows)
    }

    /// Makes the screen wider and higher, and keeps its content.
    func grow(by count: Int) {
        columns += count
        rows += count
        for row in grid.indices { grid[row] += Array(repeating: (" ", "0"), count: count) }
        grid += Array(repeating: Array(repeating: (" ", "0"), count: columns), count: count)
    }

    func type(_ text: String) {
        input.append(.bytes(Array(text.utf8)))
    }

    var terminal: Terminal {
        Terminal(
            size: { (self.columns, self.rows) },
            read: { milliseconds in
                self.onRead()
                if let milliseconds, self.input.isEmpty { self.time += milliseconds }
                return self.input.isEmpty ? milliseconds == nil ? .end : .nothing : self.input.removeFirst()
            },
            write: { (bytes) throws(DiffableError) in self.write(String(decoding: bytes, as: UTF8.self)) },
            now: { self.time }, close: { self.isClosed = true })
    }

    func write(_ text: String) {
        writes.append(text)
        show(text)
        frames.append(lines)
    }

    /// The lines whose last column is dim and in reverse, as the thumb of a scrollbar.
    var thumb: [Int] {
        grid.indices.filter { grid[$0].last?.style == "0;2;7" }
    }

    /// The lines without trailing blanks. The selected line begins with `>`.
    var lines: [String] {
        grid.map { text(of: $0) }
    }

    private func text(of line: [(text: String, style: String)]) -> String {
        let text = line.map { $0.text }.joined()
        let isSelected = line.first?.style.contains("7") ?? false
        let last = text.lastIndex { $0 != " " }
        let shown = last.map { String(text[...$0]) } ?? ""
        return isSelected ? ">" + shown.dropFirst() : shown
    }

    /// The styles of all columns of a line.
    func allStyles(ofLine line: Int) -> Set<String> {
        Set(grid[line].map { $0.style })
    }

    /// The styles of the columns of a line that are not blank.
    func styles(ofLine line: Int) -> Set<String> {
        Set(grid[line].filter { $0.text != " " && $0.text != "" }.map { $0.style })
    }

    private func show(_ text: String) {
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\r" {
                cursor.column = 0
                continue
            }
            if character == "\n" || character == "\r\n" {
                feedLine()
                continue
            }
            if character == "\u{1b}" {
                // A combining mark after the sequence would be one character with its last letter.
                let scalars = rest.unicodeScalars
                guard scalars.first == "[", let end = scalars.firstIndex(where: { $0.properties.isAlphabetic }) else {
                    report("not a sequence: \(text.debugDescription)")
                    return
                }
                let parameters = String(scalars[scalars.index(after: scalars.startIndex)..<end])
                switch (scalars[end], parameters) {
                case ("H", _):
                    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
                    cursor = (numbers[0] - 1, numbers[1] - 1)
                case ("A", _): cursor.row -= Int(parameters) ?? 1
                case ("B", _): cursor.row += Int(parameters) ?? 1
                case ("C", _): cursor.column += Int(parameters) ?? 1
                case ("J", "2"): clear()
                case ("J", ""):
                    for row in cursor.row..<grid.count { blank(row, from: row == cursor.row ? cursor.column : 0) }
                case ("K", "2"): blank(cursor.row, from: 0)
                case ("m", _): style = parameters.isEmpty ? "0" : parameters
                case ("h", "?25"): isCursorVisible = true
                case ("l", "?25"): isCursorVisible = false
                case ("h", "?7"): isWrapping = true
                case ("l", "?7"): isWrapping = false
                case ("h", "?2026"), ("l", "?2026"): break
                default: report("an unknown sequence: \(text.debugDescription)")
                }
                rest = Substring(scalars[scalars.index(after: end)...])
                continue
            }
            let width = widths?(character) ?? displayWidth(character)
            // Without wrap, a terminal overwrites the last column.
            if widths != nil { cursor.column = min(cursor.column, columns - width) }
            guard grid.indices.contains(cursor.row), cursor.column + width <= columns, width > 0 else {
                report("written outside of the screen, at \(cursor): \(text.debugDescription)")
                return
            }
            grid[cursor.row][cursor.column] = (String(character), style)
            for column in 1..<width { grid[cursor.row][cursor.column + column] = ("", style) }
            cursor.column += width
        }
    }

    private func blank(_ row: Int, from column: Int) {
        for column in column..<grid[row].count { grid[row][column] = (" ", "0") }
    }

    private func feedLine() {
        cursor.column = 0
        if cursor.row + 1 < grid.count {
            cursor.row += 1
        } else {
            scrollback.append(self.text(of: grid.removeFirst()))
            grid.append(Array(repeating: (" ", "0"), count: columns))
        }
    }
}

extension InteractiveList.Options {
    /// A list whose last line has nothing but the number of the selected row.
    static var plain: Self {
        var options = Self()
        options.hints = false
        return options
    }
}
