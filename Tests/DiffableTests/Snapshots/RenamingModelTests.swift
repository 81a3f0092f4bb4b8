import Diffable
import Testing
@testable import TestSupport

/// Random programs that rename items: the list is what an array says, the difference leads from one array to the other,
/// and a history brings each of them back.
struct RenamingModelTests {
    private func run<Item: TestItem>(_: Item.Type, seed: UInt64) {
        var random = Choices(seed: seed)
        func same(_ left: Item, _ right: Item) -> Bool { left.identity == right.identity }
        let source = DiffableDataSource<Int, Item>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([0])
        source.apply(list)
        let history = DiffableHistory(of: source, limit: 1_000)
        var (model, states) = ([Item](), [[Item]()])
        for step in 0..<300 {
            let item = Item.make(random.below(20), content: step)
            let index = model.firstIndex { same($0, item) }
            switch random.below(6) {
            case 0, 1:
                guard let index else { fallthrough }
                let new = Item.make(random.below(20), content: step)
                let isTaken = model.contains { same($0, new) } && !same(new, item)
                #expect(((try? list.checked.renameItem(item, to: new)) == nil) == isTaken)
                if !isTaken { model[index] = new }
            case 2:
                if index != nil { continue }
                list.prependItems([item])
                model.insert(item, at: 0)
            case 3:
                list.deleteItems([item])
                if let index { model.remove(at: index) }
            case 4:
                guard let index, let last = model.last, !same(last, item) else { continue }
                list.moveItem(item, afterItem: last)
                model.append(model.remove(at: index))
            default:
                let difference = source.apply(list).difference
                let isRight = states.last!.applying(difference).map { areIdentical($0, model) } ?? false
                #expect(
                    isRight && areIdentical(source.snapshot().itemIdentifiers, model), "step \(step): \(difference)")
                // An item that was renamed there and back is reconfigured, but the list is the same.
                if !difference.isEmpty && !areIdentical(states.last!, model) { states.append(model) }
                if random.below(2) == 0 { list = source.snapshot() }
                if random.below(8) == 0 {
                    list = DiffableDataSourceSnapshot()
                    list.appendSections([0])
                    list.appendItems(model)
                }
            }
        }
        for state in states.dropLast().reversed() {
            history.undo()
            #expect(areIdentical(source.snapshot().itemIdentifiers, state))
        }
        for state in states.dropFirst() {
            history.redo()
            #expect(areIdentical(source.snapshot().itemIdentifiers, state))
        }
        #expect(!history.canRedo)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func programs(seed: UInt64) {
        run(Int.self, seed: seed)
        run(Row.self, seed: seed)
        run(Colliding.self, seed: seed)
        run(CollidingRow.self, seed: seed)
    }
}
