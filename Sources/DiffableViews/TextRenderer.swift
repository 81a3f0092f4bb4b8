import DiffableEngine

/// Draws marked rows as lines of text.
///
///     +  Payment Breakdown
///     +    Base fare                                        $30.00
///          ... 12 unchanged
///
/// Two columns for the signs (`>~` is a row that moved and was updated), one blank, then headers, and rows
/// indented by two. Details and accessories end at the view's width.
package struct TextRenderer {
    /// The column that details end at.
    let width: Int
    /// The columns that there are; nil where nothing is ever cut.
    var limit: Int?
    package var isColored = false

    package init(width: Int, limit: Int? = nil, isColored: Bool = false) {
        self.width = width
        self.limit = limit
        self.isColored = isColored
    }

    package func text(_ rows: [ShownRow]) -> String {
        var text = ""
        for row in rows { add(row, to: &text) }
        return text
    }

    package func summary(of transaction: Transaction) -> String {
        let motion = transaction.animation == .none ? "no animation" : "\(transaction.animation.name)"
        let change = transaction.usesReloadData ? "everything reloaded" : transaction.difference.description
        return line("=  \(change) (\(motion))", "", LineColor.dim)
    }

    package func color(of row: ShownRow) -> LineColor {
        switch row.kind {
        case .foldedRows, .foldedSections: .dim
        case .supplementary(let edge): LineColor(row.mark, isBold: edge == .header)
        case .item: LineColor(row.mark)
        }
    }

    private func add(_ row: ShownRow, to text: inout String) {
        let color = color(of: row)
        switch row.kind {
        case .foldedRows(let count): text += line("     ... \(count) unchanged", "", color)
        case .foldedSections(let count): text += line("   ... \(count) unchanged sections", "", color)
        case .supplementary: addLines(row, indentation: 0, color, to: &text)
        case .item: addLines(row, indentation: 2, color, to: &text)
        }
    }

    private func addLines(_ row: ShownRow, indentation: Int, _ color: LineColor, to text: inout String) {
        let levels = (row.cell?.indentation ?? 0) + (row.disclosure?.level ?? 0)
        let blank = String(repeating: " ", count: indentation + 2 * levels)
        let disclosure = disclosureSign(row.disclosure)
        var left = sign(row.mark) + blank + disclosure
        guard let cell = row.cell else {
            text += line(left + (row.identifier?.description ?? ""), "", color)
            return
        }
        let image = shown(cell.image)
        if !image.isEmpty { left += image + " " }
        left += shown(cell.text)
        text += line(left, [shown(cell.detail), glyph(cell.accessory)].filter { !$0.isEmpty }.joined(separator: " "), color)
        var lines = 1
        if !cell.secondaryText.isEmpty {
            let hanging = displayWidth(disclosure) + (image.isEmpty ? 0 : displayWidth(image) + 1)
            text += line(Self.noSign + blank + String(repeating: " ", count: hanging) + shown(cell.secondaryText), "", color)
            lines += 1
        }
        while lines < cell.height {
            text += "\n"
            lines += 1
        }
    }

    /// In place of the signs on the further lines of a row: only the first carries them.
    private static var noSign: String { "   " }

    private func sign(_ mark: RowMark) -> String {
        let sign =
            switch mark.sign {
            case .unchanged: " "
            case .inserted: "+"
            case .deleted: "-"
            case .moved: ">"
            case .updated: "~"
            }
        return sign + (mark.isAlsoUpdated ? "~ " : "  ")
    }

    private func disclosureSign(_ disclosure: Disclosure?) -> String {
        switch disclosure?.sign {
        case .collapsed: "▸ "
        case .expanded: "▾ "
        case .leaf: "  "
        case nil: ""
        }
    }

    /// Where both do not fit, the left gives way, but not below half of the columns.
    private func line(_ left: String, _ right: String, _ color: LineColor) -> String {
        var line = left
        if right.isEmpty {
            let end = left.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.count
            line = String(left.utf8.prefix(end)) ?? left
        } else {
            let rightWidth = displayWidth(right)
            if let limit { line = truncated(line, toWidth: max(limit / 2, limit - rightWidth - 2)) }
            line += String(repeating: " ", count: max(2, width - displayWidth(line) - rightWidth)) + right
        }
        if let limit { line = truncated(line, toWidth: limit) }
        return (isColored ? color.applied(to: line) : line) + "\n"
    }

    private func shown(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { Escaping.escaped($0) }
    }

    private func glyph(_ accessory: [UInt8]) -> String {
        // Compared as bytes: what is no name is shown as it is.
        for (name, glyph) in Self.glyphs where accessory.elementsEqual(name.utf8) { return glyph }
        return shown(accessory)
    }

    private static var glyphs: [(name: String, glyph: String)] {
        [("checkmark", "✓"), ("disclosure", "›"), ("star", "☆"), ("star.fill", "★"), ("none", "")]
    }
}
