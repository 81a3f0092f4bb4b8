/// The handlers for a user who expands or collapses an item. They are called while the data source has the old state.
/// If a handler throws, nothing changes.
public struct SectionSnapshotHandlers {
    public typealias Question = (Identifier) throws(DiffableError) -> Bool
    public typealias Notice = (Identifier) throws(DiffableError) -> Void

    /// Whether an item may be expanded; yes if there is no handler.
    public var shouldExpandItem: Question?
    public var willExpandItem: Notice?
    /// Whether an item may be collapsed; yes if there is no handler.
    public var shouldCollapseItem: Question?
    public var willCollapseItem: Notice?
    /// Returns the children of an item that is being expanded, if children are loaded on demand. The second argument
    /// contains its existing children. Both are section snapshots.
    public var snapshotForExpandingParent: ((Identifier, Snapshot) throws(DiffableError) -> Snapshot)?

    public init() {}
}

extension DataSource {
    /// Replaces all items of a section by a tree. A section that does not exist is appended. If an item of the tree is
    /// in another section of the list, it moves, provided that it is visible in the tree and in the list, and has no
    /// children in the list. In everything else, this works like `apply` of a snapshot.
    /// - Parameters:
    ///   - tree: a section snapshot.
    ///   - content: the content of the section; nil leaves it as it is.
    /// - Throws: `duplicateIdentifier` for any other item of the tree that is in another section; the same errors as
    ///   `apply`.
    /// - Complexity: O(items of the section and of the tree)
    @discardableResult
    public func apply(
        _ tree: Snapshot, toSection section: Identifier, content: Content? = nil, animatingDifferences: Bool = true,
        animation: RowAnimation? = nil, caption: String = "", completion: TransactionHandler? = nil
    ) throws(DiffableError) -> ApplyOutcome {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .animated(RowAnimation.none)
        return try apply(
            PendingApply(mode: mode, caption: Array(caption.utf8), completion: completion) {
                (source) throws(DiffableError) in
                var list: Snapshot?
                if let content {
                    var snapshot = Snapshot()
                    try snapshot.appendSections([Element(section, content: content)])
                    list = snapshot
                }
                return try source.change(to: tree, ofSection: section, withContentOf: list)
            })
    }

    /// The items of a section as a section snapshot, which is empty for an unknown section.
    /// - Complexity: O(items of the section)
    public func snapshot(forSection section: Identifier) -> Snapshot {
        current.sectionSnapshot(of: section)
    }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers. An item that has no children and is
    /// not expandable has nothing to show: the tap is refused, unless `snapshotForExpandingParent` gives the item
    /// children.
    /// - Throws: `unknownIdentifier` for an item that the list does not show; what the handlers throw; the same errors
    ///   as `apply`.
    /// - Complexity: O(rows that appear or disappear)
    @discardableResult
    public func toggleItem(_ item: Identifier) throws(DiffableError) -> ApplyOutcome {
        try apply(.toggle(item))
    }

    /// - Parameter list: a list whose first section has the new content; nil leaves the content as it is.
    package func change(
        to tree: Snapshot, ofSection section: Identifier, withContentOf list: Snapshot? = nil
    ) throws(DiffableError) -> ListChange? {
        if !tree.isSectionSnapshot {
            throw .sectionSnapshot("apply_section", "this is a snapshot of a list; apply applies it")
        }
        var snapshot = current
        try snapshot.setSectionSnapshot(tree, ofSection: section, "apply_section")
        if let list, let index = snapshot.indexOfSection(section) {
            try snapshot.copyContent(ofSectionAt: index, fromFirstSectionOf: list, "apply_section")
        }
        return ListChange(to: snapshot)
    }

    @export(interface)
    package func change(byToggling item: Identifier) throws(DiffableError) -> ListChange? {
        let handle = try item.withRaw { (item) throws(DiffableError) in
            try current.requireVisibleItem(item, "toggle_item")
        }
        var snapshot = current
        let handlers = sectionSnapshotHandlers
        let node = current.node(handle)
        if !node.isBranch && handlers.snapshotForExpandingParent == nil { return nil }
        let isExpanded = node.isBranch && node.isExpanded
        if isExpanded {
            runningCallback = "should_collapse_item"
            if let shouldCollapse = handlers.shouldCollapseItem, try !shouldCollapse(item) { return nil }
            runningCallback = "will_collapse_item"
            try handlers.willCollapseItem?(item)
            snapshot.collapse([item])
        } else {
            runningCallback = "should_expand_item"
            if let shouldExpand = handlers.shouldExpandItem, try !shouldExpand(item) { return nil }
            runningCallback = "will_expand_item"
            try handlers.willExpandItem?(item)
            runningCallback = "snapshot_for_expanding_parent"
            if let makeChildren = handlers.snapshotForExpandingParent {
                if derived != nil { throw readOnlyError("snapshot_for_expanding_parent") }
                let children = try current.snapshot(of: item)
                let loaded = try makeChildren(item, children)
                if !loaded.isIdentical(to: children) || loaded.marks != nil {
                    try snapshot.replaceChildren(of: item, with: loaded, "snapshot_for_expanding_parent")
                }
            }
            // The item still has no children, so there is nothing to show.
            if !node.isBranch, try snapshot.numberOfChildren(ofItem: item) == 0 { return nil }
            snapshot.expand([item])
        }
        return ListChange(
            snapshot: snapshot, gesture: isExpanded ? .collapse : .expand,
            state: (derived?.state.togglingExpansion(of: handle, in: current)).map { DerivedState.Kept($0) })
    }
}

extension PendingApply {
    package static func toggle(_ item: Identifier) -> PendingApply {
        PendingApply(mode: .animated(nil), completion: nil, keepsDerivation: true) { (source) throws(DiffableError) in
            try source.change(byToggling: item)
        }
    }
}
