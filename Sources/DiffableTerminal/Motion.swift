import DiffableEngine
import DiffableViews

/// The rows of a window on their way from where they were to where they are: a function of time alone. Each row moves
/// by itself, so that the next apply turns only those that are to go elsewhere, from where they are at that moment.
struct Motion {
    private struct MovingRow {
        var key: RowKey
        var lines: [[Glyph]]
        var tween: RowTween
    }

    private var rows: [MovingRow] = []

    func isOver(at time: Int) -> Bool {
        rows.allSatisfy { $0.tween.isOver(at: time) }
    }

    /// Sets rows on their way from one window to the next.
    mutating func begin(_ animation: RowAnimation, from old: ListWindow, to new: ListWindow, at time: Int) {
        guard animation != .none, old.columns == new.columns, old.height == new.height else {
            rows = []
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
        var oldRows = old.rows
        for index in oldRows.indices { oldRows[index].key = inNew(oldRows[index].key) }
        rows = before.filter { row in row.tween.isLeaving && !new.rows.contains { $0.key == row.key } }
        for row in oldRows where !new.rows.contains(where: { $0.key == row.key }) {
            let edge = new.edge(beyond: row.key, height: row.lines.count)
            let place = RowTween.Place(line: row.line)
            let from = before.first { $0.key == row.key }?.tween.place(at: time) ?? place
            let to = edge.map { RowTween.Place(line: $0) } ?? animation.outside(place, columns: new.columns, height: new.height)
            let tween = RowTween(from: from, to: to, start: time, isLeaving: true, fades: edge == nil && to == place)
            rows.append(MovingRow(key: row.key, lines: row.lines, tween: tween))
        }
        for row in new.rows {
            let to = RowTween.Place(line: row.line)
            if var moving = before.first(where: { $0.key == row.key }) {
                moving.lines = row.lines
                let tween = moving.tween
                // mutant: turning-row-jumps
                if tween.to != to || tween.isLeaving { (moving.tween.from, moving.tween.start) = (tween.place(at: time), time) }
                (moving.tween.to, moving.tween.isLeaving) = (to, false)
                rows.append(moving)
                continue
            }
            let line = oldRows.first { $0.key == row.key }?.line ?? old.edge(beyond: inOld(row.key), height: row.lines.count)
            if line == row.line { continue }
            let from = line.map { RowTween.Place(line: $0) } ?? animation.outside(to, columns: new.columns, height: new.height)
            let tween = RowTween(from: from, to: to, start: time, fades: line == nil && from == to)
            rows.append(MovingRow(key: row.key, lines: row.lines, tween: tween))
        }
    }

    /// Calls `draw` for the rows of a window at a moment, those that are to be on top last.
    func draw(_ window: ListWindow, at time: Int, _ draw: (_ row: RowKey, [Glyph], _ line: Int, _ column: Int, Style) -> Void) {
        for row in rows where row.tween.isLeaving { self.draw(row, at: time, draw) }
        for row in window.rows where !rows.contains(where: { $0.key == row.key }) {
            for (offset, glyphs) in row.lines.enumerated() { draw(row.key, glyphs, row.line + offset, 0, []) }
        }
        for row in rows where !row.tween.isLeaving { self.draw(row, at: time, draw) }
    }

    private func draw(_ row: MovingRow, at time: Int, _ draw: (RowKey, [Glyph], Int, Int, Style) -> Void) {
        guard let style = row.tween.style(at: time) else { return }
        let place = row.tween.place(at: time)
        for (offset, glyphs) in row.lines.enumerated() { draw(row.key, glyphs, place.line + offset, place.column, style) }
    }
}

extension ListWindow {
    /// The line, above or below the window, of a row of the list that is not in it; nil where the list has no such row.
    fileprivate func edge(beyond key: RowKey, height rowHeight: Int) -> Int? {
        let place: RowPosition?
        switch key {
        case .item(let handle): place = list.indexPath(ofItem: handle).map { RowPosition($0) }
        case .supplementary(let edge, let handle):
            place = list.sectionIndex(handle).map { RowPosition(section: $0, slot: edge == .header ? 0 : list.numberOfItems(inSectionAt: $0) + 1) }
        case .goneItem, .goneSupplementary: place = nil
        }
        return place.map { $0 < top ? -rowHeight : height }
    }
}
