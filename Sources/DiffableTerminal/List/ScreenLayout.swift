/// Which lines of the screen have the rows of a list, and which have what is shown beside them. From top to bottom: the title,
/// the rows, the footer, the status line. On a low screen, the status line and one line of rows come before the others.
struct ScreenLayout: Equatable {
    let columns: Int
    let rows: Int
    /// The line of the title; nil if there is none.
    private(set) var titleLine: Int?
    private(set) var footerLine: Int?
    /// The first line of the rows.
    private(set) var listLine = 0
    /// How many lines the rows have.
    private(set) var listHeight: Int

    var statusLine: Int { rows - 1 }

    init(columns: Int, rows: Int, hasTitle: Bool, hasFooter: Bool) {
        (self.columns, self.rows) = (columns, rows)
        listHeight = max(0, rows - 1)
        if hasTitle && listHeight > 1 {
            (titleLine, listLine) = (0, 1)
            listHeight -= 1
        }
        if hasFooter && listHeight > 1 {
            footerLine = rows - 2
            listHeight -= 1
        }
    }
}
