@testable import DiffableEngine

/// Random numbers that can be had again: the seed names the whole sequence
/// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
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

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

/// The identifiers of tests, by number: integers and the strings that spell them in turn, and among the
/// strings some of the lengths at which storage changes its ways. The longest, beyond 2,000, slow a program down.
func identifier(_ number: Int) -> Identifier {
    let value = number / 2
    if number % 2 == 0 { return .integer(Int64(value) - 3) }
    switch value {
    case 2: return ""
    case 3...7: return .bytes([UInt8](repeating: 0x61, count: 246 + value))
    case 8: return .bytes([0xFF, 0x00, 0x1B, 0xC3])
    case 1_000: return .bytes([UInt8](repeating: 0x62, count: 16_384))
    case 1_001: return .bytes([UInt8](repeating: 0x63, count: 20_001))
    default: return Identifier(String(value - 3))
    }
}
