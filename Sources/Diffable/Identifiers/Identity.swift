/// What makes two values the same item or section.
///
/// A value that is only `Hashable` is its own identity. The identity of an `Identifiable` value is its `id`, and `==`
/// compares its content. An object whose `id` is its address, which is the default of `Identifiable` classes, is its
/// own identity, so its `==` can make two objects the same item. A data source can choose another identity with a key
/// path.
///
/// The functions capture types and a key path, and nothing else. The compiler does not let `@Sendable` functions
/// capture a type that is not known to be Sendable, hence `@unchecked`.
@usableFromInline
final class Identity<Value: Hashable>: @unchecked Sendable {
    @usableFromInline let hash: (Value) -> Int
    @usableFromInline let areSame: (Value, Value) -> Bool
    /// The key path that a data source was made with; nil for `id`.
    @usableFromInline let keyPath: AnyKeyPath?

    @inlinable
    init(
        hash: @escaping (Value) -> Int, areSame: @escaping (Value, Value) -> Bool,
        keyPath: AnyKeyPath? = nil
    ) {
        self.hash = hash
        self.areSame = areSame
        self.keyPath = keyPath
    }

    /// The identity of an `Identifiable` value; nil for a value that is its own.
    static func ofValues() -> Identity? {
        func identity<Other: Identifiable>(by: Other.Type) -> Identity? {
            if Other.self is AnyClass, Other.ID.self == ObjectIdentifier.self { return nil }
            // `Other` is `Value`, which the type checker does not know.
            return Identity(
                hash: { unsafeBitCast($0, to: Other.self).id.hashValue },
                areSame: { unsafeBitCast($0, to: Other.self).id == unsafeBitCast($1, to: Other.self).id })
        }
        return (Value.self as? any Identifiable.Type).flatMap { identity(by: $0) }
    }

    /// Identity by another property.
    convenience init<ID: Hashable>(_ keyPath: KeyPath<Value, ID>) {
        self.init(
            hash: { $0[keyPath: keyPath].hashValue }, areSame: { $0[keyPath: keyPath] == $1[keyPath: keyPath] },
            keyPath: keyPath)
    }

    /// Whether lists with these identities compare their values in the same way.
    @inlinable
    static func areEqual(_ left: Identity?, _ right: Identity?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.keyPath == right.keyPath
        default: false
        }
    }
}

extension Identity where Value: Identifiable {
    /// Like `ofValues()`, for types that the compiler knows to be `Identifiable`. It can specialize the comparison.
    @inlinable
    static var byID: Identity? {
        if Value.self is AnyClass, Value.ID.self == ObjectIdentifier.self { return nil }
        return Identity(hash: { $0.id.hashValue }, areSame: { $0.id == $1.id })
    }
}
