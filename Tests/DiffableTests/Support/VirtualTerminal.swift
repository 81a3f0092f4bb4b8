import Testing

@testable import Diffable

/// A terminal without a screen: plays input, keeps a clock that nothing moves but waiting, and understands what it is sent.
final class VirtualTerminal {
    var columns: Int
    var rows: Int
    /// What is typed and when, in order; behind the last the input is at its end.
    var input: [Terminal.Input] = []
    private(set) var time = 0
    /// What was written, one entry a write.
    private(set) var writes: [String] = []
    private(set) var isClosed = false
    /// The grid after each write.
    private(set) var frames: [[String]] = []
    /// Called in place of waiting, so that tests can look, or change the size.
    var onRead: () -> Void = {}
    private var grid: [[(text: String, style: String)]] = []
    private var style = "0"

    init(columns: Int = 20, rows: Int = 6) {
        self.columns = columns
        self.rows = rows
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
            write: { (bytes) throws(DiffableError) in
                self.writes.append(String(decoding: bytes, as: UTF8.self))
                self.show(self.writes.last ?? "")
                self.frames.append(self.lines)
            },
            now: { self.time }, close: { self.isClosed = true })
    }

    /// The lines without the blanks at their ends; the selected one begins with `>`.
    var lines: [String] {
        grid.map { line in
            let text = line.map { $0.text }.joined()
            let isSelected = line.contains { $0.style.contains("7") }
            let last = text.lastIndex { $0 != " " }
            let shown = last.map { String(text[...$0]) } ?? ""
            return isSelected ? ">" + shown.dropFirst() : shown
        }
    }

    /// The styles of a line, one for each column that something is in.
    func styles(ofLine line: Int) -> Set<String> {
        Set(grid[line].filter { $0.text != " " && $0.text != "" }.map { $0.style })
    }

    private func show(_ text: String) {
        var (row, column) = (0, 0)
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\u{1b}" {
                guard rest.popFirst() == "[", let end = rest.firstIndex(where: { $0.isLetter }) else {
                    Issue.record("no sequence: \(text.debugDescription)")
                    return
                }
                let parameters = String(rest[..<end])
                switch (rest[end], parameters) {
                case ("H", _):
                    let place = parameters.split(separator: ";").compactMap { Int($0) }
                    (row, column) = (place[0] - 1, place[1] - 1)
                case ("J", "2"): grid = Array(repeating: Array(repeating: (" ", "0"), count: columns), count: rows)
                case ("m", _): style = parameters
                case ("h", "?2026"), ("l", "?2026"): break
                default: Issue.record("an unknown sequence: \(text.debugDescription)")
                }
                rest = rest[rest.index(after: end)...]
                continue
            }
            let width = displayWidth(character)
            guard grid.indices.contains(row), column + width <= columns, width > 0 else {
                Issue.record("written outside of the screen, at \(row), \(column): \(text.debugDescription)")
                return
            }
            grid[row][column] = (String(character), style)
            if width == 2 { grid[row][column + 1] = ("", style) }
            column += width
        }
    }
}
