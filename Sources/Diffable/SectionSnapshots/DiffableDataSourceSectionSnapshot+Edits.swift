// The edits as UIKit spells them. Each one calls its throwing form, and stops the program where that throws.

extension DiffableDataSourceSectionSnapshot {
    /// Appends items below a parent; without a parent, as roots.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k)
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        do throws(DiffableError) { try checked.append(items, to: parent) } catch { error.stop() }
    }

    /// Inserts items before another one, below the same parent.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k + b)
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(items, before: item) } catch { error.stop() }
    }

    /// Inserts items after another one and everything below it, below the same parent.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k + b)
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(items, after: item) } catch { error.stop() }
    }

    /// Inserts a tree before an item, below the same parent.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k + b)
    public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(snapshot, before: item) } catch { error.stop() }
    }

    /// Inserts a tree after an item and everything below it, below the same parent.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k + b)
    public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) {
        do throws(DiffableError) { try checked.insert(snapshot, after: item) } catch { error.stop() }
    }

    /// Deletes items with everything below them, and returns how many. One that is not in the tree is ignored.
    /// - Complexity: O(deleted items + b)
    @discardableResult
    public mutating func delete(_ items: [ItemIdentifierType]) -> Int { checked.delete(items) }

    /// Deletes all items.
    /// - Complexity: O(1)
    public mutating func deleteAll() { checked.deleteAll() }

    /// Replaces everything below a parent by a tree, with its expanded items.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(deleted and added items)
    public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
        do throws(DiffableError) { try checked.replace(childrenOf: parent, using: snapshot) } catch { error.stop() }
    }

    /// Expands items, which need not have children. One that is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func expand(_ items: [ItemIdentifierType]) { checked.expand(items) }

    /// Collapses items. One that is not in the tree is ignored.
    /// - Complexity: O(k)
    public mutating func collapse(_ items: [ItemIdentifierType]) { checked.collapse(items) }
}
