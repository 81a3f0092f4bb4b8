import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct HeaviestIncreasingSubsequenceTests {
    /// What is kept must ascend, and weigh as much as anything that ascends can. Keys are far enough apart for the
    /// members of the runs.
    private func check(_ keys: [Int], _ weights: [Int], heaviest: Int) {
        let runs = zip(keys, weights).map { MatchedRun(old: $0 * 1_000, new: 0, count: $1) }
        let chosen = WorkingMemory.with { memory in
            let kept = runs.withUnsafeBufferPointer { heaviestIncreasingSubsequence($0, &memory) }
            return keys.indices.filter { kept?.contains($0) ?? true }
        }
        let ascends = zip(chosen, chosen.dropFirst()).allSatisfy { keys[$0] < keys[$1] }
        let weight = chosen.reduce(0) { $0 + weights[$1] }
        if !ascends || weight != heaviest {
            Issue.record("keys: \(keys), weights: \(weights): kept \(chosen), which weighs \(weight), not \(heaviest)")
        }
    }

    @Test(arguments: 0...6) func everyOrder(count: Int) {
        for order in permutations(of: count) {
            check(order, order.map { _ in 1 }, heaviest: longestByExhaustion(order))
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func shortWeightedRows(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<150 {
            let count = random.below(9)
            // Keys are places: different from one another, but with hunks.
            let keys = Array((0..<count * 3).shuffled(using: &random).prefix(count))
            let weights = keys.map { _ in random.number(in: 1...5) }
            check(keys, weights, heaviest: heaviestByExhaustion(keys, weights: weights))
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>, [3, 1_000]) func longWeightedRows(seed: UInt64, maximumWeight: Int) {
        var random = SplitMix64(seed: seed)
        let keys = Array((0..<900).shuffled(using: &random).prefix(random.number(in: 100...400)))
        let weights = keys.map { _ in random.once(in: 10) ? random.number(in: 1...maximumWeight) : 1 }
        check(keys, weights, heaviest: heaviestByTable(keys, weights: weights))
    }

    /// Both ways of building chains, whichever would have been taken.
    @Test(arguments: 0..<4 as Range<UInt64>, [5, 16, 17, 500]) func patienceAndMaximaAgree(seed: UInt64, count: Int) {
        var random = SplitMix64(seed: seed)
        let runs = (0..<count).shuffled(using: &random).map {
            MatchedRun(old: $0 * 10, new: 0, count: random.number(in: 1...10))
        }
        let total = runs.reduce(0) { $0 + Int($1.count) }
        WorkingMemory.with { memory in
            func weight(_ chains: Chains) -> Int {
                let kept = PositionSet(count: count, &memory)
                chains.insertHeaviest(into: kept)
                return runs.indices.reduce(0) { $0 + (kept.contains($1) ? Int(runs[$1].count) : 0) }
            }
            runs.withUnsafeBufferPointer { runs in
                let patience = Chains(byPatience: runs, total: total, &memory)
                let maxima = Chains(byMaxima: runs, &memory)
                #expect(weight(patience) == weight(maxima))
            }
        }
    }

    @Test func oneHeavyElementAgainstManyLightOnes() {
        check([9, 1, 2, 3], [3, 1, 1, 1], heaviest: 3)
        check([9, 1, 2, 3], [4, 1, 1, 1], heaviest: 4)
        check([1, 2, 3, 0], [1, 1, 1, 4], heaviest: 4)
        check([5, 6, 0, 1], [2_000_000_000, 2_000_000_000, 1, 1], heaviest: 4_000_000_000)
    }

    @Test func theOraclesAgree() {
        for order in permutations(of: 6) {
            #expect(longestByExhaustion(order) == longestByTable(order))
            #expect(longestByExhaustion(order) == longestByPatience(order))
        }
    }
}

extension PositionSet {
    fileprivate func contains(_ position: Int) -> Bool {
        var isMissing = false
        forEachMissing(in: position..<position + 1) { _ in isMissing = true }
        return !isMissing
    }
}
