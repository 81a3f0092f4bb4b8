import DiffableEngine
import DiffableViews

/// The row of an item or of a section as a window shows it.
extension ShownRow {
    /// The number of columns at the start of a line where a `TextRenderer` writes its signs.
    private static var signs: Int { 3 }
    /// The number of blank columns at the right. Items are indented by as many.
    private static var margin: Int { 2 }

    /// The lines that a text view would write, without the columns of the signs. A row without a cell has no lines.
    /// Letters that a search matches are highlighted.
    func lines(columns: Int, _ filter: RowFilter?) -> [[Glyph]] {
        guard let cell else { return [] }
        let renderer = renderer(columns: columns)
        guard case .item = kind else {
            return Glyph.lines(renderer.text([self]), .bold).map { Array($0.dropFirst(Self.signs)) }
        }
        var lines = Glyph.lines(renderer.text([self]), []).map { Array($0.dropFirst(Self.signs)) }
        guard let filter else { return lines }
        let detailEnd = accessoryStart(columns: columns).map { $0 - 1 } ?? lines[0].count
        let detail = Self.glyphs(cell.detail)
        lines[0].highlight(Self.glyphs(cell.text), from: textStart + oldTextWidth, filter)
        lines[0].highlight(detail, from: detailEnd - detail.count, filter)
        if lines.count > 1 { lines[1].highlight(Self.glyphs(cell.secondaryText), from: textStart, filter) }
        return lines
    }

    private static func glyphs(_ text: [UInt8]) -> [Glyph] {
        Glyph.glyphs(text.withUnsafeBytes { Escaping.escaped($0) })
    }

    /// Also shows the old texts of the row, except those that are so long that they would push the new text out of the
    /// line.
    mutating func show(_ old: Cell) {
        guard let cell else { return }
        func shown(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] { old.isEmpty || old.count > 40 ? new : old }
        oldCell = Cell(
            text: shown(old.text, cell.text), detail: shown(old.detail, cell.detail),
            secondaryText: shown(old.secondaryText, cell.secondaryText))
    }

    /// The width of the old text and the arrow that are shown before the text.
    private var oldTextWidth: Int {
        guard let cell, let oldCell, oldCell.text != cell.text else { return 0 }
        return Self.glyphs(oldCell.text).count + " -> ".utf8.count
    }

    /// The column where the text of an item begins: after its indentation, its disclosure sign and its image.
    private var textStart: Int {
        let image = Self.glyphs(cell?.image ?? []).count
        return max(disclosureEnd, 2 * (1 + (cell?.indentation ?? 0))) + (image > 0 ? image + 1 : 0)
    }

    private func renderer(columns: Int) -> TextRenderer {
        let width = max(1, Self.signs + columns - Self.margin)
        return TextRenderer(width: min(width, TextRenderer.greatestWidth), limit: width)
    }

    /// The column where the details and accessories of rows end.
    static func detailEnd(columns: Int) -> Int {
        min(signs + columns - margin, TextRenderer.greatestWidth) - signs
    }

    func accessoryStart(columns: Int) -> Int? {
        guard case .item = kind else { return nil }
        return renderer(columns: columns).accessoryStart(of: self).map { $0 - Self.signs }
    }

    /// The column after the disclosure sign; 0 if the row has none. Items are indented by two columns, each level by
    /// two more, and the disclosure sign takes two.
    var disclosureEnd: Int {
        disclosure.map { 2 * (2 + $0.level + (cell?.indentation ?? 0)) } ?? 0
    }
}

extension [[Glyph]] {
    /// Returns for each line which columns contain a word that the old line does not contain.
    func columnsOfNewWords(since old: [[Glyph]]) -> [[Bool]] {
        enumerated().map { index, line in line.columnsOfNewWords(since: old.indices.contains(index) ? old[index] : []) }
    }
}

extension [Glyph] {
    /// Equal words at the start and the end of the lines are skipped. If equally many words remain in both lines, they
    /// are compared one by one. Otherwise all remaining words are new.
    fileprivate func columnsOfNewWords(since old: [Glyph]) -> [Bool] {
        var (new, before) = (words[...], old.words[...])
        func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
            one.count == other.count
                && zip(one, other).allSatisfy { self[$0].text.utf8.elementsEqual(old[$1].text.utf8) }
        }
        while let one = new.first, let other = before.first, isSame(one, other) {
            (new, before) = (new.dropFirst(), before.dropFirst())
        }
        while let one = new.last, let other = before.last, isSame(one, other) {
            (new, before) = (new.dropLast(), before.dropLast())
        }
        if new.count == before.count { new = ArraySlice(zip(new, before).filter { !isSame($0, $1) }.map { $0.0 }) }
        var result = Array<Bool>(repeating: false, count: count)
        for word in new { for column in word { result[column] = true } }
        return result
    }

    /// The columns of each word. Words are separated by blanks.
    private var words: [Range<Int>] {
        var words: [Range<Int>] = []
        for (column, glyph) in enumerated() where glyph.text.utf8.first != UInt8(ascii: " ") {
            if let last = words.last, last.upperBound == column {
                words[words.count - 1] = last.lowerBound..<column + 1
            } else {
                words.append(column..<column + 1)
            }
        }
        return words
    }

    /// Highlights what a search matches in `text`, which this line shows from column `start` on. The line may show only
    /// the beginning of the text.
    fileprivate mutating func highlight(_ text: [Glyph], from start: Int, _ filter: RowFilter) {
        var bytes: [UInt8] = []
        var columns: [Int] = []
        for (column, glyph) in text.enumerated() {
            bytes += glyph.text.utf8
            while columns.count < bytes.count { columns.append(start + column) }
        }
        for column in filter.offsets(in: bytes).map({ columns[$0] })
        where indices.contains(column) && text[column - start] == self[column].plain {
            self[column].style.formUnion([.bold, .cyan])
        }
    }
}

extension [[Glyph]] {
    /// Shows a `*` in the first column of the item, which means that it is picked.
    mutating func showPick() {
        if isEmpty { return }
        self[0] = [Glyph(text: "*", width: 1, style: [.bold, .cyan])] + self[0].dropFirst()
    }
}

extension Glyph {
    fileprivate var plain: Glyph { Glyph(text: text, width: width) }
}
