import DiffableEngine
import DiffableViews

/// What the list remembers of the last use of the mouse.
struct Mouse {
    /// The item that was clicked last, if a second click on it would make a double click; otherwise nil. It is reset by
    /// every key that is not of the mouse, by the wheel, and by a drag that moves the row.
    var pressed: Identifier?
    /// The time of that click.
    var time = 0
    /// Whether a row was pressed, and can be dragged while the button is down.
    var holdsRow = false

    /// The maximum time between the two clicks of a double click, in milliseconds.
    static var doubleClickTime: Int { 400 }
}

extension InteractiveList {
    private func row(under key: Key) -> WindowRow? {
        let line = key.row - layout.list.line
        guard (0..<window.height).contains(line), key.column < window.columns else { return nil }
        if line < window.stickyEnd { return window.stickyHeader }
        return window.rows.last { $0.line <= line }.flatMap { line < $0.line + $0.lines.count ? $0 : nil }
    }

    /// Selects the row under the mouse. A click on its disclosure sign also toggles the row, and a click on its
    /// accessory taps the accessory if `tapsAccessories` is set. Elsewhere, the second click of a double click chooses
    /// the row.
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

    /// Returns where the dragged row moves if the mouse is at `key`, or nil if the row stays. The dragged row takes the
    /// place of another row only when the mouse is on a line that the dragged row covers afterwards. Without this rule,
    /// rows of different heights would move back and forth.
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

    /// Moves the pressed row to the mouse. The reordering handlers are called.
    func dragRow(to key: Key) throws(DiffableError) {
        guard let origin = window.selection, let to = dragTarget(key) else { return }
        mouse.pressed = nil
        storeFailure(of: try source.reorderItem(from: origin, to: to))
    }
}
