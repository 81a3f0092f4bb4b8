import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct SortingTests {
    /// Keys that differ in some of their bytes only, and are often the same.
    @Test(arguments: [0xFF, 0x3_0000_0001, 0xFF00_0000_0000_0000, 0x8080_8080_8080_8080, .max] as [UInt64])
    func equalKeysKeepTheirOrder(mask: UInt64) {
        var random = SplitMix64(seed: mask)
        for count in [0, 1, 2, 3, 100, 1_000] {
            let keys = (0..<count).map { _ in (random.once(in: 2) ? random.next() : .max) & mask }
            let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
            #expect(ascendingOrder(of: keys) == expected)
            #expect(keys.ascending { $0 } == keys.sorted())
        }
    }
}
