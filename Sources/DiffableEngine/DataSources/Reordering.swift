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
    /// Moves an item, as for a user's drag, possibly into another section. An item that may not be dragged is refused. A
    /// handler that throws leaves everything as it was.
    /// - Parameter destination: the new index path in the list without the item.
    /// - Throws: `invalidArgument` for index paths that are not in the list; what the handlers throw; as `apply` does.
    @discardableResult
    public func reorderItem(from origin: IndexPath, to destination: IndexPath) throws(DiffableError) -> ApplyOutcome {
        try apply(.reorder(from: origin, to: destination))
    }

    fileprivate func change(byMoving origin: IndexPath, to destination: IndexPath) throws(DiffableError) -> ListChange? {
        guard let item = current.itemIdentifier(at: origin) else {
            throw DiffableError(.invalidArgument, [.text("reorder_item: there is no row at ")] + .indexPath(origin))
        }
        runningCallback = "can_reorder_item"
        guard let canReorder = reorderingHandlers.canReorderItem, try canReorder(item) else { return nil }
        var snapshot = current
        let moved = [snapshot.item(at: origin).handle]
        moved.withUnsafeBufferPointer { snapshot.remove($0) }
        guard snapshot.containsSection(at: destination.section),
            (0...snapshot.numberOfItems(inSectionAt: destination.section)).contains(destination.item) // mutant: no-drag-to-end
        else {
            throw DiffableError(
                .invalidArgument, identifier: item,
                [.text("reorder_item: item \(item) cannot go to ")] + .indexPath(destination))
        }
        moved.withUnsafeBufferPointer { snapshot.insert($0, at: destination) }
        var outlines = outlines
        outlines.rebase(onto: snapshot, from: current)
        return ListChange(
            snapshot: snapshot, outlines: outlines, willCommit: reorderingHandlers.willReorder,
            didCommit: reorderingHandlers.didReorder)
    }
}

extension PendingApply {
    package static func reorder(from origin: IndexPath, to destination: IndexPath) -> PendingApply {
        PendingApply(mode: .animated(nil), completion: nil) { (source) throws(DiffableError) in
            try source.change(byMoving: origin, to: destination)
        }
    }
}
