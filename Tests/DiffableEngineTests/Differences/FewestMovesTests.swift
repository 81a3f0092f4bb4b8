import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The number of moves against the least that is possible: of what stays, all but a longest run that kept its order.
@Suite struct FewestMovesTests {
    /// Every order of up to six, each with every choice of what is deleted; what is inserted in its place is new.
    @Test(arguments: 0...6) func everyOrderWithEveryDeletion(count: Int) throws {
        for permutation in permutations(of: count) {
            // All subsets of a few, of many those that delete at most one.
            let subsets = count <= 4 ? Array(0..<1 << count) : [0] + (0..<count).map { 1 << $0 }
            for subset in subsets {
                let isDeleted = { (number: Int) in subset & (1 << number) != 0 }
                let order = permutation.filter { !isDeleted($0) }
                let fewest = order.count - longestByExhaustion(order)
                let (items, sections) = try moves(
                    from: Array(0..<count), to: permutation.map { isDeleted($0) ? $0 + 100 : $0 })
                #expect(items == fewest && sections == fewest, "\(permutation) without \(subset)")
            }
        }
    }

    @Test func everyOrderOfSeven() throws {
        for permutation in permutations(of: 7) {
            let (items, sections) = try moves(from: Array(0..<7), to: permutation)
            let fewest = 7 - longestByExhaustion(permutation)
            if items != fewest || sections != fewest {
                Issue.record("\(permutation): \(items) and \(sections), not \(fewest)")
                return
            }
        }
    }

    /// Runs of neighbours, as real edits leave them, and single numbers out of order.
    @Test(arguments: 0..<12 as Range<UInt64>) func longShuffledLists(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let count = random.number(in: 100...400)
        var order = Array(0..<count)
        for _ in 0..<random.number(in: 1...40) {
            let first = random.below(count)
            let run = Array(order[first..<min(count, first + random.number(in: 1...30))])
            order.removeSubrange(first..<first + run.count)
            order.insert(contentsOf: run, at: random.below(order.count + 1))
        }
        if seed % 3 == 0 { order.shuffle(using: &random) }
        let (items, sections) = try moves(from: Array(0..<count), to: order)
        let fewest = count - longestByTable(order)
        #expect(items == fewest)
        #expect(sections == fewest)
    }

    /// Moves of one snapshot into the next share most leaves: what lies between must still be weighed by its items.
    @Test(arguments: 0..<6 as Range<UInt64>) func singleMovesInLongSections(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let old = try snapshot([(0, Array(0..<3_000))])
        var new = old
        var order = Array(0..<3_000)
        for _ in 0..<random.number(in: 1...8) {
            let item = order.remove(at: random.below(order.count))
            let place = random.below(order.count)
            try new.moveItem(Identifier.integer(Int64(item)), beforeItem: .integer(Int64(order[place])))
            order.insert(item, at: place)
        }
        #expect(new.itemIdentifiers == order.map { .integer(Int64($0)) })
        #expect(Difference(from: old, to: new).movedItems.count == order.count - longestByPatience(order))
    }

    /// A run that jumps over a leaf that both lists share: the lighter of the two moves.
    @Test(arguments: [(10, 700), (300, 700), (700, 10), (0, 2_950)]) func runsOverSharedLeaves(from: Int, to: Int)
        throws
    {
        let old = try snapshot([(0, Array(0..<3_000))])
        for count in [2, 20, 200] {
            var new = old
            let run = Array(from..<from + count)
            for item in run { try new.moveItem(Identifier.integer(Int64(item)), beforeItem: .integer(Int64(to))) }
            let distance = to > from ? to - from - count : from - to
            #expect(Difference(from: old, to: new).movedItems.count == min(count, distance))
        }
    }

    /// A leaf's worth of items that goes behind the others is a leaf again, and may get the number that it had.
    @Test func aLeafThatGoesToTheEnd() throws {
        let count = Leaf.preferredCount
        let old = try snapshot([(0, Array(0..<4 * count))])
        let moved = (0..<count).map { Identifier.integer(Int64($0)) }
        var new = old
        new.deleteItems(moved)
        try new.appendItems(moved.map { Element($0) }, toSection: 0)
        #expect(Difference(from: old, to: new).movedItems.map { $0.identifier } == moved)
    }

    @Test func theRowsThatOthersMoveInVain() throws {
        let numbers = Array(0..<200)
        #expect(try moves(from: numbers, to: [199] + numbers.dropLast()) == (1, 1))
        #expect(try moves(from: numbers, to: numbers.dropFirst() + [0]) == (1, 1))
        #expect(try moves(from: numbers, to: [199] + numbers[1..<199] + [0]) == (2, 2))
        #expect(try moves(from: numbers, to: numbers.reversed()) == (199, 199))
    }

    @Test func itemsOfASectionThatMovesStay() throws {
        let difference = Difference(
            from: try snapshot([(0, [1, 2]), (1, [3, 4]), (2, [5])]),
            to: try snapshot([(2, [5]), (0, [1, 2]), (1, [3, 4])]))
        #expect(difference.movedSections == [SectionChange(identifier: 2, from: 2, to: 0)])
        #expect(difference.movedItems.isEmpty)
    }

    @Test func itemsThatLeaveADeletedSectionOrEnterAnInsertedOneMove() throws {
        let difference = Difference(from: try snapshot([(0, [1, 2, 3])]), to: try snapshot([(9, [3, 1, 7])]))
        #expect(difference.movedItems.map { $0.identifier } == [3, 1])
        #expect(
            Array(difference.deletedItems) == [
                ItemChange(identifier: 2, from: IndexPath(section: 0, item: 1), to: nil, withSection: true)
            ])
        #expect(
            Array(difference.insertedItems) == [
                ItemChange(identifier: 7, from: nil, to: IndexPath(section: 0, item: 2), withSection: true)
            ])
    }

    /// Moves of items in one section, and of as many sections, between lists that share nothing.
    private func moves(from old: [Int], to new: [Int]) throws -> (items: Int, sections: Int) {
        let items = Difference(from: try snapshot([(0, old)]), to: try snapshot([(0, new)]))
        let sections = Difference(from: try snapshot(old.map { ($0, []) }), to: try snapshot(new.map { ($0, []) }))
        return (items.movedItems.count, sections.movedSections.count)
    }
}
