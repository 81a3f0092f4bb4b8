/// The index of a section, and the index of an item in that section, both from 0.
public struct IndexPath: Hashable, Sendable {
    public var section: Int
    public var item: Int

    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}

extension IndexPath: Comparable {
    public static func < (left: IndexPath, right: IndexPath) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }
}
