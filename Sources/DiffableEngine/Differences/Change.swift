/// One section that changed: its place in the old list and in the new one, as far as each exists.
public struct SectionChange: Hashable, Sendable {
    public var identifier: Identifier
    public var from: Int?
    public var to: Int?
}

/// One item that changed: its place in the old list and in the new one, as far as each exists.
public struct ItemChange: Hashable, Sendable {
    public var identifier: Identifier
    public var from: IndexPath?
    public var to: IndexPath?
    /// A deleted or inserted item that goes or comes with its section: whoever removes or adds the section is done with it.
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

/// A change as it is stored: places alone, -1 where there is none; the identifier is read off the snapshots.
package struct Placement: Equatable {
    package struct Place: Comparable {
        package var section: Int32
        package var item: Int32

        package static let none = Place(section: -1, item: -1)

        package init(section: Int32, item: Int32) {
            self.section = section
            self.item = item
        }

        package init(section: Int, item: Int) {
            self.init(section: Int32(truncatingIfNeeded: section), item: Int32(truncatingIfNeeded: item))
        }

        package init(_ path: IndexPath) {
            self.init(section: path.section, item: path.item)
        }

        package init(section: Int) {
            self.init(section: section, item: -1)
        }

        package static func < (left: Place, right: Place) -> Bool {
            left.key < right.key
        }

        /// Orders places as numbers do; "none" comes first.
        package var key: UInt64 {
            UInt64(UInt32(bitPattern: section &+ 1)) << 32 | UInt64(UInt32(bitPattern: item &+ 1))
        }

        package var path: IndexPath { IndexPath(section: Int(section), item: Int(item)) }
    }

    package var from: Place
    package var to: Place
}
