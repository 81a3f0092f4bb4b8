import DiffableEngine

/// Renders rows as lines of text.
///
///     +  Payment Breakdown
///     +    Base fare                                        $30.00
///          ... 12 unchanged
///     +    ... 988 more inserted
///
/// The first two columns contain the signs (`>~` is a row that moved and was updated), and the third is blank. Headers
/// begin in the fourth column, and items two columns further right. Details and accessories end at the column `width`.
package struct TextRenderer {
    /// The column where details and accessories end.
    let width: Int
    /// The greatest `width` on a terminal, unless the program asks for another one: on a wide terminal a detail would
    /// be far from its text.
    package static var greatestWidth: Int { 100 }
    /// The column at which lines are cut; nil if they are not.
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
        // The automatic animation is the default, so it is not named.
        let motion =
            switch transaction.animation {
            case .automatic: ""
            case .none: " (no animation)"
            default: " (\(transaction.animation.name))"
            }
        let change = transaction.usesReloadData ? "everything reloaded" : transaction.difference.description
        return line("=  \(change)\(motion)", "", LineColor.dim)
    }

    package func color(of row: ShownRow) -> LineColor {
        switch row.kind {
        case .foldedRows, .foldedSections: LineColor(weight: .dim, hue: LineColor(row.mark).hue)
        case .supplementary(let edge): LineColor(row.mark, isBold: edge == .header)
        case .item: LineColor(row.mark)
        }
    }

    private func add(_ row: ShownRow, to text: inout String) {
        let color = color(of: row)
        switch row.kind {
        case .foldedRows(let count): text += line(sign(row.mark) + "  ... " + folded(row.mark, count, ""), "", color)
        case .foldedSections(let count):
            text += line(sign(row.mark) + "... " + folded(row.mark, count, " sections"), "", color)
        case .supplementary: addLines(row, indentation: 0, color, to: &text)
        case .item: addLines(row, indentation: 2, color, to: &text)
        }
    }

    private func folded(_ mark: RowMark, _ count: Int, _ what: String) -> String {
        switch mark.sign {
        case .inserted: "\(count) more\(what) inserted"
        case .deleted: "\(count) more\(what) deleted"
        default: "\(count) unchanged\(what)"
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
        let old = row.oldCell
        left += shown(cell.text, old?.text)
        text += line(left, shown(cell.detail, old?.detail).joined(with: glyph(cell.accessory), by: " "), color)
        var lines = 1
        let secondary = shown(cell.secondaryText, old?.secondaryText)
        if !secondary.isEmpty {
            let hanging = displayWidth(disclosure) + (image.isEmpty ? 0 : displayWidth(image) + 1)
            text += line(Self.noSign + blank + String(repeating: " ", count: hanging) + secondary, "", color)
            lines += 1
        }
        while lines < cell.height {
            text += "\n"
            lines += 1
        }
    }

    /// Replaces the signs on all lines of a row but the first.
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

    /// A line with text at both ends. If both do not fit, the left one is cut, but not to less than half of the
    /// columns.
    private func line(_ left: String, _ right: String, _ color: LineColor) -> String {
        var line = left
        if right.isEmpty {
            line = line.withUTF8 { bytes in
                var end = bytes.count
                while end > 0 && bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
                return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
            }
        } else {
            let rightWidth = displayWidth(right)
            if let limit { line = truncated(line, toWidth: max(limit / 2, limit - rightWidth - 2)) }
            line += String(repeating: " ", count: max(2, width - displayWidth(line) - rightWidth)) + right
        }
        if let limit { line = truncated(line, toWidth: limit) }
        return (isColored ? color.applied(to: line) : line) + "\n"
    }

    /// A text. If the old text differs, it is shown before the new one: `$3.00 -> $4.50`.
    private func shown(_ text: [UInt8], _ old: [UInt8]?) -> String {
        guard let old, old != text else { return shown(text) }
        return "\(old.isEmpty ? "(none)" : shown(old)) -> \(text.isEmpty ? "(none)" : shown(text))"
    }

    private func shown(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { Escaping.escaped($0) }
    }

    /// The column where the accessory of a row begins; nil if it shows none.
    package func accessoryStart(of row: ShownRow) -> Int? {
        let width = row.cell.map { displayWidth(glyph($0.accessory)) } ?? 0
        if width == 0 { return nil }
        let line = text([row]).utf8.prefix { $0 != UInt8(ascii: "\n") }
        return displayWidth(String(line) ?? "") - width
    }

    private func glyph(_ accessory: [UInt8]) -> String {
        // Bytes are compared, because String would also accept canonically equivalent text. Other accessories are shown
        // as text.
        for (name, glyph) in Self.glyphs {
            if accessory.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) {
                return glyph
            }
        }
        return shown(accessory)
    }

    private static var glyphs: [(name: StaticString, glyph: String)] {
        [("checkmark", "✓"), ("disclosure", "›"), ("star", "☆"), ("star.fill", "★"), ("none", "")]
    }
}

/// The color of a line, as git colors differences. It repeats what the sign says, so that a text without colors has the
/// same content.
package struct LineColor {
    package enum Weight {
        case normal, bold, dim
    }

    package enum Hue: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    package var weight = Weight.normal
    package var hue: Hue?

    package static let dim = LineColor(weight: .dim)

    /// The line with its escape sequences. The color is reset at the end of each line, so that a pager can show any
    /// part of a text.
    func applied(to line: String) -> String {
        var codes =
            switch weight {
            case .normal: ""
            case .bold: "1"
            case .dim: "2"
            }
        if let hue { codes += (codes.isEmpty ? "" : ";") + "\(hue.rawValue)" }
        return line.isEmpty || codes.isEmpty ? line : "\u{1B}[" + codes + "m" + line + "\u{1B}[m"
    }
}

extension LineColor {
    package init(_ mark: RowMark, isBold: Bool = false) {
        weight = isBold ? .bold : .normal
        hue =
            switch mark.sign {
            case .unchanged: nil
            case .inserted: .green
            case .deleted: .red
            case .moved: .cyan
            case .updated: .yellow
            }
    }
}
