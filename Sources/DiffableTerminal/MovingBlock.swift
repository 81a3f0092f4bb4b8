import DiffableEngine
import DiffableViews

/// The lines that a text view shows an apply with, on their way: the rows begin as they were. What is inserted comes from
/// where the animation says, what was there travels from its old place, and what is deleted goes off the line that tells of it.
struct MovingBlock {
    private struct MovingRow {
        var lines: [[Glyph]]
        var tween: RowTween
    }

    /// Those that move; lines above them are there at once.
    let height: Int
    let width: Int
    private let rowWidth: Int
    /// From the first that is drawn to the one that is on top.
    private var rows: [MovingRow] = []
    /// It stands below them all the time.
    private let summary: [[Glyph]]
    let isMoving: Bool

    /// - Parameter limit: the lines that there are.
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
        // The topmost row may be there in part.
        var line = height - count
        var (inserted, moved, leaving): ([MovingRow], [MovingRow], [MovingRow]) = ([], [], [])
        for (index, (row, lines)) in shown.enumerated() {
            let place = RowTween.Place(line: line)
            line += lines.count
            let outside = transaction.animation.outside(place, columns: rowWidth, height: height)
            guard let oldLine = oldLines[index] else {
                inserted.append(MovingRow(lines: lines, tween: RowTween(from: outside, to: place, start: 0, fades: outside == place)))
                continue
            }
            let old = RowTween.Place(line: oldLine)
            let moving = MovingRow(lines: lines, tween: RowTween(from: old, to: place, start: 0))
            if row.mark.sign == .moved { moved.append(moving) } else { rows.append(moving) }
            guard row.mark == .deleted else { continue }
            var before = row
            before.mark = .unchanged
            let tween = RowTween(from: old, to: outside, start: 0, isLeaving: true, fades: outside == place)
            leaving.append(MovingRow(lines: renderer.glyphLines(before), tween: tween))
        }
        rows += leaving + inserted + moved
        isMoving = rows.contains { $0.tween.from != $0.tween.to || $0.tween.fades }
    }

    /// The lines that rows were on: those that were there, in their old order, one below the other. A line that stands for
    /// folded ones stays behind the row that it follows.
    private static func oldLines(of shown: [(row: ShownRow, lines: [[Glyph]])], _ transaction: Transaction) -> [Int?] {
        var before: [(place: RowPosition, index: Int)] = []
        var last = RowPosition.first
        for (index, (row, _)) in shown.enumerated() {
            switch row.kind {
            case .foldedRows, .foldedSections: break
            case .item, .supplementary:
                guard let place = row.row.flatMap({ transaction.oldPlace(of: $0) }) else { continue }
                last = place
            }
            before.append((last, index))
        }
        before.sort { ($0.place, $0.index) < ($1.place, $1.index) }
        var lines: [Int?] = Array(repeating: nil, count: shown.count)
        var line = 0
        for (_, index) in before {
            lines[index] = line
            line += shown[index].lines.count
        }
        return lines
    }

    /// Draws the block at a moment, from a line of the grid on.
    func draw(on grid: inout Grid, row first: Int, at time: Int) {
        for row in rows {
            guard let style = row.tween.style(at: time) else { continue }
            let place = row.tween.place(at: time)
            for (offset, glyphs) in row.lines.enumerated() where (0..<height).contains(place.line + offset) {
                grid.drawStrip(glyphs, width: rowWidth, row: first + place.line + offset, column: place.column, adding: style)
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
    /// Where a row of a view was; nil where there was none.
    fileprivate func oldPlace(of row: MarkedRow) -> RowPosition? {
        switch row {
        case .item(let path, .deleted): RowPosition(path)
        case .item(let path, _):
            initialSnapshot.indexPath(ofItem: finalSnapshot.item(at: path).handle, from: finalSnapshot).map { RowPosition($0) }
        case .supplementary(let edge, let section, let mark):
            initialSnapshot.place(of: edge, section: mark == .deleted ? section : Int(difference.oldSectionIndexes[section]))
        case .foldedRows, .foldedSections: nil
        }
    }
}

extension Snapshot {
    fileprivate func place(of edge: SectionEdge, section: Int) -> RowPosition? {
        containsSection(at: section) ? RowPosition(section: section, slot: edge == .header ? 0 : numberOfItems(inSectionAt: section) + 1) : nil
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
