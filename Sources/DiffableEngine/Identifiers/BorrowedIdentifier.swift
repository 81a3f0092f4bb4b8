import CLibc

/// An identifier in the memory of its owner. It is valid only as long as that memory is.
///
/// The layout is that of `diffable_id` in the C API, so an array of those is read in place: Swift stores the properties
/// of a struct in the order of their declaration, aligned as in C. An element that a caller passes need not be a valid
/// identifier; `isIdentifier` checks it.
package struct BorrowedIdentifier {
    private static let integerKind: UInt32 = 1
    private static let bytesKind: UInt32 = 2

    private let kind: UInt32
    /// The integer. It is not used if the identifier is bytes.
    private let number: Int64
    /// The start of the bytes. It is not used if the identifier is an integer.
    let start: UnsafeRawPointer?
    /// The number of bytes. It is not used if the identifier is an integer.
    private let size: Int

    package enum Value {
        case integer(Int64)
        case bytes(UnsafeRawBufferPointer)
    }

    @inline(__always)
    package static func integer(_ value: Int64) -> Self {
        Self(kind: integerKind, number: value, start: nil, size: 0)
    }

    @inline(__always)
    package static func bytes(_ bytes: UnsafeRawBufferPointer) -> Self {
        Self(kind: bytesKind, number: 0, start: bytes.baseAddress, size: bytes.count)
    }

    /// The bytes between two offsets. The result is not a valid identifier if `end` is less than `first`, or if there
    /// are bytes at NULL.
    @inline(__always)
    static func bytes(_ start: UnsafeRawPointer?, from first: Int, to end: Int) -> Self {
        Self(
            kind: bytesKind, number: 0, start: UnsafeRawPointer(bitPattern: Int(bitPattern: start) &+ first),
            size: end &- first)
    }

    /// Some bytes. The result is not a valid identifier if the size is negative, or if there are bytes at NULL.
    @inline(__always)
    package static func bytes(_ start: UnsafeRawPointer?, size: Int) -> Self {
        bytes(start, from: 0, to: size)
    }

    /// The integer or the bytes of an identifier.
    @inline(__always)
    package var value: Value {
        if let integer { return .integer(integer) }
        return .bytes(UnsafeRawBufferPointer(start: size == 0 ? nil : start, count: size))
    }

    /// The integer, if the element is one.
    @inline(__always)
    var integer: Int64? { kind == Self.integerKind ? number : nil }

    /// The start of the bytes, if the element has bytes of that size.
    @inline(__always)
    func start(ofSize size: Int) -> UnsafeRawPointer? {
        kind == Self.bytesKind && self.size == size ? start : nil
    }

    /// The number of bytes of an identifier that is not an integer.
    @inline(__always)
    var byteCount: Int { size }

    /// Whether the element is an empty string.
    @inline(__always)
    var isEmpty: Bool { kind == Self.bytesKind && size == 0 }

    /// Whether the element is a valid identifier. False if its kind is unknown, if there are bytes at NULL, or if the
    /// size is negative, as a `size_t` above `Int.max` is.
    @inline(__always)
    package var isIdentifier: Bool {
        kind == Self.integerKind || kind == Self.bytesKind && (size == 0 || size > 0 && start != nil)
    }

    /// Describes what is wrong with an element that is not an identifier. In a message, it follows the name of the
    /// element.
    package var errorMessage: String {
        switch kind {
        case 0: "is DIFFABLE_ID_NONE"
        case Self.bytesKind where size < 0: "has a size of \(UInt(bitPattern: size)), which is larger than memory"
        case Self.bytesKind: "is NULL with a size of \(size)"
        default: "has the unknown kind \(Int32(bitPattern: kind))"
        }
    }

    /// Prefetches the bytes, which may be anywhere in memory. If the element is not an identifier, the prefetch is
    /// useless, but does no harm.
    @inline(__always)
    func prefetch() {
        guard kind == Self.bytesKind, let start else { return }
        diffable_prefetch(start)
        diffable_prefetch(start + size)
    }

    package static func equal(_ left: BorrowedIdentifier, _ right: BorrowedIdentifier) -> Bool {
        switch (left.value, right.value) {
        case (.integer(let left), .integer(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left.elementsEqual(right)
        default: false
        }
    }
}

/// A list of identifiers in the memory of its owner. Each element is known to be an identifier.
package struct BorrowedIdentifiers {
    /// The same list, for functions that check the elements themselves.
    package let unchecked: UncheckedIdentifiers

    package init(_ elements: UnsafeBufferPointer<BorrowedIdentifier>) {
        unchecked = UncheckedIdentifiers(elements)
    }

    /// Every integer is an identifier.
    package init(integers: UnsafeBufferPointer<Int64>) {
        unchecked = UncheckedIdentifiers(integers: integers)
    }

    fileprivate init(_ unchecked: UncheckedIdentifiers) {
        self.unchecked = unchecked
    }

    package var count: Int { unchecked.count }

    @inline(never)
    package subscript(index: Int) -> BorrowedIdentifier { unchecked[index] }
}

/// A list of elements that need not be valid identifiers. An edit checks them while it interns them, because a separate
/// check would read all of their memory once more. If all are identifiers, `interned` returns them as
/// `BorrowedIdentifiers`.
package struct UncheckedIdentifiers {
    private enum Memory {
        case elements(UnsafePointer<BorrowedIdentifier>)
        case integers(UnsafePointer<Int64>)
        /// Strings that follow one another in memory, and the offset at which each of them ends. If an end is less than
        /// the end before it, the element has a negative size and is not an identifier.
        case strings(UnsafeRawPointer?, ends: UnsafePointer<Int>)
    }

    /// nil for an empty list.
    private let memory: Memory?
    package let count: Int

    private init(_ memory: Memory?, _ count: Int) {
        self.memory = memory
        self.count = count
    }

    package init(_ elements: UnsafeBufferPointer<BorrowedIdentifier>) {
        self.init(elements.baseAddress.map { .elements($0) }, elements.count)
    }

    package init(integers: UnsafeBufferPointer<Int64>) {
        self.init(integers.baseAddress.map { .integers($0) }, integers.count)
    }

    /// - Parameter ends: the offset in `bytes` at which each string ends. The next one begins there.
    package init(strings bytes: UnsafeRawPointer?, ends: UnsafeBufferPointer<Int>) {
        self.init(ends.baseAddress.map { .strings(bytes, ends: $0) }, ends.count)
    }

    /// Whether the elements are in memory as an array of `BorrowedIdentifier`.
    var areElements: Bool {
        if case .elements = memory { true } else { false }
    }

    var areStrings: Bool {
        if case .strings = memory { true } else { false }
    }

    /// An element, which need not be an identifier.
    @inline(__always)
    subscript(index: Int) -> BorrowedIdentifier {
        switch memory.unsafelyUnwrapped {
        case .elements(let start): start[index]
        case .integers(let start): .integer(start[index])
        case .strings(let bytes, let ends): .bytes(bytes, from: index == 0 ? 0 : ends[index &- 1], to: ends[index])
        }
    }

    /// Returns some of the elements. Unless `areElements`, they are written to `buffer`.
    func elements(
        _ first: Int, count: Int, buffer: UnsafeMutableBufferPointer<BorrowedIdentifier>
    ) -> UnsafeBufferPointer<BorrowedIdentifier> {
        if case .elements(let start) = memory { return UnsafeBufferPointer(start: start + first, count: count) }
        for index in 0..<count { buffer.initializeElement(at: index, to: self[first &+ index]) }
        return UnsafeBufferPointer(start: buffer.baseAddress, count: count)
    }

    /// Interns all elements in a table, and writes their handles to memory. Returns the checked list.
    func interned(in table: IdentifierTable, into handles: UnsafeMutableBufferPointer<Handle>) -> Interned {
        let interned = table.internAll(self, into: handles)
        if interned == count { return .all(BorrowedIdentifiers(self)) }
        // Interning stopped before a batch, whose elements have no handles. Some of them may be identifiers.
        for index in interned..<count where !self[index].isIdentifier { return .invalidIdentifier(at: index) }
        return .tableFull
    }

    enum Interned {
        case all(BorrowedIdentifiers)
        case invalidIdentifier(at: Int)
        case tableFull
    }
}

extension Identifier {
    package init(_ raw: BorrowedIdentifier) {
        switch raw.value {
        case .integer(let value): self = .integer(value)
        case .bytes(let bytes): self = .bytes(Array(bytes))
        }
    }

    package func withRaw<Result, Failure>(_ body: (BorrowedIdentifier) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        switch self {
        case .integer(let value): try body(.integer(value))
        case .bytes(let bytes):
            try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
                try body(.bytes(UnsafeRawBufferPointer(bytes)))
            }
        }
    }
}
