import DiffableEngine

/// The items that one section should have, as a tree: an item can have other items below it, and is expanded or
/// collapsed. The list shows the visible items in depth-first order. An item is visible if all its ancestors are
/// expanded.
///
/// A section snapshot is a value, and can be taken out of a ``DiffableDataSourceSnapshot`` and put into one. Identity
/// and content of items work as in that type, and edits have the same two forms.
///
/// Complexities are given in n (items in the tree) and k (elements passed).
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable & Sendable>: Sendable {
    /// A list of one section.
    @usableFromInline var forest: DiffableDataSourceSnapshot<OnlySection, ItemIdentifierType>

    /// An empty tree.
    /// - Complexity: O(1)
    public init() {
        self.init(DiffableDataSourceSnapshot(.sectionSnapshot(), nil, .ofValues()))
    }

    /// A copy, as in UIKit. An assignment copies as well.
    /// - Complexity: O(1)
    public init(_ snapshot: Self) {
        self = snapshot
    }

    init(_ forest: DiffableDataSourceSnapshot<OnlySection, ItemIdentifierType>) {
        self.forest = forest
    }
}

/// UIKit's name for a tree of one section.
public typealias NSDiffableDataSourceSectionSnapshot = DiffableDataSourceSectionSnapshot

// If the tree does not have the item, look-ups stop the program, as in UIKit, except `contains` and `index(of:)`.
extension DiffableDataSourceSectionSnapshot {
    /// All items in depth-first order, including hidden ones.
    /// - Complexity: O(n)
    public var items: [ItemIdentifierType] { forest.allItemIdentifiers }

    /// The items without a parent.
    /// - Complexity: O(n)
    public var rootItems: [ItemIdentifierType] { forest.rootItemIdentifiers }

    /// The items whose ancestors are all expanded.
    /// - Complexity: O(visible items)
    public var visibleItems: [ItemIdentifierType] { forest.itemIdentifiers }

    /// The expanded items in the order of `items`.
    /// - Complexity: O(n)
    public var expandedItems: [ItemIdentifierType] { forest.expandedItemIdentifiers }

    /// Whether the tree has an item.
    /// - Complexity: O(1)
    public func contains(_ item: ItemIdentifierType) -> Bool { forest.contains(item) }

    /// The index of an item in `items`.
    /// - Complexity: O(n)
    public func index(of item: ItemIdentifierType) -> Int? {
        forest.items.find(item, .item, in: forest.list).flatMap { forest.list.allHandles.firstIndex(of: $0.handle) }
    }

    /// The number of ancestors of an item.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(level)
    public func level(of item: ItemIdentifierType) -> Int { forest.level(of: item) }

    /// The parent of an item; nil for a root.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func parent(of item: ItemIdentifierType) -> ItemIdentifierType? { forest.parent(of: item) }

    /// Whether an item is expanded.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func isExpanded(_ item: ItemIdentifierType) -> Bool { forest.isExpanded(item) }

    /// Whether an item was made expandable.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func isExpandable(_ item: ItemIdentifierType) -> Bool { forest.isExpandable(item) }

    /// Whether an item keeps the expansion that it has in the list of the data source, because of `keepExpansion`.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func keepsExpansion(_ item: ItemIdentifierType) -> Bool { forest.keepsExpansion(item) }

    /// Whether all ancestors of an item are expanded.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(1)
    public func isVisible(_ item: ItemIdentifierType) -> Bool { forest.isVisible(item) }

    /// The tree of everything below an item, with the expansion of these items.
    /// - Parameter includingParent: whether the item itself is the root.
    /// - Precondition: the tree has the item.
    /// - Complexity: O(items below it)
    public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
        Self(forest.tree(below: parent, includingParent: includingParent, "snapshot(of:includingParent:)"))
    }

    /// The items that are marked to be reloaded, in the order of marking.
    /// - Complexity: O(marks)
    public var reloadedItemIdentifiers: [ItemIdentifierType] { forest.reloadedItemIdentifiers }

    /// The items that are marked to be reconfigured, in the order of marking.
    /// - Complexity: O(marks)
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { forest.reconfiguredItemIdentifiers }
}
