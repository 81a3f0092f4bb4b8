import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The forest of one section, taken out of a list and put into one.
@Suite struct SectionSnapshotTests {
    @Test func theForestOfASection() throws {
        var list = try trees("f: docs@2!{guide[start@3]} src?*[main] | g: x")
        try list.reloadItems(["main", "x"])
        try list.reconfigureItems(["start", "docs"])
        let taken = list.sectionSnapshot(of: "f")
        #expect(taken.isSectionSnapshot && !list.isSectionSnapshot)
        #expect(taken.spelled == "docs@2!{guide[start@3]} src?*[main]")
        #expect(taken.reloadedItemIdentifiers == ["main"] && taken.reconfiguredItemIdentifiers == ["start", "docs"])
        #expect(taken.numberOfSections == 1 && taken.sectionIdentifiers == [0])
        #expect(list.sectionSnapshot(of: "g").spelled == "x")
        let unknown = list.sectionSnapshot(of: "nowhere")
        #expect(unknown.isSectionSnapshot && unknown.spelled == "" && Snapshot.sectionSnapshot().spelled == "")
    }

    @Test func whatIsBelowAnItem() throws {
        for (text, below) in [
            ("f: docs{guide@1[start] api!}", "guide@1[start] api!"),
            ("f: docs[guide@1[start] api!]", "guide@1[start] api!"),
            ("f: r[docs{guide{start}}]", "guide{start}"), ("f: docs", ""), ("docs[guide] x", "guide"),
        ] {
            let list = text.contains(":") ? try trees(text) : try tree(text)
            #expect(try list.snapshot(of: "docs").spelled == below)
            let sign = try list.isExpanded("docs") ? ("{", "}") : ("[", "]")
            let whole = below.isEmpty ? "docs" : "docs\(sign.0)\(below)\(sign.1)"
            #expect(try list.snapshot(of: "docs", includingParent: true).spelled == whole)
        }
    }

    @Test func marksOfWhatIsBelowAnItem() throws {
        var list = try trees("f: docs[guide{start}] src")
        try list.reloadItems(["start", "src", "docs"])
        try list.reconfigureItems(["guide"])
        let below = try list.snapshot(of: "docs")
        #expect(below.reloadedItemIdentifiers == ["start"] && below.reconfiguredItemIdentifiers == ["guide"])
        #expect(try list.snapshot(of: "docs", includingParent: true).reloadedItemIdentifiers == ["start", "docs"])
    }

    @Test func editsOfATreeDoNotReachTheList() throws {
        let list = try trees("f: docs[guide] src")
        var taken = list.sectionSnapshot(of: "f")
        taken.expand(["docs"])
        try taken.appendItems(["new"], toParent: "guide")
        taken.deleteItems(["src"])
        #expect(taken.spelled == "docs{guide[new]}" && list.spelled == "f: docs[guide] src")
    }

    @Test func theFunctionsOfSectionsRefuseATree() throws {
        func refused(_ call: String, _ edit: (inout Snapshot) throws(DiffableError) -> Void) throws {
            try expect(
                "docs{guide} src",
                refuses: "INVALID_ARGUMENT: \(call): a section snapshot has one section and no others", edit)
        }
        let other = try tree("x")
        try refused("append_sections") { (tree) throws(DiffableError) in try tree.appendSections(["g"]) }
        try refused("insert_sections_before") { (tree) throws(DiffableError) in
            try tree.insertSections(["g"], beforeSection: 0)
        }
        try refused("insert_sections_after") { (tree) throws(DiffableError) in
            try tree.insertSections(["g"], afterSection: 0)
        }
        try refused("move_section_before") { (tree) throws(DiffableError) in try tree.moveSection(0, beforeSection: "g")
        }
        try refused("move_section_after") { (tree) throws(DiffableError) in try tree.moveSection("g", afterSection: 0) }
        try refused("reload_sections") { (tree) throws(DiffableError) in try tree.reloadSections([0]) }
        try refused("reconfigure_sections") { (tree) throws(DiffableError) in try tree.reconfigureSections([0]) }
        try refused("set_section_snapshot") { (tree) throws(DiffableError) in
            try tree.setSectionSnapshot(other, ofSection: 0)
        }
    }

    // MARK: - Putting in

    @Test func aForestReplacesThatOfTheSection() throws {
        let forest = try tree("src@4{main new[deep]} docs!?")
        try expect("f: docs{guide{start}} src[main] y | g: x", becomes: "f: src@4{main new[deep]} docs!? | g: x") {
            (list) throws(DiffableError) in
            try list.setSectionSnapshot(forest, ofSection: "f")
        }
        try expect("g: x", becomes: "g: x | f: src@4{main new[deep]} docs!?") { (list) throws(DiffableError) in
            try list.setSectionSnapshot(forest, ofSection: "f")
        }
        try expect("f: docs[guide] | g: x", becomes: "f: | g: x") { (list) throws(DiffableError) in
            try list.setSectionSnapshot(.sectionSnapshot(), ofSection: "f")
        }
    }

    @Test func whatIsTakenOutGoesInAgain() throws {
        for text in ["f: docs@1!{guide[start]} src?*[main] y+ | g: x", "f: a{b[c{d[e]}]} | g: x"] {
            try expect(text, becomes: text) { (list) throws(DiffableError) in
                try list.setSectionSnapshot(list.sectionSnapshot(of: "f"), ofSection: "f")
            }
            let list = try trees(text)
            var other = try trees("g: x")
            try other.setSectionSnapshot(list.sectionSnapshot(of: "f"), ofSection: "f")
            try other.moveSection("f", beforeSection: "g")
            #expect(other.spelled == text && other == list)
        }
    }

    @Test func theMarksOfATreeReplaceThoseOfTheSection() throws {
        var list = try trees("f: docs[guide] src | g: x")
        try list.reloadItems(["docs", "guide", "x"])
        var forest = list.sectionSnapshot(of: "f")
        try forest.reconfigureItems(["guide"])
        try list.setSectionSnapshot(forest, ofSection: "f")
        #expect(
            list.reloadedItemIdentifiers == ["x", "docs", "guide"] && list.reconfiguredItemIdentifiers == ["guide"])
        try list.setSectionSnapshot(tree("docs guide"), ofSection: "f")
        #expect(list.reloadedItemIdentifiers == ["x"] && list.reconfiguredItemIdentifiers == [])
    }

    @Test func visibleLeavesOfOtherSectionsMoveIn() throws {
        let forest = try tree("docs{x} y")
        try expect("f: docs[guide] | g: x y z", becomes: "f: docs{x} y | g: z") { (list) throws(DiffableError) in
            try list.setSectionSnapshot(forest, ofSection: "f")
        }
        // A visible leaf below an open parent.
        try expect("f: docs[guide] | g: p{x q} y", becomes: "f: docs{x} y | g: p{q}") { (list) throws(DiffableError) in
            try list.setSectionSnapshot(forest, ofSection: "f")
        }
    }

    @Test func otherItemsOfOtherSectionsAreNamedWithBothPlaces() throws {
        func refused(_ text: String, _ forest: String, _ reason: String) throws {
            let forest = try tree(forest)
            try expect(text, refuses: "DUPLICATE_IDENTIFIER: set_section_snapshot: \(reason)") {
                (list) throws(DiffableError) in
                try list.setSectionSnapshot(forest, ofSection: "f")
            }
        }
        try refused(
            "f: docs[guide] | g: p[x]", "docs{x}",
            #"item "x" is already below the collapsed item "p" in section "g", and is also at index 1 of the tree for section "f""#
        )
        try refused(
            "f: docs[guide] | g: p x", "docs[x]",
            #"item "x" is already at section "g", item 1, and is also below the collapsed item "docs" for section "f""#)
        try refused(
            "f: docs[guide] | g: x[y]", "docs x",
            #"item "x" is already at section "g", item 0, and is also at index 1 of the tree for section "f""#)
        try refused(
            "g: p[q[x]]", "docs[r{x}]",
            #"item "x" is already below the collapsed item "p" in section "g", and is also below the collapsed item "docs" for section "f""#
        )
    }

    @Test func aListIsNoTree() throws {
        let list = try trees("g: a")
        try expect(
            "f: docs",
            refuses: "INVALID_ARGUMENT: set_section_snapshot: a section snapshot expected, got a snapshot of a list"
        ) {
            (edited) throws(DiffableError) in try edited.setSectionSnapshot(list, ofSection: "f")
        }
    }

    /// A difference between two lists with the same tables costs no more than what differs.
    @Test func theListKeepsItsTables() throws {
        var list = try trees("f: docs")
        try list.appendItems((0..<1_000).map { Element(.integer($0)) }, toParent: "docs")
        let tables = list.identifiers
        var forest = list.sectionSnapshot(of: "f")
        forest.expand(["docs"])
        try list.setSectionSnapshot(forest, ofSection: "f")
        try list.replaceChildren(of: "docs", with: list.snapshot(of: "docs"))
        #expect(list.identifiers === tables && list.numberOfItems == 1_001)
    }
}
