import DiffableEngine

extension DiffableDataSource {
    /// The handlers for a user who drags an item. An error in one undoes the drag.
    public struct ReorderingHandlers {
        /// Returns whether an item may be dragged. Without this handler, no item may be dragged.
        public var canReorderItem: ((ItemIdentifierType) throws -> Bool)?
        /// Called while the data source still has the old list.
        public var willReorder: ((Transaction) throws -> Void)?
        /// Called when the data source has the new list, before a view shows it.
        public var didReorder: ((Transaction) throws -> Void)?

        /// No handlers, so no item may be dragged.
        public init() {}
    }

    /// Moves an item with everything below it, as for a user's drag, possibly into another section. If the item may not
    /// be dragged, the apply is refused.
    ///
    /// Between a parent and its first child, the item becomes the first child. Elsewhere it keeps its parent if the
    /// rows around the destination allow that. Otherwise it becomes a sibling of the row before it, or a root if there
    /// is none.
    /// - Parameter destination: the new index path in the list without the item and the rows below it.
    /// - Precondition: the index paths are in the list, and no handler throws; ``checked`` has the throwing form.
    @discardableResult
    public func reorderItem(from origin: DiffableIndexPath, to destination: DiffableIndexPath) -> Transaction {
        stopping("reorderItem(from:to:)") { try checked.reorderItem(from: origin, to: destination) }
    }

    func setReorderingHandlers() {
        let handlers = reorderingHandlers
        engine.reorderingHandlers.canReorderItem = question("canReorderItem", handlers.canReorderItem)
        engine.reorderingHandlers.willReorder = notice("willReorder", handlers.willReorder)
        engine.reorderingHandlers.didReorder = notice("didReorder", handlers.didReorder)
    }

    private func notice(
        _ name: StaticString, _ tell: ((Transaction) throws -> Void)?
    ) -> DiffableEngine.DataSource.TransactionHandler? {
        guard let tell else { return nil }
        return { [unowned self] (transaction) throws(EngineError) -> Void in
            guard let typed = self.transaction(transaction) else { return }
            try self.calling("\(name)") { try tell(typed) }
        }
    }
}

extension DiffableDataSource.Checked {
    /// Moves an item with everything below it, as for a user's drag, possibly into another section.
    /// - Parameter destination: the new index path in the list without the item and the rows below it.
    /// - Throws: `invalidArgument` for index paths that are not in the list; what the handlers throw; as `apply` does.
    @discardableResult
    public func reorderItem(
        from origin: DiffableIndexPath, to destination: DiffableIndexPath
    ) throws -> DiffableDataSource.Transaction {
        try source.perform(ApplyCall(.animated(nil)), keepsDerivation: true) {
            [unowned source] running throws(EngineError) in
            try source.calling { try source.current.checkMove(from: origin, to: destination, "reorderItem(from:to:)") }
            let from = IndexPath(section: origin.section, item: origin.item)
            let to = IndexPath(section: destination.section, item: destination.item)
            running.final = source.current
            return try source.engine.change(byMoving: from, to: to)
        }
    }
}

extension DiffableDataSourceSnapshot {
    /// - Throws: `invalidArgument` if no item is at `origin`, or if `destination` does not exist in the list without
    ///   that item and the rows below it.
    fileprivate func checkMove(from origin: DiffableIndexPath, to destination: DiffableIndexPath, _ call: StaticString)
        throws(DiffableError)
    {
        guard let item = itemIdentifier(at: origin) else {
            throw DiffableError(
                .invalidArgument, "there is no row at section \(origin.section), item \(origin.item)", call: call)
        }
        let section = destination.section
        let moved = section == origin.section ? list.numberOfRows(at: origin.section, origin.item) : 0
        let count = (0..<numberOfSections).contains(section) ? list.count(ofSectionAt: section) - moved : nil
        if let count, (0...count).contains(destination.item) { return }
        let without = moved == 0 ? "" : moved == 1 ? "without it, " : "without it and the rows below it, "
        let reason =
            count.map {
                "\(without)the section has \($0 == 1 ? "1 item" : "\($0) items"), so item 0 to \($0) is possible"
            }
            ?? "the list has \(numberOfSections == 1 ? "1 section" : "\(numberOfSections) sections")"
        throw DiffableError(
            .invalidArgument,
            "item \(DiffableError.name(item)) cannot go to section \(section), item \(destination.item); \(reason)",
            call: call,
            identifier: item)
    }
}
