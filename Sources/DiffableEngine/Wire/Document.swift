import CLibc

/// A snapshot or a patch as bytes.
public final class Document {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 256) {
        self.capacity = capacity
        guard let memory = malloc(capacity) else { OutOfMemory.end() }
        start = memory
    }

    deinit {
        free(start)
    }

    public var bytes: [UInt8] { Array(buffer) }

    /// The bytes in the memory of the document.
    package var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Removes all bytes, and keeps the memory.
    func clear() {
        count = 0
    }

    @inline(__always)
    private func reserve(_ size: Int) {
        if capacity - count < size { grow(size) }
    }

    @inline(never)
    private func grow(_ size: Int) {
        capacity = max(2 * capacity, count + size)
        guard let memory = realloc(start, capacity) else { OutOfMemory.end() }
        start = memory
    }

    @inline(__always)
    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        memcpy(start + count, source, bytes.count)
        count += bytes.count
    }

    // MARK: - CBOR

    /// Writes a head with the shortest number.
    @inline(__always)
    func appendHead(_ major: CBOR, _ number: UInt64) {
        reserve(CBOR.headSize)
        count += CBOR.writeHead(major, number, at: start + count)
    }

    func appendArray(_ count: Int) {
        appendHead(.array, UInt64(truncatingIfNeeded: count))
    }

    @inline(__always)
    func append(_ number: Int) {
        number < 0
            ? appendHead(.negative, UInt64(truncatingIfNeeded: ~number))
            : appendHead(.unsigned, UInt64(truncatingIfNeeded: number))
    }

    func append(_ text: StaticString) {
        let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        appendHead(.text, UInt64(bytes.count))
        append(bytes)
    }

    func appendNull() {
        appendHead(.simple, CBOR.null)
    }

    @inline(__always)
    func append(_ identifier: BorrowedIdentifier) {
        if let value = identifier.integer {
            reserve(CBOR.headSize)
            count += CBOR.writeInteger(value, at: start + count)
        } else {
            appendString(identifier)
        }
    }

    @inline(never)
    private func appendString(_ identifier: BorrowedIdentifier) {
        guard case .bytes(let bytes) = identifier.value else { return }
        appendHead(UTF8Bytes.areValid(bytes) ? .text : .bytes, UInt64(bytes.count))
        append(bytes)
    }

    /// Writes a content as the map that it is, or as a byte string. Returns its kind.
    @discardableResult
    func append(_ content: BorrowedContent) -> ContentKind {
        let kind = ContentKind(of: content.bytes)
        if kind == .opaque { appendHead(.bytes, UInt64(content.byteCount)) }
        append(content.bytes)
        return kind
    }

    func append(_ digest: Digest) {
        appendHead(.bytes, 16)
        reserve(16)
        (start + count).storeBytes(of: digest.low.littleEndian, as: UInt64.self)
        (start + count).storeBytes(of: digest.high.littleEndian, toByteOffset: 8, as: UInt64.self)
        count += 16
    }

    /// Writes numbers as an array.
    func append(_ numbers: [Int]) {
        appendArray(numbers.count)
        for number in numbers { append(number) }
    }
}

/// The major types of CBOR, in the three highest bits of a head.
enum CBOR: UInt8 {
    case unsigned = 0x00
    case negative = 0x20
    case bytes = 0x40
    case text = 0x60
    case array = 0x80
    case map = 0xA0
    case tag = 0xC0
    case simple = 0xE0

    /// Every value of the three bits is a type.
    @inline(__always)
    init(ofHead first: UInt8) {
        self = unsafeBitCast(first &>> 5, to: CBOR.self)
    }

    static let null: UInt64 = 22
    /// The most bytes of a head.
    static let headSize = 9

    /// Writes a head with the shortest number to memory that has room for `headSize` bytes. Returns the size of the
    /// head.
    @inline(__always)
    static func writeHead(_ major: CBOR, _ number: UInt64, at memory: UnsafeMutableRawPointer) -> Int {
        if number < 24 {
            memory.storeBytes(of: major.rawValue | UInt8(truncatingIfNeeded: number), as: UInt8.self)
            return 1
        }
        return writeLongHead(major.rawValue, number, memory)
    }

    private static func writeLongHead(_ major: UInt8, _ number: UInt64, _ memory: UnsafeMutableRawPointer) -> Int {
        let bits: UInt64 = number <= 0xFF ? 0 : number <= 0xFFFF ? 1 : number <= 0xFFFF_FFFF ? 2 : 3
        let size = 1 &<< bits
        memory.storeBytes(of: major | UInt8(truncatingIfNeeded: 24 &+ bits), as: UInt8.self)
        memory.storeBytes(of: (number &<< (64 &- 8 &* size)).bigEndian, toByteOffset: 1, as: UInt64.self)
        return 1 &+ Int(truncatingIfNeeded: size)
    }

    @inline(__always)
    static func writeInteger(_ value: Int64, at memory: UnsafeMutableRawPointer) -> Int {
        value < 0
            ? writeHead(.negative, UInt64(bitPattern: ~value), at: memory)
            : writeHead(.unsigned, UInt64(bitPattern: value), at: memory)
    }
}

package enum UTF8Bytes {
    package static func areValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return areValid(start, bytes.count)
    }

    @inline(__always)
    static func areValid(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
        areASCII(start, count) || areValid(slowly: UnsafeRawBufferPointer(start: start, count: count))
    }

    private static func areASCII(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
        var (bits, offset): (UInt64, Int) = (0, 0)
        if count >= 8 {
            while offset < count &- 8 {
                bits |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            bits |= start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else {
            while offset < count {
                bits |= UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
                offset &+= 1
            }
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Whether bytes are UTF-8, without surrogates and overlong forms.
    private static func areValid(slowly bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            let first = bytes[index]
            if first < 0x80 {
                index &+= 1
                continue
            }
            let rest: Int
            switch first {
            case 0xC2...0xDF: rest = 1
            case 0xE0...0xEF: rest = 2
            case 0xF0...0xF4: rest = 3
            default: return false
            }
            if bytes.count &- index <= rest { return false }
            let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
            if bytes[index &+ 1] < lowest || bytes[index &+ 1] > highest { return false }
            if rest > 1 && bytes[index &+ 2] & 0xC0 != 0x80 || rest > 2 && bytes[index &+ 3] & 0xC0 != 0x80 {
                return false
            }
            index &+= 1 &+ rest
        }
        return true
    }
}
