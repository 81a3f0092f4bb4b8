/// What names a section or an item: a 64-bit integer, or a string of any bytes.
///
/// The integer 1 and the string "1" are different identifiers. Sections and items have separate namespaces, so a
/// section and an item may have the same identifier.
public enum Identifier: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])

    /// The identifier spelled by a string, as UTF-8.
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
    /// Integers as they are; strings in quotes, with whatever could disturb a terminal escaped.
    public var description: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): "\"" + bytes.withUnsafeBytes { Escaping.escaped($0, quoting: true) } + "\""
        }
    }

    /// The same, but of a long string only the beginning, and its size: for messages.
    package var quoted: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): bytes.withUnsafeBytes { Escaping.quoted($0) }
        }
    }
}
