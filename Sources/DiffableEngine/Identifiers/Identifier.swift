/// The name of a section or an item: a 64-bit integer, or a string of any bytes.
///
/// The integer 1 and the string "1" are different identifiers. Sections and items have separate namespaces, so a
/// section and an item may have the same identifier.
public enum Identifier: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])

    /// The bytes of a string, as UTF-8.
    public init(_ string: String) {
        self = .bytes(Array(string.utf8))
    }
}

extension Identifier: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension Identifier: CustomStringConvertible {
    /// An integer in decimal, or a string in quotes. Characters of a string that could disturb a terminal are escaped.
    public var description: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): "\"" + bytes.withUnsafeBytes { Escaping.escaped($0, quoting: true) } + "\""
        }
    }

    /// Like `description`, but a long string is cut and followed by its size. It is used in messages.
    package var quoted: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): bytes.withUnsafeBytes { Escaping.quoted($0) }
        }
    }
}
