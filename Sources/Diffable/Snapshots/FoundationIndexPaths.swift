// Members for Foundation's `IndexPath`. This module does not import Foundation, so it names the protocols of
// `IndexPath` instead: a mutable collection of integers that is expressible by array literals and comparable, which
// arrays are not. UIKit adds the same members. On systems without UIKit, no other module adds all of them.

#if !canImport(UIKit)
extension RandomAccessCollection
where
    Self: MutableCollection & Comparable & ExpressibleByArrayLiteral, Element == Int, ArrayLiteralElement == Int,
    Index == Int
{
    /// The index path of an item, as for a collection view.
    public init(item: Int, section: Int) {
        self = [section, item]
    }

    /// The index path of an item, as for a table view.
    public init(row: Int, section: Int) {
        self = [section, row]
    }

    /// Foundation's index path with the same two indexes.
    public init(_ indexPath: DiffableIndexPath) {
        self = [indexPath.section, indexPath.item]
    }

    /// The index of the section.
    /// - Precondition: the index path is not empty.
    public var section: Int {
        get { self[index(0, of: "section")] }
        set { self[index(0, of: "section")] = newValue }
    }

    /// The index of the item in its section.
    /// - Precondition: the index path has two indexes.
    public var item: Int {
        get { self[index(1, of: "item")] }
        set { self[index(1, of: "item")] = newValue }
    }

    /// The index of the item in its section, as table views call it.
    /// - Precondition: the index path has two indexes.
    public var row: Int {
        get { item }
        set { item = newValue }
    }

    private func index(_ index: Int, of name: StaticString) -> Int {
        if count > index { return index }
        fatalError("\(name): an index path of a list has two indexes, a section and an item; this one has \(count)")
    }
}
#endif

extension DiffableDataSourceSnapshot {
    /// The item at an index path of Foundation's; nil if there is none.
    /// - Complexity: O(log n)
    public func itemIdentifier(at indexPath: some RandomAccessCollection<Int>) -> ItemIdentifierType? {
        indexPath.count == 2 ? itemIdentifier(at: DiffableIndexPath(indexPath)) : nil
    }
}

extension DiffableDataSource {
    /// The item at an index path of Foundation's; nil if there is none.
    /// - Complexity: O(log n)
    public func itemIdentifier(for indexPath: some RandomAccessCollection<Int>) -> ItemIdentifierType? {
        current.itemIdentifier(at: indexPath)
    }

    /// Moves an item as for a user's drag, by index paths of Foundation's, with everything below the item.
    /// - Parameter destination: the new index path in the list without the item and the rows below it.
    /// - Precondition: the index paths are in the list, and no handler throws; ``checked`` has the throwing form.
    @discardableResult
    public func reorderItem(
        from origin: some RandomAccessCollection<Int>, to destination: some RandomAccessCollection<Int>
    ) -> Transaction {
        stopping("reorderItem(from:to:)") { try checked.reorderItem(from: origin, to: destination) }
    }

    /// The index path of an item as an `IndexPath` of Foundation, if the caller expects that type; nil if the item is
    /// hidden, or if the list does not have it.
    /// - Complexity: O(log n)
    public func indexPath<IndexPath: RandomAccessCollection & ExpressibleByArrayLiteral>(
        for itemIdentifier: ItemIdentifierType
    ) -> IndexPath? where IndexPath.Element == Int, IndexPath.ArrayLiteralElement == Int {
        let known: DiffableIndexPath? = indexPath(for: itemIdentifier)
        return known.map { [$0.section, $0.item] }
    }
}

extension DiffableDataSource.Checked {
    /// Moves an item as for a user's drag, by index paths of Foundation's, with everything below the item.
    /// - Parameter destination: the new index path in the list without the item and the rows below it.
    /// - Throws: `invalidArgument` for index paths that are not in the list; what the handlers throw; as `apply` does.
    @discardableResult
    public func reorderItem(
        from origin: some RandomAccessCollection<Int>, to destination: some RandomAccessCollection<Int>
    ) throws -> DiffableDataSource.Transaction {
        guard origin.count == 2, destination.count == 2 else {
            throw DiffableError(
                .invalidArgument, "an index path of a list has two indexes: a section and an item",
                call: "reorderItem(from:to:)")
        }
        return try reorderItem(from: DiffableIndexPath(origin), to: DiffableIndexPath(destination))
    }
}
