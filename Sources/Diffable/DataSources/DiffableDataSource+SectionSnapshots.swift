import DiffableEngine

extension DiffableDataSource {
    /// A tree of one section.
    public typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<ItemIdentifierType>

    /// The handlers for a user who expands or collapses an item. They are called while the data source has the old state. An error in
    /// one undoes the tap.
    public struct SectionSnapshotHandlers {
        /// Whether an item may be expanded; yes if there is no handler.
        public var shouldExpandItem: ((ItemIdentifierType) throws -> Bool)?
        /// Called before an item is expanded.
        public var willExpandItem: ((ItemIdentifierType) throws -> Void)?
        /// Whether an item may be collapsed; yes if there is no handler.
        public var shouldCollapseItem: ((ItemIdentifierType) throws -> Bool)?
        /// Called before an item is collapsed.
        public var willCollapseItem: ((ItemIdentifierType) throws -> Void)?
        /// Returns the children of an item that is being expanded; the argument has its existing children.
        public var snapshotForExpandingParent: ((ItemIdentifierType, SectionSnapshot) throws -> SectionSnapshot)?

        /// No handlers.
        public init() {}
    }

    /// Makes the visible items of a tree the items of a section. A section that does not exist is appended. Visible items that are in
    /// other sections move.
    /// - Precondition: no provider throws; ``checked`` has the throwing form.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true, caption: String = "",
        completion: (() -> Void)? = nil
    ) -> Transaction {
        stopping("apply(_:to:animatingDifferences:caption:completion:)") {
            try checked.apply(
                snapshot, to: section, animatingDifferences: animatingDifferences, caption: caption, completion: completion)
        }
    }

    /// The tree of a section: the applied one, or else its items as roots; an empty tree for an unknown section.
    /// - Complexity: O(items of the section)
    public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
        guard let key = current.sections.find(section, .section, in: current.list)?.key else { return SectionSnapshot(current.items.identity) }
        if let tree = trees[key] { return tree }
        let tree = engine.snapshot(forSection: .integer(key))
        return SectionSnapshot(tree, current.items.identity, longestProbe: current.items.longestProbe) { item($0) }
    }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers.
    /// - Precondition: the list shows the item, and no handler throws; ``checked`` has the throwing form.
    @discardableResult
    public func toggleItem(_ item: ItemIdentifierType) -> Transaction {
        stopping("toggleItem(_:)") { try checked.toggleItem(item) }
    }

    /// The list of an apply that the engine has computed, with its values.
    func typed(
        _ list: EngineList, item: (Int64) -> ItemIdentifierType?, section: (Int64) -> SectionIdentifierType? = { _ in nil }
    ) -> Snapshot {
        var result = current
        let tables = current.list.tables
        result.list = list.withoutMarks
        if !(list.tables == tables) { result.follow(from: tables) }
        result.items.removeAll(result.items.pages.handles.filter { !list.containsItem($0) })
        list.forEachHandle { handles in
            for handle in handles where !result.items.pages.contains(handle) {
                if let value = item(list.key(handle, .item)) { result.items.pages.set(handle, value) }
            }
        }
        for handle in list.handles(.section) where !result.sections.pages.contains(handle) {
            if let value = section(list.key(handle, .section)) { result.sections.pages.set(handle, value) }
        }
        return result
    }

    /// The trees after an apply, with the values of all their items, hidden ones included.
    func settledTrees(
        _ outlines: Outlines, _ running: RunningApply<SectionIdentifierType, ItemIdentifierType>
    ) -> [Int64: SectionSnapshot] {
        var old = trees
        if let section = running.section {
            // A list without trees gets one by a tap.
            old[section] = running.tree ?? old[section] ?? SectionSnapshot(current.items.identity)
        }
        guard let final = running.final else { return [:] }
        var settled: [Int64: SectionSnapshot] = [:]
        for (section, tree) in old {
            guard let engineTree = outlines[.integer(section)] else { continue }
            let longest = max(final.items.longestProbe, tree.longestProbe, running.longestProbe)
            settled[section] = SectionSnapshot(engineTree, final.items.identity, longestProbe: longest) { key in
                let handle = final.list.handle(key, .item)
                if handle != .max, let shown = final.items.pages[handle] { return shown }
                return running.values?[key] ?? tree.values[key] // mutant: typed-hidden-released
            }
        }
        return settled
    }

    func setSectionSnapshotHandlers() {
        let handlers = sectionSnapshotHandlers
        engine.sectionSnapshotHandlers.shouldExpandItem = question(handlers.shouldExpandItem)
        engine.sectionSnapshotHandlers.shouldCollapseItem = question(handlers.shouldCollapseItem)
        engine.sectionSnapshotHandlers.willExpandItem = notice(handlers.willExpandItem)
        engine.sectionSnapshotHandlers.willCollapseItem = notice(handlers.willCollapseItem)
        engine.sectionSnapshotHandlers.snapshotForExpandingParent = children(handlers.snapshotForExpandingParent)
    }

    /// A handler of the program that answers a question about an item, as the engine calls it.
    func question(_ ask: ((ItemIdentifierType) throws -> Bool)?) -> DiffableEngine.SectionSnapshotHandlers.Question? {
        guard let ask else { return nil }
        return { [unowned self] (identifier) throws(EngineError) -> Bool in
            guard let item = self.item(identifier) else { return false }
            return try self.calling { try ask(item) }
        }
    }

    private func notice(_ tell: ((ItemIdentifierType) throws -> Void)?) -> DiffableEngine.SectionSnapshotHandlers.Notice? {
        guard let tell else { return nil }
        return { [unowned self] (identifier) throws(EngineError) -> Void in
            guard let item = self.item(identifier) else { return }
            try self.calling { try tell(item) }
        }
    }

    private typealias Children = (Identifier, DiffableEngine.SectionSnapshot) throws(EngineError) -> DiffableEngine.SectionSnapshot

    private func children(_ make: ((ItemIdentifierType, SectionSnapshot) throws -> SectionSnapshot)?) -> Children? {
        guard let make else { return nil }
        return { [unowned self] (identifier, tree) throws(EngineError) -> DiffableEngine.SectionSnapshot in
            guard let item = self.item(identifier) else { return tree }
            let longest = self.trees.values.reduce(self.current.items.longestProbe) { max($0, $1.longestProbe) }
            let existing = SectionSnapshot(tree, self.current.items.identity, longestProbe: longest) { self.item($0) }
            let made: SectionSnapshot = try self.calling {
                let made = try make(item, existing)
                // The engine would throw in keys.
                guard let section = self.current.sectionIdentifier(containingItem: item) else { return made }
                var tree = self.snapshot(for: section)
                try tree.checked.replace(childrenOf: item, using: made)
                return made
            }
            let new = made.inKeys(of: self.current) { self.item($0) }
            self.running?.values = (self.running?.values ?? [:]).merging(new.values) { $1 }
            self.running?.longestProbe = new.longestProbe
            return new.tree
        }
    }

    private func item(_ identifier: Identifier) -> ItemIdentifierType? {
        if case .integer(let key) = identifier { item(key) } else { nil }
    }
}

extension DiffableDataSource {
    func perform(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, _ call: ApplyCall, queuedEnded: QueuedEnd? = nil
    ) throws -> Transaction {
        try perform(call, queuedEnded: queuedEnded) { [unowned self] running throws(EngineError) in
            let tree = snapshot.inKeys(of: current) { _ in nil }
            let known = current.sections.find(section, .section, in: current.list)?.key
            let (key, probe) = known.map { ($0, 0) } ?? current.sections.freeKey(section, .section, in: current.list)
            guard var change = try self.engine.change(to: tree.tree, ofSection: .integer(key)) else { return nil }
            var final = self.typed(change.snapshot, item: { tree.values[$0] }, section: { _ in section })
            var changed: [Int64] = []
            let handle = final.list.handle(key, .section)
            // The section may show more items than the tree, which may leave it to the section whether they are expanded.
            for item in final.list.index(ofSectionHandle: handle).map({ final.list.itemHandles(inSectionAt: $0) }) ?? [] {
                let key = final.list.key(item, .item)
                guard let value = tree.values[key], final.items.pages[item] != value else { continue }
                final.items.pages.set(item, value)
                changed.append(key)
            }
            final.items.longestProbe = max(final.items.longestProbe, tree.longestProbe)
            final.sections.longestProbe = max(final.sections.longestProbe, probe)
            try change.snapshot.mark(changed, .reconfiguredItems)
            running.final = final
            (running.section, running.tree) = (key, tree)
            return change
        }
    }
}

extension DiffableDataSource.Checked {
    /// Makes the visible items of a tree the items of a section. A section that does not exist is appended.
    /// - Throws: what the providers and the view throw before the list changes.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: DiffableDataSource.SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
        caption: String = "", completion: (() -> Void)? = nil
    ) throws -> DiffableDataSource.Transaction {
        try source.perform(
            snapshot, to: section, ApplyCall(animatingDifferences: animatingDifferences, caption, completion: completion))
    }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers.
    /// - Throws: `unknownIdentifier` for an item that the list does not show; what the handlers throw; as `apply` does.
    @discardableResult
    public func toggleItem(_ item: ItemIdentifierType) throws -> DiffableDataSource.Transaction {
        try source.perform(ApplyCall(.animated(nil))) { [unowned source] running throws(EngineError) in
            let key = try source.calling { try source.current.require(item: item, "toggleItem(_:)").key }
            guard let change = try source.engine.change(byToggling: .integer(key)) else { return nil }
            running.section = source.current.sectionKey(ofItem: key)
            var final = source.typed(change.snapshot, item: { source.item($0) })
            let longest = max(final.items.longestProbe, running.longestProbe)
            final.items.longestProbe = source.trees.values.reduce(longest) { max($0, $1.longestProbe) }
            running.final = final
            return change
        }
    }
}

extension DiffableDataSourceSectionSnapshot {
    /// The same tree, in keys that mean the same values as those of a list.
    /// - Parameter other: a value that a key means elsewhere, if it does.
    func inKeys<Section>(
        of list: DiffableDataSourceSnapshot<Section, ItemIdentifierType>, _ other: (Int64) -> ItemIdentifierType?
    ) -> Self {
        func isTaken(_ key: Int64, _ item: ItemIdentifierType) -> Bool {
            let handle = list.list.handle(key, .item)
            if handle != .max, let known = list.items.pages[handle], !list.items.areSame(known, item) { return true }
            return other(key).map { !list.items.areSame($0, item) } ?? false
        }
        let hasKeys = values.allSatisfy { key, item in
            (list.items.find(item, .item, in: list.list)?.key ?? key) == key && !isTaken(key, item)
        }
        if hasKeys && Identity.areEqual(identity, list.items.identity) { return self }
        var result = Self(list.items.identity)
        var keys: [Int64: Int64] = [:]
        for raw in tree.rawItems {
            guard let item = value(raw) else { continue }
            let known = list.items.find(item, .item, in: list.list)?.key
            var (key, probe) = (known ?? list.items.hash(item), known == nil ? 0 : list.items.longestProbe)
            while result.values[key] != nil || isTaken(key, item) {
                key &+= 1
                probe += 1
            }
            keys[EngineList.key(raw)] = key
            let parent = tree.parent(of: raw).flatMap { keys[EngineList.key($0)] }
            // Keys are unique and parents come first, so this cannot fail.
            try? result.tree.append([Element(.integer(key))], to: parent.map { .integer($0) })
            result.values[key] = item
            result.longestProbe = max(result.longestProbe, probe)
        }
        result.tree.copyState(of: tree) { keys[$0] }
        return result
    }
}
