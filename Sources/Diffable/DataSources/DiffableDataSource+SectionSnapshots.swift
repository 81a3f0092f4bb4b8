import DiffableEngine

extension DiffableDataSource {
    /// A tree of one section.
    public typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<ItemIdentifierType>

    /// The handlers for a user who expands or collapses an item. They are called while the data source still has the
    /// old state. An error in one undoes the tap.
    public struct SectionSnapshotHandlers {
        /// Returns whether an item may be expanded. Without this handler, every item may.
        public var shouldExpandItem: ((ItemIdentifierType) throws -> Bool)?
        /// Called before an item is expanded.
        public var willExpandItem: ((ItemIdentifierType) throws -> Void)?
        /// Returns whether an item may be collapsed. Without this handler, every item may.
        public var shouldCollapseItem: ((ItemIdentifierType) throws -> Bool)?
        /// Called before an item is collapsed.
        public var willCollapseItem: ((ItemIdentifierType) throws -> Void)?
        /// Returns the children of an item that is being expanded. The second argument has its existing children;
        /// return it to keep them.
        public var snapshotForExpandingParent: ((ItemIdentifierType, SectionSnapshot) throws -> SectionSnapshot)?

        /// No handlers, so every item that has children or is expandable may be expanded and collapsed.
        public init() {}
    }

    /// Replaces all items of a section by a tree. A section that does not exist is appended. An item of the tree that
    /// is in another section moves to this one if it has no children there and is visible both there and in the tree.
    /// - Precondition: no other item of the tree is in another section, and no provider throws; ``checked`` has the
    ///   throwing form.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
        caption: String = "",
        completion: (() -> Void)? = nil
    ) -> Transaction {
        stopping("apply(_:to:animatingDifferences:)") {
            try checked.apply(
                snapshot, to: section, animatingDifferences: animatingDifferences, caption: caption,
                completion: completion)
        }
    }

    /// The tree of a section; an empty tree for an unknown section.
    /// - Complexity: O(items of the section)
    public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot { current.sectionSnapshot(of: section) }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers. An item that has no children and is
    /// not expandable has nothing to show: the tap is refused, unless `snapshotForExpandingParent` gives the item
    /// children.
    /// - Precondition: the list shows the item, and no handler throws; ``checked`` has the throwing form.
    @discardableResult
    public func toggleItem(_ item: ItemIdentifierType) -> Transaction {
        stopping("toggleItem(_:)") { try checked.toggleItem(item) }
    }

    func setSectionSnapshotHandlers() {
        let handlers = sectionSnapshotHandlers
        engine.sectionSnapshotHandlers.shouldExpandItem = question("shouldExpandItem", handlers.shouldExpandItem)
        engine.sectionSnapshotHandlers.shouldCollapseItem = question("shouldCollapseItem", handlers.shouldCollapseItem)
        engine.sectionSnapshotHandlers.willExpandItem = notice("willExpandItem", handlers.willExpandItem)
        engine.sectionSnapshotHandlers.willCollapseItem = notice("willCollapseItem", handlers.willCollapseItem)
        engine.sectionSnapshotHandlers.snapshotForExpandingParent = children(handlers.snapshotForExpandingParent)
    }

    /// Wraps a handler of the program that answers a question about an item.
    func question(
        _ name: StaticString, _ ask: ((ItemIdentifierType) throws -> Bool)?
    ) -> DiffableEngine.SectionSnapshotHandlers.Question? {
        guard let ask else { return nil }
        return { [unowned self] (identifier) throws(EngineError) -> Bool in
            guard let item = self.item(identifier) else { return false }
            return try self.calling("\(name) of item \(DiffableError.name(item))") { try ask(item) }
        }
    }

    private func notice(
        _ name: StaticString, _ tell: ((ItemIdentifierType) throws -> Void)?
    ) -> DiffableEngine.SectionSnapshotHandlers.Notice? {
        guard let tell else { return nil }
        return { [unowned self] (identifier) throws(EngineError) -> Void in
            guard let item = self.item(identifier) else { return }
            try self.calling("\(name) of item \(DiffableError.name(item))") { try tell(item) }
        }
    }

    private typealias Children = (Identifier, EngineList) throws(EngineError) -> EngineList

    private func children(_ make: ((ItemIdentifierType, SectionSnapshot) throws -> SectionSnapshot)?) -> Children? {
        guard let make else { return nil }
        return { [unowned self] (identifier, tree) throws(EngineError) -> EngineList in
            guard let item = self.item(identifier) else { return tree }
            let made = try self.calling("snapshotForExpandingParent of item \(DiffableError.name(item))") {
                try make(item, SectionSnapshot(self.current.tree(tree)))
            }
            return try self.calling {
                // Errors of the engine would name keys. Replacing the children here gives errors that name values.
                var next = self.current
                let children = try next.replaceChildren(of: item, using: made.forest, "snapshotForExpandingParent")
                self.running?.final = next
                return children
            }
        }
    }
}

extension DiffableDataSource {
    func perform(
        _ tree: SectionSnapshot, to section: SectionIdentifierType, _ call: ApplyCall, queuedEnded: QueuedEnd? = nil
    ) throws -> Transaction {
        try perform(call, queuedEnded: queuedEnded) { [unowned self] running throws(EngineError) in
            var next = self.current
            do throws(DiffableError) {
                try next.set(tree.forest, ofSection: section, "apply(_:to:animatingDifferences:)")
                return try self.change(to: next, running)
            } catch {
                throw self.passing(error)
            }
        }
    }
}

extension DiffableDataSource.Checked {
    /// Replaces all items of a section by a tree. A section that does not exist is appended.
    /// - Throws: `duplicateIdentifier` for an item of another section that cannot move; what the providers and the view
    ///   throw before the list changes.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: DiffableDataSource.SectionSnapshot, to section: SectionIdentifierType,
        animatingDifferences: Bool = true,
        caption: String = "", completion: (() -> Void)? = nil
    ) throws -> DiffableDataSource.Transaction {
        try source.perform(
            snapshot, to: section,
            ApplyCall(animatingDifferences: animatingDifferences, caption, completion: completion))
    }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers. An item that has no children and is
    /// not expandable has nothing to show: the tap is refused, unless `snapshotForExpandingParent` gives the item
    /// children.
    /// - Throws: `unknownIdentifier` for an item that the list does not show; what the handlers throw; as `apply` does.
    @discardableResult
    public func toggleItem(_ item: ItemIdentifierType) throws -> DiffableDataSource.Transaction {
        try source.perform(ApplyCall(.animated(nil)), keepsDerivation: true) {
            [unowned source] running throws(EngineError) in
            let key = try source.calling { try source.current.require(visible: item, "toggleItem(_:)") }
            running.final = source.current
            return try source.engine.change(byToggling: .integer(key))
        }
    }
}
