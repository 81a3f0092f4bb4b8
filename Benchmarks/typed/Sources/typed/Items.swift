// Items of a Swift program, as C writes them down.

/// An identifier and a content. `==` compares both, and the identity is the identifier.
struct Row: Identifiable, Hashable, Sendable {
    let id: String
    var revision: UInt64
}

/// The same as DifferenceKit has its elements: an identifier, by which they are equal, and a content.
struct Element: Hashable {
    let row: Row

    static func == (left: Element, right: Element) -> Bool { left.row.id == right.row.id }
    func hash(into hasher: inout Hasher) { hasher.combine(row.id) }
}

/// The items of a list. Each list has values of its own, so that nobody is helped by equal pointers.
enum Items {
    case strings([String])
    case integers([Int])
    case rows([Row], [Element])

    /// - Parameters:
    ///   - kind: a `typed_kind` of C.
    ///   - bytes: identifiers of 36 bytes each, one behind the other.
    init(kind: Int32, _ bytes: UnsafePointer<UInt8>, _ revisions: UnsafePointer<UInt64>, count: Int) {
        let size = 36
        func string(_ place: Int) -> String {
            String(decoding: UnsafeBufferPointer(start: bytes + place * size, count: size), as: UTF8.self)
        }
        switch kind {
        case 0: self = .strings((0..<count).map { string($0) })
        case 1: self = .integers((0..<count).map { Self.integer(bytes + $0 * size) })
        default:
            let rows = (0..<count).map { Row(id: string($0), revision: revisions[$0]) }
            self = .rows(rows, rows.map { Element(row: $0) })
        }
    }

    /// The first 16 hexadecimal digits of an identifier, which are others in every identifier.
    private static func integer(_ bytes: UnsafePointer<UInt8>) -> Int {
        var number: UInt64 = 0
        for byte in UnsafeBufferPointer(start: bytes, count: 18) where byte != UInt8(ascii: "-") {
            number =
                number << 4
                | UInt64(byte < UInt8(ascii: "a") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "a") + 10)
        }
        return Int(truncatingIfNeeded: number)
    }

    /// The bytes of a value in an array, without what it points to.
    var stride: Int {
        switch self {
        case .strings: MemoryLayout<String>.stride
        case .integers: MemoryLayout<Int>.stride
        case .rows: MemoryLayout<Row>.stride
        }
    }
}
