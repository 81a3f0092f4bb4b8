import Diffable

/// A data source of one of the kinds of items, without a view.
enum Source {
    case strings(DiffableDataSource<Int, String>)
    case integers(DiffableDataSource<Int, Int>)
    case rows(DiffableDataSource<Int, Row>)

    init(kind: Int32) {
        switch kind {
        case 0:
            let source = DiffableDataSource<Int, String>(cellProvider: { _, _ in Cell() })
            self = .strings(source)
        case 1:
            let source = DiffableDataSource<Int, Int>(cellProvider: { _, _ in Cell() })
            self = .integers(source)
        default:
            let source = DiffableDataSource<Int, Row>(cellProvider: { _, _ in Cell() })
            self = .rows(source)
        }
    }

    /// Describes a list and applies it.
    /// - Parameter isAnew: whether the description begins with what `newSnapshot()` returns, or with a snapshot of its
    ///   own.
    func apply(_ items: Items, isAnew: Bool) -> Counts {
        switch (self, items) {
        case (.strings(let source), .strings(let items)):
            describe(items, isAnew ? source.newSnapshot() : DiffableDataSourceSnapshot(), source)
        case (.integers(let source), .integers(let items)):
            describe(items, isAnew ? source.newSnapshot() : DiffableDataSourceSnapshot(), source)
        case (.rows(let source), .rows(let items, _)):
            describe(items, isAnew ? source.newSnapshot() : DiffableDataSourceSnapshot(), source)
        default:
            fatalError("a list of another kind")
        }
    }

    /// The current list.
    var snapshot: Any {
        switch self {
        case .strings(let source): source.snapshot()
        case .integers(let source): source.snapshot()
        case .rows(let source): source.snapshot()
        }
    }
}

/// How many items an apply changed, by kind.
typealias Counts = (deleted: Int, inserted: Int, moved: Int, reconfigured: Int)

private func describe<Item>(
    _ items: [Item], _ empty: DiffableDataSourceSnapshot<Int, Item>, _ source: DiffableDataSource<Int, Item>
) -> Counts {
    var snapshot = empty
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    let difference = source.apply(snapshot).difference
    return (
        difference.deletedItems.count, difference.insertedItems.count, difference.movedItems.count,
        difference.reconfiguredItems.count
    )
}
