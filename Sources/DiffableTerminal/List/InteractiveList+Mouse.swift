import DiffableEngine
import DiffableViews

/// What the mouse has done to a list.
struct Mouse {
    /// The item of the row that was pressed last, until another key; nil if a press would not be the first of a double
    /// click.
    var pressed: Identifier?
    /// The time of that press.
    var time = 0
    /// Whether a row was pressed, and can be dragged while the button is down.
    var holdsRow = false

    /// The most milliseconds between the two presses of a double click.
    static var doubleClickTime: Int { 400 }
}

extension InteractiveList {
    private func row(under key: Key) -> WindowRow? {
        let line = key.row - layout.list.line
        guard (0..<window.height).contains(line), key.column < window.columns else { return nil }
        if line < window.stickyEnd { return window.stickyHeader }
        return window.rows.last { $0.line <= line }.flatMap { line < $0.line + $0.lines.count ? $0 : nil }
    }

    /// Selects a row. The second of two clicks chooses it, unless they are on its signs.
    func click(_ key: Key) throws(DiffableError) -> Event {
        let before = mouse
        mouse = Mouse()
        guard let row = row(under: key), let path = window.list.indexPath(at: row.position) else { return .nothing }
        try select { $0.selection = path }
        if key.column < row.disclosureEnd {
            try toggle()
            return .nothing
        }
        let isInFirstLine = key.row == layout.list.line + row.line
        if options.tapsAccessories, isInFirstLine, let start = row.accessoryStart, key.column >= start {
            return window.selectedItem.map { .accessory($0) } ?? .nothing
        }
        let time = terminal.now()
        mouse.holdsRow = true
        if let pressed = before.pressed, pressed == window.selectedItem, time - before.time <= Mouse.doubleClickTime {
            return choose()
        }
        (mouse.pressed, mouse.time) = (window.selectedItem, time)
        return .nothing
    }

    /// Where the selected row goes if the mouse is there; nil if it stays. A row takes the place of another one when
    /// the mouse is on a line that the row then has, so that it does not go back and forth.
    func dragTarget(_ key: Key) -> IndexPath? {
        guard mouse.holdsRow, window.filter == nil, case .some = source.reorderingHandlers.canReorderItem,
            let origin = window.selection, let other = row(under: key), other.position != RowPosition(origin)
        else { return nil }
        guard let path = window.list.indexPath(at: other.position) else {
            let section = other.position.section
            return window.list.numberOfItems(inSectionAt: section) == 0 ? IndexPath(section: section, item: 0) : nil
        }
        let height = window.rows.first { $0.position == RowPosition(origin) }?.lines.count ?? 1
        let line = key.row - layout.list.line - other.line
        let isReached = other.position > RowPosition(origin) ? line >= other.lines.count - height : line < height
        return isReached ? path : nil
    }

    /// Moves the row that was pressed to where the mouse is. It asks the reordering handlers.
    func dragRow(to key: Key) throws(DiffableError) {
        guard let origin = window.selection, let to = dragTarget(key) else { return }
        mouse.pressed = nil
        note(try source.reorderItem(from: origin, to: to))
    }
}
