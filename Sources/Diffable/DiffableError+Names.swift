import DiffableEngine

extension DiffableError {
    private static var limit: Int { 80 }

    /// A value as messages and descriptions show it, cut after 80 characters: a string in quotes, a case of an enum
    /// with a dot before it. A type that does not describe itself is written as in Swift, without its module.
    /// (`String(describing:)` prints the module of nested types.) Control characters are always escaped, also in what a
    /// value prints of itself.
    @usableFromInline
    static func name<Value>(_ value: Value) -> String {
        let written = spelled(value).unicodeScalars
        var beginning = String(written.prefix(limit))
        let name = beginning.withUTF8 { Escaping.escaped(UnsafeRawBufferPointer($0)) }
        return written.dropFirst(limit).isEmpty ? name : "\(name) ..."
    }

    private static func spelled(_ value: Any) -> String {
        // Only the beginning of a long string is shown, so the rest need not be escaped.
        if value is any StringProtocol {
            return String(String(describing: value).unicodeScalars.prefix(limit)).debugDescription
        }
        if let values = value as? [Any] { return "[\(values.map { spelled($0) }.joined(separator: ", "))]" }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { spelled($0.value) } ?? "nil"
        case .tuple: return "(\(spelled(mirror)))"
        default: break
        }
        if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
            return String(describing: value)
        }
        switch mirror.displayStyle {
        case .enum:
            // A case without a payload has no children. A case that was declared in C has no name.
            guard let (label, payload) = mirror.children.first.map({ ($0.label ?? "", $0.value) }) else {
                let name = String(describing: value)
                return name.contains("(") ? name : ".\(name)"
            }
            let inner = Mirror(reflecting: payload)
            return ".\(label)(\(inner.displayStyle == .tuple ? spelled(inner) : spelled(payload)))"
        case .struct: return "\(type(of: value))(\(spelled(mirror)))"
        default: return "\(type(of: value))"
        }
    }

    /// The children of a value. Labels such as `.0`, which tuples have, are left out.
    private static func spelled(_ mirror: Mirror) -> String {
        mirror.children.map { label, value in
            guard let label, !label.hasPrefix(".") else { return spelled(value) }
            return "\(label): \(spelled(value))"
        }.joined(separator: ", ")
    }
}
