import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct ReorderingTests {
    private let source = DataSource()

    init() throws {
        var snapshot = Snapshot()
        try snapshot.appendSections(["a", "b"])
        try snapshot.appendItems([1, 2, 3], toSection: "a")
        try snapshot.appendItems([4], toSection: "b")
        try source.apply(snapshot)
        source.reorderingHandlers.canReorderItem = { (item) throws(DiffableError) in item != 1 }
    }

    private var items: [[Identifier]] {
        ["a", "b"].map { (try? source.snapshot().itemIdentifiers(inSection: $0)) ?? [] }
    }

    @Test func aDragMovesOneItem() throws {
        let transaction = try #require(
            try source.reorderItem(from: IndexPath(section: 0, item: 2), to: IndexPath(section: 0, item: 0)).transaction
        )
        #expect(items == [[3, 1, 2], [4]])
        #expect(transaction.difference.movedItems.map { $0.identifier } == [3])
        let section = try #require(transaction.sectionTransactions.first)
        #expect(transaction.sectionTransactions.count == 1)
        #expect(section.sectionIdentifier == "a")
        #expect(section.initialSnapshot.itemIdentifiers == [1, 2, 3])
        #expect(section.finalSnapshot.itemIdentifiers == [3, 1, 2])
        #expect(section.difference.movedItems.count == 1)
    }

    @Test func aDragIntoAnotherSectionChangesBothTheLastFirst() throws {
        let transaction = try #require(
            try source.reorderItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 1, item: 1)).transaction
        )
        #expect(items == [[1, 3], [4, 2]])
        #expect(transaction.sectionTransactions.map { $0.sectionIdentifier } == ["b", "a"])
        #expect(transaction.sectionTransactions[0].difference.insertedItems.map { $0.identifier } == [2])
        #expect(transaction.sectionTransactions[1].difference.deletedItems.map { $0.identifier } == [2])
    }

    @Test func whatMayNotBeDraggedStays() throws {
        #expect(
            try source.reorderItem(from: IndexPath(section: 0, item: 0), to: IndexPath(section: 0, item: 1)).transaction
                == nil)
        source.reorderingHandlers.canReorderItem = nil
        #expect(
            try source.reorderItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 0, item: 0)).transaction
                == nil)
        #expect(items == [[1, 2, 3], [4]])
    }

    @Test func handlersSeeTheOldAndTheNewState() throws {
        var log: [[Identifier]] = []
        source.reorderingHandlers.willReorder = { (_) throws(DiffableError) in log.append(items[0]) }
        source.reorderingHandlers.didReorder = { (_) throws(DiffableError) in log.append(items[0]) }
        try source.reorderItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 0, item: 2))
        #expect(log == [[1, 2, 3], [1, 3, 2]])
    }

    /// The view prepares and commits around the second handler, and sees the new list both times.
    @Test func theViewPreparesBetweenTheHandlers() throws {
        var log: [String] = []
        func note(_ name: String) { log.append("\(name) \(items[0])") }
        source.reorderingHandlers.willReorder = { (_) in note("will") }
        source.reorderingHandlers.didReorder = { (_) in note("did") }
        source.view = { (_, _) in
            note("prepare")
            return PreparedView { note("commit") }
        }
        source.addObserver { _ in note("observer") }
        try source.reorderItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 0, item: 2))
        #expect(log == ["will [1, 2, 3]"] + ["prepare", "did", "commit", "observer"].map { "\($0) [1, 3, 2]" })
    }

    @Test(arguments: [true, false]) func aHandlerThatThrowsLeavesEverythingAsItWas(isWill: Bool) throws {
        var (shown, prepared) = (0, 0)
        var cancelled: [[Identifier]] = []
        source.view = { (_, _) throws(DiffableError) in
            prepared += 1
            return PreparedView(cancel: { cancelled.append(items[0]) }) { shown += 1 }
        }
        let fail: DataSource.TransactionHandler = { (_) throws(DiffableError) in
            throw DiffableError(.callbackFailed, "no")
        }
        if isWill { source.reorderingHandlers.willReorder = fail } else { source.reorderingHandlers.didReorder = fail }
        #expect(throws: DiffableError.self) {
            try source.reorderItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 0, item: 2))
        }
        #expect(items == [[1, 2, 3], [4]])
        // The view prepares between the two handlers, and is told that the drag was undone when the old list is back.
        #expect(shown == 0 && prepared == (isWill ? 0 : 1))
        #expect(cancelled == (isWill ? [] : [[1, 2, 3]]))
    }

    @Test(arguments: [(0, 5, 0, 0), (2, 0, 0, 0), (0, 1, 0, 3), (0, 1, 2, 0), (-1, 0, 0, 0), (0, 1, 1, -1)])
    func placesThatAreNotInTheListAreErrors(from: Int, item: Int, to: Int, place: Int) {
        let error = #expect(throws: DiffableError.self) {
            try source.reorderItem(from: IndexPath(section: from, item: item), to: IndexPath(section: to, item: place))
        }
        #expect(error?.code == .invalidArgument)
        #expect(items == [[1, 2, 3], [4]])
    }
}
