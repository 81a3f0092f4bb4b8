import Diffable
import Testing

/// Applies that are awaited, and what callers call them.
@MainActor
struct AwaitedApplyTests {
    typealias Source = DiffableDataSource<String, Row>
    struct Failure: Error, Equatable {}

    private func source() -> Source {
        let source = Source(cellProvider: { _, row in
            if row.title == "bad" { throw Failure() }
            return Cell(text: row.title)
        })
        source.view = source.textView { _ in }
        return source
    }

    private func list(_ titles: String...) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections(["main"])
        snapshot.appendItems(titles.map { Row(id: $0, title: $0) })
        return snapshot
    }

    @Test func isFinishedWhenItReturns() async throws {
        let source = source()
        let transaction = await source.apply(list("a"), animatingDifferences: false, caption: "load")
        #expect(
            transaction.state == .applied && transaction.caption == "load" && transaction.finalSnapshot == list("a"))
        #expect(source.snapshot() == list("a"))
        #expect(await source.applySnapshotUsingReloadData(list("b")).usesReloadData)
        var tree = Source.SectionSnapshot()
        tree.append([Row(id: "c", title: "c")])
        #expect(await source.apply(tree, to: "main", caption: "tree").caption == "tree")
        await #expect(throws: Failure.self) { try await source.checked.apply(list("bad")) }
        await #expect(throws: Failure.self) { try await source.checked.applySnapshotUsingReloadData(list("bad")) }
        tree.append([Row(id: "bad", title: "bad")])
        await #expect(throws: Failure.self) { try await source.checked.apply(tree, to: "main") }
        #expect(source.snapshot() == list("c"))
    }

    /// A task that starts inside a callback applies there: its apply is queued, and the task goes on when it has run.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func isFinishedAlsoIfItWasQueued() async throws {
        let source = source()
        var events: [String] = []
        var tasks: [Task<Source.Transaction, any Error>] = []
        func start(_ name: String, _ list: Source.Snapshot) {
            tasks.append(
                Task.immediate {
                    let transaction = try await source.checked.apply(list, caption: name)
                    events.append("\(name): \(source.snapshot().itemIdentifiers.map(\.id))")
                    return transaction
                })
        }
        func apply() -> Source.Transaction {
            source.apply(list("a"), caption: "outer") {
                start("good", list("a", "b"))
                start("bad", list("bad"))
                events.append("completion: \(source.snapshot().itemIdentifiers.map(\.id))")
            }
        }
        let outer = apply()
        #expect(outer.failure is Failure && outer.caption == "outer")
        #expect(events == [#"completion: ["a"]"#] && source.snapshot() == list("a", "b"))
        let transaction = try await tasks[0].value
        #expect(transaction.state == .applied && transaction.caption == "good")
        #expect(transaction.difference.insertedItems.map(\.identifier.id) == ["b"])
        await #expect(throws: Failure.self) { try await tasks[1].value }
        #expect(events.last == #"good: ["a", "b"]"#)
    }

    /// The same by the call that does not throw, and by a task that starts later.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func plainCallsFromInsideCallbacks() async {
        let source = source()
        var tasks: [Task<Source.Transaction, Never>] = []
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { _ in
            tasks = [
                Task.immediate { await source.apply(list("x"), animatingDifferences: false) },
                Task { await source.apply(list("y"), caption: "later") },
            ]
        }
        await source.apply(list("a", "b"))
        let drag = source.reorderItem(
            from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        #expect(drag.finalSnapshot == list("b", "a") && source.snapshot() == list("x"))
        #expect(await tasks[0].value.initialSnapshot == list("b", "a"))
        #expect(await tasks[1].value.initialSnapshot == list("x"))
        #expect(source.snapshot() == list("y"))
    }

    /// A caption tells callbacks one apply from another, queued ones as well.
    @Test func captions() async {
        let source = source()
        var captions: [String] = []
        let transactions = source.transactions
        func apply() {
            source.apply(list("a"))
            source.apply(list("b"), caption: "first") {
                captions.append(source.apply(list("c"), caption: "queued").caption)
                source.applySnapshotUsingReloadData(list("d"), caption: "reload")
                var tree = Source.SectionSnapshot()
                tree.append([Row(id: "e", title: "e")])
                source.apply(tree, to: "main", animatingDifferences: false, caption: "tree \u{1F333}") {
                    captions.append("done")
                }
            }
        }
        apply()
        for await transaction in transactions {
            captions.append(transaction.caption)
            if captions.count == 7 { break }
        }
        #expect(captions == ["", "done", "", "first", "queued", "reload", "tree \u{1F333}"])
    }
}
