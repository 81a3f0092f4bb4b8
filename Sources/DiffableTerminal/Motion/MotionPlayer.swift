import DiffableEngine
import DiffableViews

/// The animation sink of a terminal. It plays the texts of animated applies as motion. When the motion is over, its
/// lines show the text.
///
/// It collects applies, and plays them together when `finish` is called, or before it accepts another apply: if that
/// apply does not fit on the screen with them, if the size of the terminal has changed, or if the first of them was
/// accepted longer ago than a motion takes. It changes the state of the terminal only while it plays.
final class MotionPlayer: @unchecked Sendable {
    private let terminal: Terminal
    private let duration: Int
    private let open: () -> Void
    private var applies: [(text: String, block: MovingBlock)] = []
    /// The time when the first apply in `applies` was accepted.
    private var start = 0
    /// The size of the terminal at that time.
    private var size = (columns: 0, rows: 0)
    /// Views of several data sources, on several threads, may write to one terminal.
    private let lock = Lock()

    /// - Parameters:
    ///   - terminal: its cursor is at the beginning of a line. Its `read` is used as a sleep.
    ///   - duration: the duration of a motion, in milliseconds.
    ///   - open: called before each motion. The terminal's `close` is called after it.
    init(on terminal: Terminal, duration: Int = RowTween.standardDuration, open: @escaping () -> Void) {
        self.terminal = terminal
        self.duration = duration
        self.open = open
    }

    /// The sink for the outputs of text views.
    var animationSink: AnimationSink {
        AnimationSink(
            accept: { (apply) throws(DiffableError) in try self.accept(apply) },
            finish: { () throws(DiffableError) in try self.finish() })
    }

    private func accept(_ apply: DrawnApply) throws(DiffableError) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let size = terminal.size()
        // The cursor needs the last line of the screen.
        let limit = size.rows - 1
        guard apply.transaction.animation != .none, limit > 0 else { return false }
        let block = MovingBlock(apply, limit: limit, duration: duration)
        // A text that was not cut at the terminal's width cannot move, because its lines would wrap.
        if block.width > size.columns { return false }
        let isLater = terminal.now() - start >= duration
        if size != self.size || isLater || height + block.height > limit { try play() }
        if applies.isEmpty {
            if !block.isMoving { return false }
            (self.size, start) = (size, terminal.now())
        }
        applies.append((apply.text, block))
        return true
    }

    private func finish() throws(DiffableError) {
        lock.lock()
        defer { lock.unlock() }
        try play()
    }

    private var height: Int {
        applies.reduce(0) { $0 + $1.block.height }
    }

    /// Between frames the cursor is at the beginning of the first moving line, where a terminal keeps it when its size
    /// changes. Automatic wrap is off while rows move, because a line that wraps would shift all lines below.
    private func play() throws(DiffableError) {
        if applies.isEmpty { return }
        defer { applies = [] }
        open()
        defer { terminal.close() }
        let (above, lines) = parts
        if terminal.size() != size {
            try terminal.write(Array((above + lines.joined()).utf8))
            return
        }
        let room = String(repeating: "\n", count: lines.count)
        var prologue = Array("\u{1b}[?25l\u{1b}[J\(above)\(room)\u{1b}[?7l\u{1b}[\(lines.count)A".utf8)
        var screen = Grid(columns: size.columns, rows: lines.count)
        let start = terminal.now()
        while terminal.size() == size, terminal.now() - start < duration {
            let next = frame(at: terminal.now() - start)
            let bytes = prologue + changes(from: screen, to: next)
            if !bytes.isEmpty { try terminal.write(Grid.synchronized(bytes)) }
            (screen, prologue) = (next, [])
            if case .end = terminal.read(RowTween.frame) { break }
        }
        // All lines are erased before the text is written. Otherwise a line that wraps would continue on a line that
        // still shows another row.
        let erasure = String(repeating: "\u{1b}[2K\u{1b}[B", count: lines.count) + "\u{1b}[\(lines.count)A"
        let epilogue =
            "\r\u{1b}[?7h" + (terminal.size() == size ? erasure : "\u{1b}[J") + lines.joined() + "\u{1b}[?25h"
        try terminal.write(Grid.synchronized(prologue + Array(epilogue.utf8)))
    }

    /// The text that is written before the motion, and the lines that move.
    private var parts: (above: String, lines: [String]) {
        var (above, moving): (String, [String]) = ("", [])
        for (text, block) in applies {
            let lines = text.lines
            above += lines.dropLast(block.height).joined()
            moving += lines.suffix(block.height)
        }
        return (above, moving)
    }

    private func frame(at time: Int) -> Grid {
        var grid = Grid(columns: size.columns, rows: height)
        var row = 0
        for (_, block) in applies {
            block.draw(on: &grid, row: row, at: time)
            row += block.height
        }
        return grid
    }

    /// Moves the cursor relative to the first moving line, because it is unknown on which line of the screen that is.
    private func changes(from old: Grid, to new: Grid) -> [UInt8] {
        var row = 0
        func move(_ nextRow: Int, _ column: Int) -> String {
            let lines = nextRow - row
            row = nextRow
            let vertical = lines == 0 ? "" : lines > 0 ? "\u{1b}[\(lines)B" : "\u{1b}[\(-lines)A"
            return "\r" + vertical + (column > 0 ? "\u{1b}[\(column)C" : "")
        }
        let changes = new.changes(since: old, moveCursor: move)
        return changes.isEmpty ? [] : changes + Array(move(0, 0).utf8)
    }
}

extension String {
    /// The lines, each with its newline.
    fileprivate var lines: [String] {
        var lines: [String] = []
        var start = startIndex
        for index in utf8.indices where utf8[index] == UInt8(ascii: "\n") {
            let end = utf8.index(after: index)
            lines.append(String(self[start..<end]))
            start = end
        }
        return lines
    }
}
