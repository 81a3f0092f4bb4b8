/// An identifier that is still where the caller keeps it. It is valid only as long as that memory is.
package enum RawIdentifier {
    case integer(Int64)
    case bytes(UnsafeRawBufferPointer)
}

extension Identifier {
    package init(_ raw: RawIdentifier) {
        switch raw {
        case .integer(let value): self = .integer(value)
        case .bytes(let bytes): self = .bytes(Array(bytes))
        }
    }

    package func withRaw<Result>(_ body: (RawIdentifier) -> Result) -> Result {
        switch self {
        case .integer(let value): body(.integer(value))
        case .bytes(let bytes): bytes.withUnsafeBytes { body(.bytes($0)) }
        }
    }
}

extension RawIdentifier {
    static func equal(_ left: RawIdentifier, _ right: RawIdentifier) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left.elementsEqual(right)
        default: false
        }
    }
}
