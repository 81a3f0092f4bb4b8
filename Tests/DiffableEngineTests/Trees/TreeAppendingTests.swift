import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Appending and inserting items in trees, next to visible and to hidden items.
@Suite struct TreeAppendingTests {
    @Test func appendedItemsAreRootsAtTheEndOfTheSection() throws {
        try expect("f: docs{guide} | g: x", becomes: "f: docs{guide} a b | g: x") { (list) throws(DiffableError) in
            try list.appendItems(["a", "b"], toSection: "f")
        }
        try expect("f: docs[guide]", becomes: "f: docs[guide] a") { (list) throws(DiffableError) in
            try list.appendItems(["a"])
        }
    }

    @Test func itemsAppendedToAParentAreItsLastChildren() throws {
        try expect("f: docs{guide{start}} src", becomes: "f: docs{guide{start} a b} src") {
            (list) throws(DiffableError) in
            try list.appendItems(["a", "b"], toParent: "docs")
        }
        try expect("f: docs[guide[start]] src", becomes: "f: docs[guide[start] a b] src") {
            (list) throws(DiffableError) in
            try list.appendItems(["a", "b"], toParent: "docs")
        }
        try expect("f: docs src", becomes: "f: docs[a b] src") { (list) throws(DiffableError) in
            try list.appendItems(["a", "b"], toParent: "docs")
        }
        try expect("f: docs+ src", becomes: "f: docs{a b} src") { (list) throws(DiffableError) in
            try list.appendItems(["a", "b"], toParent: "docs")
        }
        try expect("docs{guide} src", becomes: "docs{guide} src[a]") { (tree) throws(DiffableError) in
            try tree.appendItems(["a"], toParent: "src")
        }
    }

    @Test func aHiddenParentTakesChildrenToo() throws {
        for (old, new) in [
            ("f: docs[guide start] src", "f: docs[guide[a b] start] src"),
            ("f: docs[guide+ start] src", "f: docs[guide{a b} start] src"),
            ("f: docs[guide{x{y}} start]", "f: docs[guide{x{y} a b} start]"),
            ("f: docs[guide[x{y}] start]", "f: docs[guide[x{y} a b] start]"),
            ("f: r{docs[guide{x[y]} start]}", "f: r{docs[guide{x[y] a b} start]}"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.appendItems(["a", "b"], toParent: "guide")
            }
        }
    }

    @Test func insertedItemsAreSiblingsOfTheirAnchor() throws {
        for (old, new) in [
            ("f: docs{guide{start} api} src", "f: docs{a b guide{start} api} src"),
            ("f: docs[guide{start} api]", "f: docs[a b guide{start} api]"),
            ("f: x guide[start] y", "f: x a b guide[start] y"), ("f: docs{x guide}", "f: docs{x a b guide}"),
            ("f: docs[x guide]", "f: docs[x a b guide]"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.insertItems(["a", "b"], beforeItem: "guide")
            }
        }
    }

    @Test func itemsInsertedAfterAnItemComeBehindEverythingBelowIt() throws {
        for (old, new) in [
            ("f: docs{guide{start{deep}} api} src", "f: docs{guide{start{deep}} a b api} src"),
            ("f: docs{guide{start} } src", "f: docs{guide{start} a b} src"),
            ("f: docs[guide{start[deep]} api]", "f: docs[guide{start[deep]} a b api]"),
            ("f: guide{start} y", "f: guide{start} a b y"), ("f: guide[start]", "f: guide[start] a b"),
            ("f: docs[x guide]", "f: docs[x guide a b]"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.insertItems(["a", "b"], afterItem: "guide")
            }
        }
    }

    @Test func nothingToAddIsNoChange() throws {
        for text in ["f: docs", "f: docs{guide}", "f: docs[guide]"] {
            try expect(text, becomes: text) { (list) throws(DiffableError) in
                try list.appendItems([], toParent: "docs")
                try list.insertItems([], beforeItem: "docs")
                try list.insertItems([], afterItem: "docs")
            }
        }
    }

    /// The same items in one order and another: handles that do not ascend go other ways.
    @Test func manyItemsInAnyOrder() throws {
        var list = try trees("f: docs{guide} src[main]")
        try list.appendItems((0..<1_000).map { Element(.integer($0)) }, toParent: "docs")
        list.deleteItems((0..<1_000).map { .integer($0) })
        let backwards = (0..<1_000 as Range<Int64>).reversed().map { Identifier.integer($0) }
        try list.insertItems(backwards[..<500].map { Element($0) }, afterItem: "main")
        try list.insertItems(backwards[500...].map { Element($0) }, beforeItem: "guide")
        #expect(try list.children(ofItem: "src") == ["main"] + backwards[..<500])
        #expect(try list.children(ofItem: "docs") == backwards[500...] + ["guide"])
        #expect(list.numberOfItems == 503 && list.numberOfAllItems == 1_004 && list.inconsistency == nil)
    }

    @Test func revisionsOfAddedItems() throws {
        try expect("f: docs[guide@1]", becomes: "f: docs[a@3 guide@1 b@2]") { (list) throws(DiffableError) in
            try list.appendItems([Element("b", revision: 2)], toParent: "docs")
            try list.insertItems([Element("a", revision: 3)], beforeItem: "guide")
        }
        // The revision of a hidden item that was deleted does not come back.
        try expect("f: docs[guide@1]", becomes: "f: docs[guide]") { (list) throws(DiffableError) in
            list.deleteItems(["guide"])
            try list.appendItems(["guide"], toParent: "docs")
        }
    }
}

/// What appending and inserting refuse.
@Suite struct TreeAppendingErrorTests {
    @Test func aVisibleDuplicateIsNamedWithItsPlace() throws {
        try expect(
            "f: docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: append_items: item "guide" is already at section "f", item 1"#
        ) {
            (list) throws(DiffableError) in try list.appendItems(["a", "guide"])
        }
        try expect(
            "f: docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: append_items_to_parent: item "guide" is already at section "f", item 1"#
        ) {
            (list) throws(DiffableError) in try list.appendItems(["guide"], toParent: "src")
        }
        try expect(
            "docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: append_items: item "src" is already at index 2 of the tree"#
        ) {
            (tree) throws(DiffableError) in try tree.appendItems(["src"])
        }
    }

    @Test func aHiddenDuplicateIsNamedWithTheCollapsedItem() throws {
        for text in ["f: docs[guide] src", "f: docs[x{guide}] src", "f: docs[x[guide]] src"] {
            try expect(
                text,
                refuses: #"DUPLICATE_IDENTIFIER: append_items: item "guide" is already below the collapsed item "docs""#
            ) {
                (list) throws(DiffableError) in try list.appendItems(["a", "guide"])
            }
        }
        try expect(
            "docs[guide]",
            refuses:
                #"DUPLICATE_IDENTIFIER: insert_items_before: item "guide" is already below the collapsed item "docs""#
        ) {
            (tree) throws(DiffableError) in try tree.insertItems(["guide"], beforeItem: "docs")
        }
        try expect(
            "f: docs[guide api] src",
            refuses:
                #"DUPLICATE_IDENTIFIER: insert_items_after: item "api" is already below the collapsed item "docs"; "#
                + #"item "src" is already at section "f", item 1; item "guide" is already below the collapsed item "docs""#
        ) { (list) throws(DiffableError) in try list.insertItems(["api", "src", "guide"], afterItem: "docs") }
    }

    @Test func anItemTwiceInOneCall() throws {
        for text in ["f: docs{guide}", "f: docs[guide]"] {
            try expect(
                text,
                refuses: #"DUPLICATE_IDENTIFIER: append_items_to_parent: item "a" is in the call twice, at 0 and 2"#
            ) {
                (list) throws(DiffableError) in try list.appendItems(["a", "b", "a"], toParent: "docs")
            }
        }
        // An item that is hidden and twice in the call.
        try expect(
            "f: docs[guide]",
            refuses: #"DUPLICATE_IDENTIFIER: append_items: item "guide" is in the call twice, at 0 and 1"#
        ) {
            (list) throws(DiffableError) in try list.appendItems(["guide", "guide"])
        }
    }

    @Test func unknownParentsAndAnchors() throws {
        try expect("f: docs[guide]", refuses: #"UNKNOWN_IDENTIFIER: append_items_to_parent: there is no item "x""#) {
            (list) throws(DiffableError) in try list.appendItems(["a"], toParent: "x")
        }
        try expect(
            "f: docs[guide]",
            refuses:
                #"UNKNOWN_IDENTIFIER: append_items_to_parent: there is no item "f", but there is a section of that name"#
        ) {
            (list) throws(DiffableError) in try list.appendItems(["a"], toParent: "f")
        }
        try expect("docs[guide]", refuses: #"UNKNOWN_IDENTIFIER: insert_items_after: there is no item "x""#) {
            (tree) throws(DiffableError) in try tree.insertItems(["a"], afterItem: "x")
        }
        // The parent cannot be one of the new items.
        try expect("f: docs", refuses: #"UNKNOWN_IDENTIFIER: append_items_to_parent: there is no item "a""#) {
            (list) throws(DiffableError) in try list.appendItems(["a"], toParent: "a")
        }
        try expect(
            "f: docs[guide]",
            refuses: #"INVALID_DESTINATION: insert_items_before: item "guide" is the anchor and is itself inserted"#
        ) {
            (list) throws(DiffableError) in try list.insertItems(["guide"], beforeItem: "guide")
        }
    }

    /// A list with trees has to look for hidden items as well, so it takes no handles.
    @Test func itemsByTheirHandles() throws {
        var list = try trees("f: docs[guide] src")
        let handles = ["guide", "new"].map { name in Identifier(name).withRaw { list.identifiers.items.intern($0)! } }
        let before = list.spelled
        for range in [0..<2, 0..<1, 1..<2] {
            #expect(!Array(handles[range]).borrowed { list.appendItems($0, toSectionAt: 0) })
        }
        #expect(list.spelled == before)
    }
}
