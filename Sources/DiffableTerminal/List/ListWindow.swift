import DiffableEngine
import DiffableViews

/// A row that is at least partly in a window.
struct WindowRow {
    var position: RowPosition
    var key: RowKey
    /// The line of the window where the row begins, negative if the row begins above the window.
    var line: Int
    var lines: [[Glyph]]
    /// For a row that the last apply updated: for each line, which columns contain a new word. Nil for any other row,
    /// and if the old cell is unknown.
    var newWords: [[Bool]]?
    /// The column after the disclosure sign; 0 for a row without one.
    var disclosureEnd: Int
    /// The first column of the accessory, which is in the first line; nil for a row without one.
    var accessoryStart: Int?
}

/// The part of a list that a terminal shows, with the selected item. Unless a search is active, it asks only for the
/// cells of its rows. It is a value: `InteractiveList` changes a copy whenever cells are asked for, and drops the copy
/// if that fails.
struct ListWindow {
    private(set) var list: Snapshot
    var columns: Int
    /// How many lines the window has.
    var height: Int
    /// The first row of the window.
    private(set) var top = RowPosition.first
    /// How many lines of the first row are above the window.
    private(set) var offset = 0
    var selection: IndexPath?
    /// Whether the selection follows the selected item when the list changes, as it does once the user has moved the
    /// selection. If not, each change of the list selects the first item.
    var followsSelection = false
    /// From top to bottom. The first ones may be hidden by `stickyHeader`.
    private(set) var rows: [WindowRow] = []
    /// The header of the section at the top of the window, if its own line is above the window.
    private(set) var stickyHeader: WindowRow?
    var cells = CellCache()
    /// The cells that items had before the last apply updated them, by handles of the list.
    private var oldCells: [Handle: Cell] = [:]
    /// Whether a row that the last apply updated also shows its old text.
    var showsOld = false
    /// Returns the text that is shown for an item instead of its cell; nil to show the cells.
    var rowText: ((Identifier) -> RowText)?
    /// The rows that a search shows; nil if all rows are shown.
    private(set) var filter: RowFilter?
    /// The items that Enter chooses together, by handles of the list, in the order in which they were picked.
    private(set) var picks: [Handle] = []

    init(_ source: DataSource, columns: Int, height: Int) {
        list = source.shownList
        self.columns = columns
        self.height = height
        selection = list.firstIndexPath
    }

    /// Makes a window of the current list of `source`, to replace a window of another list. Picked items stay picked.
    init(_ source: DataSource, replacing old: ListWindow) {
        self.init(source, columns: old.columns, height: old.height)
        (showsOld, rowText) = (old.showsOld, old.rowText)
        picks = Self.rebased(old.picks, from: old.list, to: list)
    }

    var selectedItem: Identifier? {
        selection.flatMap { list.itemIdentifier(at: $0) }
    }

    /// The picked items, in the order of the list.
    var pickedItems: [Identifier] {
        picks.compactMap { list.indexPath(ofItem: $0) }.sorted().compactMap { list.itemIdentifier(at: $0) }
    }

    /// Picks the selected item, or unpicks it if it is picked.
    mutating func togglePick() {
        guard let selection else { return }
        let handle = list.item(at: selection)
        if let index = picks.firstIndex(of: handle) { picks.remove(at: index) } else { picks.append(handle) }
    }

    /// Returns the handles in `new` of items of `old`. Leaves out items that are not visible in `new`.
    private static func rebased(_ items: [Handle], from old: Snapshot, to new: Snapshot) -> [Handle] {
        items.compactMap { item in new.indexPath(ofItem: item, from: old).map { new.item(at: $0) } }
    }

    /// Moves the selection by `count` items, at most to the first or last item.
    mutating func step(by count: Int) {
        for _ in 0..<abs(count) {
            guard let position = selection.map({ RowPosition($0) }),
                let next = count > 0 ? indexPath(after: position) : indexPath(before: position)
            else { return }
            selection = next
        }
    }

    /// Updates `rows`, and drops the cells of rows that are no longer in the window. If the list ends above the end of
    /// the window, the window scrolls back until it is full or at the beginning of the list.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    mutating func fill(from source: DataSource) throws(DiffableError) {
        let before = rows + (stickyHeader.map { [$0] } ?? [])
        var line = try fillOnce(source)
        if line < height && (top > firstPosition || offset > 0) {
            try scroll(by: line - height, source)
            line = try fillOnce(source)
        }
        stickyHeader = try headerAbove(source)
        if filter != nil { return }  // A search needs the cells of all items.
        for row in before where row.key != stickyHeader?.key && !rows.contains(where: { $0.key == row.key }) {
            dropCell(of: row.key)
        }
    }

    /// Returns the line after the last row.
    private mutating func fillOnce(_ source: DataSource) throws(DiffableError) -> Int {
        rows = []
        var line = -offset
        var next = contains(top) ? top : nil
        while let position = next, line < height {
            let row = try row(at: position, line: line, source)
            if !row.lines.isEmpty { rows.append(row) }
            line += row.lines.count
            next = self.position(after: position)
        }
        return line
    }

    /// Moves the window down by `lines`, up if they are negative, at most to the first or last row.
    mutating func scroll(by lines: Int, _ source: DataSource) throws(DiffableError) {
        guard contains(top) else { return }
        offset += lines
        while offset < 0, let position = position(before: top) {
            top = position
            offset += try height(at: position, source)
        }
        offset = max(0, offset)
        while true {
            let height = try height(at: top, source)
            if offset < height { return }
            guard let next = position(after: top) else { break }
            offset -= height
            top = next
        }
        offset = 0
    }

    /// Scrolls as little as possible so that the window contains the selected row.
    mutating func showSelection(_ source: DataSource) throws(DiffableError) {
        guard let selection else { return }
        let position = RowPosition(selection)
        let row = rows.first { $0.position == position }
        if let row, row.line >= stickyEnd, row.line + row.lines.count <= height { return }
        let isAbove = position < top || (row.map { $0.line < stickyEnd } ?? false)
        (top, offset) = (position, 0)
        let rowHeight = try height(at: position, source)
        if isAbove {
            // If the item is the first of its section, the header is shown too. Any other item must be below a sticky
            // header.
            let headerHeight = try height(at: RowPosition(section: top.section, slot: 0), source)
            if self.position(before: position)?.slot == 0 || sticks(headerHeight) {
                try scroll(by: -min(max(0, height - rowHeight), headerHeight), source)
            }
        } else if rowHeight < height {
            try scroll(by: rowHeight - height, source)
        }
        try fill(from: source)
    }

    /// Shows the rows that a pattern matches, or all rows if the pattern is empty. If `followsSelection` is false, or
    /// if the selected item does not match, the first item is selected.
    /// - Throws: what the providers throw, which are asked for the cells of all items; `noProvider`, `invalidCell`.
    mutating func search(for pattern: SearchPattern, _ source: DataSource) throws(DiffableError) {
        if pattern.isEmpty {
            (filter, cells) = (nil, CellCache())
        } else if let known = filter {
            filter = known.searching(for: pattern)
        } else {
            filter = try RowFilter(pattern, list, &cells, source)
        }
        if !followsSelection || !(selection.map { contains(RowPosition($0)) } ?? false) {
            (selection, followsSelection) = (firstIndexPath, false)
        }
        (top, offset) = (firstPosition, 0)
        try fill(from: source)
        try showSelection(source)
    }

    /// Shows the list after an apply. The selected item stays on its line. If it was deleted or was not in the window,
    /// the first item of the window that still exists stays on its line. A window at the beginning of the list stays
    /// there.
    mutating func update(for transaction: Transaction, _ source: DataSource) throws(DiffableError) {
        let new = transaction.finalSnapshot
        let wasVisible = selection.map { path in rows.contains { $0.position == RowPosition(path) } } ?? true
        let fixedRow = fixedRow(transaction.difference)
        let isAtBeginning = top == firstPosition && offset == 0
        oldCells = replacedCells(transaction)
        if transaction.usesReloadData { cells = CellCache() } else { cells.update(for: transaction) }
        selection = (followsSelection ? selection : nil).flatMap { successor(of: $0, transaction) }
        picks = picks.compactMap { transaction.difference.newPath(ofItem: $0).map { new.item(at: $0) } }
        (list, rows) = (new, [])
        if let pattern = filter?.pattern { filter = try RowFilter(pattern, list, &cells, source) }
        selection = selection.flatMap { nearestIndexPath(to: $0) } ?? firstIndexPath
        if isAtBeginning {
            (top, offset) = (firstPosition, 0)
        } else if let fixedRow, contains(fixedRow.position) {
            (top, offset) = (fixedRow.position, 0)
            try scroll(by: -fixedRow.line, source)
        } else if !contains(top) {
            (top, offset) = (lastPosition ?? .first, 0)
        }
        try fill(from: source)
        if wasVisible { try showSelection(source) }
    }

    /// Returns the old cells of the items that an apply updates, by handles of the new list.
    private func replacedCells(_ transaction: Transaction) -> [Handle: Cell] {
        var replaced: [Handle: Cell] = [:]
        if transaction.usesReloadData { return replaced }
        for kind in [ChangeKind.reloadedItems, .reconfiguredItems] {
            for change in transaction.difference.list(kind) {
                guard let cell = cells.item(transaction.initialSnapshot.item(at: change.from.path)) else { continue }
                replaced[transaction.finalSnapshot.item(at: change.to.path)] = cell
            }
        }
        return replaced
    }

    /// Returns the new position of the row that stays on its line, and that line. Returns nil if no item of the window
    /// still exists.
    private func fixedRow(_ difference: Difference) -> (position: RowPosition, line: Int)? {
        let selected = selection.map { RowPosition($0) }
        for row in rows.filter({ $0.position == selected }) + rows {
            guard case .item(let handle) = row.key, let path = difference.newPath(ofItem: handle) else { continue }
            return (RowPosition(path), row.line)
        }
        return nil
    }

    /// The new index path of the item at `path`. If the item was deleted, returns the path of the item that now has its
    /// index, or else of an item close to it.
    private func successor(of path: IndexPath, _ transaction: Transaction) -> IndexPath? {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        if let path = transaction.difference.newPath(ofItem: old.item(at: path)) { return path }
        let section =
            new.indexOfSection(old.identifiers.sections.raw(old.sectionHandle(at: path.section))) ?? path.section
        guard new.containsSection(at: section) else { return new.lastIndexPath }
        let slot = min(path.item, max(0, new.numberOfItems(inSectionAt: section) - 1))
        return new.indexPath(after: RowPosition(section: section, slot: slot)) ?? new.lastIndexPath
    }
}

// MARK: - Rows

extension ListWindow {
    /// Whether an apply reloaded or reconfigured the item that is selected after it.
    func updatesSelection(_ transaction: Transaction) -> Bool {
        if transaction.usesReloadData { return true }
        return [ChangeKind.reloadedItems, .reconfiguredItems].contains { kind in
            transaction.difference.list(kind).contains { $0.to.path == selection }
        }
    }

    mutating func height(at position: RowPosition, _ source: DataSource) throws(DiffableError) -> Int {
        try row(at: position, line: 0, source).lines.count
    }

    mutating func row(at position: RowPosition, line: Int, _ source: DataSource) throws(DiffableError) -> WindowRow {
        if let rowText, let path = list.indexPath(at: position), let item = list.itemIdentifier(at: path) {
            let lines = [rowText(item).glyphs(columns: columns)]
            return WindowRow(
                position: position, key: list.key(at: position), line: line, lines: lines, disclosureEnd: 0)
        }
        var shown = ShownRow(kind: .item)
        if let path = list.indexPath(at: position) {
            shown.cell = try cells.cell(at: path, in: list, of: source)
            shown.disclosure = list.disclosure(ofItemAt: path)
        } else {
            let edge = list.edge(at: position)
            shown.kind = .supplementary(edge)
            shown.cell = try cells.supplementaryCell(edge, ofSection: position.section, in: list, of: source).cell
        }
        let key = list.key(at: position)
        var oldRow: ShownRow?
        if case .item(let handle) = key, let oldCell = oldCells[handle] {
            oldRow = shown
            oldRow?.cell = oldCell
            if showsOld { shown.show(oldCell) }
        }
        var lines = shown.lines(columns: columns, filter)
        let newWords = oldRow.map { lines.columnsOfNewWords(since: $0.lines(columns: columns, nil)) }
        if case .item(let handle) = key, picks.contains(handle) { lines.showPick() }
        return WindowRow(
            position: position, key: key, line: line, lines: lines, newWords: newWords,
            disclosureEnd: shown.disclosureEnd, accessoryStart: shown.accessoryStart(columns: columns))
    }

    private mutating func dropCell(of key: RowKey) {
        switch key {
        case .item(let handle): cells.setItem(nil, handle)
        case .supplementary(let edge, let section): cells.setSupplementary(edge, nil, section)
        case .unknownItem, .unknownSupplementary: break
        }
    }
}
