import CLibc

/// How a content is written in a document.
enum ContentKind {
    /// A single map in deterministic CBOR. In a document it is the same bytes.
    case map
    /// Such a map with a value that exists in this process alone, such as a function. It cannot be written.
    case reference
    /// Anything else. In a document it is a byte string.
    case opaque

    init(of bytes: UnsafeRawBufferPointer) {
        // Only a map can begin with the head of a map, so most other contents cost one comparison.
        guard let first = bytes.first, first & 0xE0 == CBOR.map.rawValue else {
            self = .opaque
            return
        }
        var item = ContentItem(bytes)
        guard item.isValid(), item.offset == bytes.count else {
            self = .opaque
            return
        }
        self = item.hasReference ? .reference : .map
    }
}

/// Checks a map at the beginning of some bytes. docs/wire.md defines deterministic CBOR.
struct ContentItem {
    private let start: UnsafeRawPointer
    private let end: UnsafeRawPointer
    /// Where the next item begins.
    private var at: UnsafeRawPointer
    private(set) var hasReference = false
    private static let depth = 256

    /// An array, a map or a tag that has not ended.
    private struct Open {
        /// How many items are still to come. Those of a map are keys and values in turn.
        var remaining: Int
        var isMap: Bool
        /// Where the item begins that was read last or is read now. `endKey` looks at it only after a key.
        var key: UnsafeRawPointer
        /// The key before that, and its size, which is 0 if there is none.
        var lastKey: UnsafeRawPointer
        var lastSize = 0
    }

    /// - Parameter bytes: at least one.
    init(_ bytes: UnsafeRawBufferPointer) {
        start = bytes.baseAddress.unsafelyUnwrapped
        end = start + bytes.count
        at = start
    }

    /// At the end, the number of bytes of the map.
    var offset: Int { at - start }

    mutating func isValid() -> Bool {
        withUnsafeTemporaryAllocation(of: Open.self, capacity: Self.depth) { isValid($0.baseAddress.unsafelyUnwrapped) }
    }

    private mutating func isValid(_ open: UnsafeMutablePointer<Open>) -> Bool {
        var depth = 0
        while true {
            if depth > 0 { open[depth &- 1].key = at }
            guard at < end else { return false }
            let first = at.load(as: UInt8.self)
            let major = first & 0xE0
            var (number, size) = (UInt64(first & 0x1F), 0)
            at += 1
            if number >= 24 {
                guard let long = readNumber(number, major) else { return false }
                (number, size) = long
            }
            var items = 0
            if major == CBOR.text.rawValue || major == CBOR.bytes.rawValue {
                guard number <= UInt64(end - at) else { return false }
                if major == CBOR.text.rawValue, !UTF8Bytes.areValid(at, Int(number)) { return false }
                at += Int(number)
            } else if major >= CBOR.array.rawValue {
                switch major {
                case CBOR.tag.rawValue:
                    if number == 60000 || number == 60001 { hasReference = true }
                    items = 1
                case CBOR.simple.rawValue: if !Self.isShortest(number, size) { return false }
                default:
                    if depth == Self.depth { return false }
                    guard number <= UInt64(end - at) else { return false }
                    items = Int(number) &* (major == CBOR.map.rawValue ? 2 : 1)
                }
            }
            if items > 0 {
                if depth == Self.depth { return false }
                (open + depth).initialize(
                    to: Open(remaining: items, isMap: major == CBOR.map.rawValue, key: at, lastKey: at))
                depth &+= 1
                continue
            }
            // The item has ended. If it is the last item of its parent, the parent ends as well, and so on.
            while true {
                if depth == 0 { return true }
                let parent = open + (depth &- 1)
                if parent.pointee.isMap, parent.pointee.remaining & 1 == 0, !endKey(parent) { return false }
                parent.pointee.remaining &-= 1
                if parent.pointee.remaining > 0 { break }
                depth &-= 1
            }
        }
    }

    /// Reads the number of a head, if it is in the bytes after the first one. Only the number of a float may be longer
    /// than needed.
    private mutating func readNumber(_ low: UInt64, _ major: UInt8) -> (UInt64, Int)? {
        if low > 27 { return nil }
        let size = 1 &<< Int(low &- 24)
        guard end - at >= size else { return nil }
        var number: UInt64 = 0
        for offset in 0..<size { number = number &<< 8 | UInt64(at.load(fromByteOffset: offset, as: UInt8.self)) }
        at += size
        if major != CBOR.simple.rawValue, size == 1 ? number < 24 : number &>> UInt64(4 &* size) == 0 { return nil }
        return (number, size)
    }

    /// Whether a simple value is allowed, or a float is in its shortest form.
    private static func isShortest(_ number: UInt64, _ size: Int) -> Bool {
        switch size {
        case 0: return (20...23).contains(number)
        case 2: return number & 0x7C00 != 0x7C00 || number & 0x03FF == 0 || number == 0x7E00
        case 4: return !isHalf(UInt32(truncatingIfNeeded: number))
        case 8:
            let number = Double(bitPattern: number)
            return !number.isNaN && Double(Float(number)) != number
        default: return false
        }
    }

    /// Whether a float of 32 bits can be written in 16 bits. NaN can.
    private static func isHalf(_ bits: UInt32) -> Bool {
        let (exponent, fraction) = (bits &>> 23 & 0xFF, bits & 0x7F_FFFF)
        switch exponent {
        case 0xFF: return true
        case 0: return fraction == 0
        case 113...142: return fraction & 0x1FFF == 0
        case 103..<113: return (fraction | 0x80_0000) & ((1 &<< (126 &- exponent)) &- 1) == 0
        default: return false
        }
    }

    /// Whether the key that was read is greater than the one before it. If both have the same first bytes, they are
    /// equal, because no encoded key is a prefix of another one.
    @inline(__always)
    private func endKey(_ open: UnsafeMutablePointer<Open>) -> Bool {
        let (key, size) = (open.pointee.key, at - open.pointee.key)
        let (last, lastSize) = (open.pointee.lastKey, open.pointee.lastSize)
        (open.pointee.lastKey, open.pointee.lastSize) = (key, size)
        // Most keys differ in their first two bytes, the head and a character.
        if lastSize >= 2, size >= 2 {
            let (left, right) = (
                last.loadUnaligned(as: UInt16.self).bigEndian, key.loadUnaligned(as: UInt16.self).bigEndian
            )
            if left != right { return left < right }
        }
        return lastSize == 0 || memcmp(last, key, min(lastSize, size)) < 0
    }
}
