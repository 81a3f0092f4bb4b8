/// A digest of 128 bits, of a list or of a part of it.
package struct Digest: Equatable, BitwiseCopyable, Sendable {
    package var low: UInt64 = 0
    package var high: UInt64 = 0

    package init() {}

    init(low: UInt64, high: UInt64) {
        (self.low, self.high) = (low, high)
    }

    /// - Parameter bytes: 16 bytes, as documents have them.
    package init(bytes: UnsafeRawBufferPointer) {
        low = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    static func ^= (left: inout Digest, right: Digest) {
        left.low ^= right.low
        left.high ^= right.high
    }

    /// The bytes in the order in which documents have them.
    package var bytes: [UInt8] {
        [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word &>> (8 * $0)) } }
    }

    /// 32 hexadecimal digits, for messages.
    package var text: String {
        let digits: StaticString = "0123456789abcdef"
        let text = bytes.flatMap { [$0 &>> 4, $0 & 15] }.map { digits.utf8Start[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }
}

/// SipHash-2-4 with an output of 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). The key is
/// that of the published test vectors, the bytes 0 to 15, because the hash tells lists apart and keeps no secret.
struct SipHash {
    private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

    private init() {
        let (low, high): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
        v0 = low ^ 0x736f_6d65_7073_6575
        v1 = high ^ 0x646f_7261_6e64_6f6d ^ 0xee
        v2 = low ^ 0x6c79_6765_6e65_7261
        v3 = high ^ 0x7465_6462_7974_6573
    }

    static func digest(_ bytes: UnsafeRawBufferPointer) -> Digest {
        var state = SipHash()
        var last = UInt64(truncatingIfNeeded: bytes.count) &<< 56
        if var at = bytes.baseAddress {
            let rest = bytes.count & 7
            let end = at + (bytes.count &- rest)
            while at < end {
                state.absorb(UInt64(littleEndian: at.loadUnaligned(as: UInt64.self)))
                at += 8
            }
            var offset = 0
            while offset < rest {
                last |= UInt64(at.load(fromByteOffset: offset, as: UInt8.self)) &<< UInt64(8 &* offset)
                offset &+= 1
            }
        }
        state.absorb(last)
        return state.finish()
    }

    @inline(__always)
    private mutating func absorb(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func finish() -> Digest {
        v2 ^= 0xee
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<4 { round() }
        return Digest(low: low, high: v0 ^ v1 ^ v2 ^ v3)
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = v1 &<< 13 | v1 &>> 51
        v1 ^= v0
        v0 = v0 &<< 32 | v0 &>> 32
        v2 &+= v3
        v3 = v3 &<< 16 | v3 &>> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 &<< 21 | v3 &>> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 &<< 17 | v1 &>> 47
        v1 ^= v2
        v2 = v2 &<< 32 | v2 &>> 32
    }
}
