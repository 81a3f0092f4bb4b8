/// What a view shows of a section beside its rows: header, footer, or whatever else it asks for.
public struct SupplementaryKind: Equatable, Sendable {
    public static let header = SupplementaryKind("header")
    public static let footer = SupplementaryKind("footer")

    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    /// By bytes: names that look alike are different ones, and nobody needs the tables that tell.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }
}
