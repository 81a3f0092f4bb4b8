/// What a generator chooses by: random numbers, which a seed names, or the bytes of an input, one a choice, so that whoever
/// changes bytes changes choices. When the bytes have run out, every choice is the last one there is.
struct Choices: RandomNumberGenerator {
    /// The bytes that are left, shared by the parts of a generator.
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
        // In every byte, so that also who takes the upper ones gets it.
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

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
