import DiffableEngine
import DiffableViews

/// The rows that a window can show: those of the list, or those of a search.
extension ListWindow {
    var numberOfItems: Int {
        filter?.matches.count ?? list.numberOfItems
    }

    /// The number of the selected item among those that can be shown; 0 if there is none.
    var selectionNumber: Int {
        selection.map { number(of: $0) } ?? 0
    }

    /// The number of an item among those that can be shown, from 1 on.
    func number(of path: IndexPath) -> Int {
        if let filter { return filter.count(before: RowPosition(path)) + 1 }
        return list.itemIdentifier(at: path).flatMap { list.indexOfItem($0) }.map { $0 + 1 } ?? 0
    }

    var firstPosition: RowPosition {
        filter?.matches.first.map { RowPosition(section: $0.section, slot: 0) } ?? .first
    }

    var lastPosition: RowPosition? {
        guard let filter else { return list.lastPosition }
        return filter.matches.last
    }

    var firstIndexPath: IndexPath? {
        guard let filter else { return list.firstIndexPath }
        return filter.matches.first.flatMap { list.indexPath(at: $0) }
    }

    var lastIndexPath: IndexPath? {
        guard let filter else { return list.lastIndexPath }
        return filter.matches.last.flatMap { list.indexPath(at: $0) }
    }

    func contains(_ position: RowPosition) -> Bool {
        filter?.contains(position) ?? list.contains(position)
    }

    func position(after position: RowPosition) -> RowPosition? {
        guard let filter else { return list.position(after: position) }
        return filter.position(after: position)
    }

    func position(before position: RowPosition) -> RowPosition? {
        guard let filter else { return list.position(before: position) }
        return filter.position(before: position)
    }

    func indexPath(after position: RowPosition) -> IndexPath? {
        guard let filter else { return list.indexPath(after: position) }
        let next = filter.count(before: RowPosition(section: position.section, slot: position.slot + 1))
        return next < filter.matches.count ? list.indexPath(at: filter.matches[next]) : nil
    }

    func indexPath(before position: RowPosition) -> IndexPath? {
        guard let filter else { return list.indexPath(before: position) }
        let count = filter.count(before: position)
        return count > 0 ? list.indexPath(at: filter.matches[count - 1]) : nil
    }

    /// Returns `path` if its item can be shown, or else the path of the next item that can be shown, or else of the
    /// last one.
    func nearestIndexPath(to path: IndexPath) -> IndexPath? {
        if contains(RowPosition(path)) { return path }
        return indexPath(after: RowPosition(path)) ?? lastIndexPath
    }
}
