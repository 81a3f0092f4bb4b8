import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Snapshots whose items come and go leave a table of dead identifiers behind, sooner or later. The move to
/// fresh tables must not be seen.
@Suite struct IdentifierChurnTests {
    /// A window that slides over ever new items, with marks, revisions and wrong calls on the way.
    @Test(arguments: 0..<4 as Range<UInt64>) func aSlidingWindow(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (snapshot, model) = (Snapshot(), ReferenceModel())
        var tables: [Identifiers] = []
        var kept: [Comparison] = []
        func run(_ edit: Edit) {
            #expect(snapshot.perform(edit) == model.perform(edit), "\(edit)")
        }
        run(.appendSections([Element("a", revision: 3), "b", "c"]))
        var next = 0
        for round in 0..<120 {
            let count = random.number(in: 20...80)
            run(
                .appendItems(
                    (next..<next + count).map { Element(identifier(5_000 + $0), revision: UInt64($0 % 2)) },
                    toSection: "b"))
            next += count
            run(
                .reloadItems([
                    Element(identifier(5_000 + next - 1), revision: 9), Element(identifier(5_000 + next - 2)),
                ]))
            run(.reconfigureItems([Element(identifier(5_000 + next - 3))]))
            run(.reloadSections(["c"]))
            run(
                .appendItems(
                    [Element(identifier(5_000 + next)), Element(identifier(5_000 + next - 1))], toSection: "a"))
            run(.moveItems([identifier(5_000 + next - 4)], toSection: "a"))
            if model.items.count > 150 { run(.deleteItems(model.items.dropLast(60).map { $0.identifier })) }
            if round % 10 == 0 { kept.append(Comparison(snapshot: snapshot, model: model)) }
            if tables.last !== snapshot.identifiers { tables.append(snapshot.identifiers) }
            let comparison = Comparison(snapshot: snapshot, model: model)
            if let mismatch = comparison.mismatch() {
                Issue.record("round \(round): \(mismatch)")
                return
            }
        }
        #expect(tables.count > 2)
        for copy in kept { #expect(copy.mismatch() == nil) }
        #expect(snapshot.identifiers.items.count < 3_000)
    }

    /// An empty snapshot that shares the names of a long list keeps them while it is filled.
    @Test func aListBuiltAnewWithTheNamesOfAnother() throws {
        let items = (0..<5_000).map { Element(.integer($0)) }
        var old = Snapshot()
        try old.appendSections(["a"])
        try old.appendItems(items)
        var new = old.emptied
        try new.appendSections(["a"])
        for first in stride(from: 0, to: 5_000, by: 500) { try new.appendItems(Array(items[first..<first + 500])) }
        #expect(new.identifiers === old.identifiers)
        #expect(new == old)
        var emptied = new
        emptied.deleteAllItems()
        try emptied.appendSections(["a"])
        try emptied.appendItems(items)
        #expect(emptied.identifiers === old.identifiers)
    }

    /// Also where all that is alive was lent out: reading goes on while the table is left.
    @Test func copiesOutliveTheTableTheyShare() throws {
        var snapshot = Snapshot()
        try snapshot.appendSections(["a"])
        var copies: [(Snapshot, [Identifier])] = []
        for round in 0..<60 as Range<Int64> {
            try snapshot.appendItems((round * 100..<round * 100 + 100).map { Element(Identifier("item \($0)")) })
            snapshot.deleteItems((round * 100 - 100..<round * 100).map { Identifier("item \($0)") })
            copies.append((snapshot, (round * 100..<round * 100 + 100).map { Identifier("item \($0)") }))
        }
        for (copy, items) in copies {
            #expect(copy.itemIdentifiers == items)
            #expect(copy.brokenInvariant() == nil)
        }
    }
}
