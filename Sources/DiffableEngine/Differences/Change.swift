/// A section that changed, with its index in the old list and in the new one. An index is nil if the section is not in
/// that list.
public struct SectionChange: Hashable, Sendable {
    public var identifier: Identifier
    public var from: Int?
    public var to: Int?
}

/// An item that changed, with its index path in the old list and in the new one. An index path is nil if the item is
/// not visible in that list.
public struct ItemChange: Hashable, Sendable {
    public var identifier: Identifier
    public var from: IndexPath?
    public var to: IndexPath?
    /// Whether the item is deleted or inserted together with its section, so that it needs no change of its own.
    public var withSection: Bool
}

/// The kinds of changes; the numbers are those of the C API.
package enum ChangeKind: Int32, CaseIterable {
    case deletedSections = 0
    case insertedSections = 1
    case movedSections = 2
    case updatedSections = 3
    case deletedItems = 4
    case insertedItems = 5
    case movedItems = 6
    case reloadedItems = 7
    case reconfiguredItems = 8

    package var isOfSections: Bool { rawValue <= ChangeKind.updatedSections.rawValue }
}

/// A change as it is stored: only its index paths. The identifier is read from one of the snapshots.
package struct PackedChange: Equatable, BitwiseCopyable {
    package var from: PackedIndexPath
    package var to: PackedIndexPath
}

/// An index path in 8 bytes. In the index path of a section, `item` is -1. In `none`, both properties are -1.
package struct PackedIndexPath: Comparable, BitwiseCopyable {
    package var section: Int32
    package var item: Int32

    package static let none = PackedIndexPath(section: -1, item: -1)

    package init(section: Int32, item: Int32) {
        self.section = section
        self.item = item
    }

    package init(section: Int, item: Int = -1) {
        self.init(section: Int32(truncatingIfNeeded: section), item: Int32(truncatingIfNeeded: item))
    }

    package init(_ path: IndexPath) {
        self.init(section: path.section, item: path.item)
    }

    package static func < (left: PackedIndexPath, right: PackedIndexPath) -> Bool {
        left.key < right.key
    }

    /// A number that orders index paths. The key of `none` is 0.
    package var key: UInt64 {
        UInt64(UInt32(bitPattern: section + 1)) << 32 | UInt64(UInt32(bitPattern: item + 1))
    }

    package var path: IndexPath { IndexPath(section: Int(section), item: Int(item)) }
}
