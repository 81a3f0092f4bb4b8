/// An item or a section as it is passed to the engine: its identifier and, optionally, its content. If the same
/// identifier is passed with another content, the element is updated in place.
public struct Element: Hashable, Sendable {
    public var identifier: Identifier
    public var content: Content?

    public init(_ identifier: Identifier, content: Content? = nil) {
        self.identifier = identifier
        self.content = content
    }

    /// An element whose content is a number, such as the version of a row; 0 for no content.
    public init(_ identifier: Identifier, revision: UInt64) {
        self.init(identifier)
        self.revision = revision
    }

    /// The content as a number. It is 0 if there is no content, or if the content is not a number.
    public var revision: UInt64 {
        get { content?.revision ?? 0 }
        set { content = newValue == 0 ? nil : Content(revision: newValue) }
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
