import Diffable
import Testing

struct HistoryTests {
    typealias Source = DiffableDataSource<Int, Row>
    struct Refusal: Error {}

    private func row(_ id: String, _ title: String = "") -> Row { Row(id: id, title: title) }

    /// A data source with the rows "a" and "b".
    private func source() -> Source {
        let source = Source(cellProvider: { _, row in Cell(text: row.title) })
        var list = source.snapshot()
        list.appendSections([0])
        list.appendItems([row("a", "old"), row("b", "old")])
        source.apply(list)
        return source
    }

    private func edit(_ source: Source, _ caption: String = "", _ edit: (inout Source.Snapshot) -> Void) {
        var list = source.snapshot()
        edit(&list)
        source.apply(list, caption: caption)
    }

    @Test func contentsAndTrees() {
        let source = source()
        let history = DiffableHistory(of: source)
        #expect(
            !history.canUndo && !history.canRedo && history.undoCaption == nil && history.undo() == nil
                && history.redo() == nil)
        let first = source.snapshot()
        edit(source, "rename") { $0.updateItems([row("a", "new")]) }
        let second = source.snapshot()
        edit(source, "nest") {
            $0.appendItems([row("c", "below")], toParent: row("a"))
            $0.deleteItems([row("b")])
            $0.expand([row("a")])
        }
        let third = source.snapshot()
        #expect(history.undoCaption == "nest" && history.redoCaption == nil)
        let undone = history.undo()
        #expect(undone?.caption == "undo nest" && source.snapshot() == second && history.redoCaption == "nest")
        // The values come back, and they are in the transaction.
        let change = history.undo()?.difference.reconfiguredItems.first
        #expect(change?.old == row("a", "new") && change?.new == row("a", "old"))
        #expect(source.snapshot() == first && source.snapshot().item(withID: "a")?.title == "old" && !history.canUndo)
        history.redo()
        #expect(history.redo()?.caption == "redo nest" && source.snapshot() == third && !history.canRedo)
        // A new change discards what could be redone, an apply without changes does not.
        history.undo()
        source.apply(source.snapshot())
        #expect(history.canRedo)
        edit(source) { $0.deleteItems([row("a")]) }
        #expect(!history.canRedo && history.undoCaption == "")
        history.undo()
        #expect(source.snapshot() == second)
        history.clear()
        #expect(!history.canUndo && history.undo() == nil && source.snapshot() == second)
    }

    /// Taps and drags are entries, and the state of hidden items is one.
    @Test func gestures() {
        let source = source()
        edit(source) { $0.appendItems([row("c")], toParent: row("a")) }
        let history = DiffableHistory(of: source)
        let first = source.snapshot()
        source.toggleItem(row("a"))
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderItem(from: DiffableIndexPath(item: 2, section: 0), to: DiffableIndexPath(item: 0, section: 0))
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["b", "a", "c"])
        // A leaf has nothing to show.
        #expect(source.toggleItem(row("b")).state == .refused && history.undoCaption == "Move")
        history.undo()
        #expect(history.undoCaption == "Expand" && history.redoCaption == "Move")
        #expect(history.undo()?.caption == "undo Expand")
        #expect(source.snapshot() == first && !history.canUndo && !source.snapshot().isExpanded(row("a")))
    }

    @Test func renames() {
        let source = source()
        let history = DiffableHistory(of: source)
        history.group("send") {
            edit(source) { $0.renameItem(row("a"), to: row("x", "1")) }
            edit(source) { $0.renameItem(row("x"), to: row("y", "2")) }
        }
        let undone = history.undo()?.difference
        #expect(undone?.description == "1 item reconfigured" && undone?.reconfiguredItems.first?.old == row("y", "2"))
        #expect(source.snapshot().itemIdentifiers == [row("a", "old"), row("b", "old")])
        #expect(history.redo()?.difference.description == "1 item reconfigured")
        #expect(source.snapshot().itemIdentifiers == [row("y", "2"), row("b", "old")] && history.redoCaption == nil)
    }

    @Test func groups() throws {
        let source = source()
        let history = DiffableHistory(of: source)
        let first = source.snapshot()
        func deleteBoth() throws {
            edit(source) { $0.deleteItems([row("a")]) }
            history.group("inner") { edit(source) { $0.deleteItems([row("b")]) } }
            let error = #expect(throws: DiffableError.self) { try history.checked.undo() }
            #expect(error?.description == "INVALID_ARGUMENT: undo(): the group \"both\" is open; undo after its end")
            throw Refusal()
        }
        #expect(throws: Refusal.self) { try history.group("both") { try deleteBoth() } }
        #expect(history.undoCaption == "both")
        history.group("nothing") {}
        history.group("nothing in the end") {
            let list = source.snapshot()
            edit(source) { $0.appendItems([row("c")]) }
            source.apply(list)
        }
        #expect(history.undoCaption == "both")
        history.undo()
        #expect(source.snapshot() == first && !history.canUndo)
    }

    @Test func limitAndLifetime() {
        let source = source()
        var history: DiffableHistory? = DiffableHistory(of: source, limit: 2)
        for number in 0..<5 { edit(source, "\(number)") { $0.appendItems([row("\(number)")]) } }
        #expect(history?.limit == 2)
        history?.undo()
        history?.undo()
        #expect(history?.canUndo == false && source.snapshot().numberOfItems == 5)
        history = nil
        edit(source) { $0.deleteItems([row("a")]) }
        #expect(source.snapshot().numberOfItems == 4)
    }

    /// An undo that fails leaves list and entries as they were; one in a callback is queued.
    @Test func failuresAndQueues() throws {
        let source = source()
        let history = DiffableHistory(of: source)
        edit(source) { $0.appendItems([row("c", "bad")]) }
        edit(source) { $0.deleteItems([row("c")]) }
        source.view = source.textView { _ in }
        source.cellProvider = { _, row in
            if row.title == "bad" { throw Refusal() }
            return Cell()
        }
        #expect(throws: Refusal.self) { try history.checked.undo() }
        #expect(source.snapshot().numberOfItems == 2 && history.canUndo && !history.canRedo)
        source.cellProvider = { _, _ in Cell() }
        var queued: Source.Transaction?
        source.apply(source.snapshot()) { queued = history.undo() }
        #expect(queued?.state == .queued && source.snapshot().numberOfItems == 3 && history.canRedo)
    }

    /// A provider that forgets the entries while the history undoes leaves none.
    @Test func clearedOnTheWay() {
        let source = source()
        let history = DiffableHistory(of: source)
        edit(source) { $0.updateItems([row("a", "new")]) }
        edit(source) { $0.updateItems([row("a", "newer")]) }
        source.view = source.textView { _ in history.clear() }
        history.undo()
        #expect(!history.canUndo && !history.canRedo && source.snapshot().item(withID: "a")?.title == "new")
    }
}
