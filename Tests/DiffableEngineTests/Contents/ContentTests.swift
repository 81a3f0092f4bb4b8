import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What the contents of a list are, besides what random edits show.
@Suite struct ContentTests {
    private func content(_ text: String) -> Content { Content(Array(text.utf8)) }

    private func list(_ contents: [String?]) throws -> Snapshot {
        var list = Snapshot()
        try list.appendSections(["s"])
        try list.appendItems(
            contents.enumerated().map { Element(.integer(Int64($0)), content: $1.map { content($0) }) })
        return list
    }

    @Test func aContentOfNoBytesIsAContent() throws {
        let list = try list(["", nil])
        #expect(list.content(ofItem: 0) == Content([]))
        #expect(list.content(ofItem: 1) == nil)
        #expect(try list != self.list([nil, nil]))
        #expect(
            Difference(from: list, to: try self.list([nil, ""])).reconfiguredItems.map { $0.identifier } == [0, 1])
    }

    @Test func contentsOfOneSizeDiffer() throws {
        let long = String(repeating: "x", count: 1000)
        let old = try list([long + "a", long + "b"])
        var new = old
        #expect(
            try new.updateItems([Element(0, content: content(long + "a")), Element(1, content: content(long + "c"))])
                == 1)
        let changed = Difference(from: old, to: new).reconfiguredItems
        #expect(changed.map { $0.identifier } == [1])
        #expect(old.content(ofItem: 1) == content(long + "b"))
    }

    /// The second content is stored again, because the item has another one meanwhile. Handles differ, bytes do not.
    @Test func anItemThatGetsItsContentBackHasNotChanged() throws {
        let old = try list(["a", "b"])
        var new = old
        try new.updateItems([Element(0, content: content("other"))])
        try new.updateItems([Element(0, content: content("a"))])
        #expect(new == old)
        #expect(Difference(from: old, to: new.withoutMarks).isEmpty)
    }

    @Test func anItemThatWasDeletedComesBackWithoutContent() throws {
        var list = try list(["a", "b"])
        list.deleteItems([0])
        #expect(list.content(ofItem: 0) == nil)
        try list.appendItems([0])
        #expect(list.content(ofItem: 0) == nil)
        list.deleteItems([0])
        try list.replaceItems([0, Element(1)])
        #expect(list.content(ofItem: 0) == nil)
        #expect(list.content(ofItem: 1) == content("b"))
    }

    @Test func unrelatedListsAreComparedByBytes() throws {
        let old = try list((0..<100).map { "content \($0)" })
        var same = Snapshot()
        try same.appendSections([Element("s")])
        try same.appendItems((0..<100).reversed().map { Element(.integer($0), content: content("content \($0)")) })
        let difference = Difference(from: old, to: same)
        #expect(difference.reconfiguredItems.isEmpty)
        #expect(difference.movedItems.count == 99)
    }

    @Test func aListThatIsDescribedAnewStoresNothing() throws {
        let contents = (0..<5000).map { Optional("content \($0)") }
        let old = try list(contents)
        var new = old.emptied
        let words = old.storage.contentTable!.count
        try new.appendSections(["s"])
        try new.appendItems(contents.enumerated().map { Element(.integer(Int64($0)), content: $1.map { content($0) }) })
        #expect(old.storage.contentTable!.count == words)
        #expect(new.isUnchanged(since: old) == false)
        #expect(new.contents.isIdentical(to: old.contents))
        #expect(new == old)
    }

    /// Every row changes again and again. What a table keeps stays below four times what the list has.
    @Test(arguments: [false, true]) func deadContentsAreDropped(describesAnew: Bool) throws {
        var list = Snapshot()
        try list.appendSections([Element("s", content: content("section"))])
        try list.appendItems((0..<1000).map { Element(.integer($0), content: content("first")) })
        let kept = list
        var tables = 0
        var largestCount = 0
        for round in 0..<50 {
            let old = list.storage.contentTable
            let elements = (0..<1000 as Range<Int64>).map {
                Element(.integer($0), content: content("round \(round), item \($0)"))
            }
            if describesAnew {
                list = list.emptied
                try list.appendSections([Element("s", content: content("section"))])
                try list.appendItems(elements)
            } else {
                try list.updateItems(elements)
                list = list.withoutMarks
            }
            if list.storage.contentTable !== old { tables += 1 }
            largestCount = max(largestCount, list.storage.contentTable!.count)
            #expect(list.brokenInvariant() == nil)
        }
        #expect(tables > 5 && tables < 40)
        #expect(largestCount < 4 * 5000)
        #expect(list.content(ofItem: 999) == content("round 49, item 999"))
        #expect(list.content(ofSection: "s") == content("section"))
        #expect(kept.content(ofItem: 999) == content("first"))
        #expect(Difference(from: kept, to: list).reconfiguredItems.count == 1000)
    }

    @Test func aTreeKeepsItsContentsInNewTables() throws {
        var list = Snapshot()
        try list.appendSections([Element("s", content: content("section"))])
        try list.appendItems([Element("open", content: content("1")), Element("closed", content: content("2"))])
        try list.appendItems([Element("row", content: content("3"))], toParent: "open")
        try list.appendItems([Element("hidden", content: content("4"))], toParent: "closed")
        list.expand(["open"])
        let fresh = try #require(list.withFreshTables())
        #expect(fresh == list)
        #expect(
            ["open", "closed", "row", "hidden"].map { fresh.content(ofItem: $0) }
                == ["1", "2", "3", "4"].map { content($0) })
        #expect(fresh.storage.contentTable!.count == list.storage.contentTable!.count)
    }

    @Test func aTreeBringsItsContents() throws {
        var tree = Snapshot.sectionSnapshot()
        try tree.appendItems([Element("docs", content: content("folder"))])
        try tree.appendItems([Element("guide", content: content("page"))], toParent: "docs")
        var list = try list(["a"])
        try list.setSectionSnapshot(tree, ofSection: "files")
        #expect(list.content(ofItem: "guide") == content("page"))
        #expect(list.sectionSnapshot(of: "files") == tree)
        #expect(list.content(ofItem: 0) == content("a"))
    }
}
