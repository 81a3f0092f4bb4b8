import Testing

@testable import DiffableEngine

@Suite struct HistoryTests {
    private let source = DataSource()

    private func apply(_ caption: String = "", _ edit: (inout Snapshot) throws -> Void) throws {
        var snapshot = source.snapshot()
        try edit(&snapshot)
        try source.apply(snapshot, caption: caption)
    }

    private var items: [Identifier] { source.snapshot().itemIdentifiers }

    private func text(_ caption: [UInt8]?) -> String? { caption.map { String(decoding: $0, as: UTF8.self) } }

    @Test func undoesAndRedoes() throws {
        let history = History(of: source)
        #expect(!history.canUndo && !history.canRedo)
        #expect(try history.undo().state == .refused)
        try apply("start") { try $0.appendSections(["a"]) }
        try apply("add") { try $0.appendItems(["x", "y"]) }
        try apply("delete") { $0.deleteItems(["x"]) }
        #expect(text(history.undoCaption) == "delete")
        try history.undo()
        #expect(items == ["x", "y"])
        #expect(text(history.undoCaption) == "add" && text(history.redoCaption) == "delete")
        try history.undo()
        #expect(items == [])
        try history.redo()
        try history.redo()
        #expect(items == ["y"] && !history.canRedo)
    }

    @Test func newChangeDiscardsRedo() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        try apply { try $0.appendItems(["x"]) }
        try history.undo()
        try apply { try $0.appendItems(["z"]) }
        #expect(!history.canRedo)
        try history.undo()
        #expect(items == [] && history.canUndo)
    }

    @Test func groupsAreOneStep() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        history.beginGroup(Array("both".utf8))
        try apply { try $0.appendItems(["x"]) }
        history.beginGroup()
        try apply { try $0.appendItems(["y"]) }
        try history.endGroup()
        let error = #expect(throws: DiffableError.self) { try history.undo() }
        #expect(error?.description == #"INVALID_ARGUMENT: undo: the group "both" is open; end it first"#)
        try history.endGroup()
        #expect(throws: DiffableError.self) { try history.endGroup() }
        #expect(text(history.undoCaption) == "both")
        try history.undo()
        #expect(items == [])
        // A group in which nothing changes is no step.
        history.beginGroup()
        try history.endGroup()
        #expect(history.canRedo)
    }

    @Test func oldestStepsAreForgotten() throws {
        let history = History(of: source, limit: 2)
        try apply { try $0.appendSections(["a"]) }
        for item in ["x", "y", "z"] as [Identifier] { try apply { try $0.appendItems([Element(item)]) } }
        try history.undo()
        try history.undo()
        #expect(items == ["x"] && !history.canUndo)
        history.clear()
        #expect(!history.canRedo)
    }

    @Test func appliesThatChangeNothingAreNoSteps() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        try apply { try $0.appendItems(["x"]) }
        try apply { try $0.reloadItems(["x"]) }
        try apply { _ in }
        // The list is described anew, so it shares nothing with the one before.
        var again = Snapshot()
        try again.appendSections(["a"])
        try again.appendItems(["x"])
        try again.reloadItems(["x"])
        try source.apply(again)
        try source.toggleItem("x")
        history.beginGroup()
        try apply { try $0.appendItems(["y"]) }
        try apply { $0.deleteItems(["y"]) }
        try history.endGroup()
        try history.undo()
        #expect(items == [])
    }

    @Test func hiddenChangesAreSteps() throws {
        let history = History(of: source)
        try apply {
            try $0.appendSections(["a"]); try $0.appendItems(["docs"])
        }
        try apply { try $0.appendItems(["guide"], toParent: "docs") }
        try apply { $0.expand(["docs"]) }
        try history.undo()
        try history.undo()
        #expect(!source.snapshot().containsItem("guide"))
        try history.redo()
        try history.redo()
        #expect(items == ["docs", "guide"])
    }

    @Test func undoOfRenamingRenamesBack() throws {
        let history = History(of: source)
        try apply {
            try $0.appendSections(["a"]); try $0.appendItems(["draft", "x"])
        }
        try apply { try $0.renameItem("draft", to: 7) }
        let transaction = try #require(try history.undo().transaction)
        #expect(items == ["draft", "x"])
        #expect(transaction.difference.description == "1 item reconfigured")
        let again = try #require(try history.redo().transaction)
        #expect(again.difference.description == "1 item reconfigured" && items == [7, "x"])
    }

    @Test func failedUndoIsNoStep() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        try apply { try $0.appendItems(["x"]) }
        source.view = { _, _ throws(DiffableError) in throw DiffableError(.callbackFailed, "no") }
        #expect(throws: DiffableError.self) { try history.undo() }
        source.view = nil
        #expect(items == ["x"] && history.canUndo && !history.canRedo)
        try apply { try $0.appendItems(["y"]) }
        try history.undo()
        #expect(items == ["x"])
    }

    @Test func undoInAnObserverIsQueued() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        var states: [ApplyOutcome.State] = []
        var isFirst = true
        source.addObserver { (_) throws(DiffableError) in
            if isFirst {
                isFirst = false
                states.append(try history.undo().state)
            }
        }
        try apply { try $0.appendItems(["x"]) }
        #expect(states == [.queued] && items == [] && history.canRedo)
    }

    @Test func clearedWhileItUndoes() throws {
        let history = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        try apply { try $0.appendItems(["x"]) }
        try apply { try $0.appendItems(["y"]) }
        source.view = { _, _ throws(DiffableError) in
            history.clear()
            return PreparedView(commit: {})
        }
        try history.undo()
        source.view = nil
        #expect(items == ["x"] && !history.canUndo && !history.canRedo)
        try apply { try $0.appendItems(["z"]) }
        try history.undo()
        #expect(items == ["x"])
    }

    @Test func endedHistoryObservesNoMore() throws {
        var history: History? = History(of: source)
        try apply { try $0.appendSections(["a"]) }
        #expect(history?.canUndo == true)
        history = nil
        try apply { try $0.appendItems(["x"]) }
        #expect(items == ["x"])
    }
}
