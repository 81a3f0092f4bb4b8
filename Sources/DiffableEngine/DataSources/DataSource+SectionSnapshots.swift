/// The handlers for a user who expands or collapses an item. They are called while the data source has the old state. If a handler
/// throws, nothing changes.
public struct SectionSnapshotHandlers {
    public typealias Question = (Identifier) throws(DiffableError) -> Bool
    public typealias Notice = (Identifier) throws(DiffableError) -> Void

    /// Whether an item may be expanded; yes if there is no handler.
    public var shouldExpandItem: Question?
    public var willExpandItem: Notice?
    /// Whether an item may be collapsed; yes if there is no handler.
    public var shouldCollapseItem: Question?
    public var willCollapseItem: Notice?
    /// Returns the children of an item that is being expanded; the argument has its existing children. For children that are
    /// loaded on demand.
    public var snapshotForExpandingParent: ((Identifier, SectionSnapshot) throws(DiffableError) -> SectionSnapshot)?

    public init() {}
}

extension DataSource {
    /// Makes the visible items of a tree the items of a section. A section that does not exist is appended. Visible items
    /// that are in other sections move. Otherwise it works like `apply` of a snapshot.
    /// - Parameter revision: that of the section's content; 0 leaves it as it is.
    /// - Throws: as `apply` does.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ sectionSnapshot: SectionSnapshot, toSection section: Identifier, revision: UInt64 = 0, animatingDifferences: Bool = true,
        animation: RowAnimation? = nil, caption: String = "", completion: TransactionHandler? = nil
    ) throws(DiffableError) -> ApplyOutcome {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .unanimated
        return try apply(
            PendingApply(mode: mode, caption: Array(caption.utf8), completion: completion) { (source) throws(DiffableError) in
                try source.change(to: sectionSnapshot, ofSection: section, revision: revision)
            })
    }

    /// The tree of a section: the applied one, or else its items as roots; an empty tree for an unknown section.
    /// - Complexity: O(1) for an applied tree, otherwise O(items of the section)
    public func snapshot(forSection section: Identifier) -> SectionSnapshot {
        if let tree = outlines[section] { return tree }
        guard let index = current.indexOfSection(section) else { return SectionSnapshot() }
        return SectionSnapshot().rebased(onto: current, section: index)
    }

    /// Expands or collapses an item, as for a user's tap, and calls the handlers.
    /// - Throws: `unknownIdentifier` for an item that the list does not show; what the handlers throw; as `apply` does.
    @discardableResult
    public func toggleItem(_ item: Identifier) throws(DiffableError) -> ApplyOutcome {
        try apply(.toggle(item))
    }

    /// The list and the trees after a tree was applied to a section. Items of the tree that are in other sections are removed before
    /// its items are appended. Otherwise they would be duplicates.
    package func change(
        to described: SectionSnapshot, ofSection section: Identifier, revision: UInt64 = 0
    ) throws(DiffableError) -> ListChange? {
        let tree = described.keepingExpansion(in: outlines[section]) // mutant: expansion-not-kept
        var snapshot = current
        if !snapshot.containsSection(section) { try snapshot.appendSections([Element(section)]) }
        let index = try snapshot.index(ofSection: section, "apply_section")
        if revision != 0 && revision != snapshot.revision(ofSection: section) { snapshot.uniqueSection(index).revision = revision }
        var removed = snapshot.itemHandles(inSectionAt: index)
        let visible = tree.visibleHandles()
        let raws = visible.map { tree.table.raw($0) }
        for raw in raws {
            guard let item = snapshot.identifiers.items.handle(of: raw), snapshot.containsItem(item) else { continue }
            if snapshot.section(containingItem: raw) != snapshot.sectionHandle(at: index) { removed.append(item) }
        }
        removed.withUnsafeBufferPointer { snapshot.remove($0) }
        let revisions = visible.map { tree.nodes[$0]?.revision ?? 0 }
        try RawElements.with(raws, revisions: revisions) { (elements) throws(DiffableError) in
            try snapshot.appendItems(elements.unchecked, toSection: snapshot.rawSection(at: index))
        }
        for (item, raw) in zip(visible, raws) {
            try RawElements.with([raw]) { (element) throws(DiffableError) in
                if tree.reloadedItemSet.contains(item) { try snapshot.reloadItems(element) }
                if tree.reconfiguredItemSet.contains(item) { try snapshot.reconfigureItems(element) }
            }
        }
        var outlines = outlines
        outlines[section] = tree.withoutMarks // mutant: tree-keeps-marks
        outlines.rebase(onto: snapshot, from: current, except: section)
        return ListChange(snapshot: snapshot, outlines: outlines)
    }

    package func change(byToggling item: Identifier) throws(DiffableError) -> ListChange? {
        guard let section = current.sectionIdentifier(containingItem: item) else {
            throw .unknown(.item, "toggle_item", item)
        }
        var tree = snapshot(forSection: section)
        let handlers = sectionSnapshotHandlers
        if try tree.isExpanded(item) {
            runningCallback = "should_collapse_item"
            if let shouldCollapse = handlers.shouldCollapseItem, try !shouldCollapse(item) { return nil }
            runningCallback = "will_collapse_item"
            try handlers.willCollapseItem?(item)
            tree.collapse([item])
        } else {
            runningCallback = "should_expand_item"
            if let shouldExpand = handlers.shouldExpandItem, try !shouldExpand(item) { return nil }
            runningCallback = "will_expand_item"
            try handlers.willExpandItem?(item)
            runningCallback = "snapshot_for_expanding_parent"
            if let makeChildren = handlers.snapshotForExpandingParent {
                let children = try makeChildren(item, tree.snapshot(of: item))
                try tree.replaceChildren(of: item, with: children)
            }
            tree.expand([item])
        }
        return try change(to: tree, ofSection: section)
    }
}

extension PendingApply {
    package static func toggle(_ item: Identifier) -> PendingApply {
        PendingApply(mode: .animated(nil), completion: nil) { (source) throws(DiffableError) in
            try source.change(byToggling: item)
        }
    }
}
