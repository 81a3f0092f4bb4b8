import DiffableEngine
import DiffableViews

/// The moving rows of a window. What it draws depends on the time only. Each row has its own tween. The next apply changes only the
/// tweens of rows that have another target then. These rows continue from where they are at that moment.
struct Motion {
    private struct MovingRow {
        var key: RowKey
        var lines: [[Glyph]]
        var tween: RowTween
    }

    private var rows: [MovingRow] = []
    /// The rows whose cells changed, with the time when they did.
    private var flashes: [(key: RowKey, start: Int)] = []
    /// How long a row whose cell changed has another color, in milliseconds.
    private static var flashDuration: Int { 1000 }

    /// The time until the next frame; nil if all rows are at rest.
    func timeToNextFrame(at time: Int) -> Int? {
        if !rows.allSatisfy({ $0.tween.isOver(at: time) }) { return RowTween.frame }
        return flashes.lazy.map { $0.start + Self.flashDuration - time }.filter { $0 > 0 }.min()
    }

    mutating func flash(_ keys: [RowKey], at time: Int) {
        flashes = flashes.filter { flash in !keys.contains(flash.key) } + keys.map { ($0, time) }
    }

    /// Starts the tweens from one window to the next. Without an animation, or if the size of the window changed, no row moves.
    mutating func begin(_ animation: RowAnimation, from old: ListWindow, to new: ListWindow, at time: Int) {
        guard animation != .none, old.columns == new.columns, old.height == new.height else {
            (rows, flashes) = ([], [])
            return
        }
        func inNew(_ key: RowKey) -> RowKey {
            key.translated(from: old.list.identifiers, to: new.list.identifiers)
        }
        func inOld(_ key: RowKey) -> RowKey {
            key.translated(from: new.list.identifiers, to: old.list.identifiers)
        }
        var before = rows.filter { !$0.tween.isOver(at: time) }
        for index in before.indices { before[index].key = inNew(before[index].key) }
        flashes = flashes.filter { time < $0.start + Self.flashDuration }.map { (inNew($0.key), $0.start) }
        var oldRows = old.rows
        for index in oldRows.indices { oldRows[index].key = inNew(oldRows[index].key) }
        rows = before.filter { row in row.tween.isLeaving && !new.rows.contains { $0.key == row.key } }
        for row in oldRows where !new.rows.contains(where: { $0.key == row.key }) {
            let outerLine = new.lineOutside(of: row.key, height: row.lines.count)
            let point = RowTween.Point(line: row.line)
            let from = before.first { $0.key == row.key }?.tween.point(at: time) ?? point
            let to = outerLine.map { RowTween.Point(line: $0) } ?? animation.outside(point, columns: new.columns, height: new.height)
            let tween = RowTween(from: from, to: to, start: time, isLeaving: true, fades: outerLine == nil && to == point)
            rows.append(MovingRow(key: row.key, lines: row.lines, tween: tween))
        }
        for row in new.rows {
            let to = RowTween.Point(line: row.line)
            if var moving = before.first(where: { $0.key == row.key }) {
                moving.lines = row.lines
                let tween = moving.tween
                // mutant: turning-row-jumps
                if tween.to != to || tween.isLeaving { (moving.tween.from, moving.tween.start) = (tween.point(at: time), time) }
                (moving.tween.to, moving.tween.isLeaving) = (to, false)
                rows.append(moving)
                continue
            }
            let line = oldRows.first { $0.key == row.key }?.line ?? old.lineOutside(of: inOld(row.key), height: row.lines.count)
            if line == row.line { continue }
            let from = line.map { RowTween.Point(line: $0) } ?? animation.outside(to, columns: new.columns, height: new.height)
            let tween = RowTween(from: from, to: to, start: time, fades: line == nil && from == to)
            rows.append(MovingRow(key: row.key, lines: row.lines, tween: tween))
        }
    }

    /// Calls `drawRow` for each line of each row at a time, from back to front: leaving rows, moving rows, rows at rest. So moving rows
    /// hide no row that stays.
    func draw(_ window: ListWindow, at time: Int, _ drawRow: (_ row: RowKey, [Glyph], _ line: Int, _ column: Int, Style) -> Void) {
        func draw(_ row: RowKey, _ glyphs: [Glyph], _ line: Int, _ column: Int, _ style: Style) {
            let flashes = flashes.contains { $0.key == row && time < $0.start + Self.flashDuration }
            drawRow(row, glyphs, line, column, flashes ? style.union(.yellow) : style)
        }
        for row in rows where row.tween.isLeaving { self.draw(row, at: time, draw) }
        for row in rows where !row.tween.isLeaving { self.draw(row, at: time, draw) }
        for row in window.rows where !rows.contains(where: { $0.key == row.key }) {
            for (offset, glyphs) in row.lines.enumerated() { draw(row.key, glyphs, row.line + offset, 0, []) }
        }
    }

    private func draw(_ row: MovingRow, at time: Int, _ draw: (RowKey, [Glyph], Int, Int, Style) -> Void) {
        guard let style = row.tween.style(at: time) else { return }
        let point = row.tween.point(at: time)
        for (offset, glyphs) in row.lines.enumerated() { draw(row.key, glyphs, point.line + offset, point.column, style) }
    }
}

extension ListWindow {
    /// The line of a row that is outside of the window, when it starts to move in: just above or just below the window. nil if the list
    /// has no such row.
    fileprivate func lineOutside(of key: RowKey, height rowHeight: Int) -> Int? {
        let position: RowPosition?
        switch key {
        case .item(let handle): position = list.indexPath(ofItem: handle).map { RowPosition($0) }
        case .supplementary(let edge, let handle): position = list.sectionIndex(handle).flatMap { list.position(of: edge, section: $0) }
        case .unknownItem, .unknownSupplementary: position = nil
        }
        return position.map { $0 < top ? -rowHeight : height }
    }
}
