import DiffableEngine

// Items below items. UIKit has these edits and look-ups for section snapshots only. An item is visible if all its
// ancestors are expanded.

extension DiffableDataSourceSnapshot {
    /// Appends items to the children of another item.
    @inlinable
    public mutating func appendItems(_ identifiers: [ItemIdentifierType], toParent parentIdentifier: ItemIdentifierType)
    {
        do throws(DiffableError) { try checked.appendItems(identifiers, toParent: parentIdentifier) } catch {
            error.stop()
        }
    }

    /// Moves items with everything below them to the end of the children of another item, in the order of the array.
    public mutating func moveItems(_ identifiers: [ItemIdentifierType], toParent parentIdentifier: ItemIdentifierType) {
        do throws(DiffableError) { try checked.moveItems(identifiers, toParent: parentIdentifier) } catch {
            error.stop()
        }
    }

    /// Replaces everything below an item by a tree. The tree also determines which of the new items are expanded.
    public mutating func replaceChildren(
        of parentIdentifier: ItemIdentifierType, using tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    ) {
        do throws(DiffableError) { try checked.replaceChildren(of: parentIdentifier, using: tree) } catch {
            error.stop()
        }
    }

    /// Replaces all items of a section by a tree. A section that the list lacks is appended. An item of the tree that
    /// is in another section moves to this one if it has no children there and is visible both there and in the tree.
    public mutating func setSectionSnapshot(
        _ tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
        ofSection sectionIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.setSectionSnapshot(tree, ofSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Expands items, which need not have children. An item that is not in the list is ignored.
    /// - Complexity: O(items that become visible)
    public mutating func expand(_ identifiers: [ItemIdentifierType]) { set(identifiers, .expanded(true)) }

    /// Collapses items. An item that is not in the list is ignored.
    /// - Complexity: O(items that are hidden)
    public mutating func collapse(_ identifiers: [ItemIdentifierType]) { set(identifiers, .expanded(false)) }

    /// Makes items expandable, or no longer expandable. An expandable item has a sign of expansion even without
    /// children. The handler `snapshotForExpandingParent` can add the children when the item is expanded. An item that
    /// is not in the list is ignored.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ identifiers: [ItemIdentifierType], _ isExpandable: Bool) {
        set(identifiers, .expandable(isExpandable))
    }

    /// Makes items keep their expansion: an apply gives each of them the state that it has in the current list of the
    /// data source. An item that is neither a parent nor expandable in that list gets the state that it has in this
    /// snapshot. Calling `expand` or `collapse` for an item revokes this. An item that is not in the list is ignored.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ identifiers: [ItemIdentifierType]) { set(identifiers, .keepsExpansion) }

    /// Makes items keep their children: an apply gives each of them that has no children in this snapshot everything
    /// that is below it in the current list of the data source, for example children that were loaded when the item was
    /// expanded. Items that are elsewhere in this snapshot are left out. What was below those stays below them, unless
    /// they have children in this snapshot. An item that is not in the list is ignored.
    /// - Complexity: O(k)
    public mutating func keepChildren(_ identifiers: [ItemIdentifierType]) { set(identifiers, .keepsChildren) }

    private mutating func set(_ identifiers: [ItemIdentifierType], _ state: ItemState) {
        beginEdit()
        list.set(known(identifiers, .item, items).keys, state)
    }

    /// The number of items, including hidden ones.
    /// - Complexity: O(1)
    public var numberOfAllItems: Int { list.numberOfAllItems }

    /// All items in depth-first order, including hidden ones.
    /// - Complexity: O(n)
    public var allItemIdentifiers: [ItemIdentifierType] { list.allHandles.compactMap { items.pages[$0] } }

    /// The items without a parent.
    /// - Complexity: O(n)
    public var rootItemIdentifiers: [ItemIdentifierType] {
        (0..<numberOfSections).flatMap { list.rootHandles(inSectionAt: $0) }.compactMap { items.pages[$0] }
    }

    /// The expanded items, in the order of `allItemIdentifiers`.
    /// - Complexity: O(n)
    public var expandedItemIdentifiers: [ItemIdentifierType] { list.expandedHandles.compactMap { items.pages[$0] } }

    /// The parent of an item; nil for a root.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func parent(of identifier: ItemIdentifierType) -> ItemIdentifierType? {
        list.parent(ofItem: required(identifier, "parent(of:)")).flatMap { item(ofKey: $0) }
    }

    /// The number of ancestors of an item.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(level)
    public func level(of identifier: ItemIdentifierType) -> Int {
        list.level(ofItem: BorrowedIdentifier.integer(required(identifier, "level(of:)"))) ?? 0
    }

    /// The children of an item, in order.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(items below it)
    public func children(of identifier: ItemIdentifierType) -> [ItemIdentifierType] {
        list.childHandles(of: list.handle(required(identifier, "children(of:)"), .item)).compactMap { items.pages[$0] }
    }

    /// The number of children of an item.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func numberOfChildren(of identifier: ItemIdentifierType) -> Int {
        list.numberOfChildren(ofItem: BorrowedIdentifier.integer(required(identifier, "numberOfChildren(of:)"))) ?? 0
    }

    /// Whether an item is expanded.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func isExpanded(_ identifier: ItemIdentifierType) -> Bool {
        list.isExpanded(BorrowedIdentifier.integer(required(identifier, "isExpanded(_:)")))
    }

    /// Whether an item was made expandable.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func isExpandable(_ identifier: ItemIdentifierType) -> Bool {
        list.isExpandable(BorrowedIdentifier.integer(required(identifier, "isExpandable(_:)")))
    }

    /// Whether an item keeps the expansion that it has in the list of the data source, because of `keepExpansion`.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func keepsExpansion(_ identifier: ItemIdentifierType) -> Bool {
        list.keepsExpansion(BorrowedIdentifier.integer(required(identifier, "keepsExpansion(_:)")))
    }

    /// Whether all ancestors of an item are expanded.
    /// - Precondition: the item is in the list.
    /// - Complexity: O(1)
    public func isVisible(_ identifier: ItemIdentifierType) -> Bool {
        list.isVisible(BorrowedIdentifier.integer(required(identifier, "isVisible(_:)")))
    }

    /// The tree of a section; an empty tree for a section that the list lacks.
    /// - Complexity: O(items of the section)
    public func sectionSnapshot(of section: SectionIdentifierType) -> DiffableDataSourceSectionSnapshot<
        ItemIdentifierType
    > {
        DiffableDataSourceSectionSnapshot(tree(ofSection: section))
    }

    /// The key of an item that must be in the list.
    func required(_ item: ItemIdentifierType, _ call: StaticString) -> Int64 {
        do throws(DiffableError) { return try require(item: item, call).key } catch { error.stop() }
    }
}
