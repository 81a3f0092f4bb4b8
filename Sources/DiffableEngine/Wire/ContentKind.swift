import CLibc

/// How a document has a content.
enum ContentKind {
    /// One map in deterministic CBOR, which stands in a document as it is.
    case map
    /// The same, but with a value of this process in it. It cannot be written.
    case reference
    /// Any other bytes, which are a byte string in a document.
    case opaque

    init(of bytes: UnsafeRawBufferPointer) {
        // The heads of maps. So a content that is no map costs one comparison.
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

/// Checks a map at the beginning of some bytes. docs/wire.md says what is deterministic CBOR.
struct ContentItem {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next item begins; at the end, the number of bytes of the map.
    private(set) var offset = 0
    private(set) var hasReference = false
    private static let depth = 256

    /// An array, a map or a tag that has not ended.
    private struct Open {
        /// How many items are still to come. Those of a map are keys and values in turn.
        var remaining: Int
        var isMap: Bool
        /// The key before the one that is read now, and where that one begins.
        var lastKey = 0..<0
        var key = 0
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func isValid() -> Bool {
        withUnsafeTemporaryAllocation(of: Open.self, capacity: Self.depth) { isValid($0.baseAddress.unsafelyUnwrapped) }
    }

    private mutating func isValid(_ open: UnsafeMutablePointer<Open>) -> Bool {
        var depth = 0
        while true {
            if depth > 0, open[depth &- 1].isMap, open[depth &- 1].remaining & 1 == 0 { open[depth &- 1].key = offset }
            guard let head = readHead() else { return false }
            var items = 0
            switch head.major {
            case .unsigned, .negative: break
            case .bytes, .text:
                guard head.number <= UInt64(bytes.count &- offset) else { return false }
                let end = offset &+ Int(head.number)
                if head.major == .text, !UTF8Bytes.areValid(UnsafeRawBufferPointer(rebasing: bytes[offset..<end])) { return false }
                offset = end
            case .array, .map:
                guard head.number <= UInt64(bytes.count &- offset) else { return false }
                items = Int(head.number) &* (head.major == .map ? 2 : 1)
                if items > bytes.count &- offset { return false }
            case .tag:
                if head.number == 60000 || head.number == 60001 { hasReference = true }
                items = 1
            case .simple: if !isShortest(head) { return false }
            }
            if items > 0 {
                if depth == Self.depth { return false }
                (open + depth).initialize(to: Open(remaining: items, isMap: head.major == .map))
                depth &+= 1
                continue
            }
            if (head.major == .array || head.major == .map), depth == Self.depth { return false }
            // The item ends, and so does each one that it is the last item of.
            while true {
                if depth == 0 { return true }
                let parent = open + (depth &- 1)
                if parent.pointee.isMap, parent.pointee.remaining & 1 == 0 {
                    let key = parent.pointee.key..<offset
                    if !parent.pointee.lastKey.isEmpty, !isBefore(parent.pointee.lastKey, key) { return false }
                    parent.pointee.lastKey = key
                }
                parent.pointee.remaining &-= 1
                if parent.pointee.remaining > 0 { break }
                depth &-= 1
            }
        }
    }

    private struct Head {
        let major: CBOR
        let number: UInt64
        /// How many bytes the number has behind the first one.
        let size: Int
    }

    @inline(__always)
    private mutating func readHead() -> Head? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        guard let major = CBOR(rawValue: first & 0xE0) else { return nil }
        let low = UInt64(first & 0x1F)
        offset &+= 1
        if low < 24 { return Head(major: major, number: low, size: 0) }
        if low > 27 { return nil }
        let size = 1 &<< Int(low &- 24)
        guard bytes.count &- offset >= size else { return nil }
        var number: UInt64 = 0
        for _ in 0..<size {
            number = number &<< 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        if major != .simple, size == 1 ? number < 24 : number &>> UInt64(4 &* size) == 0 { return nil }
        return Head(major: major, number: number, size: size)
    }

    /// Whether a simple value or a float is one that may occur, in its shortest form.
    private func isShortest(_ head: Head) -> Bool {
        switch head.size {
        case 0: return (20...23).contains(head.number)
        case 2: return head.number & 0x7C00 != 0x7C00 || head.number & 0x03FF == 0 || head.number == 0x7E00
        case 4: return !Self.isHalf(UInt32(truncatingIfNeeded: head.number))
        case 8:
            let number = Double(bitPattern: head.number)
            return !number.isNaN && Double(Float(number)) != number
        default: return false
        }
    }

    /// Whether a float of 32 bits is one of 16 bits as well, or NaN, which has 16 bits.
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

    private func isBefore(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let start = bytes.baseAddress.unsafelyUnwrapped
        let order = memcmp(start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
        return order < 0 || order == 0 && left.count < right.count
    }
}
