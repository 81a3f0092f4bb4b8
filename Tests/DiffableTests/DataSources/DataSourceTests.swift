import Diffable
import Testing

/// A data source without a view, and with one that carries out what it is told.
struct DataSourceTests {
    typealias Source = DiffableDataSource<String, Row>

    private func source() -> Source {
        let source = Source(cellProvider: { _, row in Cell(text: row.title) })
        return source
    }

    private func list(_ titles: [String: String], _ order: [String]) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections(["main"])
        snapshot.appendItems(order.map { Row(id: $0, title: titles[$0] ?? $0) })
        return snapshot
    }

    @Test func otherContentIsReconfiguredByItself() throws {
        let source = source()
        source.apply(list([:], ["a", "b", "c"]))
        let transaction = source.apply(list(["b": "B2"], ["c", "a", "b"]), animatingDifferences: false)
        let change = try #require(transaction.difference.reconfiguredItems.first)
        #expect(transaction.difference.reconfiguredItems.count == 1)
        #expect((change.old?.title, change.new?.title) == ("b", "B2"))
        #expect(
            (change.from, change.to) == (DiffableIndexPath(item: 1, section: 0), DiffableIndexPath(item: 2, section: 0))
        )
        #expect(transaction.difference.movedItems.map(\.identifier.id) == ["c"])
        #expect(transaction.initialSnapshot.itemIdentifiers.map(\.title) == ["a", "b", "c"])
        #expect(transaction.finalSnapshot.itemIdentifiers.map(\.title) == ["c", "a", "B2"])
        #expect(source.snapshot() == transaction.finalSnapshot)
        #expect(transaction.animation == .none && transaction.state == .applied && transaction.failure == nil)
        var edited = source.snapshot()
        edited.reconfigureItems([Row(id: "a", title: "A2")])
        #expect(source.apply(edited).difference.reconfiguredItems.map(\.new?.title) == ["A2"])
        #expect(source.apply(edited).difference.isEmpty == false, "the snapshot still has its mark")
        #expect(source.apply(source.snapshot()).difference.isEmpty)
    }

    /// What differs is marked and counted. A section that is described anew keeps its items and their marks.
    @Test func updatesAndReplacements() {
        let source = source()
        source.apply(list([:], ["a", "b", "c"]))
        var snapshot = source.snapshot()
        #expect(snapshot.updateItems([Row(id: "b", title: "B2"), Row(id: "a", title: "a")]) == 1)
        #expect(snapshot.reconfiguredItemIdentifiers == [Row(id: "b", title: "B2")])
        #expect(snapshot.updateItems([Row(id: "b", title: "B2")]) == 0)
        snapshot.reloadItems([Row(id: "c", title: "c")])
        snapshot.replaceItems(
            [Row(id: "c", title: "C2"), Row(id: "b", title: "B2"), Row(id: "d", title: "d")], inSection: "main")
        #expect(
            snapshot.reconfiguredItemIdentifiers.map(\.id) == ["b"]
                && snapshot.reloadedItemIdentifiers.map(\.title) == ["C2"])
        let difference = source.apply(snapshot).difference
        #expect(
            difference.deletedItems.map(\.identifier.id) == ["a"]
                && difference.insertedItems.map(\.identifier.id) == ["d"])
        #expect(difference.movedItems.count == 1 && difference.reconfiguredItems.map(\.new?.title) == ["B2"])
        #expect(difference.reloadedItems.map(\.new?.title) == ["C2"])
        var numbers = DiffableDataSourceSnapshot<Int, Int>()
        numbers.appendSections([1])
        numbers.replaceItems([3, 4])
        #expect(numbers.updateItems([4, 3]) == 0 && numbers.reconfiguredItemIdentifiers.isEmpty)
    }

    @Test func identityByAnotherProperty() {
        struct Line: Hashable, Sendable {
            var serial: Int
            var text: String
        }
        let source = DiffableDataSource<Int, Line>(id: \.serial, cellProvider: { _, line in Cell(text: line.text) })
        var snapshot = DiffableDataSourceSnapshot<Int, Line>()
        snapshot.appendSections([0])
        snapshot.appendItems([Line(serial: 1, text: "one"), Line(serial: 2, text: "two")])
        source.apply(snapshot)
        snapshot.deleteItems([Line(serial: 1, text: "one")])
        snapshot.appendItems([Line(serial: 1, text: "uno")])
        let difference = source.apply(snapshot).difference
        #expect(difference.deletedItems.isEmpty && difference.insertedItems.isEmpty)
        #expect(difference.reconfiguredItems.map(\.new?.text) == ["uno"])
        #expect(difference.movedItems.count == 1)
        snapshot.appendItems([Line(serial: 2, text: "zwei")])
        #expect(throws: DiffableError.self) { try source.checked.apply(snapshot) }
        #expect(source.indexPath(for: Line(serial: 1, text: "")) == DiffableIndexPath(item: 1, section: 0))
    }

    @Test func lookUps() {
        let source = source()
        source.apply(list([:], ["a", "b"]))
        #expect(source.itemIdentifier(for: DiffableIndexPath(row: 1, section: 0))?.id == "b")
        #expect(source.itemIdentifier(for: DiffableIndexPath(row: 2, section: 0)) == nil)
        #expect(source.itemIdentifier(for: DiffableIndexPath(row: 0, section: -1)) == nil)
        #expect(source.indexPath(for: Row(id: "b", title: "")) == DiffableIndexPath(item: 1, section: 0))
        #expect(source.indexPath(for: Row(id: "c", title: "")) == nil)
        #expect(source.sectionIdentifier(for: 0) == "main" && source.sectionIdentifier(for: 1) == nil)
        #expect(source.index(for: "main") == 0 && source.index(for: "other") == nil)
    }

    struct Failure: Error, Equatable { let number: Int }

    /// An error of the program's own leaves a provider as it is, and undoes the apply.
    @Test func errorsOfProviders() {
        let source = Source(cellProvider: { indexPath, row in
            if row.title == "bad" { throw Failure(number: indexPath.item) }
            return Cell(text: row.title, height: row.title == "high" ? -1 : 0)
        })
        var text = ""
        source.view = source.textView { text += $0 }
        source.apply(list([:], ["a"]))
        let before = text
        #expect(throws: Failure(number: 1)) { try source.checked.apply(list(["b": "bad"], ["a", "b"])) }
        let error = #expect(throws: DiffableError.self) { try source.checked.apply(list(["b": "high"], ["a", "b"])) }
        #expect(error?.code == .invalidCell)
        #expect(source.snapshot() == list([:], ["a"]) && text == before)
        source.view = source.textView { _ in throw Failure(number: 7) }
        let transaction = source.apply(list([:], ["a", "b"]))
        #expect(transaction.failure as? Failure == Failure(number: 7))
        #expect(source.snapshot().numberOfItems == 2)
    }

    @Test func textOfAView() throws {
        let source = Source(cellProvider: { _, row in Cell(text: row.title, detail: row.id) })
        source.supplementaryViewProvider = { kind, _, section in
            kind == SupplementaryKind.header ? Cell(text: section) : nil
        }
        var text = ""
        source.view = source.textView(width: 20) { text = $0 }
        source.apply(list([:], ["a", "b"]))
        #expect(
            text == "+  main\n+    a             a\n+    b             b\n=  1 section inserted; 2 items inserted\n")
        source.apply(list(["b": "B2"], ["b"]))
        #expect(text == "   main\n-    a             a\n~    B2            b\n=  1 item deleted, 1 reconfigured\n")
        #expect(try source.text(width: 20).contains("B2"))
    }

    /// Transactions and differences print what changed, without what the engine has for it.
    @Test func printing() {
        let source = source()
        source.apply(list([:], ["a", "b"]))
        var queued: Source.Transaction?
        let transaction = source.apply(list(["a": "A"], ["a", "c"]), caption: "edit") {
            queued = source.apply(self.list([:], []))
        }
        #expect(
            "\(transaction)" == "1 item deleted, 1 inserted, 1 reconfigured"
                && "\(transaction.difference)" == "\(transaction)")
        source.apply(list([:], ["a", "b"]))
        let refused = source.reorderItem(
            from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        #expect(queued.map { "\($0)" } == "queued" && "\(refused)" == "refused")
        var dumped = ""
        dump(transaction, to: &dumped)
        #expect(
            dumped.contains(#"caption: "edit""#) && dumped.contains("reconfiguredItems: 1 element")
                && dumped.contains(#"title: "A""#))
        #expect(!dumped.contains("movedItems") && !dumped.contains("handle"))
    }

    /// A deleted item that was folded has no cell; its row shows what the item is.
    @Test func textOfItemsThatWereNeverShown() {
        let source = DiffableDataSource<Int, Int>(cellProvider: { _, item in Cell(text: "cell \(item)") })
        var text = ""
        var snapshot = DiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<200))
        source.view = source.textView(context: 1) { text = $0 }
        source.apply(snapshot)
        snapshot.deleteItems([4])
        source.apply(snapshot)
        #expect(text.contains("-    4\n") && text.contains("cell 5"))
    }

    @Test func appliesFromCallbacksRunInOrder() {
        let source = source()
        var order: [String] = []
        var queued: Source.Transaction?
        let outer = source.apply(list([:], ["a"])) {
            order.append("first")
            queued = source.apply(self.list([:], ["a", "b"])) { order.append("second") }
        }
        #expect(order == ["first", "second"])
        #expect(outer.difference.insertedItems.count == 1 && queued?.state == .queued)
        #expect(queued?.difference.isEmpty == true)
        #expect(source.snapshot().numberOfItems == 2)
    }

    @Test func reordering() {
        let source = source()
        source.apply(list([:], ["a", "b", "c"]))
        let from = DiffableIndexPath(item: 0, section: 0)
        let to = DiffableIndexPath(item: 2, section: 0)
        #expect(source.reorderItem(from: from, to: to).state == .refused)
        var events: [String] = []
        source.reorderingHandlers.canReorderItem = { $0.id != "b" }
        source.reorderingHandlers.willReorder = {
            events.append(
                "will \($0.finalSnapshot.itemIdentifiers.map(\.id)) \(source.snapshot().itemIdentifiers.map(\.id))")
        }
        source.reorderingHandlers.didReorder = { events.append("did \(source.snapshot() == $0.finalSnapshot)") }
        #expect(source.reorderItem(from: DiffableIndexPath(item: 1, section: 0), to: to).state == .refused)
        #expect(source.reorderItem(from: from, to: to).difference.movedItems.map(\.identifier.id) == ["a"])
        #expect(events == [#"will ["b", "c", "a"] ["a", "b", "c"]"#, "did true"])
        source.reorderingHandlers.didReorder = { _ in throw Failure(number: 1) }
        #expect(throws: Failure.self) { try source.checked.reorderItem(from: to, to: from) }
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["b", "c", "a"])
        #expect(throws: DiffableError.self) {
            try source.checked.reorderItem(from: DiffableIndexPath(item: 9, section: 0), to: from)
        }
    }

    @Test func sectionTransactions() {
        let source = source()
        source.apply(list([:], ["a", "b"]))
        var next = source.snapshot()
        next.appendSections(["other"])
        next.moveItems([Row(id: "a", title: "")], toSection: "other")
        let transactions = source.apply(next).sectionTransactions
        #expect(transactions.map(\.sectionIdentifier) == ["main"])
        #expect(transactions[0].initialSnapshot.items.map(\.id) == ["a", "b"])
        #expect(transactions[0].finalSnapshot.items.map(\.id) == ["b"])
    }

    /// An item that is reloaded is changed if its content is another one.
    @Test func sectionTransactionsOfReloadedItems() {
        let source = source()
        source.apply(list([:], ["a", "b"]))
        var next = source.snapshot()
        next.reloadSections(["main"])
        #expect(source.apply(next).sectionTransactions.isEmpty)
        next.reloadItems([Row(id: "b", title: "other")])
        let transactions = source.apply(next).sectionTransactions
        #expect(transactions.map { $0.difference.reconfiguredItems.map(\.identifier.title) } == [["other"]])
    }

    /// Reload data ignores marks, and still says what has other content.
    @Test func differenceOfReloadData() {
        let source = DiffableDataSource<Row, Row>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([Row(id: "s", title: "old")])
        list.appendItems([Row(id: "a", title: "old"), Row(id: "b", title: "same")])
        source.apply(list)
        var next = source.newSnapshot()
        next.appendSections([Row(id: "s", title: "new")])
        next.appendItems([Row(id: "a", title: "new"), Row(id: "b", title: "same")])
        next.reloadItems([Row(id: "b", title: "same")])
        let difference = source.applySnapshotUsingReloadData(next).difference
        #expect(difference.updatedSections.map(\.new?.title) == ["new"])
        #expect(difference.reconfiguredItems.map(\.new?.title) == ["new"] && difference.reloadedItems.isEmpty)
    }

    @Test func transactionsEndWithTheDataSource() async {
        var source: Source? = self.source()
        let transactions = source!.transactions
        await source!.apply(list([:], ["a"]))
        await source!.applySnapshotUsingReloadData(list([:], ["a", "b"]))
        // Nothing changes, so there is no element.
        await source!.apply(source!.snapshot())
        await source!.applySnapshotUsingReloadData(source!.snapshot())
        // No row changes, but the list does.
        var expandable = source!.snapshot()
        expandable.setExpandable(expandable.itemIdentifiers, true)
        expandable.expand(expandable.itemIdentifiers)
        await source!.apply(expandable)
        source = nil
        var counts: [Int] = []
        for await transaction in transactions { counts.append(transaction.difference.insertedItems.count) }
        #expect(counts == [1, 1, 0, 0])
    }

    /// A task that waits for the next transaction does not keep the data source.
    @MainActor @Test func transactionsDoNotKeepTheDataSource() async {
        var source: Source? = self.source()
        weak let released = source
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let reader = Task { [transactions = source!.transactions] in
            start.finish()
            var count = 0
            for await _ in transactions { count += 1 }
            return count
        }
        for await _ in started {}
        await source!.apply(list([:], ["a"]))
        source = nil
        #expect(released == nil)
        #expect(await reader.value == 1)
    }

    /// A view of a program's own has the same list as the data source.
    final class Table: DiffableView {
        var sections: [(name: String, rows: [Row])] = []
        var cells: [String] = []
        var events: [String] = []
        var failsToPrepare = false

        func prepare(_ preparation: DiffablePreparation<String, Row>) throws {
            events.append("prepare")
            if failsToPrepare { throw Failure(number: 3) }
            cells = try preparation.transaction.difference.insertedItems.map { try preparation.cell(at: $0.to!).text }
        }

        func commit(_ transaction: DiffableDataSourceTransaction<String, Row>) throws {
            events.append("commit")
            for step in transaction.difference.steps { step.perform(on: &sections) }
        }

        func cancel(_ transaction: DiffableDataSourceTransaction<String, Row>) { events.append("cancel") }
    }

    @Test func ownViews() {
        let source = source()
        let table = Table()
        source.view = table
        source.apply(list([:], ["a", "b"]))
        #expect(
            table.cells == ["a", "b"] && table.sections.map(\.name) == ["main"]
                && table.events == ["prepare", "commit"])
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { _ in throw Failure(number: 2) }
        let (first, last) = (DiffableIndexPath(item: 0, section: 0), DiffableIndexPath(item: 1, section: 0))
        #expect(throws: Failure(number: 2)) { try source.checked.reorderItem(from: first, to: last) }
        #expect(table.events == ["prepare", "commit", "prepare", "cancel"])
        table.failsToPrepare = true
        #expect(throws: Failure(number: 3)) { try source.checked.apply(list([:], [])) }
        #expect(source.snapshot().numberOfItems == 2)
    }

    @Test func release() {
        let count = SnapshotValueTests.Counted.Count()
        typealias Counted = SnapshotValueTests.Counted
        let source = DiffableDataSource<Int, Counted>(cellProvider: { _, _ in Cell() })
        for round in 0..<5 {
            var snapshot = round % 2 == 0 ? DiffableDataSourceSnapshot<Int, Counted>() : source.newSnapshot()
            snapshot.appendSections([0])
            snapshot.appendItems((round * 50..<round * 50 + 300).map { Counted($0, count) })
            source.apply(snapshot)
        }
        #expect(count.value == 300)
        var edited = source.snapshot()
        edited.deleteItems([Counted(250, count)])
        source.apply(edited)
        #expect(count.value == 299)
        edited.replaceItems((300..<310).map { Counted($0, count) })
        source.apply(edited)
        #expect(count.value == 10)
    }
}
