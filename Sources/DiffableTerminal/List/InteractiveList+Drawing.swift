import DiffableEngine
import DiffableViews

/// Draws the screen of the list.
extension InteractiveList {
    /// Draws the list, or its keys, and writes to the terminal what has changed on the screen.
    func draw() throws(DiffableError) {
        var next = Grid(columns: layout.columns, rows: layout.rows)
        if showsKeys {
            drawKeys(on: &next)
        } else {
            for line in 0..<layout.titleHeight { drawTitle(title[line], row: line, on: &next) }
            next.draw(rows, row: layout.list.line)
            if let pane = layout.preview { draw(preview, in: pane, on: &next) }
            if let line = layout.footerLine {
                next.draw(glyphs(options.footer, .dim, columns: layout.columns - 2), row: line, column: 2)
            }
            next.draw(statusLine, row: layout.statusLine)
        }
        let bytes = next.bytes(after: screen, isPart: terminal.isPart)
        if !bytes.isEmpty { try terminal.write(bytes) }
        screen = next
    }

    private var rows: Grid {
        var grid = Grid(columns: window.columns, rows: window.height)
        let selected = window.selection.map { window.list.key(at: RowPosition($0)) }
        motion.draw(window, at: terminal.now()) { key, glyphs, line, column, clip, style in
            let isSelected = key == selected
            grid.drawStrip(
                glyphs, on: isSelected ? style : [], width: clip ?? window.columns, row: line, column: column,
                clip: clip, adding: style)
            if isSelected { grid.add(.reverse, row: line) }
        }
        if let header = window.stickyHeader {
            for (offset, glyphs) in header.lines.enumerated() {
                grid.drawStrip(glyphs, width: window.columns, row: header.line + offset, column: 0, adding: [])
            }
        }
        drawScrollbar(on: &grid)
        return grid
    }

    private func draw(_ preview: Preview, in pane: ScreenLayout.Pane, on grid: inout Grid) {
        if pane.line == layout.list.line {
            for line in 0..<pane.height {
                grid.draw(Glyph.glyphs("│", .dim), row: pane.line + line, column: pane.column - 2)
            }
        } else {
            grid.draw(Glyph.glyphs(String(repeating: "─", count: layout.columns), .dim), row: pane.line - 1)
        }
        for (line, glyphs) in preview.glyphs(columns: pane.columns, height: pane.height).enumerated() {
            grid.draw(glyphs, row: pane.line + line, column: pane.column)
        }
    }

    /// Draws the scrollbar in the last column, which rows leave blank. The thumb consists of reversed blanks, because a
    /// blank is one column wide on every terminal.
    private func drawScrollbar(on grid: inout Grid) {
        guard let thumb = window.scrollThumb else { return }
        for line in 0..<window.height {
            let style: Style = thumb.contains(line) ? [.dim, .reverse] : []
            grid.draw([Glyph(text: " ", width: 1, style: style)], row: line, column: window.columns - 1)
        }
    }

    private func drawKeys(on grid: inout Grid) {
        let height = max(0, layout.statusLine)
        for (row, line) in keys.dropFirst(keysOffset).prefix(height).enumerated() {
            grid.draw(Glyph.glyphs(line.key, .bold), row: row, column: 2)
            grid.draw(Glyph.glyphs(line.action), row: row, column: 16)
        }
        let hint = keys.count > height ? "↑ ↓ more  any other key: back" : "any key: back to the list"
        grid.draw(Glyph.glyphs(hint, .dim), row: layout.statusLine, column: 2)
    }

    /// Draws a line of the title. The part after a tab is aligned at the right with the details of the rows.
    private func drawTitle(_ line: [UInt8], row: Int, on grid: inout Grid) {
        let style: Style = [.bold, .cyan]
        let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
        grid.draw(glyphs(Array(parts.first ?? []), style, columns: layout.columns), row: row)
        if parts.count < 2 { return }
        let end = ShownRow.detailEnd(columns: layout.list.columns)
        let detail = glyphs(Array(parts[1]), style, columns: end)
        grid.draw([.blank] + detail, row: row, column: max(0, end - detail.count - 1))
    }

    /// A text of the program with its control characters escaped, cut to `columns` minus a margin of two columns.
    private func glyphs(_ text: [UInt8], _ style: Style, columns: Int) -> [Glyph] {
        Glyph.glyphs(truncated(text.withUnsafeBytes { Escaping.escaped($0) }, toWidth: max(1, columns - 2)), style)
    }

    // MARK: - The last line

    /// Shows the status text, or else the search text, or else the hint. The counter is at the right.
    private var statusLine: [Glyph] {
        let counter = Glyph.glyphs(counter, .dim)
        let space = max(0, layout.columns - 5 - counter.count)
        let text =
            if !status.isEmpty {
                glyphs(status, [], columns: space + 2)
            } else if search.isOpen || !search.isEmpty {
                search.shown(after: options.prompt.withUnsafeBytes { Escaping.escaped($0) }, limit: space)
            } else {
                hint(columns: space)
            }
        return [.blank, .blank] + text + Array(repeating: .blank, count: max(1, space + 1 - text.count)) + counter
    }

    /// The number of the selected item and the number of items: `2/9`, or during a search `2/4 of 9`. The number of
    /// picked items follows in parentheses: `2/9 (3)`.
    private var counter: String {
        if let customCounter { return customCounter }
        let (number, count) = (window.selectionNumber, window.numberOfItems)
        let picks = window.picks.isEmpty ? "" : " (\(window.picks.count))"
        if window.filter == nil { return "\(number)/\(count)" + picks }
        return (count == 0 ? "no matches" : "\(number)/\(count) of \(window.list.numberOfItems)") + picks
    }

    /// As many of the most important keys as fit, and then the key that shows all of them.
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
