// The edits as UIKit spells them. Each one calls its throwing form in `Checked`, if it has one, and stops the program
// if that throws.

extension DiffableDataSourceSectionSnapshot {
    /// Appends items below a parent; without a parent, as roots.
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        do throws(DiffableError) { try checked.append(items, to: parent) } catch { error.stop() }
    }

    /// Inserts items before another item, below the same parent.
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(items, before: item) } catch { error.stop() }
    }

    /// Inserts items after another item and everything below it, below the same parent.
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(items, after: item) } catch { error.stop() }
    }

    /// Inserts a tree before an item, below the same parent.
    public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(snapshot, before: item) } catch { error.stop() }
    }

    /// Inserts a tree after an item and everything below it, below the same parent.
    public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(snapshot, after: item) } catch { error.stop() }
    }

    /// Replaces everything below a parent by a tree. The tree also determines which of the new items are expanded.
    public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
        do throws(DiffableError) { try checked.replace(childrenOf: parent, using: snapshot) } catch { error.stop() }
    }

    /// Deletes items with everything below them, and returns how many were deleted. An item that is not in the tree is
    /// ignored.
    /// - Complexity: O(deleted items * log n)
    @discardableResult
    public mutating func delete(_ items: [ItemIdentifierType]) -> Int { forest.deleteItems(items) }

    /// Deletes all items.
    /// - Complexity: O(1)
    public mutating func deleteAll() { forest.deleteAllItems() }

    /// Expands items, which need not have children. An item that is not in the tree is ignored.
    /// - Complexity: O(items that become visible)
    public mutating func expand(_ items: [ItemIdentifierType]) { forest.expand(items) }

    /// Collapses items. An item that is not in the tree is ignored.
    /// - Complexity: O(items that are hidden)
    public mutating func collapse(_ items: [ItemIdentifierType]) { forest.collapse(items) }
}

// UIKit has none of these.
extension DiffableDataSourceSectionSnapshot {
    /// Makes items expandable, or no longer expandable. An expandable item has a sign of expansion even without
    /// children. The handler `snapshotForExpandingParent` can add the children when the item is expanded. An item that
    /// is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func setExpandable(_ items: [ItemIdentifierType], _ isExpandable: Bool) {
        forest.setExpandable(items, isExpandable)
    }

    /// Makes items keep their expansion: an apply gives each of them the state that it has in the current list of the
    /// data source. An item that is neither a parent nor expandable in that list gets the state that it has in this
    /// tree. Calling `expand` or `collapse` for an item revokes this. An item that is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func keepExpansion(_ items: [ItemIdentifierType]) { forest.keepExpansion(items) }

    /// Makes items keep their children: an apply gives each of them that has no children in this tree everything that
    /// is below it in the current list of the data source, for example children that were loaded when the item was
    /// expanded. Items that are elsewhere in the new list are left out, with everything below them. An item that is not
    /// in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func keepChildren(_ items: [ItemIdentifierType]) { forest.keepChildren(items) }

    /// Gives items, visible or hidden, new content, and marks those whose content differs to be reconfigured. Returns
    /// how many differ.
    @discardableResult
    public mutating func updateItems(_ items: [ItemIdentifierType]) -> Int {
        do throws(DiffableError) { return try checked.updateItems(items) } catch { error.stop() }
    }

    /// Marks items, visible or hidden, so that the next apply gives them new cells. The passed items replace those in
    /// the tree, with their content.
    public mutating func reloadItems(_ items: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reloadItems(items) } catch { error.stop() }
    }

    /// Marks items, visible or hidden, so that the next apply runs the provider again for their existing cells. The
    /// passed items replace those in the tree, with their content.
    public mutating func reconfigureItems(_ items: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reconfigureItems(items) } catch { error.stop() }
    }
}
