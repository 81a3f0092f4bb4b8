import DiffableEngine
import DiffableViews

/// What a window shows at its edges: the header of the section that its first row is in, and how far it is scrolled.
extension ListWindow {
    /// The line after the sticky header; 0 if there is none.
    var stickyEnd: Int {
        stickyHeader.map { $0.line + $0.lines.count } ?? 0
    }

    /// Whether a header of this height stays at the top of the window while rows of its section are shown. In a low
    /// window it would take too much room.
    func sticks(_ headerHeight: Int) -> Bool {
        headerHeight > 0 && headerHeight * 8 <= height
    }

    /// Returns the header of the first row's section, if it is sticky and begins above the window. The header of the
    /// next section pushes it out of the window.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    mutating func headerAbove(_ source: DataSource) throws(DiffableError) -> WindowRow? {
        guard contains(top), top.slot > 0 || offset > 0 else { return nil }
        var header = try row(at: RowPosition(section: top.section, slot: 0), line: 0, source)
        if !sticks(header.lines.count) { return nil }
        let next = rows.first { $0.position.section != top.section }
        header.line = min(0, (next?.line ?? height) - header.lines.count)
        return header
    }

    /// By how many items a page key moves the selection.
    var page: Int { max(1, height - 1 - stickyEnd) }

    /// The lines of the thumb of a scrollbar; nil if all items are in the window.
    var scrollThumb: Range<Int>? {
        let paths = rows.compactMap { list.indexPath(at: $0.position) }
        guard let first = paths.first, paths.count < numberOfItems else { return nil }
        let length = max(1, height * paths.count / numberOfItems)
        let start = (height - length) * (number(of: first) - 1) / (numberOfItems - paths.count)
        return start..<start + length
    }
}
