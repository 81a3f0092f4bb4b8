/// A set of letters in 64 bits. A small letter and its capital share a bit, and some other characters do so too. So a
/// mask can only prove that a text does not match.
package struct LetterMask {
    package private(set) var bits: UInt64 = 0

    /// Stands for all characters that are not ASCII.
    private static var wide: UInt64 { 1 << 63 }

    mutating func insert(_ scalar: UInt32) {
        bits |= scalar < 128 ? Self.bit(UInt8(scalar)) : Self.wide
    }

    /// The bit of a byte of UTF-8.
    package static func bit(_ byte: UInt8) -> UInt64 {
        switch byte {
        case 128...: wide
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1 << UInt64(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 1 << UInt64(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 1 << UInt64(byte - UInt8(ascii: "0") + 26)
        default: 1 << UInt64(36 + byte % 27)
        }
    }

    init() {}

    package init(bits: UInt64) {
        self.bits = bits
    }

    var isASCII: Bool { bits & Self.wide == 0 }

    func contains(_ other: LetterMask) -> Bool {
        bits & other.bits == other.bits
    }
}
