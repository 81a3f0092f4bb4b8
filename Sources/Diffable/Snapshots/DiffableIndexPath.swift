/// The index of a section, and the index of an item in that section, both from 0.
///
/// `IndexPath(path)` and `DiffableIndexPath(indexPath)` convert to and from Foundation's index path, although this
/// module does not import Foundation. In a program that imports Foundation, its index path has `row`, `item` and
/// `section`, as with UIKit.
public struct DiffableIndexPath: Hashable, Sendable {
    /// The index of the section.
    public var section: Int
    /// The index of the item in its section.
    public var item: Int

    /// The index path of an item, as for a collection view.
    @inlinable
    public init(item: Int, section: Int) {
        self.section = section
        self.item = item
    }

    /// The index path of an item, as for a table view.
    @inlinable
    public init(row: Int, section: Int) {
        self.init(item: row, section: section)
    }

    /// The two indexes of Foundation's index path, or of another collection.
    /// - Precondition: there are two.
    public init(_ indexes: some Collection<Int>) {
        precondition(indexes.count == 2, "an index path of a list has two indexes: a section and an item")
        self.init(item: indexes[indexes.index(after: indexes.startIndex)], section: indexes[indexes.startIndex])
    }

    /// The index of the item in its section, as table views call it.
    public var row: Int {
        get { item }
        set { item = newValue }
    }
}

extension DiffableIndexPath: Comparable {
    /// The order of a list.
    public static func < (left: Self, right: Self) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }
}

extension DiffableIndexPath: RandomAccessCollection, CustomStringConvertible {
    /// The position of the section in this collection of two indexes.
    public var startIndex: Int { 0 }
    /// The number of indexes.
    public var endIndex: Int { 2 }

    /// The section at 0, the item at 1.
    public subscript(index: Int) -> Int {
        precondition(index == 0 || index == 1, "an index path of a list has two indexes")
        return index == 0 ? section : item
    }

    /// A text such as "[0, 3]", like the description of Foundation's index path.
    public var description: String { "[\(section), \(item)]" }
}
