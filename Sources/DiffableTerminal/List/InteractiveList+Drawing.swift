import DiffableEngine
import DiffableViews

/// What the screen shows.
extension InteractiveList {
    /// Shows the current list in its current state.
    func draw() throws(DiffableError) {
        try synchronize()
        try filterRows()
        var next = Grid(columns: layout.columns, rows: layout.rows)
        if showsKeys {
            drawKeys(on: &next)
        } else {
            if let line = layout.titleLine { next.draw(glyphs(options.title, [.bold, .cyan], columns: layout.columns), row: line) }
            next.draw(rows, row: layout.listLine)
            if let line = layout.footerLine {
                next.draw(glyphs(options.footer, .dim, columns: layout.columns - 2), row: line, column: 2)
            }
            next.draw(statusLine, row: layout.statusLine)
        }
        let bytes = next.bytes(after: screen)
        if !bytes.isEmpty { try terminal.write(bytes) }
        screen = next
    }

    private var rows: Grid {
        var grid = Grid(columns: window.columns, rows: window.height)
        let selected = window.selection.map { window.list.key(at: RowPosition($0)) }
        motion.draw(window, at: terminal.now()) { key, glyphs, line, column, clip, style in
            grid.drawStrip(glyphs, width: clip ?? window.columns, row: line, column: column, clip: clip, adding: style)
            if key == selected { grid.add(.reverse, row: line) }
        }
        return grid
    }

    private func drawKeys(on grid: inout Grid) {
        for (row, line) in keys.prefix(max(0, layout.statusLine)).enumerated() {
            grid.draw(Glyph.glyphs(line.key, .bold), row: row, column: 2)
            grid.draw(Glyph.glyphs(line.action), row: row, column: 16)
        }
        grid.draw(Glyph.glyphs("any key: back to the list", .dim), row: layout.statusLine, column: 2)
    }

    /// A text of the program with its control characters spelled out, cut to so many columns and those of the margin.
    private func glyphs(_ text: [UInt8], _ style: Style, columns: Int) -> [Glyph] {
        Glyph.glyphs(truncated(text.withUnsafeBytes { Escaping.escaped($0) }, toWidth: max(1, columns - 2)), style)
    }

    // MARK: - The last line

    /// The status, or else the search text, or else the most important keys; at the right the number of the selected item and the
    /// count of items.
    private var statusLine: [Glyph] {
        let counter = Glyph.glyphs(counter, .dim)
        let space = max(0, layout.columns - 5 - counter.count)
        let text =
            if !status.isEmpty {
                glyphs(status, [], columns: space + 2)
            } else if search.isOpen || !search.isEmpty {
                search.shown(limit: space)
            } else {
                hint(columns: space)
            }
        return [.blank, .blank] + text + Array(repeating: .blank, count: max(1, space + 1 - text.count)) + counter
    }

    private var counter: String {
        let (number, count) = (window.selectionNumber, window.numberOfItems)
        if window.filter == nil { return "\(number)/\(count)" }
        return count == 0 ? "no matches" : "\(number)/\(count) of \(window.list.numberOfItems)"
    }

    /// The keys that fit, and at last the one that shows all.
    private func hint(columns: Int) -> [Glyph] {
        guard options.hints else { return [] }
        let last = Glyph.glyphs("? keys", .dim)
        if last.count > columns { return [] }
        var glyphs: [Glyph] = []
        for text in importantKeys {
            let next = Glyph.glyphs(text + "  ", .dim)
            if glyphs.count + next.count + last.count > columns { break }
            glyphs += next
        }
        return glyphs + last
    }
}
