import DiffableEngine

/// Makes identifiers for lines, by which they are recognized when their command runs again. The key of a line is a
/// field or the whole line. Several lines can have the same key, so the identifier also contains the number of earlier
/// lines with that key. This number does not depend on a query.
package struct LineKeys {
    private let field: FieldSelection?
    private var numbers: [UInt32] = []
    /// For each key, the number of lines that have it.
    private var counts: [Identifier: UInt32] = [:]

    /// - Parameter field: nil for the whole line.
    package init(field: FieldSelection? = nil) {
        self.field = field
    }

    /// Determines the number of the next line.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
        let key = Identifier.bytes(key(of: line))
        let number = counts[key, default: 0]
        counts[key] = number + 1
        numbers.append(number)
    }

    /// Frees the memory that only `append` needs. Call it after the last line.
    mutating func finish() {
        counts = [:]
    }

    /// Returns the identifier of the line that was appended with this index. The number follows the last null byte of
    /// the identifier, so it cannot be confused with a part of the key, even if the key contains null bytes.
    func identifier(of line: UnsafeBufferPointer<UInt8>, _ index: Int) -> Identifier {
        .bytes(key(of: line) + [0] + Array(String(numbers[index]).utf8))
    }

    private func key(of line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        field?.text(of: line) ?? Array(line)
    }
}
