import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// While a view prepares, the data source answers for the list that is being applied. If the apply fails, it answers
/// for the old one again.
@Suite struct ProvidedListTests {
    private let screen = Screen()
    private var source: DataSource { screen.source }
    private var items: [String] { source.snapshot().itemIdentifiers.map { screen.name($0) } }

    init() throws {
        try source.apply(list("s: a b | t: c"))
        _ = screen.takeLog()
    }

    @Test func cellProvidersFindTheirItemAtItsPlace() throws {
        var calls = 0
        source.cellProvider = { [source] (item, path) in
            calls += 1
            #expect(
                source.itemIdentifier(for: path) == item.identifier && source.indexPath(for: item.identifier) == path)
            #expect(source.snapshot().revision(ofItem: item.identifier) == item.revision)
            #expect(source.snapshot().itemIdentifiers == ["x", "b", "y", "a", "c"])
            #expect(source.sectionIdentifier(for: path.section) != nil && source.isApplying)
            #expect(source.snapshot(forSection: "s").itemIdentifiers == ["x", "b", "y", "a"])
            return Cell(text: "cell")
        }
        try source.apply(list("s: x@3 b y a | t: c@2"))
        #expect(calls == 3)
        try source.applyUsingReloadData(list("s: x@3 b y a | t: c@2"))
        #expect(calls == 8)
    }

    @Test func supplementaryProvidersFindTheirSection() throws {
        var calls = 0
        source.supplementaryProvider = { [source] (_, section, index) in
            calls += 1
            #expect(
                source.sectionIdentifier(for: index) == section.identifier
                    && source.index(for: section.identifier) == index)
            #expect(source.snapshot().revision(ofSection: section.identifier) == section.revision)
            #expect(source.snapshot().sectionIdentifiers == ["u", "t"])
            return Cell(text: "\((try? source.snapshot().numberOfItems(inSection: section.identifier)) ?? -1) items")
        }
        try source.apply(list("u@2: x y | t@5: c"))
        #expect(calls == 4 && screen.shown.contains { $0.contains("2 items") })
    }

    @Test func viewsSeeTheNewListAndTheTransactionHasBoth() throws {
        var log: [String] = []
        let new = try list("s: b")
        func note(_ name: String, _ transaction: Transaction) {
            log.append(name)
            #expect(
                items == ["b"] && transaction.initialSnapshot.itemIdentifiers == ["a", "b", "c"]
                    && transaction.finalSnapshot == new)
        }
        source.view = { (source, transaction) in
            note("prepare", transaction)
            #expect(source.isPreparing && source.shownList.numberOfItems == 3)
            return PreparedView {
                note("commit", transaction)
                #expect(!source.isPreparing && source.shownList.numberOfItems == 1)
            }
        }
        source.addObserver { transaction in note("observer", transaction) }
        try source.apply(new) { transaction in note("completion", transaction) }
        #expect(log == ["prepare", "commit", "observer", "completion"])
    }

    /// A cell can be read in a provider, for the new list.
    @Test func cellsThatAProviderReads() throws {
        var isReading = false
        source.cellProvider = { [source] (item, _) throws(DiffableError) in
            if item.identifier == "x", !isReading {
                isReading = true
                let cell = try source.cell(at: IndexPath(section: 0, item: 1))
                #expect(cell.text == Array("y".utf8))
                #expect(
                    thrown { () throws(DiffableError) in _ = try source.cell(at: IndexPath(section: 1, item: 0)) }?.code
                        == .invalidArgument)
            }
            return Cell(text: screen.name(item.identifier))
        }
        try source.apply(list("s: x y"))
        #expect(isReading)
    }

    /// What the view has belongs to the old list until it commits: rendering shows that, and no cell is taken for
    /// another.
    @Test func renderingInAProviderShowsTheOldList() throws {
        let before = try screen.view.render(source)
        var rendered: [String] = []
        source.cellProvider = { [source, view = screen.view] (item, path) throws(DiffableError) in
            rendered.append(try view.render(source))
            #expect(
                view.cell(at: path, of: source) == nil
                    && view.supplementaryCell(.header, ofSection: 0, of: source) == nil)
            return Cell(text: "new")
        }
        try source.apply(list("s: x b"))
        #expect(rendered == [before])
        #expect(try screen.view.render(source).contains("new"))
        #expect(screen.view.cell(at: IndexPath(section: 0, item: 0), of: source)?.text == Array("new".utf8))
    }

    // MARK: - Failures

    private func expectTheOldList(_ body: () throws(DiffableError) -> Void) throws {
        let (before, texts) = (source.snapshot(), screen.texts.count)
        #expect(thrown(body) != nil)
        #expect(
            source.snapshot().isIdentical(to: before) && items == ["a", "b", "c"]
                && source.shownList.isIdentical(to: before))
        #expect(!source.isPreparing && !source.isApplying && screen.texts.count == texts)
        #expect(source.itemIdentifier(for: IndexPath(section: 0, item: 0)) == "a" && source.index(for: "t") == 1)
        #expect(try screen.view.render(source) == "   [s]\n     a\n     b\n   [t]\n     c\n")
        #expect(try source.apply(before).transaction?.difference.isEmpty == true)
    }

    @Test func afterAProviderThrewTheListIsTheOldOne() throws {
        let new = try list("u: x | s: b a")
        for culprit in ["u", "x"] as [Identifier] {
            screen.onCell = { (item) throws(DiffableError) in if item == culprit { throw .refused } }
            try expectTheOldList { () throws(DiffableError) in try source.apply(new) }
        }
    }

    @Test func afterAViewThrewTheListIsTheOldOne() throws {
        let (view, new) = (screen.view.view, try list("u: x | s: b a"))
        source.view = { (source, transaction) throws(DiffableError) in
            if transaction.difference.isEmpty { return try view(source, transaction) }
            #expect(source.snapshot().numberOfItems == 3 && source.indexPath(for: "x") != nil)
            throw .refused
        }
        try expectTheOldList { () throws(DiffableError) in try source.apply(new) }
    }

    @Test func afterAHandlerOfADragThrewTheListIsTheOldOne() throws {
        source.reorderingHandlers.canReorderItem = { (_) in true }
        var seen: [String] = []
        source.reorderingHandlers.didReorder = { [source] (_) throws(DiffableError) in
            seen = source.snapshot().itemIdentifiers.map { screen.name($0) }
            throw .refused
        }
        let (from, to) = (IndexPath(section: 0, item: 0), IndexPath(section: 1, item: 1))
        try expectTheOldList { () throws(DiffableError) in try source.reorderItem(from: from, to: to) }
        #expect(seen == ["b", "c", "a"])
        source.reorderingHandlers.didReorder = nil
        source.reorderingHandlers.willReorder = { [source] (_) throws(DiffableError) in
            seen = source.snapshot().itemIdentifiers.map { screen.name($0) }
            throw .refused
        }
        try expectTheOldList { () throws(DiffableError) in try source.reorderItem(from: from, to: to) }
        #expect(seen == ["a", "b", "c"])
    }

    /// An apply that a provider called starts from the old list if the apply of the provider failed, else from the new
    /// one.
    @Test(arguments: [true, false]) func anApplyThatAProviderCalls(fails: Bool) throws {
        var initial: [[Identifier]] = []
        screen.onCell = { (item) throws(DiffableError) in
            guard item == "x" else { return }
            screen.onCell = { _ in }
            var next = source.snapshot()
            next.deleteItems(["b"])
            #expect(
                try source.apply(next) { transaction in initial.append(transaction.initialSnapshot.itemIdentifiers) }
                    .state == .queued)
            if fails { throw .refused }
        }
        let new = try list("s: a b x")
        #expect((thrown { () throws(DiffableError) in try source.apply(new) } != nil) == fails)
        #expect(initial == [fails ? ["a", "b", "c"] : ["a", "b", "x"]])
        #expect(items == ["a", "x"])
    }
}
