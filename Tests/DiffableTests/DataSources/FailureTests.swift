import CLibc
import Diffable
import Foundation
import Testing

/// What the program's own errors become, and what the messages of a data source say.
struct FailureTests {
    typealias Source = DiffableDataSource<Int, Row>
    struct Failure: Error, Equatable { let number: Int }

    private static func source() -> Source {
        let source = Source(cellProvider: { indexPath, row in
            if row.title == "bad" { throw Failure(number: indexPath.item) }
            return Cell(text: row.title, height: row.title == "high" ? -1 : 0)
        })
        source.view = source.textView { _ in }
        return source
    }

    private static func list(_ titles: String...) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections([7])
        snapshot.appendItems(titles.map { Row(id: $0, title: $0) })
        return snapshot
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    /// The list of the engine is the same before and after such an apply.
    @Test func otherContentThatCannotBeShownIsUndone() {
        let source = Self.source()
        source.apply(Self.list("a", "b"))
        var snapshot = source.snapshot()
        snapshot.updateItems([Row(id: "b", title: "bad")])
        #expect(throws: Failure(number: 1)) { try source.checked.apply(snapshot) }
        #expect(source.snapshot().itemIdentifiers.map(\.title) == ["a", "b"])
    }

    /// A call that does not throw names the row or header whose provider failed.
    @Test func plainCallsNameTheRow() async {
        let thrown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.source().apply(Self.list("a", "bad"))
        }
        #expect(
            text(thrown).contains(
                """
                PROVIDER_FAILED: apply(_:animatingDifferences:): cell of item Row(id: "bad", title: "bad") \
                at section 0, item 1: Failure(number: 1)
                """))
        let header = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = Self.source()
            source.supplementaryViewProvider = { _, _, _ in throw Failure(number: 3) }
            source.applySnapshotUsingReloadData(Self.list("a"))
        }
        #expect(
            text(header).contains(
                "PROVIDER_FAILED: applySnapshotUsingReloadData(_:): header of section 7 at 0: Failure(number: 3)"))
        let invalidCell = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.source().apply(Self.list("high"))
        }
        #expect(
            text(invalidCell).contains(
                """
                INVALID_CELL: apply(_:animatingDifferences:): cell of item Row(id: "high", title: "high") \
                at section 0, item 0: height is -1
                """))
        let handler = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = Self.source()
            var list = Self.list("a")
            list.appendItems([Row(id: "b", title: "b")], toParent: Row(id: "a", title: ""))
            source.apply(list)
            source.sectionSnapshotHandlers.willExpandItem = { _ in throw Failure(number: 4) }
            source.toggleItem(Row(id: "a", title: ""))
        }
        #expect(
            text(handler).contains(
                #"CALLBACK_FAILED: toggleItem(_:): willExpandItem of item Row(id: "a", title: "a"): Failure(number: 4)"#
            ))
        let dragged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = Self.source()
            source.apply(Self.list("a", "b"))
            source.reorderingHandlers.canReorderItem = { _ in true }
            source.reorderingHandlers.didReorder = { _ in throw Failure(number: 5) }
            source.reorderItem(from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        }
        #expect(text(dragged).contains("CALLBACK_FAILED: reorderItem(from:to:): didReorder: Failure(number: 5)"))
    }

    /// Calls that throw leave the error as it is, and nothing has changed.
    @Test func checkedCallsThrowTheErrorItself() {
        let source = Self.source()
        source.apply(Self.list("a"))
        #expect(throws: Failure(number: 1)) { try source.checked.apply(Self.list("a", "bad")) }
        source.supplementaryViewProvider = { _, _, _ in throw Failure(number: 3) }
        #expect(throws: Failure(number: 3)) { try source.checked.applySnapshotUsingReloadData(Self.list("b")) }
        #expect(source.snapshot() == Self.list("a"))
    }

    /// A view that asks for cells that there are not.
    private struct AskingView: DiffableView {
        let ask: (DiffablePreparation<Int, Row>) throws -> Void
        func prepare(_ preparation: DiffablePreparation<Int, Row>) throws { try ask(preparation) }
        func commit(_ transaction: DiffableDataSourceTransaction<Int, Row>) {}
    }

    @Test func viewsThatAskForOtherCells() {
        func message(_ ask: @escaping (DiffablePreparation<Int, Row>) throws -> Void) -> String? {
            let source = Self.source()
            source.view = AskingView(ask: ask)
            return #expect(throws: DiffableError.self) { try source.checked.apply(Self.list("a", "b")) }?.description
        }
        #expect(
            message { _ = try $0.cell(at: DiffableIndexPath(item: 2, section: 0)) }
                == "INVALID_ARGUMENT: cell(at:): there is no item at section 0, item 2")
        #expect(
            message { _ = try $0.cell(at: DiffableIndexPath(item: -1, section: 1)) }
                == "INVALID_ARGUMENT: cell(at:): there is no item at section 1, item -1")
        for section in [1, -1] {
            #expect(
                message { _ = try $0.supplementaryView(SupplementaryKind.header, section: section) }
                    == "INVALID_ARGUMENT: supplementaryView(_:section:): there is no section at \(section)")
        }
    }

    /// A provider that asks for what providers make would be called again, without end.
    @Test func providersThatAskProviders() throws {
        let source = Self.source()
        let message = "; `snapshot()` has the items"
        var preparation: DiffablePreparation<Int, Row>?
        var ask: () throws -> Void = { _ = try source.text() }
        source.cellProvider = { _, row in
            try ask()
            return Cell(text: row.title)
        }
        let view = AskingView {
            preparation = $0
            _ = try $0.cell(at: DiffableIndexPath(item: 0, section: 0))
        }
        source.view = view
        for call in ["text(width:)", "cell(at:)", "supplementaryView(_:section:)"] {
            let error = #expect(throws: DiffableError.self) { try source.checked.apply(Self.list("a")) }
            #expect(
                error?.code == .invalidArgument
                    && error?.description.hasPrefix("INVALID_ARGUMENT: \(call): a provider ") == true)
            #expect(error?.message.hasSuffix(message) == true)
            ask =
                call == "text(width:)"
                ? { _ = try preparation?.cell(at: DiffableIndexPath(item: 0, section: 0)) }
                : { _ = try preparation?.supplementaryView(SupplementaryKind.header, section: 0) }
        }
        ask = {}
        source.view = nil
        source.apply(Self.list("a", "b"))
        ask = { _ = try source.text() }
        #expect(throws: DiffableError.self) { try source.text() }
        source.supplementaryViewProvider = { _, _, _ in Cell(text: try source.text()) }
        ask = { source.view = source.textView { _ in } }
        #expect(throws: DiffableError.self) { try source.text() }
        source.supplementaryViewProvider = nil
        #expect(try source.text() == "     a\n     b\n")
    }

    /// Cells belong to the apply that a view prepares for.
    @Test func preparationsAfterTheirApply() throws {
        let source = Self.source()
        var preparations: [DiffablePreparation<Int, Row>] = []
        source.view = AskingView { preparations.append($0) }
        source.apply(Self.list("a", "b"))
        source.apply(Self.list("b"))
        for preparation in preparations {
            let error = #expect(throws: DiffableError.self) {
                try preparation.cell(at: DiffableIndexPath(item: 0, section: 0))
            }
            #expect(error?.message == "the apply of this preparation is over; ask in `prepare` or `commit`")
        }
    }

    /// An index that no change has stops the program with words.
    @Test func changesThatThereAreNot() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Self.source().apply(Self.list("a")).difference.insertedItems[1]
        }
        #expect(text(result).contains("there is no change 1; there is 1"))
    }

    /// What a text view wrote before the program trapped is not lost, also where standard output is no terminal.
    @Test func outputBeforeATrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
            // As for a pipe.
            setvbuf(diffable_stdout(), nil, _IOFBF, 1 << 16)
            let source = Source(cellProvider: { _, row in Cell(text: row.title) })
            source.apply(Self.list("not printed"))
            source.apply(Source.Snapshot())
            source.view = source.textView()
            source.apply(Self.list("shown before"))
            fatalError()
        }
        let printed = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        // A new data source has no view.
        #expect(printed.contains("shown before") && !printed.contains("not printed"))
    }

    #if DEBUG
    /// An apply on another thread, while one is running, stops the program and says why.
    @Test func twoThreads() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            nonisolated(unsafe) let source = Self.source()
            source.cellProvider = { _, _ in
                Thread { source.apply(Self.list("b")) }.start()
                Thread.sleep(forTimeInterval: 5)
                return Cell()
            }
            source.apply(Self.list("a"))
        }
        #expect(text(result).contains("apply: an apply of this data source is running on another thread; "))
    }
    #endif

    /// Applies that callbacks queue without end are stopped, and the callback is named.
    @Test func endlessApplies() {
        let source = Self.source()
        source.view = nil
        source.apply(Self.list("a", "b"))
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { _ in
            for _ in 0...10_000 { try source.checked.apply(source.snapshot()) }
        }
        let (first, last) = (DiffableIndexPath(item: 0, section: 0), DiffableIndexPath(item: 1, section: 0))
        let error = #expect(throws: DiffableError.self) { try source.checked.reorderItem(from: first, to: last) }
        #expect(
            error?.description == """
                APPLY_LOOP: 10,000 applies were queued by one call, the last by didReorder; \
                a callback that applies each time it is called does not end
                """)
    }

    @Test func endlessPlainApplies() async {
        let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = Self.source()
            source.view = nil
            func again() { source.apply(source.snapshot()) { again() } }
            again()
        }
        #expect(
            text(stopped).contains(
                """
                APPLY_LOOP: apply(_:animatingDifferences:): 100 applies were queued, each by a callback of the one before, \
                the last by the completion;
                """))
    }

    /// The errors of drags and taps name the item, not the integer that stands for it in the engine.
    @Test func messagesOfDragsAndTaps() {
        let source = Self.source()
        source.apply(Self.list("a", "b"))
        source.reorderingHandlers.canReorderItem = { _ in true }
        func message(_ body: () throws -> Void) -> String? {
            #expect(throws: DiffableError.self) { try body() }?.description
        }
        let first = DiffableIndexPath(item: 0, section: 0)
        #expect(
            message { try source.checked.reorderItem(from: DiffableIndexPath(item: 9, section: 0), to: first) }
                == "INVALID_ARGUMENT: reorderItem(from:to:): there is no row at section 0, item 9")
        let (inList, inSections) = (
            "without it, the section has 1 item, so item 0 to 1 is possible", "the list has 1 section"
        )
        for (section, item, reason) in [(0, 2, inList), (0, -1, inList), (1, 0, inSections), (-1, 0, inSections)] {
            #expect(
                message {
                    try source.checked.reorderItem(from: first, to: DiffableIndexPath(item: item, section: section))
                }
                    == """
                    INVALID_ARGUMENT: reorderItem(from:to:): item Row(id: "a", title: "a") cannot go to section \(section), item \(item); \
                    \(reason)
                    """)
        }
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, children in
            var children = children
            children.append([Row(id: "b", title: "again")])
            return children
        }
        #expect(
            message { try source.checked.toggleItem(Row(id: "a", title: "")) }
                == """
                DUPLICATE_IDENTIFIER: snapshotForExpandingParent: item Row(id: "b", title: "again") is already at section 7, item 1
                """)
        #expect(
            message { try source.checked.toggleItem(Row(id: "c", title: "")) }?.hasPrefix(
                "UNKNOWN_IDENTIFIER: toggleItem(_:): ") == true)
        #expect(source.snapshot() == Self.list("a", "b"))
        source.reorderingHandlers.canReorderItem = { _ in true }
        #expect(source.reorderItem(from: first, to: DiffableIndexPath(item: 1, section: 0)).state == .applied)
    }
}
