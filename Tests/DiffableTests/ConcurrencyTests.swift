import Diffable
import Testing

/// Snapshots are edited and compared on other tasks, while a data source applies others. ThreadSanitizer watches this one.
struct ConcurrencyTests {
    @Test func snapshotsOnOtherTasks() async {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        source.view = nil
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
            (transaction.initialSnapshot.itemIdentifiers.count, transaction.difference.deletedItems.map(\.old?.id).count)
        }.value
        #expect(old == 2_000 && new == 100)
    }
}
