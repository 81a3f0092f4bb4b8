import Diffable
import Testing

/// What views are told and may ask for: undone applies, headers, and sections that are shown anew.
struct ViewTests {
    typealias Source = DiffableDataSource<Group, Row>
    struct Failure: Error, Equatable { let number: Int }

    struct Group: Hashable, Identifiable, Sendable {
        let id: Int
        var title: String
    }

    private func source() -> Source {
        let source = Source(cellProvider: { _, row in Cell(text: row.title) })
        source.supplementaryViewProvider = { kind, _, group in
            kind == SupplementaryKind.header ? Cell(text: group.title) : nil
        }
        return source
    }

    private func list(_ titles: String..., in group: Group = Group(id: 1, title: "one")) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections([group])
        snapshot.appendItems(titles.map { Row(id: $0, title: $0) })
        return snapshot
    }

    /// A drag whose handler fails after the view has prepared.
    private func undo(_ source: Source) {
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { _ in throw Failure(number: 2) }
        #expect(throws: Failure(number: 2)) {
            try source.checked.reorderItem(
                from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        }
    }

    @Test func textViewsWriteNothingOfAnUndoneApply() {
        let source = source()
        var texts: [String] = []
        source.view = source.textView(width: 20) { texts.append($0) }
        source.apply(list("a", "b"))
        undo(source)
        #expect(texts.count == 1)
        source.apply(list("b", "a", "c"))
        #expect(texts.last == "   one\n     b\n>    a\n+    c\n=  1 item inserted, 1 moved\n")
    }

    /// `prepare` and `cancel` may be left out.
    private final class CountingView: DiffableView {
        var counts: [Int] = []
        func commit(_ transaction: DiffableDataSourceTransaction<Group, Row>) {
            counts.append(transaction.finalSnapshot.numberOfItems)
        }
    }

    @Test func viewsThatOnlyCommit() {
        let source = source()
        let view = CountingView()
        source.view = view
        source.apply(list("a", "b"))
        undo(source)
        source.apply(list("a", "b", "c"))
        #expect(view.counts == [2, 3])
    }

    private final class StoryView: DiffableView {
        var story: [String] = []
        func commit(_ transaction: DiffableDataSourceTransaction<Group, Row>) {
            story.append(
                "\(transaction.initialSnapshot.numberOfItems) -> \(transaction.finalSnapshot.numberOfItems): \(transaction.difference)"
            )
        }
    }

    /// A view that is set late is told of all rows, until it has shown them.
    @Test func viewsOfAListWithRows() {
        let source = source()
        source.apply(list("a", "b"))
        let view = StoryView()
        source.view = view
        undo(source)
        source.apply(list("a", "b", "c"))
        source.view = view
        source.apply(list("a"))
        #expect(view.story == ["0 -> 3: 1 section inserted; 3 items inserted", "3 -> 1: 2 items deleted"])
    }

    /// A text view that is set late writes deleted rows as the others.
    @Test func textViewsOfAListWithRows() {
        let (source, other) = (source(), source())
        source.cellProvider = { _, row in Cell(text: "cell \(row.title)") }
        var text = ""
        source.apply(list("a", "b"))
        source.view = other.textView { text += $0 }
        #expect(text.isEmpty)
        source.apply(list("a"))
        #expect(text == "   one\n     cell a\n-    cell b\n=  1 item deleted\n")
        // A provider that fails leaves no cells, and the view is set all the same.
        source.cellProvider = { _, _ in throw Failure(number: 5) }
        text = ""
        source.view = source.textView { text += $0 }
        source.apply(list())
        #expect(text.contains("-    Row(id: \"a\""))
    }

    /// A text view has a list for each data source.
    @Test func textViewsOfTwoDataSources() {
        let (first, second) = (source(), source())
        var text = ""
        let view = first.textView(width: 20) { text = $0 }
        first.view = view
        second.view = view
        second.cellProvider = { _, row in Cell(text: "second \(row.title)") }
        first.apply(list("a", "b"))
        second.apply(list("a", "b"))
        first.apply(list("b"))
        #expect(text == "   one\n-    a\n     b\n=  1 item deleted\n")
        // The second one applies between the two halves of an apply of the first one.
        first.reorderingHandlers.canReorderItem = { _ in true }
        first.apply(list("b", "c"))
        var written: [String] = []
        first.reorderingHandlers.didReorder = { _ in
            second.apply(list("b"))
            written.append(text)
        }
        first.reorderItem(from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        #expect(written == ["   one\n-    second a\n     second b\n=  1 item deleted\n"])
        #expect(text.contains("1 item moved") && !text.contains("second"))
    }

    private final class HeaderView: DiffableView {
        var texts: [String?] = []
        func prepare(_ preparation: DiffablePreparation<Group, Row>) throws {
            texts = try [SupplementaryKind.header, SupplementaryKind.footer].map {
                try preparation.supplementaryView($0, section: 0)?.text
            }
        }
        func commit(_ transaction: DiffableDataSourceTransaction<Group, Row>) {}
    }

    @Test func viewsAskForHeadersOfTheNewList() {
        let source = source()
        let view = HeaderView()
        source.view = view
        source.apply(list("a"))
        #expect(view.texts == ["one", nil])
        source.apply(list("a", in: Group(id: 2, title: "two")))
        #expect(view.texts == ["two", nil])
        source.supplementaryViewProvider = { _, _, _ in throw Failure(number: 4) }
        #expect(throws: Failure(number: 4)) { try source.checked.apply(list("b")) }
        source.supplementaryViewProvider = { _, _, _ in Cell(indentation: 101) }
        let error = #expect(throws: DiffableError.self) {
            try source.checked.apply(list("b", in: Group(id: 5, title: "five")))
        }
        #expect(error?.code == .invalidCell)
        #expect(error?.message.contains("indentation is 101, and must be 0 to 100 levels") == true)
        #expect(source.snapshot() == list("a", in: Group(id: 2, title: "two")))
    }

    /// A section that is reconfigured gets a new header, and its items keep their cells.
    @Test func reconfiguredSections() {
        let source = source()
        var text = ""
        var asked: [String] = []
        source.cellProvider = { _, row in
            asked.append(row.id)
            return Cell(text: row.title)
        }
        source.view = source.textView(width: 20) { text = $0 }
        source.apply(list("a", "b"))
        var edited = source.snapshot()
        edited.reconfigureSections([Group(id: 1, title: "ONE")])
        #expect(
            edited.reconfiguredSectionIdentifiers == [Group(id: 1, title: "ONE")]
                && edited.reloadedSectionIdentifiers.isEmpty)
        #expect(
            edited.section(sameAs: Group(id: 1, title: ""))?.title == "ONE"
                && edited.section(sameAs: Group(id: 2, title: "")) == nil)
        asked = []
        let difference = source.apply(edited).difference
        #expect(
            difference.updatedSections.map(\.new?.title) == ["ONE"] && difference.reconfiguredItems.isEmpty
                && asked.isEmpty)
        #expect(text.hasPrefix("~  ONE\n") && !text.contains("~    a"))
        let error = #expect(throws: DiffableError.self) {
            try edited.checked.reconfigureSections([Group(id: 3, title: "")])
        }
        #expect(error?.code == .unknownIdentifier)
        #expect(edited.reconfiguredSectionIdentifiers.count == 1)
    }

    @Test func namesAndAnimations() {
        let source = source()
        source.name = "Frühstück"
        source.defaultRowAnimation = .left
        #expect(source.name == "Frühstück" && source.defaultRowAnimation == .left)
        #expect(source.apply(list("a")).animation == .left)
    }

    @Test func indexPathsInTheOrderOfTheList() {
        var path = DiffableIndexPath(item: 0, section: 2)
        path.row = 3
        #expect(path.item == 3)
        let others = [
            DiffableIndexPath(row: 9, section: 1), DiffableIndexPath(row: 4, section: 2),
            DiffableIndexPath(row: 0, section: 0),
        ]
        #expect(([path] + others).sorted().map(\.description) == ["[0, 0]", "[1, 9]", "[2, 3]", "[2, 4]"])
    }

    /// Awaited calls that do not throw stop the program, and name the call and the row.
    @Test func awaitedCallsNameTheRow() async {
        func stopped(_ result: ExitTest.Result?, _ call: String) {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                text.contains(
                    "PROVIDER_FAILED: \(call): cell of item Row(id: \"bad\", title: \"bad\") at section 0, item 0: Failure(number: 1)"
                ))
        }
        stopped(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await FailingSource.make().apply(FailingSource.list())
            }, "apply(_:animatingDifferences:)")
        stopped(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await FailingSource.make().applySnapshotUsingReloadData(FailingSource.list())
            }, "applySnapshotUsingReloadData(_:)")
        stopped(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var tree = Source.SectionSnapshot()
                tree.append([Row(id: "bad", title: "bad")])
                await FailingSource.make().apply(tree, to: Group(id: 1, title: "one"))
            }, "apply(_:to:animatingDifferences:)")
    }

    private enum FailingSource {
        static func make() -> Source {
            let source = Source(cellProvider: { _, _ in throw Failure(number: 1) })
            source.view = source.textView { _ in }
            return source
        }

        static func list() -> Source.Snapshot {
            var snapshot = Source.Snapshot()
            snapshot.appendSections([Group(id: 1, title: "one")])
            snapshot.appendItems([Row(id: "bad", title: "bad")])
            return snapshot
        }
    }
}
