@testable import Diffable
import Testing

/// Every way to derive a list, and the rules that hold for derived lists.
struct DerivedListTests {
    struct Day: Hashable, Sendable, Identifiable {
        let id: Int
        var name: String
    }

    struct Job: Hashable, Sendable, Identifiable, Codable {
        let id: Int
        var title: String
        var priority: Priority?
        var cost = 0.5
        var isDone = false
        var day = 0
    }

    enum Priority: Int, DiffableSortValue, Codable { case low, normal, high }

    typealias Source = DiffableDataSource<Day, Job>
    struct Failure: Error, Equatable { let number: Int }

    static let jobs = [
        Job(id: 1, title: "milk", priority: .high), Job(id: 2, title: "Ann", priority: .low, cost: -1, day: 1),
        Job(id: 3, title: "rent", priority: nil, isDone: true, day: 1),
        Job(id: 4, title: "read", priority: .low, cost: 3),
    ]

    private func source(_ jobs: [Job] = jobs) -> Source {
        let source = Source(cellProvider: { _, job in Cell(text: job.title) })
        source.apply(list(jobs))
        return source
    }

    private func list(_ jobs: [Job]) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections([Day(id: 10, name: "all")])
        snapshot.appendItems(jobs)
        return snapshot
    }

    private func change(_ source: Source, _ job: Job) throws {
        var snapshot = source.snapshot()
        try snapshot.checked.updateItems([job])
        try source.checked.apply(snapshot)
    }

    private func ids(_ source: Source) -> [Int] { source.snapshot().itemIdentifiers.map(\.id) }

    // MARK: - Options

    @Test func filtersAndFollows() throws {
        let source = source()
        let open = source.derived(filter: { !$0.isDone })
        #expect(ids(open) == [1, 2, 4] && open.snapshot().sectionIdentifiers == [Day(id: 10, name: "all")])
        var job = Self.jobs[2]
        job.isDone = false
        try change(source, job)
        #expect(ids(open) == [1, 2, 3, 4])
        #expect(
            open.indexPath(for: job) == DiffableIndexPath(item: 2, section: 0)
                && open.snapshot().item(sameAs: job) == job)
        source.apply(list([job]))
        #expect(ids(open) == [3])
        #expect(!open.snapshot().contains(Self.jobs[0]))
    }

    @Test func sortsByEveryKindOfValue() throws {
        let source = source()
        func order(_ orders: DiffableSortOrder<Job>...) -> [Int] { ids(source.derived(sortedBy: orders)) }
        #expect(order(.ascending(\.title)) == [2, 1, 4, 3])
        #expect(order(.descending(\.id)) == [4, 3, 2, 1])
        #expect(order(.ascending(\.cost), .descending(\.title)) == [2, 3, 1, 4])
        #expect(order(.ascending(\.isDone), .descending(\.priority)) == [1, 2, 4, 3])
        #expect(order(.ascending(\.priority)) == [2, 4, 1, 3], "nil comes last, and equal ones keep their order")
        #expect(order(.descending(\.priority)) == [3, 1, 2, 4])
        #expect(order(.ascending { [3: UInt64.max, 1: UInt64.max - 1][$0.id] ?? 1 << 63 }) == [2, 4, 1, 3])
        #expect(order(.descending { Int8($0.id) - 3 }, .ascending { $0.title.dropFirst() }) == [4, 3, 2, 1])
        #expect(
            order(.ascending { Float($0.id == 2 ? .nan : $0.cost) }, .descending { Int64.min + Int64($0.id) }) == [
                3, 1, 4, 2,
            ])
    }

    @Test func numbersOfAllSizesAreInOrder() {
        let numbers: [UInt64] = [
            0, 1, 1 << 53, 1 << 53 + 1, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, 1 << 63 + 1025, .max - 2048, .max - 1025,
            .max - 1, .max,
        ]
        let source = DiffableDataSource<Int, UInt64>(cellProvider: { _, _ in Cell() })
        var snapshot = source.snapshot()
        snapshot.appendSections([0])
        snapshot.appendItems(numbers.reversed())
        source.apply(snapshot)
        #expect(source.derived(sortedBy: [.ascending(\.self)]).snapshot().itemIdentifiers == numbers)
    }

    @Test func groupsBySection() throws {
        let source = source()
        var names = [0: "today", 1: "tomorrow"]
        let days = source.derived(
            sortedBy: [.ascending(\.title)], section: { Day(id: $0.day, name: names[$0.day]!) },
            sectionSortedBy: [.descending(\.id)])
        #expect(days.snapshot().sectionIdentifiers == [Day(id: 1, name: "tomorrow"), Day(id: 0, name: "today")])
        #expect(days.snapshot().itemIdentifiers(inSection: Day(id: 1, name: "")).map(\.id) == [2, 3])
        days.set { $0.sectionSortedBy = [] }
        #expect(days.snapshot().sectionIdentifiers.map(\.id) == [1, 0], "in the order of their first items")
        // The section function returns a section with other content for one item.
        names[0] = "now"
        var job = Self.jobs[3]
        job.title = "write"
        let view = Recorder()
        days.view = view
        try change(source, job)
        #expect(days.snapshot().sectionIdentifiers.last == Day(id: 0, name: "now"))
        days.set { $0.section = nil }
        #expect(days.snapshot().sectionIdentifiers == [Day(id: 10, name: "all")])
        #expect(
            view.differences == [
                "2 sections inserted; 4 items inserted", "2 sections deleted, 1 inserted; 4 items moved",
            ])
    }

    private final class Recorder: DiffableView {
        var differences: [String] = []
        func commit(_ transaction: DiffableDataSourceTransaction<Day, Job>) {
            differences.append("\(transaction.difference)")
        }
    }

    @Test func limitsAndEmptySections() throws {
        let source = source()
        var snapshot = source.snapshot()
        snapshot.appendSections([Day(id: 11, name: "none")])
        source.apply(snapshot)
        let first = source.derived(sortedBy: [.descending(\.cost)], limit: 2)
        #expect(ids(first) == [4, 1] && first.snapshot().numberOfSections == 1)
        first.set {
            $0.keepsEmptySections = true; $0.limit = -1
        }
        #expect(ids(first) == [] && first.snapshot().numberOfSections == 2)
        first.set {
            #expect($0.limit == -1 && $0.sortedBy.count == 1 && $0.filter == nil)
            ($0.limit, $0.sectionLimit) = (nil, 1)
        }
        #expect(ids(first) == [4])
        #expect(ids(source.derived(section: { Day(id: $0.day, name: "") }, sectionLimit: 1)) == [1, 2])
    }

    @Test func setIsOneApplyWithTheFewestChanges() {
        let source = source()
        let found = source.derived()
        let view = Recorder()
        found.view = view
        #expect(
            found.set { $0.filter = { $0.title.contains("r") } }.difference.deletedItems.map(\.identifier.id) == [1, 2])
        let transaction = found.set(animatingDifferences: false, caption: "all") { $0.filter = nil }
        #expect(transaction.difference.insertedItems.map(\.identifier.id) == [1, 2] && transaction.caption == "all")
        #expect(transaction.animation == .none && view.differences.count == 2)
    }

    @Test func holdsAndReleases() throws {
        let source = source()
        let cheapest = source.derived(sortedBy: [.ascending(\.cost)])
        cheapest.hold()
        #expect(cheapest.isHeld && ids(cheapest) == [2, 1, 3, 4])
        var job = Self.jobs[3]
        job.cost = -9
        source.apply(list([Self.jobs[1], Self.jobs[2], job, Job(id: 5, title: "new", cost: 0)]))
        #expect(ids(cheapest) == [2, 3, 4] && cheapest.snapshot().item(sameAs: job)?.cost == -9)
        #expect(cheapest.pending == Source.PendingChanges(inserted: 1, deleted: 0, moved: 1))
        #expect(cheapest.release(caption: "go").difference.movedItems.map(\.identifier.id) == [4])
        #expect(ids(cheapest) == [4, 2, 5, 3] && !cheapest.isHeld)
        #expect(cheapest.pending == Source.PendingChanges(inserted: 0, deleted: 0, moved: 0))
    }

    @Test func concatenates() throws {
        let source = source()
        let done = source.derived(filter: { $0.isDone }, section: { _ in Day(id: 0, name: "done") })
        let open = source.derived(filter: { !$0.isDone })
        let all = Source.concatenating([done, open])
        #expect(all.snapshot().sectionIdentifiers.map(\.name) == ["done", "all"] && ids(all) == [3, 1, 2, 4])
        var job = Self.jobs[0]
        (job.isDone, job.title) = (true, "bread")
        try change(source, job)
        #expect(ids(all) == [1, 3, 2, 4] && all.snapshot().item(sameAs: job) == job)
        #expect(ids(all.derived(sortedBy: [.ascending(\.id)], section: { _ in Day(id: 5, name: "") })) == [1, 2, 3, 4])
    }

    @Test func derivesFromDerivedLists() throws {
        let last: Source
        do {
            // The lists in between are kept alive.
            last = source().derived(filter: { $0.id != 2 }).derived(section: { Day(id: $0.day, name: "\($0.day)") })
                .derived(sortedBy: [.descending(\.id)])
        }
        #expect(ids(last) == [4, 1, 3] && last.snapshot().sectionIdentifiers.map(\.name) == ["0", "1"])
        let origin = last.origins[0].origins[0].origins[0]
        var job = Self.jobs[2]
        job.day = 2
        try change(origin, job)
        #expect(last.snapshot().sectionIdentifiers.map(\.name) == ["0", "2"])
    }

    @Test func trees() throws {
        let source = source()
        var snapshot = source.snapshot()
        snapshot.appendItems([Job(id: 11, title: "b"), Job(id: 12, title: "a")], toParent: Self.jobs[0])
        snapshot.appendItems([Job(id: 21, title: "a")], toParent: Self.jobs[1])
        snapshot.expand([Self.jobs[0]])
        source.apply(snapshot)
        let list = source.derived(filter: { $0.title == "a" || $0.title == "b" }, sortedBy: [.ascending(\.title)])
        #expect(
            list.snapshot().itemIdentifiers.map(\.id) == [2, 1, 12, 11]
                && list.snapshot().allItemIdentifiers.map(\.id) == [2, 21, 1, 12, 11])
        list.toggleItem(Self.jobs[1])
        #expect(list.snapshot().isExpanded(Self.jobs[1]) && !source.snapshot().isExpanded(Self.jobs[1]))
        // The content of an item that the origin hides changes.
        try change(source, Job(id: 21, title: "c"))
        #expect(list.snapshot().allItemIdentifiers.map(\.id) == [1, 12, 11])
    }

    @Test func itemsComparedByAProperty() throws {
        let source = DiffableDataSource<Int, Job>(id: \.title, cellProvider: { _, _ in Cell() })
        var snapshot = source.newSnapshot()
        snapshot.appendSections([0])
        snapshot.appendItems(Self.jobs)
        source.apply(snapshot)
        let list = source.derived(filter: { $0.cost > 0 })
        snapshot = source.newSnapshot()
        snapshot.appendSections([0])
        snapshot.appendItems([Job(id: 9, title: "Ann", cost: 5)])
        source.apply(snapshot)
        #expect(list.snapshot().itemIdentifiers.map(\.id) == [9])
        let other = DiffableDataSource<Int, Job>(cellProvider: { _, _ in Cell() })
        #expect(throws: DiffableError.self) { try DiffableDataSource.Checked.concatenating([source, other]) }
    }

    @Test func renamedItems() throws {
        let source = DiffableDataSource<String, String>(cellProvider: { _, text in Cell(text: text) })
        var snapshot = source.snapshot()
        snapshot.appendSections(["s"])
        snapshot.appendItems(["b", "a"])
        source.apply(snapshot)
        let list = source.derived(sortedBy: [.ascending(\.self)])
        let text = Text()
        list.view = list.textView(width: 12) { text.lines.append($0) }
        snapshot = source.snapshot()
        snapshot.renameItem("a", to: "c")
        source.apply(snapshot)
        #expect(list.snapshot().itemIdentifiers == ["b", "c"])
        #expect(!list.snapshot().contains("a"))
    }

    private final class Text { var lines: [String] = [] }

    // MARK: - Rules

    @Test func derivedListsHaveProvidersAndViewsOfTheirOwn() throws {
        let source = source()
        let text = Text()
        let list = source.derived(
            filter: { $0.id > 2 }, section: { Day(id: $0.day, name: "d\($0.day)") },
            cellProvider: { path, job in
                Cell(text: "\(path.section).\(path.item) \(job.title)")
            })
        list.supplementaryViewProvider = { kind, _, day in kind == SupplementaryKind.header ? Cell(text: day.name) : nil
        }
        list.view = list.textView(width: 16) { text.lines.append($0) }
        source.view = source.textView(width: 16) { text.lines.append("origin: \($0)") }
        var job = Self.jobs[3]
        job.title = "reads"
        try change(source, job)
        #expect(
            text.lines.map { $0.split(separator: "\n").prefix(2).joined() } == [
                "origin:      milk     Ann", "   d1     0.0 rent",
            ])
        var captions: [String] = []
        list.view = nil
        let history = DiffableHistory(of: list)
        source.apply(list.snapshot(), caption: "cut")
        captions.append(history.undoCaption ?? "")
        #expect(captions == [""], "the list shows the same rows")
    }

    @Test func functionsAreCalledOnceForWhatIsNewOrChanged() throws {
        let source = source()
        var calls: [String] = []
        let list = source.derived(
            filter: {
                calls.append("f\($0.id)"); return !$0.isDone
            },
            sortedBy: [
                .ascending {
                    calls.append("o\($0.id)"); return $0.title
                }
            ],
            section: {
                calls.append("s\($0.id)"); return Day(id: $0.day, name: "")
            })
        #expect(calls.sorted() == ["f1", "f2", "f3", "f4", "o1", "o2", "o4", "s1", "s2", "s4"])
        calls = []
        var snapshot = source.snapshot()
        snapshot.moveItem(Self.jobs[0], afterItem: Self.jobs[3])
        snapshot.reloadItems([Self.jobs[1]])
        snapshot.deleteItems([Self.jobs[2]])
        snapshot.appendItems([Job(id: 6, title: "six")])
        source.apply(snapshot)
        #expect(calls == ["f6", "s6", "o6"])
        calls = []
        list.set { $0.limit = 2 }
        #expect(calls == [])
    }

    @Test func errorsOfFunctionsChangeNothing() throws {
        let source = source()
        var failing = 0
        func work(_ number: Int) throws { if failing == number { throw Failure(number: number) } }
        let list = source.derived(
            filter: { _ in
                try work(1); return true
            },
            sortedBy: [
                .ascending {
                    try work(2); return $0.title
                }
            ],
            section: {
                try work(3); return Day(id: $0.day, name: "")
            },
            sectionSortedBy: [
                .ascending {
                    try work(4); return $0.id
                }
            ],
            cellProvider: { _, _ in
                try work(5); return Cell()
            })
        let text = Text()
        list.view = list.textView(width: 10) { text.lines.append($0) }
        let (before, shown) = (source.snapshot(), list.snapshot())
        for number in 1...5 {
            failing = number
            #expect(throws: Failure(number: number)) { try change(source, Job(id: 2, title: "other", day: 7)) }
            #expect(source.snapshot() == before && list.snapshot() == shown && text.lines == [])
            if number == 5 { continue }
            #expect(throws: Failure(number: number)) {
                try source.checked.derived(
                    filter: { _ in
                        try work(1); return true
                    },
                    sortedBy: [
                        .ascending {
                            try work(2); return $0.title
                        }
                    ],
                    section: {
                        try work(3); return Day(id: $0.day, name: "")
                    },
                    sectionSortedBy: [
                        .ascending {
                            try work(4); return $0.id
                        }
                    ])
            }
            #expect(throws: Failure(number: number)) {
                try list.checked.set {
                    ($0.filter, $0.section) = ($0.filter, $0.section)
                    ($0.sortedBy, $0.sectionSortedBy) = ($0.sortedBy, $0.sectionSortedBy)
                }
            }
            #expect(list.snapshot() == shown)
        }
        failing = 0
        try change(source, Job(id: 2, title: "other", day: 7))
        #expect(list.snapshot().sectionIdentifiers.map(\.id) == [0, 1, 7])
    }

    /// The message of an error.
    private func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
    }

    @Test func derivedListsAreReadOnly() throws {
        let source = source()
        source.name = "jobs"
        let list = source.derived(filter: { !$0.isDone })
        #expect(
            message { try list.checked.apply(list.snapshot()) }
                == "INVALID_ARGUMENT: this list is derived from the list \"jobs\"; change that one")
        #expect(
            message { try list.checked.applySnapshotUsingReloadData(list.snapshot()) }.contains(
                "derived from the list \"jobs\""))
        let all = Source.concatenating([
            list, self.source([Job(id: 50, title: "")]).derived(section: { _ in Day(id: 9, name: "") }),
        ])
        #expect(message { try all.checked.apply(all.snapshot()) }.contains("concatenation"))
        for call in [
            { try source.checked.hold() }, { try source.checked.release() }, { try all.checked.set { $0.limit = 1 } },
        ] as [() throws -> Any] {
            #expect(message { _ = try call() } == "INVALID_ARGUMENT: the list is not derived from another one")
        }
        // A snapshot of the list has its rows, and may be edited and applied to the origin.
        var snapshot = list.snapshot()
        snapshot.appendItems([Self.jobs[2]])
        source.apply(snapshot)
        #expect(ids(source) == [1, 2, 4, 3] && ids(list) == [1, 2, 4])
    }

    @Test func dragsAskTheHandlerThatMayChangeTheOrigin() throws {
        let source = source()
        let list = source.derived(filter: { !$0.isDone })
        list.reorderingHandlers.canReorderItem = { _ in true }
        list.reorderingHandlers.willReorder = { transaction in
            #expect(transaction.finalSnapshot.itemIdentifiers.map(\.id) == [2, 4, 1])
            var snapshot = source.snapshot()
            snapshot.moveItem(Self.jobs[0], afterItem: transaction.finalSnapshot.itemIdentifiers[1])
            source.apply(snapshot)
        }
        let transaction = try list.checked.reorderItem(
            from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 2, section: 0))
        #expect(transaction.state == .refused && ids(source) == [2, 3, 4, 1] && ids(list) == [2, 4, 1])
    }

    @Test func concatenationsRefuseWhatTheyCannotShow() {
        let source = source()
        let list = source.derived()
        #expect(message { _ = try Source.Checked.concatenating([]) } == "INVALID_ARGUMENT: no list was passed")
        #expect(
            message { _ = try Source.Checked.concatenating([source, source]) }
                == "INVALID_ARGUMENT: the list at 1 is passed twice")
        #expect(message { _ = try Source.Checked.concatenating([source, list]) }.hasPrefix("DUPLICATE_IDENTIFIER"))
    }

    @Test func callsInsideOfCallbacks() throws {
        let source = source()
        let list = source.derived()
        var messages: [String] = []
        var states: [Source.Transaction.State] = []
        list.cellProvider = { _, _ in
            if messages.isEmpty {
                messages.append(self.message { _ = try list.checked.derived() })
                states.append(try list.checked.set { $0.limit = 1 }.state)
            }
            return Cell()
        }
        list.view = list.textView(width: 10) { _ in }
        try change(source, Job(id: 2, title: "x"))
        #expect(messages == ["INVALID_ARGUMENT: a callback of the list is running; call it after that"])
        #expect(states == [.queued] && ids(list) == [1])
    }

    /// Equal items under different keys are found, although all hashes are one of two.
    @Test func concatenationsWithCollisions() throws {
        func source(_ section: Int, _ numbers: [Int]) -> DiffableDataSource<Int, Colliding> {
            let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
            var snapshot = source.snapshot()
            snapshot.appendSections([section])
            snapshot.appendItems(numbers.map { Colliding(number: $0) })
            source.apply(snapshot)
            return source
        }
        let (first, second) = (source(0, [1, 3]), source(1, [5, 3]))
        var edited = first.snapshot()
        edited.deleteItems([Colliding(number: 1)])
        first.apply(edited)
        edited = second.snapshot()
        edited.deleteItems([Colliding(number: 3)])
        second.apply(edited)
        let all = try DiffableDataSource.Checked.concatenating([first, second])
        #expect(all.snapshot().itemIdentifiers == [Colliding(number: 3), Colliding(number: 5)])
        #expect(all.snapshot().contains(Colliding(number: 3)) && !all.snapshot().contains(Colliding(number: 1)))
    }
}
