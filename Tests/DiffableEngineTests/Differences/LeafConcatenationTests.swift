import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Leaves as one list, beside an array.
@Suite struct LeafConcatenationTests {
    private static func leaves(_ items: [Handle], _ random: inout SplitMix64) -> [Leaf] {
        var leaves: [Leaf] = []
        var rest = items[...]
        while !rest.isEmpty {
            let part = rest.prefix(random.number(in: 1...9))
            leaves.append(Array(part).withUnsafeBufferPointer { Leaf.with(number: Int32(leaves.count + 1), items: $0) })
            rest = rest.dropFirst(part.count)
        }
        return leaves
    }

    private static func concatenation(_ items: [Handle], _ random: inout SplitMix64) -> LeafConcatenation {
        var result = LeafConcatenation()
        for leaf in leaves(items, &random) { result.append(leaf) }
        return result
    }

    @Test func noLeaves() {
        var empty = LeafConcatenation()
        #expect(empty.count == 0 && empty.end == 0..<0 && empty.itemAtHand(0) == nil)
        empty.forEach(in: 0..<0) { _, _ in Issue.record("there is no item") }
        let (leaves, other) = (ChunkedArray<Leaf>(), LeafConcatenation())
        #expect(empty.append(leaves, 0..<0) == 0..<0)
        var (left, right) = (empty, other)
        #expect(LeafConcatenation.commonPrefix(&left, 0..<0, &right, 0..<0) == 0)
        #expect(LeafConcatenation.commonSuffix(&left, 0..<0, &right, 0..<0, most: 0) == 0)
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func itemsByTheirPositions(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let items = (0..<random.number(in: 1...100)).map { _ in Handle(random.below(1_000)) }
        var list = Self.concatenation(items, &random)
        #expect(list.count == items.count && list.end == items.count..<items.count)
        #expect(items.indices.map { list[$0] } == items)
        for position in items.indices.shuffled(using: &random) {
            #expect(list[position] == items[position])
            #expect(list.itemAtHand(position) == items[position])
            for other in [position - 1, position + 1, position + 50] {
                if let atHand = list.itemAtHand(other) { #expect(atHand == items[other]) }
            }
        }
        let start = random.below(items.count)
        let range = start..<random.number(in: start...items.count)
        var seen: [Int] = []
        list.forEach(in: range) { position, item in
            seen.append(position)
            #expect(item == items[position])
        }
        #expect(seen == Array(range))
    }

    /// Some of the leaves of a section, behind others.
    @Test(arguments: 0..<4 as Range<UInt64>) func leavesOfSections(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let leaves = Self.leaves(Array(0..<300), &random)
        var chunks = ChunkedArray<Leaf>()
        chunks.replace(0..<0, with: leaves)
        var list = LeafConcatenation()
        #expect(list.append(chunks, 3..<3) == 0..<0)
        let first = list.append(chunks, 3..<20)
        let second = list.append(chunks, 0..<2)
        let expected = leaves[3..<20].flatMap { $0.items } + leaves[0..<2].flatMap { $0.items }
        #expect(first.lowerBound == 0 && second == first.upperBound..<expected.count)
        #expect(expected.indices.map { list[$0] } == expected)
    }

    /// Equal beginnings and ends of ranges that lie differently in their leaves.
    @Test(arguments: 0..<40 as Range<UInt64>) func commonItems(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let items = (0..<120).map { _ in Handle(random.below(1_000)) }
        var others = items
        for _ in 0..<random.below(3) { others[random.below(others.count)] = 5_000 }
        others.insert(contentsOf: (0..<random.below(4)).map { Handle(6_000 + $0) }, at: random.below(others.count))
        var (left, right) = (Self.concatenation(items, &random), Self.concatenation(others, &random))
        for _ in 0..<20 {
            let (start, otherStart) = (random.below(100), random.below(100))
            let shift = random.once(in: 2) ? start : otherStart
            let range = start..<random.number(in: start...items.count)
            let otherRange = shift..<random.number(in: shift...others.count)
            let prefix = zip(items[range], others[otherRange]).prefix { $0 == $1 }
            #expect(LeafConcatenation.commonPrefix(&left, range, &right, otherRange) == Array(prefix).count)
            let most = random.number(in: 0...min(range.count, otherRange.count))
            let suffix = zip(items[range].reversed(), others[otherRange].reversed()).prefix(most).prefix { $0 == $1 }
            #expect(LeafConcatenation.commonSuffix(&left, range, &right, otherRange, most: most) == Array(suffix).count)
        }
    }
}
