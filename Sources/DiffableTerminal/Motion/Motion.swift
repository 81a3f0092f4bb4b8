import DiffableEngine
import DiffableViews

/// The moving rows of a window, and the colors of the rows that changed. Drawing changes nothing: a frame depends only
/// on the window, the tweens and the time. Each row has its own tween. The next apply changes only the tweens of rows
/// whose target changes. These rows continue from where they are at that moment.
struct Motion {
    private enum Role {
        case inserted, deleted, moved
    }

    private struct MovingRow {
        var key: RowKey
        var lines: [[Glyph]]
        /// See `WindowRow`.
        var newWords: [[Bool]]?
        var role: Role
        var tween: RowTween
    }

    /// How long rows move, in milliseconds. If it is 0, they jump.
    private let duration: Int
    private var rows: [MovingRow] = []
    private struct RowChange {
        var key: RowKey
        var color: Style
        /// Whether the row was updated. Then only its new words are colored, if they are known.
        var isUpdate: Bool
        /// Which columns of each line had a new word when the row changed; nil if that is unknown.
        var newWords: [[Bool]]?
        /// The time of the change.
        var start: Int
    }

    private var changes: [RowChange] = []

    init(duration: Int) {
        self.duration = duration
    }

    /// How long the color of a changed row stays bright, in milliseconds.
    private var brightTime: Int { duration + 400 }
    /// How long a changed row has its color, bright and then dim.
    private var colorTime: Int { duration + 700 }

    /// The time until the next frame. Returns nil if no row moves and no color is about to change.
    func timeToNextFrame(at time: Int) -> Int? {
        if !rows.allSatisfy({ $0.tween.isOver(at: time) }) { return RowTween.frame }
        return changes.lazy.map { $0.start + (time < $0.start + brightTime ? brightTime : colorTime) - time }.filter {
            $0 > 0
        }.min()
    }

    /// Ends the motion: all rows are at rest. The colors stay until their time is over.
    mutating func settle() {
        rows = []
    }

    /// Ends the motion, and removes the colors.
    mutating func stop() {
        (rows, changes) = ([], [])
    }

    /// Starts the tweens from one window to the next, which shows the list after an apply. If the apply has no
    /// animation, or the size of the window changed, no row moves.
    mutating func begin(_ transaction: Transaction, from old: ListWindow, to new: ListWindow, at time: Int) {
        guard transaction.animation != .none, old.columns == new.columns, old.height == new.height else {
            return stop()
        }
        let marks = new.marks(of: transaction).filter { new.isVisible($0.mark, ofRow: $0.key) }
        changes = changes.filter { time < $0.start + colorTime }
        for index in changes.indices {
            changes[index].key = changes[index].key.translated(from: old.list.identifiers, to: new.list.identifiers)
        }
        changes =
            changes.filter { change in !marks.contains { $0.key == change.key } }
            + marks.map { (key, mark) in
                let newWords = new.rows.first { $0.key == key }?.newWords
                return RowChange(
                    key: key, color: Style(LineColor(mark)), isUpdate: mark == .updated, newWords: newWords, start: time
                )
            }
        if duration == 0 { return }
        move(transaction.animation, from: old, to: new, at: time)
        // Rows that only make room are drawn above those that moved.
        let isMoved = { (row: MovingRow) in marks.contains { $0.key == row.key && $0.mark == .moved } }
        rows = rows.filter(isMoved) + rows.filter { !isMoved($0) }
    }

    private mutating func move(_ animation: RowAnimation, from old: ListWindow, to new: ListWindow, at time: Int) {
        func newKey(of key: RowKey) -> RowKey {
            key.translated(from: old.list.identifiers, to: new.list.identifiers)
        }
        func oldKey(of key: RowKey) -> RowKey {
            key.translated(from: new.list.identifiers, to: old.list.identifiers)
        }
        func offscreenPoint(_ point: RowTween.Point, _ row: WindowRow) -> RowTween.Point {
            animation.offscreenPoint(point, columns: row.lines.widest, height: new.height)
        }
        var before = rows.filter { !$0.tween.isOver(at: time) }
        for index in before.indices { before[index].key = newKey(of: before[index].key) }
        var oldRows = old.rows
        for index in oldRows.indices { oldRows[index].key = newKey(of: oldRows[index].key) }
        rows = before.filter { row in row.tween.isLeaving && !new.rows.contains { $0.key == row.key } }
        // Rows that start to move now without being inserted or deleted, and rows that stay where they are.
        var moving: [MovingRow] = []
        for row in oldRows where !new.rows.contains(where: { $0.key == row.key }) {
            let outerLine = new.offscreenLine(of: row.key, height: row.lines.count)
            let point = RowTween.Point(line: row.line)
            let from = before.first { $0.key == row.key }?.tween.point(at: time) ?? point
            let to = outerLine.map { RowTween.Point(line: $0) } ?? offscreenPoint(point, row)
            let tween = RowTween(
                from: from, to: to, start: time, duration: duration, isLeaving: true,
                fades: outerLine == nil && to == point,
                waits: outerLine == nil)
            let leaving = MovingRow(
                key: row.key, lines: row.lines, newWords: row.newWords, role: outerLine == nil ? .deleted : .moved,
                tween: tween)
            if outerLine == nil { rows.append(leaving) } else { moving.append(leaving) }
        }
        let waits = rows.contains { $0.role == .deleted }
        for row in new.rows {
            let to = RowTween.Point(line: row.line)
            if var turning = before.first(where: { $0.key == row.key }) {
                let tween = turning.tween
                if tween.to != to || tween.isLeaving {
                    (turning.tween.from, turning.tween.start) = (tween.point(at: time), time)
                    (turning.tween.waits, turning.tween.passes) = (waits && turning.role == .moved, [])
                }
                if turning.role == .deleted { turning.role = .inserted }
                (turning.lines, turning.newWords, turning.tween.to, turning.tween.isLeaving) = (
                    row.lines, row.newWords, to, false
                )
                rows.append(turning)
                continue
            }
            let line =
                oldRows.first { $0.key == row.key }?.line
                ?? old.offscreenLine(of: oldKey(of: row.key), height: row.lines.count)
            let from = line.map { RowTween.Point(line: $0) } ?? offscreenPoint(to, row)
            let tween = RowTween(
                from: from, to: to, start: time, duration: duration, fades: line == nil && from == to)
            let coming = MovingRow(
                key: row.key, lines: row.lines, newWords: row.newWords, role: line == nil ? .inserted : .moved,
                tween: tween)
            if line == nil { rows.append(coming) } else { moving.append(coming) }
        }
        for index in moving.indices { moving[index].tween.waits = waits }
        let passes = RowTween.passes(moving.map { $0.tween }, heights: moving.map { $0.lines.count })
        for (var row, passes) in zip(moving, passes) where row.tween.from != row.tween.to {
            row.tween.passes = passes
            rows.append(row)
        }
    }

    /// Calls `drawRow` for each line of each row as it is at `time`. The order is from back to front: rows that are
    /// inserted or deleted, rows that move, rows at rest. So a moving row never hides a row that stays. If a row is
    /// inserted where another one is deleted, the deleted row is in front for the first half of the time.
    /// - Parameter drawRow: `clip` is the number of columns that the row may be drawn in; nil for all.
    func draw(
        _ window: ListWindow, at time: Int,
        _ drawRow: (_ row: RowKey, [Glyph], _ line: Int, _ column: Int, _ clip: Int?, Style) -> Void
    ) {
        func draw(_ row: MovingRow) {
            guard var style = row.tween.style(at: time) else { return }
            let (color, lines) = colored(row.key, row.lines, row.newWords, at: time)
            style.formUnion(row.role == .deleted ? Style(LineColor(.deleted)) : color)
            let (point, clip) = (row.tween.point(at: time), row.tween.clip(ofLines: row.lines))
            for (offset, glyphs) in lines.enumerated() {
                drawRow(row.key, glyphs, point.line + offset, point.column, clip, style)
            }
        }
        for row in rows where row.role == .deleted && row.tween.isHalfOver(at: time) { draw(row) }
        for row in rows where row.role == .inserted { draw(row) }
        for row in rows where row.role == .deleted && !row.tween.isHalfOver(at: time) { draw(row) }
        for row in rows where row.role == .moved { draw(row) }
        for row in window.rows where !rows.contains(where: { $0.key == row.key }) {
            let (style, lines) = colored(row.key, row.lines, row.newWords, at: time)
            for (offset, glyphs) in lines.enumerated() { drawRow(row.key, glyphs, row.line + offset, 0, nil, style) }
        }
    }

    /// Returns the color of a row, and its lines. If only some words of the row changed, these words have the color,
    /// and the row has none.
    private func colored(_ row: RowKey, _ lines: [[Glyph]], _ newWords: [[Bool]]?, at time: Int) -> (Style, [[Glyph]]) {
        guard let change = changes.first(where: { $0.key == row }), time < change.start + colorTime else {
            return ([], lines)
        }
        let color = time < change.start + brightTime ? change.color : change.color.union(.dim)
        guard change.isUpdate, let newWords = newWords ?? change.newWords else { return (color, lines) }
        var lines = lines
        for line in lines.indices where newWords.indices.contains(line) {
            for (column, isNew) in newWords[line].enumerated() where isNew && lines[line].indices.contains(column) {
                lines[line][column].style.formUnion(color)
            }
        }
        return ([], lines)
    }
}

extension ListWindow {
    /// The line at which a row outside of the window starts to move in, or disappears when it moves out: just above or
    /// just below the window. Nil if the list does not contain the row.
    fileprivate func offscreenLine(of key: RowKey, height rowHeight: Int) -> Int? {
        let position: RowPosition?
        switch key {
        case .item(let handle): position = list.indexPath(ofItem: handle).map { RowPosition($0) }
        case .supplementary(let edge, let handle):
            position = list.sectionIndex(handle).flatMap { list.position(of: edge, section: $0) }
        case .unknownItem, .unknownSupplementary: position = nil
        }
        return position.map { $0 < top ? -rowHeight : height }
    }
}
