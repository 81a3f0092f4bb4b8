import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct FenwickTreeTests {
    /// The same in plain words: an array of counts.
    private func check(_ sums: FenwickTree, _ counts: [Int]) {
        #expect(sums.count == counts.count)
        #expect(sums.total == counts.reduce(0, +))
        for index in 0...counts.count { #expect(sums.sum(before: index) == counts.prefix(index).reduce(0, +)) }
        var place = 0
        for (index, count) in counts.enumerated() {
            for offset in 0..<count {
                #expect(sums.find(place) == (index, offset))
                place += 1
            }
        }
    }

    @Test func noCounts() {
        check(FenwickTree(), [])
        #expect(FenwickTree().find(0) == (0, 0))
    }

    @Test(arguments: 0...17) func countsHandedOverAndCountsAppended(count: Int) {
        let counts = (0..<count).map { ($0 * 7 + 3) % 5 }
        check(FenwickTree(counts), counts)
        var appended = FenwickTree()
        for count in counts { appended.append(count) }
        check(appended, counts)
        #expect(appended == FenwickTree(counts))
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func countsThatChange(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var counts = (0..<random.number(in: 1...40)).map { _ in random.below(4) }
        var sums = FenwickTree(counts)
        for _ in 0..<20 {
            if random.once(in: 3) {
                counts.append(random.below(4))
                sums.append(counts.last!)
            } else {
                let index = random.below(counts.count)
                let change = random.number(in: -counts[index]...3)
                counts[index] += change
                sums.add(change, at: index)
            }
        }
        check(sums, counts)
    }

    @Test(arguments: 1...9) func countsThatMove(count: Int) {
        let counts = (0..<count).map { ($0 * 7 + 3) % 5 }
        for from in 0..<count {
            for to in 0..<count {
                var (moved, sums) = (counts, FenwickTree(counts))
                moved.insert(moved.remove(at: from), at: to)
                sums.move(from: from, to: to)
                #expect(sums == FenwickTree(moved))
            }
        }
    }

    @Test(arguments: 0...17) func countsThatGoAtTheEnd(count: Int) {
        let counts = (0..<count).map { ($0 * 7 + 3) % 5 }
        for left in 0...count {
            var sums = FenwickTree(counts)
            sums.removeAll(from: left)
            check(sums, Array(counts.prefix(left)))
            sums.append(4)
            #expect(sums == FenwickTree(counts.prefix(left) + [4]))
        }
    }

    @Test func countsOfNothingAreNeverFound() {
        let sums = FenwickTree([0, 0, 2, 0, 0, 0, 1, 0])
        #expect(sums.find(0) == (2, 0))
        #expect(sums.find(1) == (2, 1))
        #expect(sums.find(2) == (6, 0))
    }
}
