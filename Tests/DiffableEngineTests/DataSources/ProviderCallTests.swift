import Testing

@testable import DiffableEngine
@testable import TestSupport

/// How often providers are called: for what is new or shows something else, once, and for nothing else.
@Suite struct ProviderCallTests {
    /// Applies one list and then another, and returns what the second one asked for.
    private func calls(from old: String, to new: String, marking: (inout Snapshot) throws -> Void = { _ in }) throws
        -> [String]
    {
        let screen = Screen()
        try screen.source.apply(try list(old))
        _ = screen.takeLog()
        var snapshot = try list(new)
        try marking(&snapshot)
        try screen.source.apply(snapshot)
        return screen.takeLog().filter { $0 != "write" }
    }

    @Test func insertedOnce() throws {
        #expect(try calls(from: "s: a b", to: "s: a x b y") == ["cell x", "cell y"])
        #expect(try calls(from: "s: a", to: "s: a | t: b") == ["header t", "cell b", "footer t"])
    }

    @Test func deletedNever() throws {
        #expect(try calls(from: "s: a b | t: c", to: "s: b") == [])
    }

    @Test func purelyMovedNever() throws {
        #expect(try calls(from: "s: a b c | t: d | u:", to: "u: c | t: d | s: b a") == [])
    }

    @Test func insertedAndReloadedOnce() throws {
        #expect(try calls(from: "s: a", to: "s: a x") { try $0.reloadItems(["x"]) } == ["cell x"])
        #expect(try calls(from: "s: a", to: "s: a x") { try $0.reconfigureItems(["x"]) } == ["cell x"])
        #expect(
            try calls(from: "s: a", to: "s: a | t: x") { try $0.reloadSections(["t"]) } == [
                "header t", "cell x", "footer t",
            ])
    }

    @Test func updatedOnceHoweverOftenItIsSaid() throws {
        #expect(try calls(from: "s: a b@1 c", to: "s: a b@2 c") == ["cell b"])
        #expect(try calls(from: "s: a b", to: "s: a b") { try $0.reloadItems(["b"]) } == ["cell b"])
        let all: (inout Snapshot) throws -> Void = { snapshot in
            try snapshot.reloadItems(["b"])
            try snapshot.reconfigureItems(["b"])
            try snapshot.reloadSections(["s"])
        }
        #expect(
            try calls(from: "s: a b@1", to: "s: a b@2", marking: all) == ["header s", "cell a", "cell b", "footer s"])
    }

    @Test func movedAndUpdatedOnce() throws {
        #expect(try calls(from: "s: a b c@1 | t:", to: "s: a b | t: c@2") == ["cell c"])
        #expect(try calls(from: "s: a b c@1", to: "s: c@2 a b") == ["cell c"])
    }

    @Test func headersAndFootersOfAnUpdatedSectionWithoutItsRows() throws {
        #expect(try calls(from: "s@1: a b | t: c", to: "s@2: a b | t: c") == ["header s", "footer s"])
        #expect(try calls(from: "s@1: a | t: c", to: "t: c | s@2: a") == ["header s", "footer s"])
        #expect(
            try calls(from: "s: a | t: c", to: "t: c | s: a") { try $0.reconfigureSections(["s"]) } == [
                "header s", "footer s",
            ])
    }

    @Test func marksLastForOneApply() throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a b"))
        var snapshot = screen.source.snapshot()
        try snapshot.reloadItems(["a"])
        try snapshot.reconfigureItems(["b"])
        try snapshot.reloadSections(["s"])
        try snapshot.reconfigureSections(["s"])
        let transaction = try screen.source.apply(snapshot).transaction
        #expect(transaction?.difference.reloadedItems.count == 2)
        for list in [screen.source.snapshot(), transaction!.finalSnapshot] {
            #expect(list.reloadedItemIdentifiers + list.reconfiguredItemIdentifiers == [])
            #expect(list.reloadedSectionIdentifiers + list.reconfiguredSectionIdentifiers == [])
        }
        _ = screen.takeLog()
        try screen.source.apply(screen.source.snapshot())
        #expect(screen.log == ["write"])
    }

    @Test func reloadingAsksForEverythingAnew() throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a b | t:"))
        _ = screen.takeLog()
        var snapshot = try list("s: b c | t:")
        try snapshot.reloadItems(["b"])
        let transaction = try screen.source.applyUsingReloadData(snapshot).transaction
        #expect(
            transaction?.difference.description == "1 item deleted, 1 inserted" && transaction?.usesReloadData == true)
        #expect(screen.takeLog() == ["header s", "cell b", "cell c", "footer s", "header t", "footer t", "write"])
    }

    /// Rows that were folded away are asked for when they come to be shown, and only then.
    @Test func foldedRowsAreNotAskedFor() throws {
        let screen = Screen(context: 1)
        screen.source.view = nil
        let items = (0..<9).map { Element(.integer($0)) }
        var snapshot = Snapshot()
        try snapshot.appendSections(["s"])
        try snapshot.appendItems(items)
        try screen.source.apply(snapshot)
        screen.source.view = screen.view.view
        try snapshot.reconfigureItems([4])
        try screen.source.apply(snapshot)
        #expect(
            screen.takeLog() == ["header s", "cell 0", "cell 3", "cell 4", "cell 5", "cell 8", "footer s", "write"])
        snapshot = screen.source.snapshot()
        try snapshot.reconfigureItems([3])
        try screen.source.apply(snapshot)
        #expect(screen.takeLog() == ["cell 1", "cell 2", "cell 3", "write"])
    }

    @Test(arguments: [true, false]) func oneRowOfAHundredThousand(isDerived: Bool) throws {
        let screen = Screen(context: 3)
        let items = (0..<100_000).map { Element(.integer($0)) }
        func build(_ change: Int?) throws -> Snapshot {
            var snapshot = Snapshot()
            try snapshot.appendSections(["s"])
            try snapshot.appendItems(items.enumerated().map { $0 == change ? Element($1.identifier, revision: 1) : $1 })
            return snapshot
        }
        try screen.source.apply(try build(nil))
        // Inserted rows are folded, too.
        let ends = ["cell 0", "cell 1", "cell 2", "cell 99997", "cell 99998", "cell 99999"]
        #expect(screen.takeLog() == ["header s"] + ends + ["footer s", "write"])
        var next = screen.source.snapshot()
        try next.reconfigureItems([Element(50_000, revision: 1)])
        try screen.source.apply(isDerived ? next : try build(50_000))
        #expect(screen.takeLog() == (49_997...50_003).map { "cell \($0)" } + ["write"])
        #expect(screen.summary == "=  1 item reconfigured")
    }
}
