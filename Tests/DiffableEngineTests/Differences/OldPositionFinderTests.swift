import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The old position of each new item, beside a search of the old list; and the runs that follow from it.
@Suite struct OldPositionFinderTests {
    private static let orders: [(name: String, order: @Sendable (inout SplitMix64) -> [Int])] = [
        ("the same", { _ in Array(0..<700) }),
        ("backwards", { _ in (0..<700).reversed() }),
        ("shuffled", { (0..<700).shuffled(using: &$0) }),
        ("some deleted", { random in (0..<700).filter { _ in !random.once(in: 4) } }),
        ("many neighbours deleted", { _ in Array(0..<50) + Array(300..<700) }),
        ("some inserted", { random in (0..<700).flatMap { random.once(in: 4) ? [1_000 + $0, $0] : [$0] } }),
        ("all new", { _ in Array(1_000..<1_100) }),
        (
            "some moved",
            { random in
                var order = Array(0..<700)
                for _ in 0..<10 {
                    order.insert(order.remove(at: random.below(order.count)), at: random.below(order.count))
                }
                return order
            }
        ),
        ("blocks in another order", { _ in [3, 0, 4, 1, 2].flatMap { Array($0 * 140..<$0 * 140 + 140) } }),
        ("shuffled, then in order", { (0..<300).shuffled(using: &$0) + Array(300..<700) }),
        ("nothing left", { _ in [] }),
    ]

    /// Items that begin with others, of the same hunk and few enough to be compared one by one, or of a longer list.
    @Test(arguments: orders.indices, [(0, 0), (1, 0), (2, 0), (0, 300), (1, 300)]) func everyOrder(
        index: Int, kind: (seed: UInt64, cut: Int)
    ) throws {
        let (seed, cut) = kind
        var random = SplitMix64(seed: seed)
        // Interned in the order of the list, or in another one, or with others between them.
        let all = seed == 0 ? Array(0..<700) : (0..<700).shuffled(using: &random)
        let before = try snapshot([(0, seed == 2 ? all + Array(100_000..<120_000) : all)])
        var table = before
        if seed == 2 {
            table.deleteAllItems()
            try table.appendSections([0])
            try table.appendItems(all.map { Element(.integer(Int64($0))) })
        }
        let old = all[cut...].map { $0 }
        let new = Self.orders[index].order(&random).map { $0 < 700 ? all[$0] : $0 }.filter { !all[..<cut].contains($0) }
        var after = before.emptied
        try after.appendSections([0])
        try after.appendItems(new.map { Element(.integer(Int64($0))) })
        let (oldHandles, newHandles) = (
            Array(table.itemHandles(inSectionAt: 0)[cut...]), after.itemHandles(inSectionAt: 0)
        )
        let oldPositions = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
        let expected = new.map { oldPositions[$0] }
        let hunk = Hunk(
            oldSection: 0, newSection: 0, oldStart: cut, newStart: 0, firstOld: 0, firstNew: 0, oldCount: old.count,
            newCount: new.count)

        WorkingMemory.with { memory in
            oldHandles.withUnsafeBufferPointer { oldItems in
                newHandles.withUnsafeBufferPointer { newItems in
                    var finder = OldPositionFinder(oldItems, newItems, of: table)
                    let found = new.indices.map { finder.oldPosition(ofNew: $0, in: hunk, &memory) }
                    #expect(found == expected, "\(Self.orders[index].name), one by one")

                    finder = OldPositionFinder(oldItems, newItems, of: table)
                    finder.predict(0)
                    var position = 0
                    while position < new.count {
                        let found = finder.oldPosition(ofNew: position, in: hunk, &memory)
                        #expect(found == expected[position], "\(Self.orders[index].name), item \(position)")
                        guard let found else {
                            position += 1
                            continue
                        }
                        let count = finder.commonCount(found..<old.count, position..<new.count)
                        #expect(count == Array(zip(old[found...], new[position...]).prefix { $0 == $1 }).count)
                        finder.predict(found + count)
                        position += count
                    }
                }
            }
        }
    }

    /// Items of several hunks, with items between them that both lists share; and some that the list lost before.
    @Test func severalHunks() throws {
        let before = try snapshot([(0, Array(0..<100)), (1, Array(100..<200)), (2, [])])
        var lost = before
        lost.deleteItems([.integer(50)])
        var after = lost
        after.deleteSections([1])
        try after.appendItems([Element(50)] + (100..<200).reversed().map { Element(.integer(Int64($0))) }, toSection: 2)
        let difference = Difference(from: lost, to: after)
        #expect(difference.movedItems.count == 100 && difference.insertedItems.map { $0.identifier } == [50])
        #expect(difference.movedItems.map { $0.from?.item } == (0..<100).reversed().map { $0 })
    }
}
