import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Replacing the roots of a section, and the children of an item.
@Suite struct TreeReplacementTests {
    @Test func rootsThatStayKeepWhatIsBelowThem() throws {
        for (old, new) in [
            ("f: docs{guide@2} src x", "f: src a docs{guide@2}"),
            ("f: docs!?[guide[start]] src[main] x", "f: src[main] a docs!?[guide[start]]"),
            ("f: x[y] src docs", "f: src a docs"), ("f: src docs{guide} | g: y", "f: src a docs{guide} | g: y"),
            ("src{main} docs", "src{main} a docs"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.replaceItems(["src", "a", "docs"], inSection: list.isSectionSnapshot ? nil : "f")
            }
        }
    }

    @Test func rootsThatAreNotNamedGoWithEverythingBelow() throws {
        try expect("f: docs{guide{start}} src[main] | g: x", becomes: "f: | g: x") { (list) throws(DiffableError) in
            try list.replaceItems([], inSection: "f")
            #expect(list.numberOfAllItems == 1)
        }
        // What was below them is new again, and may be a root.
        try expect("f: docs", becomes: "f: guide") { (list) throws(DiffableError) in
            try list.replaceItems([], inSection: "f")
            try list.replaceItems(["guide"], inSection: "f")
        }
    }

    @Test func revisionsAndMarksOfRootsThatStay() throws {
        var list = try trees("f: docs@3[guide@4] src@5[main] x@6")
        try list.reloadItems(["guide", "main"])
        try list.reconfigureItems(["docs", "src"])
        try list.replaceItems(["x", Element("docs", revision: 7)])
        #expect(list.spelled == "f: x@6 docs@7[guide@4]")
        #expect(list.reloadedItemIdentifiers == ["guide"] && list.reconfiguredItemIdentifiers == ["docs"])
    }

    @Test func childrenAreNotRoots() throws {
        try expect(
            "f: docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below item "docs""#
        ) {
            (list) throws(DiffableError) in try list.replaceItems(["docs", "guide", "src"])
        }
        // Even if the parent is not named, and would go.
        try expect(
            "f: docs{x{guide}} src",
            refuses: #"DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below item "x""#
        ) {
            (list) throws(DiffableError) in try list.replaceItems(["guide"])
        }
        try expect(
            "f: docs[guide] src",
            refuses: #"DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below the collapsed item "docs""#
        ) {
            (list) throws(DiffableError) in try list.replaceItems(["docs", "guide"])
        }
        try expect(
            "docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below item "docs""#
        ) {
            (list) throws(DiffableError) in try list.replaceItems(["guide", "src"])
        }
    }

    @Test func itemsOfOtherSectionsStayThere() throws {
        try expect(
            "f: docs | g: src[main]",
            refuses: #"DUPLICATE_IDENTIFIER: replace_items: item "src" is already at section "g", item 0"#
        ) {
            (list) throws(DiffableError) in try list.replaceItems(["src"], inSection: "f")
        }
        try expect(
            "f: docs | g: src{main} x[y]",
            refuses:
                #"DUPLICATE_IDENTIFIER: replace_items: item "main" is already at section "g", item 1; item "y" is already "#
                + #"below the collapsed item "x""#
        ) { (list) throws(DiffableError) in try list.replaceItems(["docs", "main", "y"], inSection: "f") }
    }

    // MARK: - Children

    @Test func childrenBecomeThoseOfATree() throws {
        for (old, new) in [
            ("f: docs{guide{start} api} src", "f: docs{a@2!{b} c[d]} src"),
            ("f: docs[guide] src", "f: docs[a@2!{b} c[d]] src"), ("f: docs src", "f: docs[a@2!{b} c[d]] src"),
            ("f: docs+", "f: docs{a@2!{b} c[d]}"), ("f: x[docs{guide}]", "f: x[docs{a@2!{b} c[d]}]"),
            ("docs{guide} x", "docs{a@2!{b} c[d]} x"),
        ] {
            let children = try tree("a@2!{b} c[d]")
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.replaceChildren(of: "docs", with: children)
            }
        }
    }

    @Test func childrenMayBeReplacedByThemselves() throws {
        for text in ["f: docs{guide{start} api} src", "f: docs[guide[start] api] src", "f: docs src"] {
            try expect(text, becomes: text) { (list) throws(DiffableError) in
                try list.replaceChildren(of: "docs", with: try list.snapshot(of: "docs"))
            }
        }
        let other = try tree("api guide{start}")
        try expect("f: docs{guide{start} api}", becomes: "f: docs{api guide{start}}") { (list) throws(DiffableError) in
            try list.replaceChildren(of: "docs", with: other)
        }
    }

    @Test func anEmptyTreeDeletesTheChildren() throws {
        for (old, new) in [
            ("f: docs{guide{start}} src", "f: docs+ src"), ("f: docs![guide[start]] src", "f: docs! src"),
            ("f: docs", "f: docs"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.replaceChildren(of: "docs", with: .sectionSnapshot())
            }
        }
    }

    @Test func childrenThatAreElsewhereAreRefused() throws {
        let children = try tree("a src")
        try expect(
            "f: docs{guide} src",
            refuses: #"DUPLICATE_IDENTIFIER: replace_children: item "src" is already at section "f", item 2"#
        ) {
            (list) throws(DiffableError) in try list.replaceChildren(of: "docs", with: children)
        }
        try expect(
            "f: docs{guide} x[src]",
            refuses: #"DUPLICATE_IDENTIFIER: replace_children: item "src" is already below the collapsed item "x""#
        ) {
            (list) throws(DiffableError) in try list.replaceChildren(of: "docs", with: children)
        }
        let itself = try tree("a[docs]")
        try expect(
            "f: docs{guide}",
            refuses: #"DUPLICATE_IDENTIFIER: replace_children: item "docs" is already at section "f", item 0"#
        ) {
            (list) throws(DiffableError) in try list.replaceChildren(of: "docs", with: itself)
        }
        try expect("f: docs", refuses: #"UNKNOWN_IDENTIFIER: replace_children: there is no item "x""#) {
            (list) throws(DiffableError) in
            try list.replaceChildren(of: "x", with: children)
        }
        let list = try trees("g: y")
        try expect(
            "f: docs",
            refuses: "INVALID_ARGUMENT: replace_children: a section snapshot expected, got a snapshot of a list"
        ) {
            (edited) throws(DiffableError) in try edited.replaceChildren(of: "docs", with: list)
        }
    }
}
