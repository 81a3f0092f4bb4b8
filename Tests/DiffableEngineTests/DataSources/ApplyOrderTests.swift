import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// What happens when in an apply, and what an apply does that is asked for during another one.
@Suite struct ApplyOrderTests {
    @Test func providersThenViewThenObserversThenCompletion() throws {
        let screen = Screen()
        for number in 1...2 { screen.source.addObserver { _ in screen.log.append("observer \(number)") } }
        screen.source.addObserver { transaction in
            #expect(screen.source.snapshot() == transaction.finalSnapshot)
            #expect(screen.source.isApplying)
        }
        let snapshot = try list("s: a b")
        screen.onCell = { _ in #expect(screen.source.snapshot() == snapshot) }
        let transaction = try screen.source.apply(snapshot) { transaction in
            #expect(screen.source.snapshot() == snapshot && transaction.finalSnapshot == snapshot)
            screen.log.append("completion")
        }.transaction
        #expect(
            screen.log == [
                "header s", "cell a", "cell b", "footer s", "write", "observer 1", "observer 2", "completion",
            ])
        #expect(transaction?.initialSnapshot == Snapshot() && transaction?.finalSnapshot == snapshot)
        #expect(transaction?.difference.insertedItems.map { $0.identifier } == ["a", "b"])
        #expect(!screen.source.isApplying)
    }

    @Test func nothingChangedAndYetEverybodyIsTold() throws {
        let screen = Screen()
        let snapshot = try list("s: a b")
        try screen.source.apply(snapshot)
        screen.log = []
        screen.source.addObserver { screen.log.append("observer \($0.difference)") }
        try screen.source.apply(snapshot) { screen.log.append("completion \($0.difference.isEmpty)") }
        #expect(screen.log == ["write", "observer no changes", "completion true"])
    }

    /// Wherever it is asked for: it returns nil at once, and runs when the running one is over.
    @Test(arguments: ["cell", "header", "write", "observer", "completion"])
    func anApplyDuringAnApplyWaitsForItsTurn(place: String) throws {
        let screen = Screen()
        var (asked, nested) = (false, ["?"])
        func ask(_ here: String) throws(DiffableError) {
            guard here == place, !asked else { return }
            asked = true
            var next = screen.source.snapshot()
            try next.appendItems(["later"])
            let transaction = try screen.source.apply(next) { transaction in
                nested = transaction.initialSnapshot.itemIdentifiers.map { screen.name($0) }
                screen.log.append("completion of the nested one")
            }.transaction
            #expect(transaction == nil)
            screen.log.append("asked")
        }
        screen.onCell = { (item) throws(DiffableError) in try ask(item == "s" ? "header" : "cell") }
        screen.onWrite = { () throws(DiffableError) in try ask("write") }
        screen.source.addObserver { (_) throws(DiffableError) in try ask("observer") }
        let transaction = try screen.source.apply(try list("s: a b")) { (_) throws(DiffableError) in
            try ask("completion")
            screen.log.append("completion")
        }.transaction
        #expect(transaction?.finalSnapshot.itemIdentifiers == ["a", "b"])
        #expect(nested == ["a", "b"])
        let order = screen.log.filter { $0 == "asked" || $0.hasPrefix("completion") }
        #expect(order == ["asked", "completion", "completion of the nested one"])
        #expect(screen.texts.count == 2)
        // Wherever it was asked for, it starts from the list after the running apply.
        #expect(screen.source.snapshot().itemIdentifiers == ["a", "b", "later"])
    }

    /// Each callback that applies each time it is called is stopped after 100 applies, and named.
    @Test(arguments: [
        "the cell provider", "the kind provider", "the supplementary provider", "the view", "an observer",
        "the completion",
    ])
    func aCallbackThatAppliesEachTimeIsStopped(callback: String) throws {
        let source = DataSource()
        var (calls, refusals) = (0, 0)
        var looping = callback
        func apply() throws(DiffableError) {
            var snapshot = Snapshot()
            try snapshot.appendSections(["s"])
            try snapshot.appendItems([Element("a", revision: UInt64(calls))])
            if looping == "the completion" {
                try source.apply(snapshot) { (_) throws(DiffableError) in try again("the completion") }
            } else {
                try source.apply(snapshot)
            }
        }
        func again(_ here: String) throws(DiffableError) {
            guard here == looping else { return }
            calls += 1
            do throws(DiffableError) { try apply() } catch {
                refusals += 1
                #expect(error.code == .applyLoop)
            }
        }
        func tryAgain(_ here: String) {
            do throws(DiffableError) { try again(here) } catch { Issue.record(error) }
        }
        source.kindProvider = { _ in
            tryAgain("the kind provider")
            return nil
        }
        source.cellProvider = { (_, _) throws(DiffableError) in
            try again("the cell provider")
            return Cell(text: "x")
        }
        source.supplementaryProvider = { (kind, _, _) throws(DiffableError) in
            if kind == .header { try again("the supplementary provider") }
            return nil
        }
        source.view = { (source, transaction) throws(DiffableError) in
            _ = try source.cell(at: IndexPath(section: 0, item: 0), of: transaction)
            _ = try source.supplementaryCell(.header, ofSection: 0, of: transaction)
            return PreparedView { () throws(DiffableError) in try again("the view") }
        }
        source.addObserver { (_) throws(DiffableError) in try again("an observer") }
        for _ in 1...2 {
            (calls, refusals, looping) = (0, 0, callback)
            let outcome = try source.apply(try list("s: a")) { (_) throws(DiffableError) in try again("the completion")
            }
            #expect(outcome.failure?.code == .applyLoop)
            #expect(
                outcome.failure?.description == """
                    APPLY_LOOP: apply: 100 applies were queued, each by a callback of the one before, the last by \(callback); \
                    a callback that applies each time it is called does not end
                    """)
            #expect(calls == 101 && refusals == 1)
            looping = ""
            let later = try source.apply(try list("s: b"))
            #expect(later.failure == nil && source.snapshot().itemIdentifiers == ["b"])
        }
    }

    /// Many applies of one callback are no loop.
    @Test(arguments: [5_000, 10_000, 10_001])
    func aCallbackMayQueueManyAppliesAtOnce(number: Int) throws {
        let source = DataSource()
        var completed = 0
        func applyMany() throws(DiffableError) {
            for _ in 1...number { try source.apply(source.snapshot()) { _ in completed += 1 } }
        }
        let outcome = try source.apply(try list("s: a")) { (_) throws(DiffableError) in try applyMany() }
        #expect(completed == min(number, 10_000))
        let error = """
            APPLY_LOOP: apply: 10,000 applies were queued by one call, the last by the completion; \
            a callback that applies each time it is called does not end
            """
        #expect(outcome.failure?.description == (number > 10_000 ? error : nil))
    }

    /// A callback that applies several times each time it is called queues too many before a chain of them is long.
    @Test func aCallbackThatAppliesTwiceEachTimeIsStopped() throws {
        let source = DataSource()
        var refusals = 0
        source.addObserver { (transaction) throws(DiffableError) in
            for _ in 1...2 {
                do throws(DiffableError) { try source.apply(transaction.finalSnapshot) } catch { refusals += 1 }
            }
        }
        let outcome = try source.apply(try list("s: a"))
        #expect(
            outcome.failure?.description.contains("10,000 applies were queued by one call, the last by an observer; ")
                == true)
        // The outermost apply and 10,000 others call the observer.
        #expect(refusals == 2 * 10_001 - 10_000)
    }

    @Test func queuedAppliesRunInTheOrderOfTheirCallsAndNoneIsDropped() throws {
        let screen = Screen(headers: false)
        var seen: [String] = []
        func apply(_ depth: Int, _ name: String) throws(DiffableError) {
            var snapshot = screen.source.newSnapshot()
            try snapshot.appendSections(["s"])
            try snapshot.appendItems([Element(Identifier(name))])
            try screen.source.apply(snapshot) { (transaction) throws(DiffableError) in
                seen.append(transaction.finalSnapshot.itemIdentifiers.map { screen.name($0) }.joined())
                if depth < 3 {
                    for number in 0..<2 { try apply(depth + 1, "\(name).\(number)") }
                }
            }
        }
        try apply(0, "r")
        #expect(
            seen == [
                "r", "r.0", "r.1", "r.0.0", "r.0.1", "r.1.0", "r.1.1", "r.0.0.0", "r.0.0.1", "r.0.1.0", "r.0.1.1",
                "r.1.0.0", "r.1.0.1",
                "r.1.1.0", "r.1.1.1",
            ])
        #expect(screen.texts.count == 15)
    }

    /// So many that the queue gives back its memory on the way.
    @Test func aLongChainOfApplies() throws {
        let source = DataSource()
        var completions: [Int] = []
        source.addObserver { (transaction) throws(DiffableError) in
            let count = transaction.finalSnapshot.numberOfItems
            for next in 1...4 where count < 300 && count % 4 == 0 {
                var snapshot = transaction.finalSnapshot
                try snapshot.appendItems((0..<next).map { Element(.integer(Int64(count + $0))) }, toSection: "s")
                try source.apply(snapshot) { completions.append($0.finalSnapshot.numberOfItems) }
            }
        }
        try source.apply(try list("s:"))
        #expect(completions == Array(1...300))
        #expect(source.snapshot().numberOfItems == 300)
    }

    @Test func observersAddedByAnObserverAreToldFromTheNextApplyOn() throws {
        let source = DataSource()
        var told: [String] = []
        source.addObserver { _ in
            told.append("first")
            if told.count == 1 { source.addObserver { _ in told.append("second") } }
        }
        try source.apply(try list("s: a"))
        try source.apply(try list("s: a b"))
        #expect(told == ["first", "first", "second"])
    }

    /// Rendering and single cells call providers as well: an apply from there waits until they are done.
    @Test func anApplyWhileTheViewRenders() throws {
        let screen = Screen(headers: false)
        try screen.source.apply(try list("s: a b c"))
        let longer = try list("s: x")
        for ask in ["render", "cell"] {
            try screen.source.applyUsingReloadData(try list("s: a b c"))
            screen.source.view = nil
            let fresh = TextView { _ in }
            screen.onCell = { (_) throws(DiffableError) in
                screen.onCell = { _ in }
                #expect(try screen.source.apply(longer).transaction == nil)
            }
            if ask == "render" {
                #expect(try fresh.render(screen.source) == "     a\n     b\n     c\n")
            } else {
                #expect(try screen.source.cell(at: IndexPath(section: 0, item: 2)).text == Array("c".utf8))
            }
            #expect(screen.source.snapshot() == longer)
        }
    }
}
