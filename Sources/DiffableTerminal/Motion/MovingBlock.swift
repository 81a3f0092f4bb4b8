import DiffableEngine
import DiffableViews

/// The moving lines of an apply in a text view. At the beginning the rows are as in the old list. An inserted row moves in from the
/// side that the animation names, an existing row from its old line. A deleted row moves out, and until then covers the
/// line that reports its deletion. With an animation that fades, inserted and deleted rows fade instead.
struct MovingBlock {
    private struct MovingRow {
        var lines: [[Glyph]]
        var tween: RowTween
    }

    /// The number of lines. Lines of the text above them are written before the motion.
    let height: Int
    let width: Int
    private let rowWidth: Int
    /// In the order in which they are drawn, from back to front.
    private var rows: [MovingRow] = []
    /// Below the rows. It does not move.
    private let summary: [[Glyph]]
    let isMoving: Bool

    /// - Parameter limit: the greatest height.
    init(_ apply: DrawnApply, limit: Int) {
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
        height = min(count, limit)
        rowWidth = shown.reduce(0) { max($0, $1.lines.widest) }
        width = max(rowWidth, summary.widest)
        let oldLines = Self.oldLines(of: shown, transaction)
        // Negative if the topmost row begins above the limit.
        var line = height - count
        var (inserted, moved, leaving, staying): ([MovingRow], [MovingRow], [MovingRow], [MovingRow]) = ([], [], [], [])
        for (index, (row, lines)) in shown.enumerated() {
            let point = RowTween.Point(line: line)
            line += lines.count
            // Where an inserted row comes from, and a deleted row goes to.
            let outside = transaction.animation.outside(point, columns: rowWidth, height: height)
            guard let oldLine = oldLines[index] else {
                inserted.append(MovingRow(lines: lines, tween: RowTween(from: outside, to: point, start: 0, fades: outside == point)))
                continue
            }
            let old = RowTween.Point(line: oldLine)
            let moving = MovingRow(lines: lines, tween: RowTween(from: old, to: point, start: 0))
            guard row.mark == .deleted, !row.isFold else {
                if old == point { staying.append(moving) } else if row.mark.sign == .moved { moved.append(moving) } else { rows.append(moving) }
                continue
            }
            rows.append(moving)
            var unmarked = row
            unmarked.mark = .unchanged
            let tween = RowTween(from: old, to: outside, start: 0, isLeaving: true, fades: outside == point)
            leaving.append(MovingRow(lines: renderer.glyphLines(unmarked), tween: tween))
        }
        rows += leaving + inserted + moved + staying
        isMoving = rows.contains { $0.tween.from != $0.tween.to || $0.tween.fades }
    }

    /// The line of each row before the apply; nil for inserted rows. The other rows follow one another in their old order. A fold
    /// of rows that were there has no old position, and follows the row before it.
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
            let point = row.tween.point(at: time)
            for (offset, glyphs) in row.lines.enumerated() where (0..<height).contains(point.line + offset) {
                grid.drawStrip(glyphs, width: rowWidth, row: first + point.line + offset, column: point.column, adding: style)
            }
        }
        for (offset, glyphs) in summary.enumerated() {
            grid.drawStrip(glyphs, width: width, row: first + height - summary.count + offset, column: 0, adding: [])
        }
    }
}

extension [[Glyph]] {
    fileprivate var widest: Int {
        reduce(0) { Swift.max($0, $1.count) }
    }
}

extension Transaction {
    /// The position of a row in the old list; nil if it was not there.
    fileprivate func oldPosition(of row: MarkedRow) -> RowPosition? {
        switch row {
        case .item(let path, .deleted): RowPosition(path)
        case .item(let path, _):
            initialSnapshot.indexPath(ofItem: finalSnapshot.item(at: path).handle, from: finalSnapshot).map { RowPosition($0) }
        case .supplementary(let edge, let section, let mark):
            initialSnapshot.position(of: edge, section: mark == .deleted ? section : Int(difference.oldSectionIndexes[section]))
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
