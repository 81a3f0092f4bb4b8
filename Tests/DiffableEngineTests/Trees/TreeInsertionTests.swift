import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Inserting all items of a section snapshot.
@Suite struct TreeInsertionTests {
    private func expect(
        _ text: String, becomes expected: String, inserting placement: TreePlacement,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let forest = "a@1!{b[c] d} e?*[g] h+"
        let expected = expected.replacing("_", with: forest)
        try DiffableEngineTests.expect(text, becomes: expected, at: location) { (list) throws(DiffableError) in
            try list.insertTree(try! tree(forest), placement)
        }
        // A tree of the same tables, whose items were in the list before.
        var list = text.contains(":") ? try trees(text) : try tree(text)
        let section: Identifier = list.isSectionSnapshot ? 0 : list.sectionIdentifiers[0]
        var copy = list
        try copy.insertTree(try tree(forest), .atEndOfSection(section))
        let ids = ["a", "e", "h"].map { Identifier($0) }
        try copy.moveItems(copy.rootItemIdentifiers.filter { !ids.contains($0) } + ids, toSection: section)
        copy.deleteItems(copy.rootItemIdentifiers.filter { !ids.contains($0) })
        let shared = copy.sectionSnapshot(of: section)
        #expect(shared.identifiers === list.identifiers && shared.spelled == forest, sourceLocation: location)
        try list.insertTree(shared, placement)
        #expect(list.spelled == expected && shared.spelled == forest, sourceLocation: location)
    }

    @Test func atTheEndOfASection() throws {
        try expect("f: docs{guide} src | g: x", becomes: "f: docs{guide} src _ | g: x", inserting: .atEndOfSection("f"))
        try expect("f: docs[guide] | g:", becomes: "f: docs[guide] | g: _", inserting: .atEndOfSection(nil))
        try expect("docs{guide}", becomes: "docs{guide} _", inserting: .atEndOfSection(nil))
    }

    @Test func atTheEndOfTheChildrenOfAnItem() throws {
        try expect(
            "f: docs{guide{start}} src", becomes: "f: docs{guide{start} _} src", inserting: .atEndOfParent("docs"))
        try expect(
            "f: docs[guide{start}] src", becomes: "f: docs[guide{start} _] src", inserting: .atEndOfParent("docs"))
        try expect("f: docs src", becomes: "f: docs[_] src", inserting: .atEndOfParent("docs"))
        try expect("f: docs+ src", becomes: "f: docs{_} src", inserting: .atEndOfParent("docs"))
        try expect("f: src[docs{x[y]} z]", becomes: "f: src[docs{x[y] _} z]", inserting: .atEndOfParent("docs"))
        try expect("f: src[docs z]", becomes: "f: src[docs[_] z]", inserting: .atEndOfParent("docs"))
        try expect("src[docs z]", becomes: "src[docs[_] z]", inserting: .atEndOfParent("docs"))
    }

    @Test func besideAnItem() throws {
        try expect("f: src docs{guide}", becomes: "f: src _ docs{guide}", inserting: .beforeItem("docs"))
        try expect("f: docs{guide} src", becomes: "f: docs{guide} _ src", inserting: .afterItem("docs"))
        try expect("f: src{docs{guide}} x", becomes: "f: src{_ docs{guide}} x", inserting: .beforeItem("docs"))
        try expect("f: src{docs{guide}} x", becomes: "f: src{docs{guide} _} x", inserting: .afterItem("docs"))
        try expect("f: src[x docs[guide] y]", becomes: "f: src[x _ docs[guide] y]", inserting: .beforeItem("docs"))
        try expect("f: src[x docs{guide} y]", becomes: "f: src[x docs{guide} _ y]", inserting: .afterItem("docs"))
        try expect("f: src[docs[guide]]", becomes: "f: src[docs[guide] _]", inserting: .afterItem("docs"))
    }

    @Test func anEmptyTreeChangesNothing() throws {
        for placement in [
            TreePlacement.atEndOfSection("f"), .atEndOfParent("docs"), .beforeItem("docs"), .afterItem("guide"),
        ] {
            try DiffableEngineTests.expect("f: docs[guide]", becomes: "f: docs[guide]") {
                (list) throws(DiffableError) in
                try list.insertTree(.sectionSnapshot(), placement)
            }
        }
    }

    @Test func marksComeAlongInTheirOrder() throws {
        var part = try tree("a{b} c[d]")
        try part.reloadItems(["d", "a"])
        try part.reconfigureItems(["c", "b", "d"])
        var list = try trees("f: docs[x]")
        try list.reloadItems(["x"])
        try list.insertTree(part, .atEndOfParent("docs"))
        #expect(
            list.reloadedItemIdentifiers == ["x", "d", "a"] && list.reconfiguredItemIdentifiers == ["c", "b", "d"])
        #expect(list.inconsistency == nil)
    }

    // MARK: - Errors

    @Test func duplicatesAreNamedWithTheirPlaces() throws {
        let part = try tree("a[guide] src")
        try DiffableEngineTests.expect(
            "f: docs[guide] src",
            refuses: #"DUPLICATE_IDENTIFIER: insert_tree: item "guide" is already below the collapsed item "docs"; "#
                + #"item "src" is already at section "f", item 1"#
        ) { (list) throws(DiffableError) in try list.insertTree(part, .atEndOfSection(nil)) }
        try DiffableEngineTests.expect(
            "x{src}", refuses: #"DUPLICATE_IDENTIFIER: insert_tree: item "src" is already at index 1 of the tree"#
        ) {
            (list) throws(DiffableError) in try list.insertTree(part, .beforeItem("x"))
        }
        // A list that has the tables of the tree.
        var list = try trees("f: docs[guide] src")
        let own = list.sectionSnapshot(of: "f")
        let error = thrown { () throws(DiffableError) in try list.insertTree(own, .afterItem("docs")) }
        #expect(error?.code == .duplicateIdentifier && error?.identifier == "docs" && error?.position == 0)
        #expect(list.spelled == "f: docs[guide] src")
    }

    @Test func placesThatAreNotInTheList() throws {
        let part = try tree("a")
        for (placement, reason) in [
            (TreePlacement.atEndOfSection("x"), #"section "x""#), (.atEndOfParent("x"), #"item "x""#),
            (.beforeItem("x"), #"item "x""#),
            (.afterItem("f"), #"item "f", but there is a section of that name"#), (.atEndOfParent("a"), #"item "a""#),
        ] {
            try DiffableEngineTests.expect(
                "f: docs[guide]", refuses: "UNKNOWN_IDENTIFIER: insert_tree: there is no \(reason)"
            ) {
                (list) throws(DiffableError) in try list.insertTree(part, placement)
            }
        }
        var empty = Snapshot()
        let error = thrown { () throws(DiffableError) in try empty.insertTree(part, .atEndOfSection(nil)) }
        #expect(
            error?.description
                == "NO_SECTIONS: insert_tree: there are no sections yet; append a section before its items")
    }

    @Test func aListIsNoTree() throws {
        let list = try trees("g: a")
        try DiffableEngineTests.expect(
            "f: docs", refuses: "INVALID_ARGUMENT: insert_tree: a section snapshot expected, got a snapshot of a list"
        ) {
            (edited) throws(DiffableError) in try edited.insertTree(list, .atEndOfSection(nil))
        }
    }
}
