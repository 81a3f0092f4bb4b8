import DiffableEngine
import DiffableViews

/// The moving lines of an apply in a text view. At the beginning the rows are as in the old list. An inserted row moves
/// in from the side that the animation names, and an existing row moves from its old line. A deleted row moves out.
/// Until it is gone, it covers the line that reports its deletion. If the animation fades, inserted and deleted rows
/// fade instead.
struct MovingBlock {
    private struct MovingRow {
        var lines: [[Glyph]]
        var tween: RowTween
    }

    /// The number of lines of the block, the summary included. The lines of the text above the block are written before
    /// the motion.
    let height: Int
    let width: Int
    private let rowWidth: Int
    /// In the order in which they are drawn, from back to front.
    private var rows: [MovingRow] = []
    /// Below the rows. It does not move.
    private let summary: [[Glyph]]
    let isMoving: Bool

    /// - Parameter limit: the maximum height.
    init(_ apply: DrawnApply, limit: Int, duration: Int) {
        let (transaction, renderer) = (apply.transaction, apply.renderer)
        summary = renderer.glyphLines(summaryOf: transaction)
        var shown: [(row: ShownRow, lines: [[Glyph]])] = []
        var count = summary.count
        for row in apply.rows.reversed() {
            if count >= limit { break }
            let lines = renderer.glyphLines(row)
            shown.append((row, lines))
            count += lines.count
        }
        shown.reverse()
        let height = min(count, limit)
        self.height = height
        rowWidth = shown.reduce(0) { max($0, $1.lines.widest) }
        width = max(rowWidth, summary.widest)
        let oldLines = Self.oldLines(of: shown, transaction)
        // Negative if the topmost row begins above the limit.
        var line = height - count
        let waits = shown.contains { $0.row.mark == .deleted && !$0.row.isFold }
        var (inserted, moving, leaving): ([MovingRow], [MovingRow], [(covered: Int, row: MovingRow)]) = ([], [], [])
        for (index, (row, lines)) in shown.enumerated() {
            let point = RowTween.Point(line: line)
            line += lines.count
            // Where an inserted row comes from, and a deleted row goes to.
            func offscreenPoint(_ lines: [[Glyph]]) -> RowTween.Point {
                transaction.animation.offscreenPoint(point, columns: lines.widest, height: height)
            }
            guard let oldLine = oldLines[index] else {
                let from = offscreenPoint(lines)
                let tween = RowTween(from: from, to: point, start: 0, duration: duration, fades: from == point)
                inserted.append(MovingRow(lines: lines, tween: tween))
                continue
            }
            let tween = RowTween(
                from: RowTween.Point(line: oldLine), to: point, start: 0, duration: duration, waits: waits)
            if row.mark == .deleted, !row.isFold {
                var unmarked = row
                unmarked.mark = .unchanged
                var cover = MovingRow(lines: renderer.glyphLines(unmarked), tween: tween)
                cover.tween.to = offscreenPoint(cover.lines)
                (cover.tween.isLeaving, cover.tween.fades) = (true, cover.tween.to == point)
                leaving.append((moving.count, cover))
            }
            moving.append(MovingRow(lines: lines, tween: tween))
        }
        let passes = RowTween.passes(moving.map { $0.tween }, heights: moving.map { $0.lines.count })
        for (index, passes) in passes.enumerated() { moving[index].tween.passes = passes }
        for index in leaving.indices { leaving[index].row.tween.passes = passes[leaving[index].covered] }
        let covered = leaving.map { moving[$0.covered] }
        for index in leaving.indices.reversed() { moving.remove(at: leaving[index].covered) }
        let isStaying = { (row: MovingRow) in row.tween.from == row.tween.to }
        rows = covered + leaving.map { $0.row } + inserted + moving.filter { !isStaying($0) } + moving.filter(isStaying)
        isMoving = rows.contains { $0.tween.from != $0.tween.to || $0.tween.fades }
    }

    /// Returns the line of each row before the apply, or nil for an inserted row. The other rows follow one another in
    /// their old order. A fold of rows that existed has no position of its own in the old list, so it follows the row
    /// before it.
    private static func oldLines(of shown: [(row: ShownRow, lines: [[Glyph]])], _ transaction: Transaction) -> [Int?] {
        var oldOrder: [(position: RowPosition, index: Int)] = []
        var last = RowPosition.first
        for (index, (row, _)) in shown.enumerated() {
            switch row.kind {
            case .foldedRows, .foldedSections: if row.mark == .inserted { continue }
            case .item, .supplementary:
                guard let position = row.markedRow.flatMap({ transaction.oldPosition(of: $0) }) else { continue }
                last = position
            }
            oldOrder.append((last, index))
        }
        oldOrder.sort { ($0.position, $0.index) < ($1.position, $1.index) }
        var lines: [Int?] = Array(repeating: nil, count: shown.count)
        var line = 0
        for (_, index) in oldOrder {
            lines[index] = line
            line += shown[index].lines.count
        }
        return lines
    }

    /// Draws the block as it is at a time. Its first line is `row` of the grid.
    func draw(on grid: inout Grid, row first: Int, at time: Int) {
        for row in rows {
            guard let style = row.tween.style(at: time) else { continue }
            let (point, clip) = (row.tween.point(at: time), row.tween.clip(ofLines: row.lines))
            for (offset, glyphs) in row.lines.enumerated() where (0..<height).contains(point.line + offset) {
                grid.drawStrip(
                    glyphs, width: clip ?? rowWidth, row: first + point.line + offset, column: point.column, clip: clip,
                    adding: style)
            }
        }
        for (offset, glyphs) in summary.enumerated() {
            grid.drawStrip(glyphs, width: width, row: first + height - summary.count + offset, column: 0, adding: [])
        }
    }
}

extension Transaction {
    /// The position of a row in the old list; nil if the row was not there.
    fileprivate func oldPosition(of row: MarkedRow) -> RowPosition? {
        switch row {
        case .item(let path, .deleted): RowPosition(path)
        case .item(let path, _):
            difference.oldPath(ofItem: finalSnapshot.item(at: path)).map { RowPosition($0) }
        case .supplementary(let edge, let section, let mark):
            initialSnapshot.position(
                of: edge, section: mark == .deleted ? section : Int(difference.oldSectionIndexes[section]))
        case .foldedRows, .foldedSections: nil
        }
    }
}

extension TextRenderer {
    fileprivate func glyphLines(_ row: ShownRow) -> [[Glyph]] {
        Glyph.lines(uncolored.text([row]), style(color(of: row)))
    }

    fileprivate func glyphLines(summaryOf transaction: Transaction) -> [[Glyph]] {
        Glyph.lines(uncolored.summary(of: transaction), style(.dim))
    }

    private var uncolored: TextRenderer {
        var renderer = self
        renderer.isColored = false
        return renderer
    }

    private func style(_ color: LineColor) -> Style {
        isColored ? Style(color) : []
    }
}
