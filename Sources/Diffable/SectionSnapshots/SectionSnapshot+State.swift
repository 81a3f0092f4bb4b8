import DiffableEngine

// What a tree says of an item beside its place: whether it is expandable, who decides on its expansion, and its marks. UIKit has none of it.

extension DiffableDataSourceSectionSnapshot.Checked {
    /// Makes items expandable, or no longer: an expandable item has a sign of expansion even without children, which
    /// `snapshotForExpandingParent` may bring when it is expanded. One that is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ items: [ItemIdentifierType], _ isExpandable: Bool) {
        snapshot.tree.setExpandable(keys(items), isExpandable)
    }

    /// Leaves it to the section whether items are expanded: an apply gives them the state that they have in the section's tree. Items
    /// that are neither parents nor expandable there have the state that they have in this tree. `expand` and `collapse` end it. One that
    /// is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ items: [ItemIdentifierType]) {
        snapshot.tree.keepExpansion(keys(items))
    }

    /// Gives items, visible or hidden, new content, and marks those whose content differs to be reconfigured. Returns how many differ.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ items: [ItemIdentifierType]) throws(DiffableError) -> Int {
        let call: StaticString = "updateItems(_:)"
        let keys = try known(items, call)
        try requireUnique(keys, items, call)
        let changed = items.indices.filter { snapshot.values[keys[$0]] != items[$0] }
        try mark(changed.map { items[$0] }, changed.map { keys[$0] }) { (tree, items) throws(EngineError) in try tree.reconfigureItems(items) }
        return changed.count
    }

    /// Marks items, visible or hidden, to get new cells at the next apply. What is passed becomes the content of the items.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [ItemIdentifierType]) throws(DiffableError) {
        try mark(items, known(items, "reloadItems(_:)")) { (tree, items) throws(EngineError) in try tree.reloadItems(items) }
    }

    /// Marks items, visible or hidden, to have the provider run again for their existing cells at the next apply. What is passed becomes
    /// the content of the items.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureItems(_ items: [ItemIdentifierType]) throws(DiffableError) {
        try mark(items, known(items, "reconfigureItems(_:)")) { (tree, items) throws(EngineError) in try tree.reconfigureItems(items) }
    }

    private mutating func mark(
        _ items: [ItemIdentifierType], _ keys: [Int64],
        _ mark: (inout DiffableEngine.SectionSnapshot, [Element]) throws(EngineError) -> Void
    ) throws(DiffableError) {
        do throws(EngineError) {
            try mark(&snapshot.tree, keys.map { Element(.integer($0)) })
        } catch {
            throw DiffableError(error)
        }
        for (key, item) in zip(keys, items) { snapshot.values[key] = item }
    }

    private func keys(_ items: [ItemIdentifierType]) -> [Identifier] {
        items.compactMap { snapshot.find($0) }.map { .integer($0) }
    }

    /// The keys of items that must be in the tree.
    private func known(_ items: [ItemIdentifierType], _ call: StaticString) throws(DiffableError) -> [Int64] {
        var keys: [Int64] = []
        for (position, item) in items.enumerated() {
            guard let key = snapshot.find(item) else { throw .unknown(.item, call, item, position: position) }
            keys.append(key)
        }
        return keys
    }
}

extension DiffableDataSourceSectionSnapshot {
    /// Makes items expandable, or no longer: an expandable item has a sign of expansion even without children. One that is not in the
    /// tree is ignored. UIKit has no such call.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ items: [ItemIdentifierType], _ isExpandable: Bool) { checked.setExpandable(items, isExpandable) }

    /// Leaves it to the section whether items are expanded: an apply gives them the state that they have in the section's tree, and that of
    /// this tree where they are new. `expand` and `collapse` end it. One that is not in the tree is ignored. UIKit has no such call.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ items: [ItemIdentifierType]) { checked.keepExpansion(items) }

    /// Gives items, visible or hidden, new content, and marks those whose content differs to be reconfigured. Returns how many differ.
    /// UIKit has no such call.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ items: [ItemIdentifierType]) -> Int {
        do throws(DiffableError) { return try checked.updateItems(items) } catch { error.stop() }
    }

    /// Marks items, visible or hidden, to get new cells at the next apply. What is passed becomes the content of the items. UIKit has no
    /// such call.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reloadItems(items) } catch { error.stop() }
    }

    /// Marks items, visible or hidden, to have the provider run again for their existing cells at the next apply. What is passed becomes
    /// the content of the items. UIKit has no such call.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k)
    public mutating func reconfigureItems(_ items: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reconfigureItems(items) } catch { error.stop() }
    }

    /// Whether an item was made expandable.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func isExpandable(_ item: ItemIdentifierType) -> Bool {
        tree.isExpandable(RawIdentifier.integer(require(item, "isExpandable(_:)")))
    }

    /// Whether it is left to the section if an item is expanded.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func keepsExpansion(_ item: ItemIdentifierType) -> Bool {
        tree.keepsExpansion(RawIdentifier.integer(require(item, "keepsExpansion(_:)")))
    }

    /// The items that are marked to be reloaded, in the order of marking.
    /// - Complexity: O(marks)
    public var reloadedItemIdentifiers: [ItemIdentifierType] { tree.rawReloadedItems.compactMap { value($0) } }

    /// The items that are marked to be reconfigured, in the order of marking.
    /// - Complexity: O(marks)
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { tree.rawReconfiguredItems.compactMap { value($0) } }
}

extension DiffableEngine.SectionSnapshot {
    /// Gives items the expansion and the marks that those of another tree have.
    /// - Parameter key: the key in this tree for one of the other.
    mutating func copyState(of other: DiffableEngine.SectionSnapshot, key: (Int64) -> Int64?) {
        func own(_ raw: RawIdentifier) -> Identifier? { key(EngineList.key(raw)).map { .integer($0) } }
        for raw in other.rawItems {
            guard let item = own(raw) else { continue }
            if other.isExpanded(raw) { expand([item]) }
            if other.isExpandable(raw) { setExpandable([item], true) }
            if other.keepsExpansion(raw) { keepExpansion([item]) }
        }
        // The items are in the tree, so this cannot fail.
        try? reloadItems(other.rawReloadedItems.compactMap { own($0).map { Element($0) } })
        try? reconfigureItems(other.rawReconfiguredItems.compactMap { own($0).map { Element($0) } })
    }
}
