import CLibc

/// An identifier in the memory of its owner. It is valid only as long as that memory is.
///
/// The layout is that of `diffable_id` in the C API, so an array of those is read in place: Swift stores the properties of a struct in
/// the order of their declaration, aligned as in C. An element of such an array may be no identifier. Every other value is one.
package struct RawIdentifier {
    private static let integerKind: UInt32 = 1
    private static let bytesKind: UInt32 = 2

    private let kind: UInt32
    /// The integer, or the address of the bytes.
    private let word: UInt64
    private let size: Int

    package enum Value {
        case integer(Int64)
        case bytes(UnsafeRawBufferPointer)
    }

    @inline(__always)
    package static func integer(_ value: Int64) -> Self {
        Self(kind: integerKind, word: UInt64(bitPattern: value), size: 0)
    }

    @inline(__always)
    package static func bytes(_ bytes: UnsafeRawBufferPointer) -> Self {
        Self(kind: bytesKind, word: UInt64(UInt(bitPattern: bytes.baseAddress)), size: bytes.count)
    }

    /// The integer or the bytes of an identifier.
    @inline(__always)
    package var value: Value {
        if let integer { return .integer(integer) }
        return .bytes(UnsafeRawBufferPointer(start: size == 0 ? nil : start, count: size))
    }

    /// The integer, if the element is one.
    @inline(__always)
    var integer: Int64? { kind == Self.integerKind ? Int64(bitPattern: word) : nil }

    /// The start of the bytes, if the element has bytes of that size.
    @inline(__always)
    func start(ofSize size: Int) -> UnsafeRawPointer? {
        kind == Self.bytesKind && self.size == size ? start : nil // mutant: same-beginning-matches
    }

    /// The number of bytes of an identifier that is not an integer.
    @inline(__always)
    var byteCount: Int { size }

    /// Whether the element is the identifier of no bytes.
    @inline(__always)
    var isEmpty: Bool { kind == Self.bytesKind && size == 0 }

    /// False for an unknown kind, and for bytes at NULL. A `size_t` beyond the address space is a negative size.
    @inline(__always)
    package var isIdentifier: Bool {
        kind == Self.integerKind || kind == Self.bytesKind && (size == 0 || size > 0 && start != nil) // mutant: negative-size
    }

    /// The start of the bytes of an identifier that is not an integer.
    @inline(__always)
    var start: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word)) }

    /// Prefetches the bytes, which lie anywhere in the owner's memory. If there are none, does nothing or requests memory in vain.
    @inline(__always)
    func prefetch() {
        guard kind == Self.bytesKind, let start else { return }
        diffable_prefetch(start)
        diffable_prefetch(start + size)
    }

    static func equal(_ left: RawIdentifier, _ right: RawIdentifier) -> Bool {
        switch (left.value, right.value) {
        case (.integer(let left), .integer(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left.elementsEqual(right)
        default: false
        }
    }
}

/// A list of identifiers in the memory of its owner. Each element is known to be an identifier.
package struct RawIdentifiers {
    private let elements: UnsafeBufferPointer<RawIdentifier>

    package init(_ elements: UnsafeBufferPointer<RawIdentifier>) {
        self.elements = elements
    }

    /// The same list as one whose elements need not be identifiers.
    package var unchecked: UncheckedIdentifiers { UncheckedIdentifiers(elements) }

    package var count: Int { elements.count }

    package subscript(index: Int) -> RawIdentifier { elements[index] }
}

/// A list whose elements are checked when they are read: each may be an identifier or not. A check of its own would read all of their
/// memory once more, so an edit checks elements while it interns them. Only `interned` returns identifiers of the list.
package struct UncheckedIdentifiers {
    let elements: UnsafeBufferPointer<RawIdentifier>

    package init(_ elements: UnsafeBufferPointer<RawIdentifier>) {
        self.elements = elements
    }

    package var count: Int { elements.count }

    /// Interns all elements in a table, and writes their handles to memory. Returns the list, which is checked now.
    func interned(in table: IdentifierTable, into handles: UnsafeMutableBufferPointer<Handle>) -> Interned {
        let interned = table.internAll(self, into: handles)
        if interned == count { return .all(RawIdentifiers(elements)) }
        // Interning stopped in a batch that has no handles. Some of its elements may be identifiers.
        for index in interned..<count where !elements[index].isIdentifier { return .noIdentifier(at: index) }
        return .tableFull
    }

    enum Interned {
        case all(RawIdentifiers)
        case noIdentifier(at: Int)
        case tableFull
    }
}

extension Identifier {
    package init(_ raw: RawIdentifier) {
        switch raw.value {
        case .integer(let value): self = .integer(value)
        case .bytes(let bytes): self = .bytes(Array(bytes))
        }
    }

    package func withRaw<Result, Failure>(_ body: (RawIdentifier) throws(Failure) -> Result) throws(Failure) -> Result {
        switch self {
        case .integer(let value): try body(.integer(value))
        case .bytes(let bytes):
            try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(.bytes(UnsafeRawBufferPointer(bytes))) }
        }
    }
}
