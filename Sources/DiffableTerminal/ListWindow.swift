import DiffableEngine
import DiffableViews

/// The part of a list that a terminal shows: which rows, and which item is selected. It asks for the cells of these rows
/// alone. A value: what fails is undone by dropping the copy it worked on.
struct ListWindow {
    private(set) var list: Snapshot
    private(set) var outlines: Outlines
    var columns: Int
    /// In lines.
    var height: Int
    /// Where the window begins: a row, and how many lines of it are above the window.
    private(set) var top = RowPosition.first
    private(set) var offset = 0
    var selection: IndexPath?
    /// From top to bottom.
    private(set) var rows: [WindowRow] = []
    var cells = CellCache()

    init(_ source: DataSource, columns: Int, height: Int) {
        list = source.current
        outlines = source.outlines
        self.columns = columns
        self.height = height
        selection = list.firstIndexPath
    }

    var selectedItem: Identifier? {
        selection.flatMap { list.itemIdentifier(at: $0) }
    }

    /// Selects the item that is so many items further, or the last one on the way there.
    mutating func step(by count: Int) {
        for _ in 0..<abs(count) {
            guard let place = selection.map({ RowPosition($0) }),
                let next = count > 0 ? list.indexPath(after: place) : list.indexPath(before: place)
            else { return }
            selection = next
        }
    }

    /// Gets the rows of the window ready, and leaves no line empty that a row could be on.
    mutating func fill(from source: DataSource) throws(DiffableError) {
        let before = rows
        var line = try fillOnce(source)
        if line < height && (top > .first || offset > 0) {
            try scroll(by: line - height, source)
            line = try fillOnce(source)
        }
        for row in before where !rows.contains(where: { $0.key == row.key }) { forget(row.key) }
    }

    /// Returns the line behind the last row.
    private mutating func fillOnce(_ source: DataSource) throws(DiffableError) -> Int {
        rows = []
        var line = -offset
        var next = list.contains(top) ? top : nil
        while let place = next, line < height {
            let row = try row(at: place, line: line, source)
            if !row.lines.isEmpty { rows.append(row) }
            line += row.lines.count
            next = list.place(after: place)
        }
        return line
    }

    /// Moves the window over the list, as far as there is a list.
    mutating func scroll(by lines: Int, _ source: DataSource) throws(DiffableError) {
        guard list.contains(top) else { return }
        offset += lines
        while offset < 0, let place = list.place(before: top) {
            top = place
            offset += try height(at: place, source)
        }
        offset = max(0, offset)
        while true {
            let height = try height(at: top, source)
            if offset < height { return }
            guard let next = list.place(after: top) else { break }
            offset -= height
            top = next
        }
        offset = 0
    }

    /// Moves the window no further than needed to show the selected row.
    mutating func showSelection(_ source: DataSource) throws(DiffableError) {
        guard let selection else { return }
        let place = RowPosition(selection)
        if let row = rows.first(where: { $0.place == place }), row.line >= 0, row.line + row.lines.count <= height { return }
        let isAbove = place < top || place == top && offset > 0
        (top, offset) = (place, 0)
        let rowHeight = try height(at: place, source)
        if isAbove {
            // A header is shown with the first row under it.
            if selection.item == 0 { try scroll(by: -min(max(0, height - rowHeight), try headerHeight(source)), source) }
        } else if rowHeight < height {
            try scroll(by: rowHeight - height, source)
        }
        try fill(from: source)
    }

    private mutating func headerHeight(_ source: DataSource) throws(DiffableError) -> Int {
        try height(at: RowPosition(section: top.section, slot: 0), source)
    }

    /// Makes the window one of another list, in which the selected item, else the first row that is still there, stays
    /// on its line; a window at the beginning of a list stays there.
    mutating func rebase(by transaction: Transaction, _ source: DataSource) throws(DiffableError) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        let wasVisible = selection.map { path in rows.contains { $0.place == RowPosition(path) } } ?? true
        let anchor = anchor(old, new)
        let isAtBeginning = top == .first && offset == 0
        if transaction.usesReloadData { cells = CellCache() } else { cells.rebase(by: transaction) }
        selection = selection.flatMap { successor(of: $0, old, new) } ?? new.firstIndexPath
        (list, outlines, rows) = (new, transaction.finalOutlines, [])
        if let anchor, !isAtBeginning {
            (top, offset) = (anchor.place, 0)
            try scroll(by: -anchor.line, source)
        } else if !list.contains(top) {
            (top, offset) = (list.lastPlace ?? .first, 0)
        }
        try fill(from: source)
        if wasVisible { try showSelection(source) }
    }

    private func anchor(_ old: Snapshot, _ new: Snapshot) -> (place: RowPosition, line: Int)? {
        let selected = selection.map { RowPosition($0) }
        for row in rows.filter({ $0.place == selected }) + rows {
            guard case .item(let handle) = row.key, let path = new.indexPath(ofItem: handle, from: old) else { continue }
            return (RowPosition(path), row.line)
        }
        return nil
    }

    /// Where the item at an index path is in the new list; where it is gone, the one in its place.
    private func successor(of path: IndexPath, _ old: Snapshot, _ new: Snapshot) -> IndexPath? {
        if let path = new.indexPath(ofItem: old.item(at: path).handle, from: old) { return path }
        let section = new.indexOfSection(old.identifiers.sections.raw(old.sectionHandle(at: path.section))) ?? path.section
        guard new.containsSection(at: section) else { return new.lastIndexPath }
        let slot = min(path.item, max(0, new.numberOfItems(inSectionAt: section) - 1))
        return new.indexPath(after: RowPosition(section: section, slot: slot)) ?? new.lastIndexPath
    }
}
