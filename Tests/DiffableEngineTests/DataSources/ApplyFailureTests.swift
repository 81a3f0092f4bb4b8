import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

@Suite struct ApplyFailureTests {
    /// Each provider in turn: the n-th call throws, and list and view are as if nothing had been asked.
    @Test(arguments: 0..<9) func aProviderThatThrowsUndoesTheApply(failing: Int) throws {
        let screens = [Screen(), Screen()]
        let first = try list("s: a b@1 c d | t: e")
        let second = try list("t@2: e x | s: b@2 c f@9 d | u: g h")
        for screen in screens { try screen.source.apply(first) }
        var observed = 0
        screens[0].source.addObserver { _ in observed += 1 }
        var calls = 0
        screens[0].onCell = { (_) throws(DiffableError) in
            calls += 1
            if calls > failing { throw .refused }
        }
        var completed = false
        let error = thrown { () throws(DiffableError) in try screens[0].source.apply(second) { _ in completed = true } }
        #expect(error?.code == .providerFailed && error?.description == "PROVIDER_FAILED: refused")
        #expect(!completed && observed == 0)
        #expect(screens[0].source.snapshot() == first)
        #expect(screens[0].texts.count == 1)
        #expect(!screens[0].source.isApplying)
        #expect(try screens[0].view.render(screens[0].source) == screens[1].view.render(screens[1].source))
        // The text of the next apply proves it: it is that of a view on which nothing failed.
        screens[0].onCell = { _ in }
        for screen in screens { _ = screen.takeLog() }
        for screen in screens { try screen.source.apply(second) }
        #expect(screens[0].texts.last == screens[1].texts.last)
        #expect(screens[0].log == screens[1].log)
        #expect(observed == 1)
    }

    @Test func thereIsNoProvider() throws {
        let source = DataSource()
        var text = ""
        source.view = TextView { text = $0 }.view
        let error = thrown { () throws(DiffableError) in try source.apply(try! list("s: a | t: b c")) }
        #expect(error?.description == "NO_PROVIDER: no cell provider for item \"a\" at section 0, item 0")
        #expect(error?.message(countingFrom: 1) == "NO_PROVIDER: no cell provider for item \"a\" at section 1, item 1")
        #expect(error?.identifier == "a")
        #expect(source.snapshot().numberOfItems == 0 && text == "")
        // Without rows, or without a view, none is needed.
        try source.apply(try list("s: | t:"))
        source.view = nil
        try source.apply(try list("s: a"))
        #expect(source.snapshot().itemIdentifiers == ["a"])
    }

    @Test(arguments: [(-1, 0), (1_001, 0), (0, -1), (0, 101), (Int.max, Int.max)])
    func aCellThatCannotBeShown(height: Int, indentation: Int) throws {
        let screen = Screen()
        try screen.source.apply(try list("s: a"))
        screen.source.cellProvider = { _, _ in Cell(text: "x", height: height, indentation: indentation) }
        let error = thrown { () throws(DiffableError) in try screen.source.apply(try! list("s: a b")) }
        #expect(error?.code == .invalidCell && error?.identifier == "b")
        #expect(error?.description.hasPrefix("INVALID_CELL: cell of item \"b\" at section 0, item 1: ") == true)
        #expect(screen.source.snapshot().itemIdentifiers == ["a"])
        #expect(
            thrown { () throws(DiffableError) in _ = try screen.source.cell(at: IndexPath(section: 0, item: 0)) }?.code
                == .invalidCell)
        screen.source.supplementaryProvider = { _, _, _ in Cell(text: "x", height: height, indentation: indentation) }
        let header = thrown { () throws(DiffableError) in try screen.source.apply(try! list("s: a | t:")) }
        #expect(header?.description.hasPrefix("INVALID_CELL: header of section \"t\" at 1: ") == true)
        #expect(screen.source.snapshot().sectionIdentifiers == ["s"])
    }

    @Test func theFailureOfAnApplyComesBeforeThatOfAnApplyItQueued() throws {
        let screen = Screen()
        screen.source.cellProvider = { (item, _) in Cell(text: "x", height: item == "b" ? -1 : 1) }
        var hasQueued = false
        screen.source.addObserver { (_) throws(DiffableError) in
            if hasQueued { return }
            hasQueued = true
            try screen.source.apply(try! list("s: b"))
            throw .refused
        }
        let outcome = try screen.source.apply(try list("s: a"))
        #expect(outcome.failure?.description == "PROVIDER_FAILED: refused")
        #expect(screen.source.snapshot().itemIdentifiers == ["a"])
    }

    @Test(arguments: [(0, 0), (1, 100), (1_000, 0)]) func cellsAtTheLimit(height: Int, indentation: Int) throws {
        let screen = Screen()
        screen.source.cellProvider = { _, _ in Cell(text: "x", height: height, indentation: indentation) }
        try screen.source.apply(try list("s: a"))
        #expect(screen.shown.count == 1 + max(1, height))
        #expect(screen.shown[1] == "+    " + String(repeating: " ", count: 2 * indentation) + "x")
    }

    /// A writer, an observer, a completion that throw: the apply took place, everybody is told, and the outcome has the
    /// first failure.
    @Test func failuresAfterTheApply() throws {
        for failing in 1..<16 {
            let screen = Screen(headers: false)
            func step(_ bit: Int, _ name: String) throws(DiffableError) {
                screen.log.append(name)
                if failing & bit != 0 { throw DiffableError(.callbackFailed, name) }
            }
            screen.onWrite = { () throws(DiffableError) in try step(1, "writer") }
            screen.source.addObserver { (_) throws(DiffableError) in try step(2, "observer") }
            screen.source.addObserver { (_) throws(DiffableError) in try step(4, "another") }
            let outcome = try screen.source.apply(try list("s: a")) { (_) throws(DiffableError) in
                try step(8, "completion")
            }
            let names = ["writer", "observer", "another", "completion"]
            #expect(screen.log == ["cell a", "write"] + names)
            #expect(outcome.state == .applied && outcome.transaction?.finalSnapshot.itemIdentifiers == ["a"])
            #expect(outcome.failure?.description == "CALLBACK_FAILED: \(names[failing.trailingZeroBitCount])")
            #expect(screen.source.snapshot().itemIdentifiers == ["a"])
            #expect(!screen.source.isApplying)
            // The view is that of the new list.
            try screen.source.apply(try list("s: a b"))
            #expect(screen.shown == ["     a", "+    b"])
        }
    }

    /// Of queued applies some fail, the rest still run, and the outcome of the outermost call has the first failure.
    @Test func queuedAppliesThatFail() throws {
        let screen = Screen(headers: false)
        screen.onCell = { (item) throws(DiffableError) in
            if item == "bad" || item == "worse" { throw DiffableError(.providerFailed, screen.name(item)) }
        }
        var completed: [String] = []
        let outcome = try screen.source.apply(try list("s: a")) { (_) throws(DiffableError) in
            for text in ["s: a bad", "s: a b", "s: worse", "s: a b c"] {
                let queued = try screen.source.apply(try! list(text)) { _ in completed.append(text) }
                #expect(queued.state == .queued && queued.transaction == nil && queued.failure == nil)
            }
        }
        #expect(outcome.failure?.description == "PROVIDER_FAILED: bad")
        #expect(outcome.state == .applied && outcome.transaction?.finalSnapshot.itemIdentifiers == ["a"])
        #expect(completed == ["s: a b", "s: a b c"])
        #expect(screen.source.snapshot().itemIdentifiers == ["a", "b", "c"])
        #expect(screen.texts.count == 3)
        #expect(screen.shown == ["     a", "     b", "+    c"])
        #expect(!screen.source.isApplying)
    }

    /// Also behind an apply that itself failed, and with its own failure as the first.
    @Test func anApplyThatFailsStillRunsWhatItsProviderAskedFor() throws {
        let screen = Screen(headers: false)
        screen.onCell = { (item) throws(DiffableError) in
            if item == "worse" { throw DiffableError(.providerFailed, "worse") }
            guard item == "bad" else { return }
            for text in ["s: worse", "s: later"] { try screen.source.apply(try! list(text)) }
            throw .refused
        }
        var finished = 0
        let bad = PendingApply(
            snapshot: try list("s: bad"), mode: .animated(RowAnimation.none), completion: nil,
            finished: { finished += $0 ? 100 : 1 })
        let failure = thrown { () throws(DiffableError) in try screen.source.apply(bad) }
        #expect(failure?.description == "PROVIDER_FAILED: refused")
        #expect(finished == 1)
        #expect(screen.source.snapshot().itemIdentifiers == ["later"])
        #expect(screen.shown == ["+    later"])
    }

    /// A refusal is no error. If an apply fails that the handler called, the outcome has that failure and no
    /// transaction.
    @Test func aRefusalAndWhatIsQueuedMeanwhile() throws {
        let screen = Screen(headers: false)
        try screen.source.apply(try list("s: a b"))
        let (from, to) = (IndexPath(section: 0, item: 0), IndexPath(section: 0, item: 1))
        #expect(try screen.source.reorderItem(from: from, to: to).state == .refused)
        screen.onCell = { (_) throws(DiffableError) in throw .refused }
        screen.source.reorderingHandlers.canReorderItem = { (_) throws(DiffableError) in
            #expect(try screen.source.apply(try! list("s: c")).state == .queued)
            return false
        }
        let outcome = try screen.source.reorderItem(from: from, to: to)
        #expect(outcome.state == .refused && outcome.transaction == nil)
        #expect(outcome.failure?.description == "PROVIDER_FAILED: refused")
        #expect(screen.source.snapshot().itemIdentifiers == ["a", "b"])
    }

    /// A cell that was read is returned, whatever fails afterwards.
    @Test func whatAProviderQueuesDoesNotCostTheCell() throws {
        let source = DataSource()
        source.cellProvider = { (item, _) throws(DiffableError) in
            if item.identifier == "bad" { throw .refused }
            try source.apply(try! list("s: a b")) { (_) throws(DiffableError) in
                throw DiffableError(.callbackFailed, "late")
            }
            return Cell(text: "a cell")
        }
        try source.apply(try list("s: a"))
        #expect(try source.cell(at: IndexPath(section: 0, item: 0)).text == Array("a cell".utf8))
        var failure: DiffableError?
        _ = try source.cell(at: IndexPath(section: 0, item: 0), failure: &failure)
        #expect(failure?.description == "CALLBACK_FAILED: late")
        failure = DiffableError(.outputFailed, "earlier")
        _ = try source.cell(at: IndexPath(section: 0, item: 0), failure: &failure)
        #expect(failure?.description == "OUTPUT_FAILED: earlier")
        #expect(source.snapshot().itemIdentifiers == ["a", "b"])
        #expect(!source.isApplying)
    }

    @Test func aTransactionHasTheCaptionOfItsApply() throws {
        let source = DataSource()
        #expect(try source.apply(try list("s: a"), caption: "a tap").transaction?.caption == Array("a tap".utf8))
        #expect(
            try source.applyUsingReloadData(try list("s: a"), caption: "again").transaction?.caption
                == Array("again".utf8))
        #expect(
            try source.apply(.sectionSnapshot(), toSection: "s", caption: "a tree").transaction?.caption
                == Array("a tree".utf8))
        #expect(try source.apply(try list("s: a")).transaction?.caption == [])
    }
}
