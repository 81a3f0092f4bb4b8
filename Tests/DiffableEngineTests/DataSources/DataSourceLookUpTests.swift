import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct DataSourceLookUpTests {
    @Test func placesAndNames() throws {
        let source = DataSource()
        try source.apply(try list("s: a b | t: | u: c"))
        #expect(source.itemIdentifier(for: IndexPath(section: 0, item: 1)) == "b")
        #expect(source.itemIdentifier(for: IndexPath(section: 1, item: 0)) == nil)
        #expect(source.itemIdentifier(for: IndexPath(section: 3, item: 0)) == nil)
        #expect(source.itemIdentifier(for: IndexPath(section: .max, item: .min)) == nil)
        #expect(source.indexPath(for: "c") == IndexPath(section: 2, item: 0))
        #expect(source.indexPath(for: "t") == nil)
        #expect(source.sectionIdentifier(for: 1) == "t")
        #expect(source.sectionIdentifier(for: 3) == nil && source.sectionIdentifier(for: -1) == nil)
        #expect(source.index(for: "u") == 2)
        #expect(source.index(for: "a") == nil)
    }

    @Test func editsOfASnapshotDoNotReachTheSource() throws {
        let source = DataSource()
        var snapshot = try list("s: a b")
        try source.apply(snapshot)
        try snapshot.appendItems(["c"])
        var other = source.snapshot()
        other.deleteAllItems()
        #expect(source.snapshot().itemIdentifiers == ["a", "b"])
    }

    @Test func aNewSnapshotIsEmptyAndSharesTheNames() throws {
        let source = DataSource()
        try source.apply(try list("s: a b"))
        let new = source.newSnapshot()
        #expect(new.numberOfSections == 0 && new.numberOfItems == 0)
        #expect(new.identifiers === source.snapshot().identifiers)
        #expect(new.brokenInvariant() == nil)
    }

    @Test func cellsComeFromTheProviderOrFromNowhere() throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a b@3"))
        _ = screen.takeLog()
        let path = IndexPath(section: 0, item: 1)
        #expect(try screen.source.cell(at: path).detail == Array("3".utf8))
        #expect(screen.takeLog() == ["cell b"])
        #expect(screen.view.cell(at: path, of: screen.source)?.text == Array("b".utf8))
        #expect(screen.log == [])
        for (section, item) in [(0, 2), (1, 0), (-1, 0), (0, -1), (Int.max, Int.max), (Int.min, 0)] {
            let path = IndexPath(section: section, item: item)
            let error = thrown { () throws(DiffableError) in _ = try screen.source.cell(at: path) }
            #expect(
                error?.description == "INVALID_ARGUMENT: cell_at: there is no row at section \(section), item \(item)")
            #expect(screen.view.cell(at: path, of: screen.source) == nil)
        }
        screen.source.cellProvider = nil
        #expect(thrown { () throws(DiffableError) in _ = try screen.source.cell(at: path) }?.code == .noProvider)
    }

    @Test func theAnimationOfAnApply() throws {
        let source = DataSource()
        func animation(_ animating: Bool, _ animation: RowAnimation? = nil) throws -> RowAnimation? {
            try source.apply(source.snapshot(), animatingDifferences: animating, animation: animation).transaction?
                .animation
        }
        #expect(try animation(true) == .automatic)
        #expect(try animation(true, .left) == .left)
        #expect(try animation(false, .left) == RowAnimation.none)
        source.defaultRowAnimation = .fade
        #expect(try animation(true) == .fade)
        #expect(try animation(true, .automatic) == .automatic)
        #expect(try animation(false) == RowAnimation.none)
        #expect(try source.applyUsingReloadData(source.snapshot()).transaction?.animation == RowAnimation.none)
        #expect(
            RowAnimation.allCases.map { "\($0.name)" } == [
                "automatic", "fade", "right", "left", "top", "bottom", "middle", "none",
            ])
    }

    /// A change of the default in the middle of an apply counts from the next one on.
    @Test func theDefaultIsReadAtTheNextApply() throws {
        let source = DataSource()
        var seen: [RowAnimation] = []
        source.addObserver { (transaction) throws(DiffableError) in
            seen.append(transaction.animation)
            guard seen.count == 1 else { return }
            try source.apply(transaction.finalSnapshot)
            source.defaultRowAnimation = .top
        }
        try source.apply(try list("s:"))
        #expect(seen == [.automatic, .top])
    }

    /// A view that was taken off has not seen what came in between, nor what another data source showed.
    @Test(arguments: [true, false]) func aViewThatWasElsewhere(isDerived: Bool) throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a b c"))
        if isDerived {
            screen.source.view = nil
            var missed = screen.source.snapshot()
            try missed.reconfigureItems([Element("b", revision: 5)])
            try screen.source.apply(missed)
            screen.source.view = screen.view.view
        } else {
            let other = DataSource()
            other.view = screen.view.view
            other.cellProvider = { item, _ in Cell(text: "other \(screen.name(item.identifier))") }
            try other.apply(try list("s: x1 x2 x3 x4 x5 x6"))
            try screen.source.apply(try list("s: a b@5 c"))
        }
        var next = screen.source.snapshot()
        try next.appendItems(["d"])
        try screen.source.apply(next)
        #expect(
            screen.shown == [
                "   [s]", "     a", "     b" + String(repeating: " ", count: 23) + "5", "     c", "+    d",
            ])
    }
}
