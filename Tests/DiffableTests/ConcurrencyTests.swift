import Diffable
import Testing

/// Snapshots, trees and differences are made, edited and read on several tasks at once. `make test-threads` runs these
/// tests under ThreadSanitizer.
struct ConcurrencyTests {
    @Test func snapshotsOnOtherTasks() async {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        var first = DiffableDataSourceSnapshot<Int, Row>()
        first.appendSections([0])
        first.appendItems((0..<2_000).map { Row.make($0, content: 0) })
        await source.apply(first)
        let base = source.snapshot()
        let lists = await withTaskGroup(of: DiffableDataSourceSnapshot<Int, Row>.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var list = base
                    for step in 0..<100 {
                        list.deleteItems([.make(task * 300 + step, content: 0)])
                        list.appendItems([.make(10_000 + task % 2 * 50 + step, content: 0)])
                        list.reconfigureItems([.make(1_500 + step, content: task + 1)])
                        if step % 20 == 0 { _ = list.difference(from: base).steps.count }
                    }
                    return list
                }
            }
            // Meanwhile this task goes on with the same list.
            for step in 0..<50 {
                var list = source.snapshot()
                list.moveItem(.make(1_400 + step, content: 0), beforeItem: .make(1_300, content: 0))
                await source.apply(list)
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for list in lists {
            let transaction = await source.apply(list)
            #expect(transaction.finalSnapshot == list)
            #expect(source.snapshot().itemIdentifiers == list.itemIdentifiers)
        }
        let transaction = await source.apply(base)
        let (old, new) = await Task.detached {
            (
                transaction.initialSnapshot.itemIdentifiers.count,
                transaction.difference.deletedItems.map(\.old?.id).count
            )
        }.value
        #expect(old == 2_000 && new == 100)
    }

    /// Several tasks fill the snapshot that describes a list anew, and read one difference.
    @Test func readersOfOneDifference() async {
        let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
        var list = DiffableDataSourceSnapshot<Int, Colliding>()
        list.appendSections([0, 1])
        list.appendItems((0..<120).map { Colliding(number: $0) }, toSection: 0)
        await source.apply(list)
        let empty = source.newSnapshot()
        list.deleteItems((30..<50).map { Colliding(number: $0) })
        list.moveItem(Colliding(number: 3), afterItem: Colliding(number: 90))
        list.appendItems([Colliding(number: 1_000)])
        let next = list
        let difference = await source.apply(list).difference
        let answers = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var remade = empty
                    for section in next.sectionIdentifiers {
                        remade.appendSections([section])
                        remade.appendItems(next.itemIdentifiers(inSection: section))
                    }
                    let changes = remade.difference(from: next)
                    return [
                        difference.steps.count, difference.deletedItems.map(\.identifier.number).count,
                        difference.movedItems.map(\.identifier.number)[0],
                        difference.insertedItems.map(\.identifier.number)[0],
                        difference.description.count, changes.isEmpty ? 0 : 1,
                    ]
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers).count == 1)
        #expect(answers[0][1...3] == [20, 3, 1_000] && answers[0][5] == 0)
    }

    @Test func treesOnOtherTasks() async {
        var tree = DiffableDataSourceSectionSnapshot<Row>()
        tree.append((0..<50).map { Row.make($0, content: 0) })
        let base = tree
        let counts = await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var tree = base
                    for number in 0..<50 where number % 4 == task {
                        tree.append([.make(100 + number, content: task)], to: .make(number, content: 0))
                        tree.expand([.make(number, content: 0)])
                    }
                    return tree.visibleItems.count
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [62, 62, 63, 63] && base.items.count == 50)
    }
}
