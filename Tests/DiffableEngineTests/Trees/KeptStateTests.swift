import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What an apply gives to items that keep their expansion or their children.
@Suite struct KeptStateTests {
    /// The list of a data source after one list and then another were applied.
    private func applied(_ old: String, _ new: String, at location: SourceLocation = #_sourceLocation) throws -> String
    {
        let source = DataSource()
        try source.apply(trees(old))
        let described = try trees(new)
        try source.apply(described)
        #expect(described.spelled == new, "the applied snapshot changed", sourceLocation: location)
        let list = source.snapshot()
        try source.apply(list)
        #expect(source.snapshot().isIdentical(to: list), sourceLocation: location)
        // The same, given to a section, and in the handles of the data source.
        for section in list.sectionIdentifiers {
            let other = DataSource()
            try other.apply(trees(old))
            try other.apply(described.sectionSnapshot(of: section), toSection: section)
            #expect(
                other.snapshot().sectionSnapshot(of: section).spelled == list.sectionSnapshot(of: section).spelled,
                sourceLocation: location)
        }
        return list.spelled
    }

    @Test func anItemKeepsWhetherItIsExpanded() throws {
        #expect(try applied("f: docs{guide}", "f: docs?[guide]") == "f: docs{guide}")
        #expect(try applied("f: docs[guide]", "f: docs?{guide}") == "f: docs[guide]")
        #expect(try applied("f: docs{guide}", "f: docs?{guide}") == "f: docs{guide}")
        #expect(try applied("f: docs{guide}", "f: docs[guide]") == "f: docs[guide]")
        #expect(try applied("f: docs{guide[x]}", "f: src docs?[guide?{x}]") == "f: src docs{guide[x]}")
        #expect(try applied("f: docs[guide{x}]", "f: docs?{guide?[x]}") == "f: docs[guide{x}]")
    }

    @Test func anItemThatWasNoParentBeginsAsItIsDescribed() throws {
        for (new, kept) in [("f: docs?{guide}", "f: docs{guide}"), ("f: docs?[guide]", "f: docs[guide]")] {
            #expect(try applied("f: docs", new) == kept)
            #expect(try applied("f: docs+", new) == kept)
            #expect(try applied("f: other", new) == kept)
        }
        // One that was expandable had a state.
        #expect(try applied("f: docs!+", "f: docs?[guide]") == "f: docs{guide}")
        #expect(try applied("f: docs!", "f: docs?{guide}") == "f: docs[guide]")
    }

    @Test func anItemWithoutChildrenKeepsThoseItHad() throws {
        #expect(try applied("f: docs!{guide@2[start!] api}", "f: docs!?*") == "f: docs!{guide@2[start!] api}")
        #expect(try applied("f: docs!{guide[start] api}", "f: docs!*") == "f: docs![guide[start] api]")
        #expect(try applied("f: docs![guide]", "f: docs!*+") == "f: docs!{guide}")
        #expect(try applied("f: docs!{guide}", "f: docs!") == "f: docs!")
        #expect(try applied("f: docs!", "f: docs!*") == "f: docs!")
        #expect(try applied("f: x", "f: docs!*") == "f: docs!")
    }

    @Test func describedChildrenReplaceThoseItHad() throws {
        #expect(try applied("f: docs!{guide}", "f: docs!?*[api]") == "f: docs!{api}")
    }

    @Test func childrenThatAreElsewhereInTheNewListStayThere() throws {
        #expect(try applied("f: docs{guide{start} api x}", "f: docs?* guide") == "f: docs{api x} guide[start]")
        #expect(try applied("f: docs{guide{start} api}", "f: docs?* start") == "f: docs{guide+ api} start")
        #expect(try applied("f: docs{guide}", "f: x[guide] docs?*") == "f: x[guide] docs+")
        #expect(try applied("f: docs{guide[a b]} src", "f: src[a] docs?*") == "f: src[a] docs{guide[b]}")
    }

    @Test func childrenOfAnItemThatMovedToAnotherSection() throws {
        let source = DataSource()
        try source.apply(trees("f: docs{guide[x]} | g: y"))
        try source.apply(trees("f: | g: y docs?*"))
        #expect(source.snapshot().spelled == "f: | g: y docs{guide[x]}")
    }

    @Test func keptChildrenKeepTheirOwnState() throws {
        #expect(try applied("f: r{docs{guide[x]}}", "f: r?*") == "f: r{docs{guide[x]}}")
        #expect(try applied("f: r[docs{guide[x]}]", "f: r?[docs?*]") == "f: r[docs{guide[x]}]")
    }

    /// Whatever is resolved at the apply is not resolved again.
    @Test func theAppliedListKeepsNothing() throws {
        let source = DataSource()
        try source.apply(trees("f: docs?*[guide] src?*"))
        #expect(source.snapshot().spelled == "f: docs[guide] src")
        let taken = source.snapshot(forSection: "f")
        try source.toggleItem("docs")
        try source.apply(taken, toSection: "f")
        #expect(source.snapshot().spelled == "f: docs[guide] src")
    }

    @Test func keptItemsReachTheDifference() throws {
        let source = DataSource()
        try source.apply(trees("f: docs{guide api} src"))
        var described = try trees("f: docs?* src new")
        try described.reconfigureItems(["src"])
        let transaction = try #require(try source.apply(described).transaction)
        #expect(transaction.difference.description == "1 item inserted, 1 reconfigured")
        #expect(transaction.finalSnapshot.spelled == "f: docs{guide api} src new")
        #expect(transaction.difference.insertedItems.map { $0.to } == [IndexPath(section: 0, item: 4)])
    }

    @Test func aSnapshotOfTheSourceIsTheListItself() throws {
        let source = DataSource()
        try source.apply(trees("f: docs{guide}"))
        let list = source.snapshot()
        #expect(try list.keeping(stateOf: list).isIdentical(to: list))
        var edited = list
        edited.keepExpansion(["docs"])
        #expect(try !edited.keeping(stateOf: list).isIdentical(to: edited))
        #expect(try edited.keeping(stateOf: list).spelled == "f: docs{guide}")
    }

    /// Deep trees, in which each item keeps its state.
    @Test func manyItemsThatKeepTheirState() throws {
        let items = (0..<2_000).map { Identifier.integer($0) }
        func described(_ change: (inout Snapshot) -> Void) throws -> Snapshot {
            var list = try trees("f: -1")
            try list.replaceItems([Element(items[0])])
            for index in 1..<items.count { try list.appendItems([Element(items[index])], toParent: items[index - 1]) }
            change(&list)
            return list
        }
        let source = DataSource()
        try source.apply(described { $0.expand(items.filter { $0 != 1_500 }) })
        #expect(source.snapshot().numberOfItems == 1_501)
        try source.apply(described { $0.keepExpansion(items) })
        #expect(source.snapshot().numberOfItems == 1_501)
        try source.toggleItem(0)
        try source.apply(
            described { list in
                list.expand(items)
                list.keepExpansion(items)
            })
        #expect(source.snapshot().numberOfItems == 1)
        try source.toggleItem(0)
        #expect(source.snapshot().numberOfItems == 1_501)
    }
}
