import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Lists with trees move to new identifier tables when most of the old ones are dead. Hidden items are alive.
@Suite struct TreeCompactionTests {
    @Test func theSameListInNewTables() throws {
        for text in [
            "f: docs@1!?*{guide@2[start{x[y]} z+] api} src[main!] | g: a[b] c", "f: a[b[c[d]]]", "f: a{b{c{d}}}",
            "f: docs[guide] | g: | h: x", "f: a b | g: c", "f:",
        ] {
            var list = try trees(text)
            let marked = list.allItemIdentifiers.reversed().map { Element($0) }
            try list.reloadItems(Array(marked.prefix(3)))
            try list.reconfigureItems(Array(marked.dropFirst()))
            try list.reloadSections(["f"])
            let fresh = try #require(list.withFreshTables())
            #expect(fresh.identifiers !== list.identifiers && fresh.spelled == text && fresh == list)
            #expect(fresh.reloadedItemIdentifiers == list.reloadedItemIdentifiers)
            #expect(fresh.reconfiguredItemIdentifiers == list.reconfiguredItemIdentifiers)
            #expect(fresh.identifiers.items.count == list.numberOfAllItems)
            var edited = fresh
            edited.expand(fresh.allItemIdentifiers)
            edited.collapse(fresh.allItemIdentifiers)
            #expect(edited.inconsistency == nil && fresh.spelled == text)
        }
        let trees = try #require(try tree("docs[guide{start}] x").withFreshTables())
        #expect(trees.isSectionSnapshot && trees.spelled == "docs[guide{start}] x")
    }

    @Test func whatIsKeptIsStillResolvedAfterwards() throws {
        let source = DataSource()
        try source.apply(trees("f: docs{guide}"))
        let fresh = try #require(try trees("f: docs*?").withFreshTables())
        try source.apply(fresh)
        #expect(source.snapshot().spelled == "f: docs{guide}")
    }

    /// Items come and go around a collapsed tree, in each way in which a list takes new items.
    @Test(arguments: 0..<6) func churnAroundHiddenItems(way: Int) throws {
        var list = try trees("f: docs[guide@3[start] api] src{main} x")
        try list.reloadItems(["start"])
        var tables: [Identifiers] = []
        var copies: [Snapshot] = []
        for round in 0..<80 as Range<Int64> {
            let new = (0..<30).map { Element(Identifier("\(round) \($0)")) }
            switch way {
            case 0: try list.appendItems(new)
            case 1: try list.appendItems(new, toParent: "api")
            case 2: try list.insertItems(new, beforeItem: "guide")
            case 3: try list.insertItems(new, afterItem: "main")
            case 4:
                var part = Snapshot.sectionSnapshot()
                try part.appendItems(new)
                try list.insertTree(part, .atEndOfParent("start"))
            default:
                var part = Snapshot.sectionSnapshot()
                try part.appendItems(new)
                try list.replaceChildren(of: "x", with: part)
            }
            #expect(list.numberOfAllItems == 37)
            if tables.last !== list.identifiers { tables.append(list.identifiers) }
            if round % 9 == 0 { copies.append(list) }
            list.deleteItems(new.map { $0.identifier })
            #expect(
                list.spelled == "f: docs[guide@3[start] api] src{main} x" && list.reloadedItemIdentifiers == ["start"])
        }
        #expect(tables.count > 2 && list.identifiers.items.count < 200)
        for copy in copies { #expect(copy.numberOfAllItems == 37 && copy.inconsistency == nil) }
    }

    /// Hidden items count as alive: a long list that is collapsed and shrinks no further does not move again and again.
    @Test func aCollapsedListDoesNotMove() throws {
        var list = try trees("f: docs")
        try list.appendItems((0..<5_000).map { Element(.integer($0)) }, toParent: "docs")
        let tables = list.identifiers
        for number in 5_000..<5_100 as Range<Int64> {
            try list.appendItems([Element(.integer(number))])
            list.deleteItems([.integer(number)])
        }
        #expect(list.identifiers === tables)
        var next = list.emptied
        try next.appendSections(["f"])
        for number in 0..<2_000 as Range<Int64> { try next.appendItems([Element(.integer(number))]) }
        #expect(next.identifiers === tables)
    }

    /// A failed edit leaves the list in its tables, because borrowed identifiers must stay valid.
    @Test func aFailedEditDoesNotMove() throws {
        var list = try trees("f: docs[guide] src")
        for round in 0..<10 {
            let new = (0..<50).map { Identifier("\(round) \($0)") }
            if list.hasMostlyDeadIdentifiers { break }
            try list.appendItems(new.map { Element($0) }, toParent: "docs")
            list.deleteItems(new)
        }
        #expect(list.hasMostlyDeadIdentifiers)
        let tables = list.identifiers
        let (wrong, moved) = (try tree("a src"), try tree("docs{guide}"))
        func refused(_ edit: (inout Snapshot) throws(DiffableError) -> Void) {
            #expect(thrown { () throws(DiffableError) in try edit(&list) } != nil)
            #expect(list.identifiers === tables && list.spelled == "f: docs[guide] src")
        }
        refused { (list) throws(DiffableError) in try list.appendItems(["a", "guide"]) }
        refused { (list) throws(DiffableError) in try list.appendItems(["a"], toParent: "x") }
        refused { (list) throws(DiffableError) in try list.insertTree(wrong, .atEndOfSection(nil)) }
        refused { (list) throws(DiffableError) in try list.replaceChildren(of: "docs", with: wrong) }
        refused { (list) throws(DiffableError) in try list.replaceChildren(of: "nobody", with: wrong) }
        refused { (list) throws(DiffableError) in try list.replaceItems(["a", "guide"]) }
        refused { (list) throws(DiffableError) in try list.setSectionSnapshot(moved, ofSection: "g") }
    }
}
