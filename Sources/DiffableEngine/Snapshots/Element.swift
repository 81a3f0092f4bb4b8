/// An item or a section as a caller passes it: its identifier, and the revision of its content.
///
/// The revision is any number that changes when the content does (a row version, a modification time, a
/// hash), or 0 for none. The same identifier with another revision is an update in place.
public struct Element: Hashable, Sendable {
    public var identifier: Identifier
    public var revision: UInt64

    public init(_ identifier: Identifier, revision: UInt64 = 0) {
        self.identifier = identifier
        self.revision = revision
    }
}

extension Element: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) {
        self.init(Identifier(value))
    }

    public init(integerLiteral value: Int64) {
        self.init(.integer(value))
    }
}
