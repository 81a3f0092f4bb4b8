/// The place of an item: its section and its place in it, both from 0.
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
