import Testing

@testable import DiffableEngine
@testable import TestSupport

extension Merge {
    /// The merged list, and behind it the conflicts: "f: a b; moved a".
    var spelled: String {
        ([snapshot.spelled]
            + conflicts.map { conflict in
                "\(conflict.kind.name) \(conflict.isSection ? "section " : "")"
                    + conflict.identifier.description.filter { $0 != "\"" }
            }).joined(separator: "; ")
    }
}

@Suite struct MergeTests {
    private func merged(_ base: String, _ mine: String, _ theirs: String) throws -> String {
        try trees(base).merging(trees(mine), trees(theirs)).spelled
    }

    /// The result of a merge without conflicts, whichever side is called mine.
    private func both(_ base: String, _ mine: String, _ theirs: String) throws -> String {
        let result = try merged(base, mine, theirs)
        #expect(try merged(base, theirs, mine) == result)
        #expect(!result.contains(";"))
        return result
    }

    // MARK: - Changes of one side

    @Test func whatOneSideDoesIsInTheResult() throws {
        #expect(try both("f: a b c", "f: a x b c", "f: a b c y") == "f: a x b c y")
        #expect(try both("f: a b c", "f: a c", "f: a b x c") == "f: a x c")
        #expect(try both("f: a@1 b@1", "f: a@2 b@1", "f: b@1 a@1") == "f: b@1 a@2")
        #expect(try both("f: a b c d", "f: d a b c", "f: a b c d x") == "f: d a b c x")
        #expect(try both("f: a | g: b", "f: | g: b a", "f: a x | g: b") == "f: x | g: b a")
    }

    @Test func whatBothSidesDoIsDoneOnce() throws {
        #expect(try both("f: a b c", "f: a x c", "f: a x c") == "f: a x c")
        #expect(try both("f: a@1 b", "f: a@2 b x@1", "f: a@2 b x@1") == "f: a@2 b x@1")
        #expect(try both("f: a b c d", "f: d a b c", "f: d a b") == "f: d a b")
        #expect(try both("f: a | g:", "f: | g: a", "f: | g: a x") == "f: | g: a x")
        #expect(try both("f: a b", "f: a x y b", "f: a y z b") == "f: a x y z b")
    }

    @Test func runsAtOnePlaceStayTogether() throws {
        #expect(try both("f: a b", "f: a m1 z m2 b", "f: a n1 c n2 b") == "f: a m1 z m2 n1 c n2 b")
        #expect(try both("f:", "f: 2", "f: 10") == "f: 10 2")
        // Integers come before strings.
        var (mine, theirs) = (Snapshot(), Snapshot())
        try mine.appendSections(["f"])
        try theirs.appendSections(["f"])
        let base = mine
        try mine.appendItems([2, "a"])
        try theirs.appendItems([10])
        #expect(try base.merging(mine, theirs).snapshot.itemIdentifiers == [2, "a", 10])
        try theirs.prependItems([""])
        #expect(try base.merging(mine, theirs).snapshot.itemIdentifiers == [2, "a", "", 10])
    }

    @Test func anInsertedItemStaysBetweenItsNeighboursThatNobodyMoved() throws {
        #expect(try both("f: a b c d", "f: b a c d", "f: a b c x d") == "f: b a c x d")
        #expect(try both("f: 1 2 3 4 5", "f: 4 1 2 3 5", "f: 1 2 3 4 x 5") == "f: 4 1 2 3 x 5")
    }

    @Test func aMoveToAnotherSectionBeatsOneInTheSection() throws {
        #expect(try both("f: a b c | g:", "f: a b | g: c", "f: c a b | g:") == "f: a b | g: c")
    }

    @Test func aReorderedItemCanBeDeleted() throws {
        #expect(try both("f: a b c", "f: c a b", "f: a b") == "f: a b")
    }

    @Test func sections() throws {
        #expect(try both("f: a | g: b", "g: b | f: a", "f: a | g: b | h: c") == "g: b | f: a | h: c")
        #expect(try both("f: a | g: b", "f: a", "f: a x | g: b") == "f: a x")
        #expect(try both("f: a", "f: a | h: b", "f: a | g: c") == "f: a | g: c | h: b")
    }

    @Test func itemsBelowOthers() throws {
        #expect(try both("f: p{a b} q", "f: p[a b] q", "f: p{a x b} q{y}") == "f: p[a x b] q{y}")
        #expect(try both("f: p[a{b}] q", "f: p[a+] q[b]", "f: p{a{b c}} q") == "f: p{a{c}} q[b]")
        #expect(try both("f: p{a} q", "f: q{p{a}}", "f: p{a b} q") == "f: q{p{a b}}")
        #expect(try both("f: p[a[b]] q", "f: p[a[b] x!] q", "f: q p[a{b}]") == "f: q p[a{b} x!]")
        #expect(try both("f: p", "f: p{a} x[y]", "f: p{b} x{y}") == "f: p{a b} x{y}")
    }

    // MARK: - Conflicts

    @Test func differentContents() throws {
        #expect(try merged("f: a@1 b@1", "f: a@2 b@1", "f: a@3 b@1") == "f: a@2 b@1; changed a")
        #expect(try merged("f: a@1", "f: a", "f: a@3") == "f: a; changed a")
        #expect(try merged("f:", "f: a@2", "f: a@3") == "f: a@2; inserted a")
    }

    @Test func changedHereAndDeletedThere() throws {
        #expect(try merged("f: a@1 b c", "f: a@2 b c", "f: b c") == "f: a@2 b c; deleted a")
        #expect(try merged("f: a@1 b c", "f: b c", "f: a@2 b c") == "f: a@2 b c; deleted a")
        #expect(try merged("f: a b | g:", "f: b | g: a", "f: b | g:") == "f: b | g: a; deleted a")
    }

    @Test func movedToTwoPlaces() throws {
        #expect(try merged("f: a b c d e", "f: e a b c d", "f: a e b c d") == "f: e a b c d; moved e")
        #expect(try merged("f: a | g: | h:", "f: | g: a | h:", "f: | g: | h: a") == "f: | g: a | h:; moved a")
        #expect(try merged("f: | g:", "f: a | g:", "f: | g: a") == "f: a | g:; moved a")
        #expect(try merged("f: 1 2", "f: 1 x y 2", "f: 1 y x 2").hasPrefix("f: 1 x y 2; moved "))
        #expect(
            try merged("f: | g: | h: | i:", "i: | f: | g: | h:", "f: | i: | g: | h:")
                == "i: | f: | g: | h:; moved section i")
    }

    @Test func twoParents() throws {
        #expect(try merged("f: p q a", "f: p{a} q", "f: p q{a}") == "f: p{a} q+; moved a")
        #expect(try merged("f: p q a | g:", "f: p{a} q | g:", "f: p q | g: a") == "f: p{a} q | g:; moved a")
    }

    @Test func cycles() throws {
        #expect(try merged("f: a b", "f: b{a}", "f: a{b}") == "f: b{a+}; cycle b")
        #expect(try merged("f: a b", "f: a{b}", "f: b{a}") == "f: a{b+}; cycle a")
        #expect(try merged("f: a b c", "f: b{a} c", "f: a{c{b}}") == "f: b{a{c+}}; cycle b")
        #expect(try merged("f: a{x} b{y}", "f: b{y{a{x}}}", "f: a{x{b{y}}}") == "f: b{y{a{x+}}}; cycle b")
    }

    @Test func addedBelowADeletedParent() throws {
        #expect(try merged("f: p{a} q", "f: p{a x} q", "f: q") == "f: p{x} q; deleted_parent p")
        #expect(
            try merged("f: p{a{b}} q", "f: q", "f: p{a{b x}} q") == "f: p{a{x}} q; deleted_parent p; deleted_parent a")
        #expect(try merged("f: a | g: b", "f: a", "f: a | g: b x") == "f: a | g: x; deleted_parent section g")
        #expect(
            try merged("f: p{a@1} | g:", "f: p{a@2} | g:", "g:")
                == "f: p{a@2} | g:; deleted_parent section f; deleted_parent p; deleted a")
        #expect(try merged("f: p a", "f: p{a}", "f: a") == "f: p{a}; deleted_parent p")
    }

    @Test func conflictsHaveTheContentsOfAllThreeLists() throws {
        let merge = try trees("f@1: a@1 b | g: c").merging(
            trees("f: a@2 b x@1 | g: c"), trees("f: b x@2 | g: c"))
        #expect(merge.spelled == "f: a@2 b x@1 | g: c; deleted a; inserted x")
        let (deleted, inserted) = (merge.conflicts[0], merge.conflicts[1])
        #expect(deleted.base == Element("a", revision: 1))
        #expect(deleted.mine == Element("a", revision: 2))
        #expect(deleted.theirs == nil)
        #expect(inserted.base == nil)
        #expect(inserted.mine == Element("x", revision: 1))
        #expect(inserted.theirs == Element("x", revision: 2))
    }

    // MARK: - Around it

    @Test func contentsOfSections() throws {
        func list(_ revision: UInt64) throws -> Snapshot {
            var list = Snapshot()
            try list.appendSections([Element("f", revision: revision)])
            return list
        }
        #expect(try list(1).merging(list(2), list(1)).snapshot == list(2))
        #expect(try list(1).merging(list(1), list(2)).snapshot == list(2))
        let merge = try list(1).merging(list(2), list(3))
        #expect(merge.snapshot == (try list(2)))
        #expect(merge.spelled == "f:; changed section f")
        #expect(try list(1).merging(list(2), Snapshot()).spelled == "f:; deleted section f")
        #expect(try list(1).merging(Snapshot(), list(1)).spelled == "")
    }

    @Test func marksOfBothSidesAreKept() throws {
        var base = try trees("f: a b | g: c")
        try base.reloadItems(["c"])
        var (mine, theirs) = (base.withoutMarks, base.withoutMarks)
        try mine.reloadItems(["a"])
        try mine.reconfigureSections(["g"])
        theirs.deleteItems(["b"])
        try theirs.reconfigureItems(["c"])
        try theirs.reloadSections(["f"])
        let merged = try base.merging(mine, theirs).snapshot
        #expect(merged.reloadedItemIdentifiers == ["a"])
        #expect(merged.reconfiguredItemIdentifiers == ["c"])
        #expect(merged.reloadedSectionIdentifiers == ["f"])
        #expect(merged.reconfiguredSectionIdentifiers == ["g"])
        // Also if one side changed nothing.
        #expect(try base.merging(base.withoutMarks, theirs).snapshot.reconfiguredItemIdentifiers == ["c"])
        #expect(try base.merging(mine, base.withoutMarks).snapshot.reloadedItemIdentifiers == ["a"])
    }

    /// The result of a merge of "f: a@1 b" after edits, and the names that items of it had.
    private func renamed(_ editMine: (inout Snapshot) throws -> Void, _ editTheirs: (inout Snapshot) throws -> Void)
        throws -> String
    {
        let base = try trees("f: a@1 b")
        var (mine, theirs) = (base, base)
        try editMine(&mine)
        try editTheirs(&theirs)
        let merge = try base.merging(mine, theirs)
        let source = DataSource()
        try source.apply(theirs)
        let difference = try #require(try source.apply(merge.snapshot).transaction).difference
        return merge.spelled + ": " + difference.description
    }

    @Test func renamedItemsAreTheSame() throws {
        let rename: (inout Snapshot) throws -> Void = { try $0.renameItem("a", to: "n") }
        let update: (inout Snapshot) throws -> Void = { try $0.updateItems([Element("a", revision: 2)]) }
        let results = [
            try renamed(rename, update), try renamed(update, rename),
            try renamed(rename) { try $0.moveItem("a", afterItem: "b") },
            try renamed(rename, rename), try renamed(rename) { $0.deleteItems(["a"]) },
            try renamed(rename) { try $0.renameItem("a", to: "m") },
            // Theirs has another item of that name.
            try renamed(rename) { try $0.appendItems(["n"]) },
        ]
        #expect(
            results == [
                "f: n@2 b: 1 item reconfigured", "f: n@2 b: 1 item reconfigured", "f: b n@1: 1 item reconfigured",
                "f: n@1 b: 1 item reconfigured", "f: b: no changes", "f: n@1 b; renamed n: 1 item reconfigured",
                "f: n@1 b; inserted n; moved n: 1 item deleted, 1 moved, 1 reconfigured",
            ])
    }

    @Test func itemsThatAreRenamedToOneIdentifierStayTwo() throws {
        func rename(_ items: [(Identifier, Identifier)], and edit: @escaping (inout Snapshot) throws -> Void = { _ in })
            -> (inout Snapshot) throws -> Void
        {
            { list in
                for (old, new) in items { try list.renameItem(old, to: new) }
                try edit(&list)
            }
        }
        let (one, other) = (rename([("a", "n")]), rename([("b", "n")]))
        let results = [
            try renamed(one, other), try renamed(other, one),
            // One side has renamed both items.
            try renamed(rename([("a", "n"), ("b", "m")]), other), try renamed(other, rename([("a", "n"), ("b", "m")])),
            // One side has deleted one of the two.
            try renamed(rename([("a", "n")]) { $0.deleteItems(["b"]) }, other),
            try renamed(one, rename([("b", "n")]) { $0.deleteItems(["a"]) }),
            // One side has given an old identifier to a new item, or both have.
            try renamed(one, rename([("b", "n")]) { try $0.appendItems(["b"]) }),
            try renamed(rename([("a", "n")]) { try $0.appendItems(["a"]) }, other),
            try renamed(
                rename([("a", "n")]) { try $0.appendItems(["a"]) }, rename([("b", "n")]) { try $0.appendItems(["b"]) }),
        ]
        #expect(
            results == [
                "f: n@1 b; renamed n; renamed b: 1 item deleted, 1 inserted, 1 reconfigured",
                "f: a@1 n; renamed a; renamed n: 1 item deleted, 1 inserted, 1 reconfigured",
                "f: n@1 m; renamed n; renamed m: 1 item deleted, 1 inserted, 1 reconfigured",
                "f: a@1 n; renamed a; renamed n: 1 item deleted, 1 inserted, 1 reconfigured",
                "f: n@1; renamed n: 1 item deleted, 1 reconfigured",
                "f: b; renamed b: 1 item reconfigured",
                "f: a@1 n b; renamed a; renamed n: 2 items reconfigured",
                "f: n@1 b a; renamed n; renamed b: 1 item inserted, 1 moved, 2 reconfigured",
                "f: n@1 b a; inserted n; renamed n: 1 item moved, 2 reconfigured",
            ])
    }

    @Test func aListThatKeepsChildrenHasThoseOfTheBase() throws {
        #expect(try merged("f: p{a b} q", "f: p?* q x", "f: p{a c b} q") == "f: p{a c b} q x")
    }

    @Test func sectionSnapshotsAreRefused() throws {
        let (list, tree) = (try trees("f: a"), try tree("a"))
        for (base, mine, theirs) in [(tree, list, list), (list, tree, list), (list, list, tree)] {
            let error = thrown { () throws(DiffableError) in _ = try base.merging(mine, theirs) }
            #expect(
                error?.description == "INVALID_ARGUMENT: merge: a snapshot of a list expected, got a section snapshot")
        }
    }

    @Test func aSmallListInLargeTablesMovesToNewOnes() throws {
        var base = Snapshot()
        try base.appendSections(["f"])
        try base.appendItems((0..<5_000).map { Element(.integer($0)) })
        base.clear()
        try base.appendSections(["f"])
        var (mine, theirs) = (base, base)
        try mine.appendItems([Element(1, revision: 1)])
        try theirs.appendItems([Element(2, revision: 2)])
        let merge = try base.merging(mine, theirs)
        #expect(merge.spelled == "f: 1@1 2@2")
        #expect(merge.snapshot.identifiers.items.count == 2)
    }
}
