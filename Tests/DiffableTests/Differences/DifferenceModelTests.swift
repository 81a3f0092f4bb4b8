import Diffable
import Testing

/// The differences of random lists: replaying their steps over the old list gives the new one, with its content, and
/// they name what the model says.
struct DifferenceModelTests {
    @Test(arguments: 0..<20)
    func programs(seed: UInt64) {
        check(Program<Int, String>(seed: seed))
        check(Program<Payment, Payment>(seed: seed))
        check(Program<Row, Row>(seed: seed))
        check(Program<Int, Int>(seed: seed))
        check(Program<Int, Named>(seed: seed))
    }

    @Test(arguments: 0..<40)
    func collisions(seed: UInt64) {
        check(Program<Colliding, Colliding>(seed: seed))
        check(Program<Int, CollidingRow>(seed: seed))
    }

    @Test func aSectionThatMovesTakesItsItemsInACollectionDifference() {
        var old = DiffableDataSourceSnapshot<String, Int>()
        old.appendSections(["a", "b"])
        old.appendItems([1, 2], toSection: "a")
        old.appendItems([3, 4], toSection: "b")
        var new = old
        new.moveSection("b", beforeSection: "a")
        let difference = new.difference(from: old)
        #expect(difference.movedItems.isEmpty)
        #expect([1, 2, 3, 4].applying(difference) == [3, 4, 1, 2])
    }

    private func check<Section, Item>(_ program: Program<Section, Item>) {
        var old = program
        #expect(old.advance(40) == nil)
        var new = old
        #expect(new.advance(12) == nil)
        var stranger = old
        #expect(stranger.advance(10) == nil)
        let settled = DiffableDataSource<Section, Item>(cellProvider: { _, _ in Cell() })
        settled.apply(old.snapshot)
        let source = settled.snapshot()
        var anew = settled.newSnapshot()
        for group in new.model.groups {
            anew.appendSections([group.section])
            anew.appendItems(group.items)
        }
        let pairs = [
            ("edited", source, new.snapshot), ("made anew", source, new.remade()), ("emptied first", source, anew),
            ("edited beside", stranger.snapshot, new.snapshot),
        ]
        for (name, from, to) in pairs {
            let oldModel = name == "edited beside" ? stranger.model : old.model
            let difference = to.difference(from: from)
            let mismatch =
                difference.mismatch(from: oldModel, to: new.model) ?? difference.mismatch(marksOf: to, from: oldModel)
            #expect(mismatch == nil, "\(name), \(Program<Section, Item>.self)")
        }
        // The data source goes through the same lists.
        for (list, model) in [
            (new.snapshot, new.model), (stranger.snapshot, stranger.model), (new.remade(), new.model),
            (anew, new.model),
        ] {
            let before = settled.snapshot()
            let transaction = settled.apply(list)
            #expect(transaction.initialSnapshot == before && settled.snapshot() == list)
            #expect(settled.snapshot().itemIdentifiers == model.items)
            #expect(
                settled.snapshot().reloadedItemIdentifiers.isEmpty
                    && settled.snapshot().reconfiguredItemIdentifiers.isEmpty)
            for item in model.items { #expect(settled.indexPath(for: item) == model.path(of: item)) }
        }
    }
}
