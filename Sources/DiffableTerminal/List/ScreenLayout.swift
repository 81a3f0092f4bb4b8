/// The layout of the screen. From top to bottom: the title, the rows, the footer, the status line. The preview is at
/// the right of the rows on a wide screen, and below them on a narrow one. On a low screen, the status line and some
/// lines of rows have priority over the other parts.
struct ScreenLayout: Equatable {
    /// A part of the screen.
    struct Pane: Equatable {
        var line: Int
        var column: Int
        var columns: Int
        var height: Int
    }

    let columns: Int
    let rows: Int
    /// How many lines the title has, above all others.
    private(set) var titleHeight: Int
    private(set) var footerLine: Int?
    /// Where the rows of the list are.
    private(set) var list: Pane
    /// Where the preview is; nil if there is none.
    private(set) var preview: Pane?

    var statusLine: Int { rows - 1 }

    /// The minimum number of columns for a preview beside the rows.
    private static var wideScreen: Int { 80 }
    /// The minimum number of lines for a preview below the rows, counting the rows and the line between them.
    private static var stackedHeight: Int { 5 }

    init(columns: Int, rows: Int, titleLines: Int, hasFooter: Bool, hasPreview: Bool) {
        (self.columns, self.rows) = (columns, rows)
        list = Pane(line: 0, column: 0, columns: columns, height: max(0, rows - 1))
        titleHeight = min(titleLines, list.height / 2)
        list.line += titleHeight
        list.height -= titleHeight
        if hasFooter && list.height > 1 {
            footerLine = rows - 2
            list.height -= 1
        }
        if hasPreview { divide() }
    }

    /// Makes room for a preview, and for a line between it and the rows.
    private mutating func divide() {
        if columns >= Self.wideScreen {
            list.columns = columns / 2
            // One column is for the line between them, and one column on each side of the text is blank.
            preview = Pane(
                line: list.line, column: list.columns + 2, columns: columns - list.columns - 3, height: list.height)
        } else if list.height >= Self.stackedHeight {
            let height = list.height
            list.height = height / 2
            preview = Pane(
                line: list.line + list.height + 1, column: 2, columns: columns - 4, height: height - list.height - 1)
        }
    }
}
