import DiffableEngine
import DiffableViews

/// A row that is in a window, at least in part.
struct WindowRow {
    var place: RowPosition
    var key: RowKey
    /// The line of the window that its first line is on, below 0 where the window begins inside the row.
    var line: Int
    var lines: [[Glyph]]
    /// The column behind the sign that tells whether the item is expanded; 0 where there is none.
    var disclosureEnd: Int
}

extension ListWindow {
    mutating func height(at place: RowPosition, _ source: DataSource) throws(DiffableError) -> Int {
        try row(at: place, line: 0, source).lines.count
    }

    mutating func row(at place: RowPosition, line: Int, _ source: DataSource) throws(DiffableError) -> WindowRow {
        var shown = ShownRow(kind: .item)
        if let path = list.indexPath(at: place) {
            shown.cell = try cells.cell(at: path, in: list, of: source)
            shown.disclosure = outlines.disclosure(ofItemAt: path, in: list)
        } else {
            let edge = list.edge(at: place)
            shown.kind = .supplementary(edge)
            shown.cell = try cells.supplementaryCell(edge, ofSection: place.section, in: list, of: source).cell
        }
        return WindowRow(
            place: place, key: list.key(at: place), line: line, lines: shown.lines(columns: columns),
            disclosureEnd: shown.disclosureEnd)
    }

    mutating func forget(_ key: RowKey) {
        switch key {
        case .item(let handle): cells.setItem(nil, handle)
        case .supplementary(let edge, let section): cells.setSupplementary(edge, nil, section)
        case .goneItem, .goneSupplementary: break
        }
    }
}

extension ShownRow {
    /// The columns that text views show signs in.
    private static var signs: Int { 3 }
    /// Columns left free at the right, as many as rows are indented by.
    private static var margin: Int { 2 }

    /// What a text view would show, without its column of signs; none where there is no cell.
    fileprivate func lines(columns: Int) -> [[Glyph]] {
        guard cell != nil else { return [] }
        let renderer = TextRenderer(width: Self.signs + columns - Self.margin)
        let style: Style = if case .supplementary = kind { .bold } else { [] }
        let lines = Glyph.lines(renderer.text([self]), style, limit: Self.signs + columns)
        return lines.map { Array($0.dropFirst(Self.signs)) }
    }

    /// Rows are indented by one level, and signs are as wide.
    fileprivate var disclosureEnd: Int {
        disclosure.map { 2 * (2 + $0.level + (cell?.indentation ?? 0)) } ?? 0
    }
}
