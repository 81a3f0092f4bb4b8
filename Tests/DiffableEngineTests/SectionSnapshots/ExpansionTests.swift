import Testing

@testable import DiffableEngine
@testable import DiffableViews

private func tree(_ edit: (inout SectionSnapshot) throws -> Void = { _ in }) throws -> SectionSnapshot {
    var tree = SectionSnapshot()
    try tree.append(["docs", "readme"])
    try tree.append(["guide", "api"], to: "docs")
    try edit(&tree)
    return tree
}

/// What an apply makes of trees whose items keep their expansion or are expandable.
@Suite struct ExpansionTests {
    @Test func aTreeDescribedAnewKeepsWhatAUserExpanded() throws {
        let source = DataSource()
        let described = try tree { $0.keepExpansion(["docs"]) }
        try source.apply(described, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "readme"])
        try source.toggleItem("docs")
        try source.apply(described, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "api", "readme"])
        try source.toggleItem("docs")
        try source.apply(described, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "readme"])
    }

    @Test func whatATreeSaysItselfIsStronger() throws {
        let source = DataSource()
        try source.apply(tree { $0.expand(["docs"]) }, toSection: "files")
        try source.apply(tree(), toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "readme"])
        try source.apply(
            tree {
                $0.keepExpansion(["docs"])
                $0.expand(["docs"])
            }, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "api", "readme"])
    }

    @Test func anItemThatWasNoParentBeginsAsTheTreeHasIt() throws {
        let source = DataSource()
        var roots = SectionSnapshot()
        try roots.append(["docs"])
        try source.apply(roots, toSection: "files")
        let begun = try tree {
            $0.expand(["docs"])
            $0.keepExpansion(["docs"])
        }
        try source.apply(begun, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "api", "readme"])
        try source.toggleItem("docs")
        try source.apply(begun, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "readme"])
    }

    @Test func theTreeOfASectionSaysHowItIsExpanded() throws {
        let source = DataSource()
        try source.apply(tree { $0.keepExpansion(["docs"]) }, toSection: "files")
        try source.toggleItem("docs")
        let expanded = source.snapshot(forSection: "files")
        #expect(try !expanded.keepsExpansion("docs"))
        try source.toggleItem("docs")
        try source.apply(expanded, toSection: "files")
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "api", "readme"])
    }

    @Test func childrenThatAreLoadedAgainKeepWhatWasExpanded() throws {
        let source = DataSource()
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, _) throws(DiffableError) in
            var children = SectionSnapshot()
            try children.append(["guide"])
            try children.append(["start"], to: "guide")
            children.keepExpansion(["guide"])
            return children
        }
        try source.apply(tree(), toSection: "files")
        try source.toggleItem("docs")
        source.sectionSnapshotHandlers.shouldExpandItem = nil
        var loaded = source.snapshot(forSection: "files")
        loaded.expand(["guide"])
        try source.apply(loaded, toSection: "files")
        try source.toggleItem("docs")
        try source.toggleItem("docs")
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "start", "readme"])
    }

    @Test func anExpandableItemHasASignBeforeItsChildrenAreKnown() throws {
        let source = DataSource()
        var text = ""
        source.cellProvider = { (item, _) throws(DiffableError) in Cell(text: item.identifier.description) }
        source.view = TextView { (written) throws(DiffableError) in text = written }.view
        var roots = SectionSnapshot()
        try roots.append(["docs", "readme"])
        try source.apply(roots, toSection: "files")
        #expect(text == "+    \"docs\"\n+    \"readme\"\n=  1 section inserted; 2 items inserted (automatic)\n")
        roots.setExpandable(["docs"], true)
        try source.apply(roots, toSection: "files")
        #expect(try source.snapshot(forSection: "files").isExpandable("docs"))
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, children) throws(DiffableError) in
            #expect(children.items.isEmpty)
            var children = children
            try children.append(["guide"])
            return children
        }
        try source.toggleItem("docs")
        #expect(text == "     ▾ \"docs\"\n+        \"guide\"\n       \"readme\"\n=  1 item inserted (automatic)\n")
        // It is expandable after changes of the list, and while it is hidden.
        var list = source.snapshot()
        list.deleteItems(["guide"])
        try source.apply(list)
        #expect(try source.snapshot(forSection: "files").isExpandable("docs"))
        roots.setExpandable(["docs"], false)
        #expect(roots.expandableCount == 0)
    }

    @Test func expandabilityIsPartOfEqualityAndOfCopies() throws {
        let plain = try tree()
        let expandable = try tree { $0.setExpandable(["guide", "nobody"], true) }
        #expect(plain != expandable)
        #expect(plain == (try tree { $0.keepExpansion(["docs"]) }))
        #expect(try expandable.snapshot(of: "docs").isExpandable("guide"))
        var edited = expandable
        edited.setExpandable(["guide"], false)
        #expect(edited == plain)
        edited = expandable
        edited.delete(["docs"])
        #expect(edited.expandableCount == 0)
    }

    @Test func aTreeBringsTheContentOfItsSection() throws {
        let source = DataSource()
        var headers: [UInt64] = []
        source.supplementaryProvider = { (kind, section, _) throws(DiffableError) in
            if kind == .header { headers.append(section.revision) }
            return nil
        }
        source.view = TextView { (_) throws(DiffableError) in }.view
        source.cellProvider = { (_, _) throws(DiffableError) in Cell(text: "") }
        try source.apply(tree(), toSection: "files", revision: 1)
        #expect(source.snapshot().revision(ofSection: "files") == 1)
        let transaction = try #require(try source.apply(tree(), toSection: "files", revision: 2).transaction)
        #expect(transaction.difference.updatedSections.map { $0.identifier } == ["files"])
        #expect(headers == [1, 2])
        try source.apply(tree(), toSection: "files")
        #expect(source.snapshot().revision(ofSection: "files") == 2)
        #expect(headers == [1, 2])
    }
}
