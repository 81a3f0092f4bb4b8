import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct DerivedListTests {
    private let origin = DataSource()

    private func derive(_ change: (inout Derivation) -> Void = { _ in }) throws -> DataSource {
        var derivation = Derivation()
        change(&derivation)
        var failure: DiffableError?
        return try origin.derive(derivation, failure: &failure)
    }

    /// Sorts by revision.
    private func byRevision(_ derivation: inout Derivation) {
        derivation.sort = { (_, content, key) throws(DiffableError) in
            key.append(Int64(content.map { Content($0).revision } ?? 0), reversed: false)
        }
    }

    @Test func aRowMovesWhenItsKeyChanges() throws {
        try origin.apply(try list("s: a@3 b@1 c@2"))
        let sorted = try derive(byRevision)
        #expect(sorted.snapshot().itemIdentifiers == ["b", "c", "a"])
        var transaction: Transaction?
        sorted.addObserver { transaction = $0 }
        var next = origin.snapshot()
        try next.updateItems([Element("a", revision: 0), Element("c", revision: 9)])
        try origin.apply(next, caption: "change")
        #expect(sorted.snapshot().itemIdentifiers == ["b", "a", "c"])
        #expect(transaction?.difference.description == "1 item moved, 1 reconfigured")
        #expect(transaction?.caption == Array("change".utf8))
    }

    @Test func nobodyIsToldOfAChangeOfOtherItems() throws {
        try origin.apply(try list("s: a b"))
        let filtered = try derive { $0.filter = { (item, _) throws(DiffableError) in Identifier(item) == "a" } }
        var count = 0
        filtered.addObserver { _ in count += 1 }
        try origin.apply(try list("s: a b c"))
        #expect(count == 0 && filtered.snapshot().itemIdentifiers == ["a"])
    }

    @Test func theListIsReadOnly() throws {
        try origin.apply(try list("s: a"))
        let derived = try derive()
        let error = thrown { () throws(DiffableError) in try derived.apply(Snapshot()) }
        #expect(
            error?.description == "INVALID_ARGUMENT: apply: this list is derived from another list; change that one")
        origin.name = Array("tasks".utf8)
        let named = thrown { () throws(DiffableError) in try derived.apply(Snapshot(), toSection: "s") }
        #expect(
            named?.description
                == "INVALID_ARGUMENT: apply: this list is derived from the list \"tasks\"; change that one")
        #expect(derived.snapshot().itemIdentifiers == ["a"])
    }

    @Test func aListWhoseOriginIsFreedStays() throws {
        var origin: DataSource? = DataSource()
        try origin?.apply(try list("s: a"))
        var failure: DiffableError?
        let derived = try #require(try origin?.derive(Derivation(), failure: &failure))
        let second = try derived.derive(Derivation(), failure: &failure)
        origin = nil
        #expect(derived.isClosed && second.isClosed)
        #expect(second.snapshot().itemIdentifiers == ["a"])
        let errors = [
            thrown { () throws(DiffableError) in try second.hold() },
            thrown { () throws(DiffableError) in try second.apply(Snapshot()) },
            thrown { () throws(DiffableError) in try derived.apply(DataSource.releasing) },
            thrown { () throws(DiffableError) in _ = try derived.derive(Derivation(), failure: &failure) },
        ]
        #expect(
            errors.map { $0?.description }
                == ["hold", "apply", "release", "derive"].map {
                    "INVALID_ARGUMENT: \($0): the list that this one was derived from was closed"
                })
    }

    @Test func aDerivedListThatIsFreedIsForgotten() throws {
        do { _ = try derive() }
        #expect(origin.followers.isEmpty)
        try origin.apply(try list("s: a"))
        #expect(origin.snapshot().itemIdentifiers == ["a"])
    }

    /// The view of a derived list fails: neither list has changed, and the view of the origin cancels.
    @Test func aViewOfADerivedListFails() throws {
        let screen = Screen()
        var (failure, cancelled): (DiffableError?, Int) = (nil, 0)
        let derived = try screen.source.derive(Derivation(), failure: &failure)
        let second = try derived.derive(Derivation(), failure: &failure)
        derived.view = { (_, _) throws(DiffableError) in
            PreparedView(cancel: { cancelled += 1 }) { () throws(DiffableError) in }
        }
        second.view = { (_, _) throws(DiffableError) in throw .refused }
        #expect(
            thrown { () throws(DiffableError) in try screen.source.apply(try! list("s: a")) }?.code == .providerFailed)
        #expect(cancelled == 1 && screen.texts.isEmpty)
        #expect([screen.source, derived, second].allSatisfy { $0.snapshot().numberOfSections == 0 })
        second.view = nil
        try screen.source.apply(try list("s: a"))
        #expect([screen.source, derived, second].allSatisfy { $0.snapshot().itemIdentifiers == ["a"] })
    }

    @Test func anApplyOfAnObserverIsQueuedForAllLists() throws {
        let derived = try derive()
        var seen: [[Identifier]] = []
        derived.addObserver { [unowned origin] (transaction) throws(DiffableError) in
            seen.append(transaction.finalSnapshot.itemIdentifiers)
            if seen.count == 1 { #expect(try origin.apply(try! list("s: a b")).state == .queued) }
        }
        try origin.apply(try list("s: a"))
        #expect(seen == [["a"], ["a", "b"]])
    }

    @Test func aHeldListWaits() throws {
        try origin.apply(try list("s: a@1 b@2 c@3"))
        let sorted = try derive(byRevision)
        try sorted.hold()
        try origin.apply(try list("s: a@9 c@3 d@0"))
        #expect(sorted.snapshot().itemIdentifiers == ["a", "c"])
        #expect(sorted.snapshot().content(ofItem: "a")?.revision == 9)
        #expect(try sorted.pendingChanges() == (1, 0, 1))
        let transaction = try sorted.apply(DataSource.releasing).transaction
        #expect(transaction?.difference.description == "1 item inserted, 1 moved")
        #expect(sorted.snapshot().itemIdentifiers == ["d", "c", "a"])
        #expect(try sorted.pendingChanges() == (0, 0, 0) && !sorted.isHeld)
    }

    /// Sections that come and go do not fill the table of the list.
    @Test func sectionsThatAreGoneAreForgotten() throws {
        try origin.apply(try list("s: a@1 b@2 c@2"))
        let grouped = try derive { derivation in
            derivation.section = { (_, content) throws(DiffableError) in
                let revision = content.map { Content($0).revision } ?? 0
                return Element(.integer(Int64(revision)), revision: revision)
            }
        }
        for revision in 1...1_000 as ClosedRange<UInt64> {
            var next = origin.snapshot()
            try next.updateItems([Element("a", revision: revision)])
            try origin.apply(next)
            #expect(grouped.snapshot().content(ofSection: .integer(Int64(revision)))?.revision == revision)
        }
        #expect(grouped.snapshot().sectionIdentifiers == [1_000, 2])
        #expect(grouped.snapshot().identifiers.sections.count < 100)
    }

    @Test func aDragChangesWhatWillReorderApplies() throws {
        try origin.apply(try list("s: a b c"))
        let derived = try derive()
        derived.reorderingHandlers.canReorderItem = { (_) throws(DiffableError) in true }
        let (from, to) = (IndexPath(section: 0, item: 0), IndexPath(section: 0, item: 2))
        #expect(try derived.reorderItem(from: from, to: to).state == .refused)
        derived.reorderingHandlers.willReorder = { [unowned origin] (transaction) throws(DiffableError) in
            try origin.apply(transaction.finalSnapshot)
        }
        #expect(try derived.reorderItem(from: from, to: to).state == .refused)
        #expect(origin.snapshot().itemIdentifiers == ["b", "c", "a"])
        #expect(derived.snapshot().itemIdentifiers == ["b", "c", "a"])
    }

    @Test func listsAreConcatenated() throws {
        try origin.apply(try list("s: a@1 b | t: c"))
        let others = try DataSource.concatenating([origin, DataSource()])
        #expect(others.snapshot().sectionIdentifiers == ["s", "t"])
        // An item that goes from one to the other is never in both.
        let favorites = try derive { derivation in
            derivation.filter = { (_, content) throws(DiffableError) in content != nil }
            derivation.section = { (_, _) throws(DiffableError) in Element("favorites", revision: 7) }
        }
        let rest = try derive { $0.filter = { (_, content) throws(DiffableError) in content == nil } }
        let all = try DataSource.concatenating([favorites, rest])
        var changes: [String] = []
        all.addObserver { changes.append($0.difference.description) }
        #expect(all.snapshot().itemIdentifiers == ["a", "b", "c"])
        var next = origin.snapshot()
        try next.updateItems([Element("c", revision: 2)])
        try origin.apply(next)
        #expect(all.snapshot().sectionIdentifiers == ["favorites", "s"])
        #expect(all.snapshot().itemIdentifiers == ["a", "c", "b"])
        #expect(all.snapshot().content(ofSection: "favorites")?.revision == 7)
        #expect(changes == ["1 section deleted; 1 item moved, 1 reconfigured"])
        let error = thrown { () throws(DiffableError) in try all.apply(Snapshot()) }
        #expect(
            error?.description == "INVALID_ARGUMENT: apply: this list is a concatenation of other lists; change those")
    }

    @Test func anItemOfTwoListsIsAnError() throws {
        let other = DataSource()
        try origin.apply(try list("s: a"))
        try other.apply(try list("t: b"))
        let both = try DataSource.concatenating([origin, other])
        let error = thrown { () throws(DiffableError) in try other.apply(try! list("t: b a")) }
        #expect(error?.code == .duplicateIdentifier && error?.identifier == "a")
        #expect(other.snapshot().itemIdentifiers == ["b"] && both.snapshot().itemIdentifiers == ["a", "b"])
    }
}

@Suite struct SortKeyTests {
    private func bytes(_ append: (SortKey) -> Void) -> [UInt8] {
        let key = SortKey()
        append(key)
        return key.bytes
    }

    /// Keys in ascending order.
    @Test(arguments: [false, true]) func keysAreOrdered(reversed: Bool) {
        let numbers: [(SortKey) -> Void] = [
            { $0.append(-Double.infinity, reversed: reversed) }, { $0.append(Int64.min, reversed: reversed) },
            { $0.append(Int64.min + 1, reversed: reversed) }, { $0.append(-1.5, reversed: reversed) },
            { $0.append(-1 as Int64, reversed: reversed) },
            { $0.append(-0.0, reversed: reversed) }, { $0.append(Double.leastNonzeroMagnitude, reversed: reversed) },
            { $0.append(1 as Int64, reversed: reversed) }, { $0.append(1.5, reversed: reversed) },
            { $0.append(1 << 53 as Int64, reversed: reversed) },
            { $0.append((1 << 53) + 1 as Int64, reversed: reversed) },
            { $0.append((1 << 53) + 2 as Int64, reversed: reversed) },
            { $0.append(Int64.max - 513, reversed: reversed) }, { $0.append(Int64.max - 1, reversed: reversed) },
            { $0.append(Int64.max, reversed: reversed) }, { $0.append(0x1p63, reversed: reversed) },
            { $0.append(Double.infinity, reversed: reversed) },
            { $0.append(Double.nan, reversed: reversed) },
        ]
        let strings: [(SortKey) -> Void] = [
            [], [0], [0, 0], [0, 1], [0, 255], [1], [97], [97, 0], [97, 1], [98], [255], [255, 255],
        ].map { string in
            { key in (string as [UInt8]).withUnsafeBytes { key.append($0, reversed: reversed) } }
        }
        let others: [(SortKey) -> Void] = [
            { $0.append(false, reversed: reversed) }, { $0.append(true, reversed: reversed) },
            { $0.appendNone(reversed: reversed) },
        ]
        // Something after each part must not matter.
        for suffix in [[], [0], [255]] as [[UInt8]] {
            let keys = (numbers + strings + others).map { append in
                bytes { key in
                    append(key)
                    suffix.withUnsafeBytes { if !$0.isEmpty { key.append($0, reversed: false) } }
                }
            }
            for (first, second) in zip(keys, keys.dropFirst()) {
                let (low, high) = reversed ? (second, first) : (first, second)
                #expect(low.lexicographicallyPrecedes(high))
            }
        }
        #expect(bytes { $0.append(3 as Int64, reversed: reversed) } == bytes { $0.append(3.0, reversed: reversed) })
        #expect(bytes { $0.append(0.0, reversed: reversed) } == bytes { $0.append(-0.0, reversed: reversed) })
    }
}
