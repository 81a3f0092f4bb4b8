// Interpolation without inlining. The generic functions of the standard library are inlined into each interpolation,
// which costs hundreds of bytes of code for every value. These overloads are called instead.

extension DefaultStringInterpolation {
    @inline(never)
    package mutating func appendInterpolation(_ value: StaticString) {
        appendLiteral(value.description)
    }

    @inline(never)
    package mutating func appendInterpolation(_ value: Int) {
        appendLiteral(String(value))
    }

    @inline(never)
    package mutating func appendInterpolation(_ value: String) {
        appendLiteral(value)
    }

    /// Quotes the identifier, as messages do.
    @inline(never)
    package mutating func appendInterpolation(_ value: Identifier) {
        appendLiteral(value.quoted)
    }

    @inline(never)
    package mutating func appendLiteral(_ literal: String) {
        write(literal)
    }
}
