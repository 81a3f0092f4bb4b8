/// The handlers for a user who drags an item.
public struct ReorderingHandlers {
    /// Whether an item may be dragged; no if there is no handler.
    public var canReorderItem: ((Identifier) throws(DiffableError) -> Bool)?
    /// Called while the data source has the old state; throwing undoes the drag.
    public var willReorder: DataSource.TransactionHandler?
    /// Called when the data source has the new state, before a view shows it; throwing undoes the drag.
    public var didReorder: DataSource.TransactionHandler?

    public init() {}
}

extension DataSource {
    /// Moves an item with all its descendants, as for a user's drag, possibly into another section.
    ///
    /// If the item is dropped between a row and the first child of that row, it becomes a child of that row. Otherwise
    /// it keeps its parent if its new place is among the children of that parent, and it stays a root if its new place
    /// is among the roots. If not, it becomes a sibling of the row before it, or a root if there is no such row.
    ///
    /// A drag of an item that may not be dragged is refused. A handler that throws leaves everything as it was. The
    /// order of a derived list follows from its derivation, so a drag in it changes only what `willReorder` applies to
    /// the origin.
    /// - Parameter destination: the new index path in the list without the rows that move.
    /// - Throws: `invalidArgument` for index paths that are not in the list; what the handlers throw; the same errors
    ///   as `apply`.
    /// - Complexity: O(rows that move + differences)
    @discardableResult
    public func reorderItem(from origin: IndexPath, to destination: IndexPath) throws(DiffableError) -> ApplyOutcome {
        try apply(.reorder(from: origin, to: destination))
    }

    @export(interface)
    package func change(byMoving origin: IndexPath, to destination: IndexPath) throws(DiffableError) -> ListChange? {
        guard let item = current.itemIdentifier(at: origin) else {
            throw DiffableError(.invalidArgument, [.text("reorder_item: there is no row at ")] + .indexPath(origin))
        }
        runningCallback = "can_reorder_item"
        guard let canReorder = reorderingHandlers.canReorderItem, try canReorder(item) else { return nil }
        guard let destination = current.destination(ofRowAt: origin, draggedTo: destination) else {
            throw DiffableError(
                .invalidArgument, identifier: item,
                [.text("reorder_item: item \(item) cannot go to ")] + .indexPath(destination)
                    + current.lastPlace(ofRowAt: origin, draggedTo: destination))
        }
        var snapshot = current
        BorrowedHandles.one(snapshot.item(at: origin)) { snapshot.moveSubtrees($0, to: destination) }
        if derived != nil {
            try proposeReordering(to: snapshot)
            return nil
        }
        return ListChange(
            snapshot: snapshot, gesture: .move, willCommit: reorderingHandlers.willReorder,
            didCommit: reorderingHandlers.didReorder)
    }
}

extension Snapshot {
    /// Returns the end of an error message about a row that cannot move to an index path: where the row can move.
    fileprivate func lastPlace(ofRowAt origin: IndexPath, draggedTo path: IndexPath) -> [DiffableError.Fragment] {
        if !containsSection(at: path.section) {
            return [.text("; the last section is "), .index(numberOfSections - 1)]
        }
        let moved = path.section == origin.section ? numberOfRows(ofItemAt: origin) : 0
        let last = DiffableError.Fragment.index(numberOfItems(inSectionAt: path.section) - moved)
        return [.text("; the last place there is item "), last, .text(", counted without the rows that move")]
    }

    /// Returns where a dragged item is inserted. Returns nil if the index path is not in the list without the rows that
    /// move.
    fileprivate func destination(ofRowAt origin: IndexPath, draggedTo path: IndexPath) -> Destination? {
        guard containsSection(at: path.section) else { return nil }
        let moved = item(at: origin)
        let count = storage.forest == nil ? 1 : rows(of: moved).count
        let isSameSection = path.section == origin.section
        guard (0...sections[path.section].count - (isSameSection ? count : 0)).contains(path.item) else { return nil }
        /// A row of the section without the rows that move; nil before the first and after the last.
        func row(_ index: Int) -> Handle? {
            let index = isSameSection && index >= origin.item ? index + count : index
            let path = IndexPath(section: path.section, item: index)
            return contains(path) ? item(at: path) : nil
        }
        let next = row(path.item)
        guard let previous = row(path.item - 1) else { return next.map { .before($0) } ?? .endOfSection(path.section) }
        if let next, node(next).parent == previous { return .before(next) }
        // The dragged item is the only child of the row before its new place, and stays its child.
        if node(moved).parent == previous, node(previous).isExpanded { return .endOfParent(previous) }
        // Go up from the row before to a sibling of the item. Each item on this way is the last of its siblings before
        // the destination.
        let highest = next.map { node($0).parent } ?? Node.none
        var sibling = previous
        while node(sibling).parent != node(moved).parent {
            if node(sibling).parent == highest { return .after(previous) }
            sibling = node(sibling).parent
        }
        return .after(sibling)
    }
}

extension PendingApply {
    package static func reorder(from origin: IndexPath, to destination: IndexPath) -> PendingApply {
        PendingApply(mode: .animated(nil), completion: nil, keepsDerivation: true) { (source) throws(DiffableError) in
            try source.change(byMoving: origin, to: destination)
        }
    }
}
