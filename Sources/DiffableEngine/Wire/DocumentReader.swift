/// Reads untrusted bytes as a document. Every function that fails throws an error with the offset of the mistake.
/// Memory is allocated only for what was read, and never for a number that the document claims.
struct DocumentReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    let call: StaticString
    /// The most elements of a list.
    private static let limit = UInt64(Int32.max)

    init(_ bytes: UnsafeRawBufferPointer, _ call: StaticString) {
        self.bytes = bytes
        self.call = call
    }

    func error(_ message: String, at offset: Int) -> DiffableError {
        DiffableError(.malformed, position: offset, [.text("\(call): \(message) at byte "), .index(offset)])
    }

    private var rest: Int { bytes.count - offset }

    @inline(__always)
    private mutating func head() throws(DiffableError) -> (major: CBOR, number: UInt64) {
        if offset < bytes.count {
            let first = bytes.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
            if first & 0x1F < 24 {
                offset &+= 1
                return (CBOR(ofHead: first), UInt64(first & 0x1F))
            }
        }
        return try longHead()
    }

    @inline(never)
    private mutating func longHead() throws(DiffableError) -> (major: CBOR, number: UInt64) {
        let start = offset
        guard rest > 0 else { throw error("the document ends", at: start) }
        let first = bytes[offset]
        let (major, low) = (CBOR(ofHead: first), UInt64(first & 0x1F))
        guard low < 28 else { throw error("there is no head of definite length", at: start) }
        offset += 1
        let size = 1 << Int(low - 24)
        guard rest >= size else { throw error("the document ends", at: bytes.count) }
        let number: UInt64
        switch size {
        case 1: number = UInt64(bytes[offset])
        case 2: number = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        case 4: number = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        default: number = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        offset += size
        if major != .simple && (size == 1 ? number < 24 : number >> UInt64(4 * size) == 0) {
            throw error("a head is longer than it must be", at: start)
        }
        return (major, number)
    }

    /// Reads a head, and returns the number of elements of the array.
    mutating func array() throws(DiffableError) -> Int {
        let start = offset
        let (major, count) = try head()
        if major != .array { throw error("there is no array", at: start) }
        // Each element takes at least one byte.
        if count > UInt64(rest) { throw error("the document ends", at: bytes.count) }
        return Int(count)
    }

    mutating func array(of count: Int) throws(DiffableError) {
        let start = offset
        if try array() != count { throw error("there is no array of \(count) elements", at: start) }
    }

    /// Reads a number of elements, or a position.
    mutating func number(atLeast least: Int = 0) throws(DiffableError) -> Int {
        let start = offset
        let (major, number) = try head()
        if major != .unsigned || number > Self.limit || number < UInt64(least) {
            throw error("there is no number that fits", at: start)
        }
        return Int(number)
    }

    mutating func difference() throws(DiffableError) -> Int {
        let start = offset
        let (major, number) = try head()
        if number <= Self.limit {
            if major == .unsigned { return Int(number) }
            if major == .negative { return ~Int(number) }
        }
        throw error("there is no number that fits", at: start)
    }

    /// Reads null, if it is next.
    mutating func null() -> Bool {
        if rest == 0 || bytes[offset] != CBOR.simple.rawValue | UInt8(CBOR.null) { return false }
        offset += 1
        return true
    }

    private mutating func string(_ number: UInt64) throws(DiffableError) -> UnsafeRawBufferPointer {
        if number > UInt64(rest) { throw error("the document ends", at: bytes.count) }
        let string = UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + offset }, count: Int(number))
        offset += Int(number)
        return string
    }

    private mutating func text() throws(DiffableError) -> UnsafeRawBufferPointer {
        let start = offset
        let (major, size) = try head()
        if major != .text { throw error("there is no text", at: start) }
        let text = try string(size)
        if !UTF8Bytes.areValid(text) { throw error("there is a text that is not UTF-8", at: start) }
        return text
    }

    /// Reads the beginning of a document, and returns the name of the list; nil if it has none.
    mutating func beginning(_ kind: Document.Kind) throws(DiffableError) -> UnsafeRawBufferPointer? {
        let start = offset
        let count = try array()
        let formatAt = offset
        if !areEqual(try text(), "diffable") { throw error("there is no document of a list", at: formatAt) }
        let versionAt = offset
        let (major, version) = try head()
        if major != .unsigned || version != UInt64(Document.formatVersion) {
            throw error("there is another version of the format", at: versionAt)
        }
        let kindAt = offset
        let found = try text()
        if !areEqual(found, kind.text) {
            let message =
                switch kind {
                case .snapshot where areEqual(found, Document.Kind.patch.text): "there is a patch instead of a snapshot"
                case .patch where areEqual(found, Document.Kind.snapshot.text): "there is a snapshot instead of a patch"
                case .snapshot: "there is no snapshot"
                case .patch: "there is no patch"
                }
            throw error(message, at: kindAt)
        }
        if count != kind.elementCount { throw error("there is no array of \(kind.elementCount) elements", at: start) }
        return null() ? nil : try text()
    }

    private func areEqual(_ text: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        BorrowedContent.areEqual(text, UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    mutating func end() throws(DiffableError) {
        if rest > 0 { throw error("the document does not end", at: offset) }
    }

    @inline(__always)
    mutating func identifier() throws(DiffableError) -> BorrowedIdentifier {
        let start = offset
        let (major, number) = try head()
        switch major {
        case .unsigned where number <= UInt64(Int64.max): return .integer(Int64(number))
        case .negative where number <= UInt64(Int64.max): return .integer(~Int64(number))
        case .text, .bytes:
            let string = try string(number)
            if UTF8Bytes.areValid(string) != (major == .text) {
                throw error(
                    major == .text ? "there is a text that is not UTF-8" : "there are bytes that should be a text",
                    at: start)
            }
            return .bytes(string)
        default: throw error("there is no identifier", at: start)
        }
    }

    mutating func content() throws(DiffableError) -> BorrowedContent {
        let start = offset
        guard rest > 0, bytes[offset] & 0xE0 == CBOR.map.rawValue else {
            let (major, size) = try head()
            if major != .bytes { throw error("there is no content", at: start) }
            let string = try string(size)
            if ContentKind(of: string) != .opaque { throw error("there are bytes that should be a map", at: start) }
            if size > UInt64(Int32.max) { throw error("there is a content of more than 2 GiB", at: start) }
            return BorrowedContent(data: string.baseAddress, size: string.count)
        }
        var item = ContentItem(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
        if !item.isValid() { throw error("there is no map in deterministic CBOR", at: start + item.offset) }
        if item.hasReference { throw error("there is a content with a value of another process", at: start) }
        if item.offset > Int(Int32.max) { throw error("there is a content of more than 2 GiB", at: start) }
        offset += item.offset
        return BorrowedContent(data: bytes.baseAddress.map { $0 + start }, size: item.offset)
    }

    mutating func digest() throws(DiffableError) -> Digest {
        let start = offset
        let (major, size) = try head()
        if major != .bytes || size != 16 { throw error("there is no version", at: start) }
        let string = try string(size)
        return Digest(bytes: string)
    }

    /// Reads a set of positions.
    /// - Parameter areSeparate: false for runs that may follow one another without a gap.
    mutating func positions(areSeparate: Bool = true) throws(DiffableError) -> [ElementRun] {
        var (runs, end): ([ElementRun], Int) = ([], 0)
        for index in 0..<(try array()) {
            let start = offset
            var (gap, count) = (0, 1)
            if rest > 0, bytes[offset] & 0xE0 == CBOR.array.rawValue {
                try array(of: 2)
                gap = try number()
                count = try number(atLeast: 2)
            } else {
                gap = try number()
            }
            if areSeparate && gap == 0 && index > 0 { throw error("two runs should be one", at: start) }
            if end + gap + count > Int(Self.limit) { throw error("there are too many elements", at: start) }
            runs.append(ElementRun(first: end + gap, count: count))
            end += gap + count
        }
        return runs
    }

    mutating func levels() throws(DiffableError) -> LevelReader {
        let start = offset
        let count = try array()
        if count % 3 != 0 { throw error("there are no levels", at: start) }
        var (runs, end): ([(run: ElementRun, difference: Int)], Int) = ([], 0)
        for index in 0..<count / 3 {
            let start = offset
            let gap = try number()
            let count = try number(atLeast: 1)
            let difference = try self.difference()
            if difference == 0 || index > 0 && gap == 0 && runs[index - 1].difference == difference {
                throw error("a run of levels should be longer, or missing", at: start)
            }
            if end + gap + count > Int(Self.limit) { throw error("there are too many elements", at: start) }
            runs.append((ElementRun(first: end + gap, count: count), difference))
            end += gap + count
        }
        return LevelReader(runs)
    }

    /// Reads the array of contents, and calls `body` with the position of each content, the content, and its offset in
    /// the document.
    /// - Parameters:
    ///   - count: how many elements there are.
    ///   - mayBeNull: whether null may stand for a content that is removed.
    mutating func contents(
        _ count: Int, mayBeNull: Bool, _ body: (Int, BorrowedContent?, Int) throws(DiffableError) -> Void
    ) throws(DiffableError) {
        var (position, isSkipping) = (0, false)
        for _ in 0..<(try array()) {
            let start = offset
            if rest > 0, bytes[offset] & 0xE0 == CBOR.unsigned.rawValue {
                let skipped = try number(atLeast: 1)
                // At least one element that is not skipped must follow.
                if isSkipping || skipped >= count - position {
                    throw error("too many elements are without content", at: start)
                }
                position += skipped
                isSkipping = true
                continue
            }
            if position >= count { throw error("there are more contents than elements", at: start) }
            if mayBeNull && null() { try body(position, nil, start) } else { try body(position, try content(), start) }
            position += 1
            isSkipping = false
        }
        if isSkipping { throw error("elements without content end the contents", at: offset) }
    }
}

/// Looks up by how much the levels of elements differ from those that `LevelRuns` expects. The positions must ascend
/// from call to call.
struct LevelReader {
    private let runs: [(run: ElementRun, difference: Int)]
    private var next = 0

    init(_ runs: [(run: ElementRun, difference: Int)]) {
        self.runs = runs
    }

    var isEmpty: Bool { runs.isEmpty }
    /// The position after the last run.
    var end: Int { runs.last?.run.end ?? 0 }

    /// Returns by how much the level at a position differs, and the position up to which the difference is the same.
    mutating func run(at position: Int) -> (difference: Int, end: Int) {
        let difference = difference(at: position)
        guard next < runs.count else { return (difference, Int.max) }
        return (difference, runs[next].run.first <= position ? runs[next].run.end : runs[next].run.first)
    }

    mutating func difference(at position: Int) -> Int {
        while next < runs.count, runs[next].run.end <= position { next += 1 }
        return next < runs.count && runs[next].run.first <= position ? runs[next].difference : 0
    }
}
