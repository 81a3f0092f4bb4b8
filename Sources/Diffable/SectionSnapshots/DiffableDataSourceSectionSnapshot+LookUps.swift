import DiffableEngine

// Look-ups of an item that the tree does not have stop the program where their result is not optional, as UIKit's do.

extension DiffableDataSourceSectionSnapshot {
    /// All items in depth-first order, including hidden ones.
    /// - Complexity: O(n)
    public var items: [ItemIdentifierType] { tree.rawItems.compactMap { value($0) } }

    /// The items at the top.
    /// - Complexity: O(roots)
    public var rootItems: [ItemIdentifierType] { tree.rawRootItems.compactMap { value($0) } }

    /// The items whose ancestors are all expanded.
    /// - Complexity: O(n)
    public var visibleItems: [ItemIdentifierType] { tree.rawVisibleItems.compactMap { value($0) } }

    /// The expanded items in the order of `items`.
    /// - Complexity: O(n)
    public var expandedItems: [ItemIdentifierType] { tree.rawExpandedItems.compactMap { value($0) } }

    /// Whether the tree has an item.
    /// - Complexity: O(1)
    public func contains(_ item: ItemIdentifierType) -> Bool { find(item) != nil }

    /// The index of an item in `items`.
    /// - Complexity: O(n)
    public func index(of item: ItemIdentifierType) -> Int? {
        find(item).flatMap { tree.index(of: RawIdentifier.integer($0)) }
    }

    /// The number of ancestors of an item.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(d)
    public func level(of item: ItemIdentifierType) -> Int {
        tree.level(of: RawIdentifier.integer(require(item, "level(of:)"))) ?? 0
    }

    /// The parent of an item; nil for a root.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func parent(of item: ItemIdentifierType) -> ItemIdentifierType? {
        tree.parent(of: RawIdentifier.integer(require(item, "parent(of:)"))).flatMap { value($0) }
    }

    /// The same; nil for an item that the tree lacks as well.
    func parentItem(of item: ItemIdentifierType) -> ItemIdentifierType? {
        find(item).flatMap { tree.parent(of: RawIdentifier.integer($0)) }.flatMap { value($0) }
    }

    /// Whether an item is expanded.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func isExpanded(_ item: ItemIdentifierType) -> Bool {
        tree.isExpanded(RawIdentifier.integer(require(item, "isExpanded(_:)")))
    }

    /// Whether all ancestors of an item are expanded.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(d)
    public func isVisible(_ item: ItemIdentifierType) -> Bool {
        tree.isVisible(RawIdentifier.integer(require(item, "isVisible(_:)")))
    }

    /// The tree of everything below an item, with its expanded items.
    /// - Parameter includingParent: whether the item itself is the root.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(items below it)
    public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
        let key = require(parent, "snapshot(of:includingParent:)")
        let part = try? tree.snapshot(of: .integer(key), includingParent: includingParent)
        return Self(part ?? DiffableEngine.SectionSnapshot(), identity, longestProbe: longestProbe) { values[$0] }
    }

    func require(_ item: ItemIdentifierType, _ call: StaticString) -> Int64 {
        guard let key = find(item) else { DiffableError.unknown(.item, call, item).stop() }
        return key
    }
}
