import DiffableEngine

/// What lines are known by when their command runs again: a field, or the whole line. Several lines can have the same
/// key, so each has a number, which says how many lines before it have its key. The number does not depend on a query.
package struct LineKeys {
    private let field: FieldSelection?
    private var numbers: [UInt32] = []
    /// How many lines have a key.
    private var counts: [Identifier: UInt32] = [:]

    /// - Parameter field: nil for the whole line.
    package init(field: FieldSelection? = nil) {
        self.field = field
    }

    /// Numbers the next line.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
        let key = Identifier.bytes(key(of: line))
        let number = counts[key, default: 0]
        counts[key] = number + 1
        numbers.append(number)
    }

    /// Frees what only `append` needs.
    mutating func finish() {
        counts = [:]
    }

    /// The identifier of a line, which was appended as the one with this index. The number is after the last null byte,
    /// so it is not taken for a part of a key that has null bytes.
    func identifier(of line: UnsafeBufferPointer<UInt8>, _ index: Int) -> Identifier {
        .bytes(key(of: line) + [0] + Array(String(numbers[index]).utf8))
    }

    private func key(of line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        field?.text(of: line) ?? Array(line)
    }
}
