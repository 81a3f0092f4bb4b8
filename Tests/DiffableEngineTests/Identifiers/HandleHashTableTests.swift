import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct HandleHashTableTests {
    /// Enters integers one after another, and counts how often one is compared with another.
    private func comparisons(entering count: Int64, _ hash: SeededHash) -> Int {
        var slots = HandleHashTable()
        defer { slots.deallocate() }
        var comparisons = 0
        for value in 0..<count {
            let hashed = hash(.integer(value))
            if Int(value) >= slots.limit { slots.grow(to: Int(value) + 1) { hash(.integer(Int64($0))) } }
            let (empty, found) = slots.find(hashed) { other in
                comparisons += 1
                return Int64(other) == value
            }
            #expect(found == nil)
            slots.fill(empty, Handle(value))
        }
        for value in 0..<count {
            #expect(slots.find(hash(.integer(value))) { Int64($0) == value }.found == Handle(value))
        }
        return comparisons
    }

    /// Whoever knows a key can choose identifiers that all collide; but the keys are drawn anew for each table, and
    /// with another one the same identifiers cost hardly a comparison.
    @Test func whatCollidesUnderOneKeyDoesNotUnderAnother() {
        #expect(comparisons(entering: 1_000, SeededHash(first: 0, second: 0xA076_1D64_78BD_642F)) == 1_000 * 999 / 2)
        for _ in 0..<3 { #expect(comparisons(entering: 1_000, SeededHash()) < 50) }
    }

    /// Also while a table doubles again and again, which splits its groups and inserts displaced handles again.
    @Test(arguments: [1, 12, 13, 24, 25, 3_000, 50_000]) func nothingIsLostWhileItGrows(count: Int64) {
        #expect(comparisons(entering: count, SeededHash(first: 3, second: 5)) < 1 + count / 20)
    }
}
