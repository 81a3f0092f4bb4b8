import Diffable
import Testing

/// The differences of random lists: replaying their steps over the old list gives the new one, with its content, and they name what the
/// model says.
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

    private func check<Section, Item>(_ program: Program<Section, Item>) {
        var old = program
        #expect(old.advance(40) == nil)
        var new = old
        #expect(new.advance(12) == nil)
        var stranger = old
        #expect(stranger.advance(10) == nil)
        let settled = DiffableDataSource<Section, Item>(cellProvider: { _, _ in Cell() })
        settled.view = nil
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
            let flaw = flaw(difference, oldModel, new.model) ?? flaw(difference, marksOf: to, oldModel)
            #expect(flaw == nil, "\(name), \(Program<Section, Item>.self)")
        }
        // The data source goes through the same lists.
        for (list, model) in [(new.snapshot, new.model), (stranger.snapshot, stranger.model), (new.remade(), new.model), (anew, new.model)] {
            let before = settled.snapshot()
            let transaction = settled.apply(list)
            #expect(transaction.initialSnapshot == before && settled.snapshot() == list)
            #expect(settled.snapshot().itemIdentifiers == model.items)
            #expect(settled.snapshot().reloadedItemIdentifiers.isEmpty && settled.snapshot().reconfiguredItemIdentifiers.isEmpty)
            for item in model.items { #expect(settled.indexPath(for: item) == model.path(of: item)) }
        }
    }

    /// Marked items that the old list has are reloaded or reconfigured.
    private func flaw<Section, Item>(
        _ difference: DiffableDifference<Section, Item>, marksOf new: DiffableDataSourceSnapshot<Section, Item>, _ old: Model<Section, Item>
    ) -> String? {
        let reloaded = Set(difference.reloadedItems.map(\.identifier))
        let changed = reloaded.union(difference.reconfiguredItems.map(\.identifier))
        for item in new.reloadedItemIdentifiers where old.path(of: item) != nil && !reloaded.contains(item) { return "\(item) is not reloaded" }
        for item in new.reconfiguredItemIdentifiers where old.path(of: item) != nil && !changed.contains(item) {
            return "\(item) is not reconfigured"
        }
        return nil
    }

    private func flaw<Section, Item>(
        _ difference: DiffableDifference<Section, Item>, _ old: Model<Section, Item>, _ new: Model<Section, Item>
    ) -> String? {
        var list = old.groups.map { (name: $0.section, rows: $0.items) }
        for step in difference.steps { step.perform(on: &list) }
        if list.map(\.name) != new.sections { return "steps: sections \(list.map(\.name)), not \(new.sections)" }
        if list.map(\.rows) != new.groups.map(\.items) { return "steps: items \(list.map(\.rows)), not \(new.groups.map(\.items))" }
        if difference.deletedItems.map(\.identifier) != old.items.filter({ new.path(of: $0) == nil }) { return "deleted items" }
        if difference.insertedItems.map(\.identifier) != new.items.filter({ old.path(of: $0) == nil }) { return "inserted items" }
        let reconfigured = Set(difference.reconfiguredItems.map(\.identifier) + difference.reloadedItems.map(\.identifier))
        for item in new.items {
            guard let before = old.item(item) else { continue }
            if before != item && !reconfigured.contains(item) { return "\(item) has other content and is not reconfigured" }
        }
        for changes in [difference.reconfiguredItems, difference.movedItems, difference.reloadedItems] {
            for change in changes where old.item(change.new!) != change.old || new.item(change.old!) != change.new { return "values of \(change)" }
            for change in changes where old.path(of: change.identifier) != change.from || new.path(of: change.identifier) != change.to {
                return "paths of \(change)"
            }
        }
        for change in difference.deletedItems where change.new != nil || change.to != nil || old.path(of: change.identifier) != change.from {
            return "deleted \(change)"
        }
        return nil
    }
}
