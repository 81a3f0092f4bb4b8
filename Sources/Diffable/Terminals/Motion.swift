/// The rows of a window on their way from where they were to where they are: a function of time alone. Each row moves
/// by itself, so that the next apply turns only those that are to go elsewhere, from where they are at that moment.
struct Motion {
    /// In milliseconds.
    static var duration: Int { 300 }
    static var frame: Int { 25 }

    private struct Place: Equatable {
        var line: Int
        var column = 0
    }

    private struct MovingRow {
        var key: RowKey
        var lines: [[Glyph]]
        var from: Place
        var to: Place
        var start: Int
        /// It was in the window, and will not be.
        var isLeaving: Bool
        var fades: Bool

        /// In thousandths, slower towards the end.
        func progress(at time: Int) -> Int {
            let rest = 1000 - min(max(0, time - start), Motion.duration) * 1000 / Motion.duration
            return 1000 - rest * rest / 1000 * rest / 1000
        }

        func place(at time: Int) -> Place {
            let progress = progress(at: time)
            return Place(
                line: from.line + (to.line - from.line) * progress / 1000,
                column: from.column + (to.column - from.column) * progress / 1000)
        }
    }

    private var rows: [MovingRow] = []

    func isOver(at time: Int) -> Bool {
        rows.allSatisfy { $0.start + Self.duration <= time }
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
        var before = rows.filter { $0.start + Self.duration > time }
        for index in before.indices { before[index].key = inNew(before[index].key) }
        var oldRows = old.rows
        for index in oldRows.indices { oldRows[index].key = inNew(oldRows[index].key) }
        rows = before.filter { row in row.isLeaving && !new.rows.contains { $0.key == row.key } }
        for row in oldRows where !new.rows.contains(where: { $0.key == row.key }) {
            let edge = new.edge(beyond: row.key, height: row.lines.count)
            let from = before.first { $0.key == row.key }?.place(at: time) ?? Place(line: row.line)
            let to = edge.map { Place(line: $0) } ?? outside(row, animation, new)
            rows.append(
                MovingRow(
                    key: row.key, lines: row.lines, from: from, to: to, start: time, isLeaving: true,
                    fades: edge == nil && to == Place(line: row.line)))
        }
        for row in new.rows {
            let to = Place(line: row.line)
            if var moving = before.first(where: { $0.key == row.key }) {
                moving.lines = row.lines
                if moving.to != to || moving.isLeaving { (moving.from, moving.start) = (moving.place(at: time), time) }
                (moving.to, moving.isLeaving) = (to, false)
                rows.append(moving)
                continue
            }
            let line = oldRows.first { $0.key == row.key }?.line ?? old.edge(beyond: inOld(row.key), height: row.lines.count)
            let from = line.map { Place(line: $0) } ?? outside(row, animation, new)
            if line == row.line { continue }
            rows.append(
                MovingRow(
                    key: row.key, lines: row.lines, from: from, to: to, start: time, isLeaving: false,
                    fades: line == nil && from == to))
        }
    }

    /// Where a row comes from that is new, and goes to that is deleted.
    private func outside(_ row: WindowRow, _ animation: RowAnimation, _ window: ListWindow) -> Place {
        switch animation {
        case .left: Place(line: row.line, column: -window.columns)
        case .right: Place(line: row.line, column: window.columns)
        case .top: Place(line: row.line - window.height)
        case .bottom: Place(line: row.line + window.height)
        case .automatic, .fade, .middle, .none: Place(line: row.line)
        }
    }

    /// Calls `draw` for the rows of a window at a moment, those that are to be on top last.
    func draw(_ window: ListWindow, at time: Int, _ draw: (_ row: RowKey, [Glyph], _ line: Int, _ column: Int, Style) -> Void) {
        for row in rows where row.isLeaving { self.draw(row, window, at: time, draw) }
        for row in window.rows where !rows.contains(where: { $0.key == row.key }) {
            for (offset, glyphs) in row.lines.enumerated() { draw(row.key, glyphs, row.line + offset, 0, []) }
        }
        for row in rows where !row.isLeaving { self.draw(row, window, at: time, draw) }
    }

    private func draw(
        _ row: MovingRow, _ window: ListWindow, at time: Int, _ draw: (RowKey, [Glyph], Int, Int, Style) -> Void
    ) {
        if row.isLeaving && row.start + Self.duration <= time { return }
        let presence = row.isLeaving ? 1000 - row.progress(at: time) : row.progress(at: time)
        if row.fades && presence < 300 { return }
        let place = row.place(at: time)
        for (offset, glyphs) in row.lines.enumerated() {
            draw(row.key, glyphs, place.line + offset, place.column, row.fades && presence < 900 ? .dim : [])
        }
    }
}

extension ListWindow {
    /// The line, above or below the window, of a row of the list that is not in it; nil where the list has no such row.
    fileprivate func edge(beyond key: RowKey, height rowHeight: Int) -> Int? {
        let place: RowPlace?
        switch key {
        case .item(let handle): place = list.indexPath(ofItem: handle).map { RowPlace($0) }
        case .supplementary(let edge, let handle):
            place = list.sectionIndex(handle).map { RowPlace(section: $0, slot: edge == .header ? 0 : list.sections[$0].count + 1) }
        case .goneItem, .goneSupplementary: place = nil
        }
        return place.map { $0 < top ? -rowHeight : height }
    }
}
