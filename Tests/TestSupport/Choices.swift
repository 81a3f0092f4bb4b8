/// A sequence of random numbers that its seed determines (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True with a probability of 1 / `times`.
    mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

/// The source of a generator's choices: random numbers from a seed, or the bytes of an input, one for each choice. So a
/// fuzzer that changes a byte changes a choice. After the last byte, every choice is the last alternative.
struct Choices: RandomNumberGenerator {
    /// The remaining bytes, shared by the parts of a generator.
    final class Bytes {
        private var bytes: ArraySlice<UInt8>
        private(set) var hasRunOut = false

        init(_ bytes: [UInt8]) {
            self.bytes = bytes[...]
        }

        fileprivate func next() -> UInt8? {
            hasRunOut = bytes.isEmpty
            return bytes.popFirst()
        }
    }

    private var random: SplitMix64
    private var bytes: Bytes?

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    init(_ bytes: Bytes) {
        random = SplitMix64(seed: 0)
        self.bytes = bytes
    }

    mutating func next() -> UInt64 {
        guard let bytes else { return random.next() }
        // Repeated in every byte, because some callers use the upper bytes only.
        return UInt64(bytes.next() ?? .max) &* 0x0101_0101_0101_0101
    }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int {
        guard let bytes else { return random.below(bound) }
        return bytes.next().map { Int($0) % bound } ?? bound - 1
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True with a probability of 1 / `times`.
    mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
