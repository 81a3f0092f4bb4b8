import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The differences of random pairs: replayed over the old list they give the new one, every list in them is
/// complete and in order, and nothing moves that need not.
@Suite struct DifferenceTests {
    @Test(arguments: 0..<8) func tinyLists(part: Int) throws {
        try check(.tiny, part: part, pairs: 100, before: 12) { 1 + $0 % 12 }
    }

    @Test(arguments: 0..<4) func middleLists(part: Int) throws {
        try check(.middle, part: part, pairs: 8, before: 30) { 1 + $0 * 3 }
    }

    /// After few edits, so that most leaves are still shared.
    @Test(arguments: 0..<4) func sectionsOfManyLeaves(part: Int) throws {
        try check(.leaves, part: part, pairs: 12, before: 25) { 1 + $0 % 6 }
    }

    @Test(arguments: 0..<2) func sectionsOfThousandsOfItems(part: Int) throws {
        try check(.long, part: part, pairs: 1, before: 20) { _ in 3 }
    }

    /// Each pair as it came about, the other way round, and with a new list built from nothing.
    private func check(_ shape: Shape, part: Int, pairs: Int, before: Int, between: (Int) -> Int) throws {
        for number in 0..<pairs {
            let pair = Pair(seed: UInt64(part * pairs + number), shape: shape, before: before, between: between(number))
            let sharing = try pair.rebuilt(sharingIdentifiers: true)
            let free = try pair.rebuilt(sharingIdentifiers: false)
            let strangers = Pair.strangers(seed: UInt64(part * pairs + number), shape: shape, steps: before)
            for pair in [pair, pair.reversed, sharing, free, strangers] {
                if let mismatch = pair.mismatch() {
                    Issue.record("\(mismatch)")
                    return
                }
            }
            let counts = [pair, sharing, free].map { pair in
                let difference = Difference(from: pair.old, to: pair.new)
                return ChangeKind.allCases.map { difference.count($0) }
            }
            #expect(counts[0] == counts[1] && counts[0] == counts[2], "\(pair.name)")
        }
    }

    /// So many items elsewhere that all are indexed: of a list that was filled in its order and of one that was not,
    /// with sections that begin and end as before, and one to which an item is added, whose gap has no old items.
    @Test(arguments: 0..<8 as Range<UInt64>) func shuffledLists(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let numbers = seed % 2 == 0 ? Array(0..<2_400) : (0..<2_400).shuffled(using: &random)
        let old = stride(from: 0, to: 2_400, by: 800).map { Array(numbers[$0..<$0 + 800]) }
        var inside = old.map { Array($0[10..<795]) }
        let isFirstKept = seed % 4 < 2
        let shuffled = isFirstKept ? 1..<3 : 0..<3
        for _ in 0..<random.below(200) {
            let item = inside[shuffled.randomElement(using: &random)!].removeLast()
            inside[shuffled.randomElement(using: &random)!].append(item)
        }
        var new = inside.indices.map { section in
            let rest =
                inside[section].dropLast(random.below(50)) + (0..<random.below(50)).map { 3_000 + 100 * section + $0 }
            return old[section][..<10] + rest.shuffled(using: &random) + old[section][795...]
        }
        if isFirstKept { new[0] = old[0][..<400] + [5_000] + old[0][400...] }
        let lists = [old, new.map { Array($0) }]
        let models = lists.map { sections in
            var model = ReferenceModel()
            for (section, items) in sections.enumerated() {
                _ = model.perform(.appendSections([Element(.integer(Int64(section)))]))
                _ = model.perform(.appendItems(items.map { Element(.integer(Int64($0))) }, toSection: nil))
            }
            return model
        }
        let snapshots = try lists.map { try snapshot($0.enumerated().map { ($0.offset, $0.element) }) }
        let pair = Pair(
            name: "shuffled", old: snapshots[0], new: snapshots[1], oldModel: models[0], newModel: models[1])
        for pair in [pair, pair.reversed, try pair.rebuilt(sharingIdentifiers: true)] {
            #expect(pair.mismatch() == nil)
        }
    }

    /// What differs has handles in a row but for what lies between, which the list lost; and there these come back.
    @Test func handlesThatAreMissingInARow() throws {
        let between = 1_000..<1_050
        let old = [Array(0..<100) + between.prefix(25), between.suffix(25) + Array(150..<400)]
        let new = [old[0][..<100].reversed() + between.prefix(25), between.suffix(25) + (100..<400).reversed()]
        var snapshot = try snapshot([(0, Array(0..<400))])
        let snapshots = try [old, new].map { sections in
            snapshot.deleteAllItems()
            for (section, items) in sections.enumerated() {
                try snapshot.appendSections([Element(.integer(Int64(section)))])
                try snapshot.appendItems(items.map { Element(.integer(Int64($0))) })
            }
            return snapshot
        }
        let difference = Difference(from: snapshots[0], to: snapshots[1])
        #expect(difference.description == "50 items inserted, 348 moved")
        #expect(difference.insertedItems.map { $0.identifier } == (100..<150).reversed().map { .integer($0) })
    }

    @Test(arguments: [Shape.tiny, .middle, .leaves]) func aListAndItselfDifferInNothing(shape: Shape) throws {
        for seed in 0..<5 as Range<UInt64> {
            let pair = Pair(seed: seed, shape: shape, before: 20, between: 0)
            let list = pair.old.withoutMarks
            #expect(Difference(from: list, to: list).isEmpty)
            #expect(Difference(from: list, to: try Snapshot(pair.oldModel.withoutMarks)).isEmpty)
        }
    }

    @Test func emptyListsDifferInNothing() {
        let difference = Difference(from: Snapshot(), to: Snapshot())
        #expect(difference.isEmpty)
        #expect(difference.description == "no changes")
    }

    /// Snapshots shed the identifiers that are gone: a list may come from a table that its copy has left.
    @Test func listsOnBothSidesOfAMoveToFreshTables() throws {
        var snapshot = Snapshot()
        try snapshot.appendSections(["a"])
        try snapshot.appendItems((0..<100).map { Element(.integer($0), revision: UInt64($0 % 3)) })
        var model = ReferenceModel()
        _ = model.perform(.appendSections(["a"]))
        _ = model.perform(
            .appendItems((0..<100).map { Element(.integer($0), revision: UInt64($0 % 3)) }, toSection: nil))
        let (old, oldModel) = (snapshot, model)
        for round in 1..<200 as Range<Int64> {
            let edits: [Edit] = [
                .deleteItems([.integer(round * 100 - 50)]),
                .appendItems((round * 100..<round * 100 + 50).map { Element(.integer($0)) }, toSection: "a"),
                .deleteItems((round * 100..<round * 100 + 50).map { .integer($0) }),
            ]
            for edit in edits { #expect(model.perform(edit) == snapshot.perform(edit)) }
        }
        #expect(snapshot.identifiers !== old.identifiers)
        let pair = Pair(name: "before and after shedding", old: old, new: snapshot, oldModel: oldModel, newModel: model)
        #expect(pair.mismatch() == nil)
        #expect(pair.reversed.mismatch() == nil)
    }
}
