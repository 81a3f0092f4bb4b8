import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What users and programs do with trees in a data source, from beginning to end.
@Suite struct TreeScenarioTests {
    private let source = DataSource()

    init() throws {
        source.reorderingHandlers.canReorderItem = { (_) throws(DiffableError) in true }
        try source.apply(trees("f: docs[guide] src"))
    }

    private var list: String { source.snapshot().spelled }

    /// Applies the list before a transaction and the list after it, again and again: both come back as they were.
    private func undoAndRedo(_ outcome: ApplyOutcome, at location: SourceLocation = #_sourceLocation) throws {
        let transaction = try #require(outcome.transaction, sourceLocation: location)
        let (before, after) = (transaction.initialSnapshot.spelled, transaction.finalSnapshot.spelled)
        #expect(before != after && source.snapshot().spelled == after, sourceLocation: location)
        for _ in 0..<2 {
            let undo = try #require(try source.apply(transaction.initialSnapshot).transaction, sourceLocation: location)
            #expect(list == before && source.snapshot() == transaction.initialSnapshot, sourceLocation: location)
            #expect(undo.initialSnapshot == transaction.finalSnapshot, sourceLocation: location)
            try source.apply(transaction.finalSnapshot)
            #expect(list == after && source.snapshot() == transaction.finalSnapshot, sourceLocation: location)
        }
        // A copy in other tables restores as much.
        try source.apply(try #require(transaction.initialSnapshot.withFreshTables()))
        #expect(list == before, sourceLocation: location)
        try source.apply(transaction.finalSnapshot)
    }

    private func drag(_ item: Identifier, to place: Int, inSection section: Int = 0) throws -> ApplyOutcome {
        try source.reorderItem(
            from: try #require(source.indexPath(for: item)), to: IndexPath(section: section, item: place))
    }

    // MARK: - The seven cases

    @Test func aTapIsUndone() throws {
        let tap = try source.toggleItem("docs")
        #expect(list == "f: docs{guide} src")
        try undoAndRedo(tap)
        let again = try source.toggleItem("docs")
        #expect(list == "f: docs[guide] src")
        try undoAndRedo(again)
    }

    @Test func aCollapsedFolderIsDeletedAndComesBackWithItsChildren() throws {
        var edited = source.snapshot()
        #expect(edited.deleteItems(["docs"]) == 2)
        let deletion = try source.apply(edited)
        #expect(list == "f: src")
        try undoAndRedo(deletion)
        try source.apply(deletion.transaction!.initialSnapshot)
        try source.toggleItem("docs")
        #expect(list == "f: docs{guide} src")
    }

    @Test func anOpenFolderIsDraggedWithItsChildren() throws {
        try source.toggleItem("docs")
        let below = try drag("docs", to: 1)
        #expect(list == "f: src docs{guide}")
        try undoAndRedo(below)
        for offset in 0...1 {
            try source.apply(trees("f: docs{guide} src"))
            var edited = source.snapshot()
            if offset == 0 {
                try edited.moveItem("src", beforeItem: "docs")
            } else {
                try edited.moveItem("docs", afterItem: "src")
            }
            try undoAndRedo(source.apply(edited))
            #expect(list == "f: src docs{guide}")
        }
    }

    @Test func anItemDraggedToTheTopOfAFolderIsItsFirstChild() throws {
        try source.toggleItem("docs")
        let into = try drag("src", to: 1)
        #expect(list == "f: docs{src guide}")
        try undoAndRedo(into)
        try source.toggleItem("docs")
        #expect(list == "f: docs[src guide]")
    }

    @Test func deletingAnOpenFolderDeletesItsChildren() throws {
        try source.toggleItem("docs")
        var edited = source.snapshot()
        #expect(edited.deleteItems(["docs"]) == 2)
        let deletion = try source.apply(edited)
        #expect(list == "f: src")
        #expect(deletion.transaction?.difference.description == "2 items deleted")
        try undoAndRedo(deletion)
    }

    @Test func oneHiddenItemInTwoTreesIsRefusedWithBothPlaces() throws {
        let other = try tree("inbox[guide]")
        let error = thrown { () throws(DiffableError) in try source.apply(other, toSection: "g") }
        #expect(
            error?.description
                == #"DUPLICATE_IDENTIFIER: apply_section: item "guide" is already below the collapsed item "docs" in section "f", "#
                + #"and is also below the collapsed item "inbox" for section "g""#)
        #expect(list == "f: docs[guide] src")
        var both = Snapshot()
        try both.appendSections(["f", "g"])
        try both.setSectionSnapshot(source.snapshot(forSection: "f"), ofSection: "f")
        #expect(
            thrown { () throws(DiffableError) in try both.setSectionSnapshot(other, ofSection: "g") }?.code
                == .duplicateIdentifier)
        #expect(both.spelled == "f: docs[guide] src | g:")
    }

    @Test func aHiddenChildCannotBeAppendedToTheList() throws {
        var edited = source.snapshot()
        let error = thrown { () throws(DiffableError) in try edited.appendItems(["guide"]) }
        #expect(
            error?.description
                == #"DUPLICATE_IDENTIFIER: append_items: item "guide" is already below the collapsed item "docs""#)
        #expect(edited.spelled == "f: docs[guide] src")
    }

    // MARK: - Describing

    @Test func aProviderAsksHowManyChildrenAnItemHas() throws {
        let screen = Screen(headers: false)
        screen.source.cellProvider = { [source = screen.source] (item, _) throws(DiffableError) in
            Cell(
                text: "\(item.identifier)",
                detail: String(try source.snapshot().numberOfChildren(ofItem: item.identifier)))
        }
        try screen.source.apply(trees("f: docs{guide[a b]} src"))
        #expect(
            screen.shown.map { $0.split(separator: " ").joined(separator: " ") } == [
                "+ ▾ \"docs\" 1", "+ ▸ \"guide\" 2", "+ \"src\" 0",
            ])
    }

    @Test func childrenThatWereLoadedOnDemandStay() throws {
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (item, children) throws(DiffableError) in
            var children = children
            if children.numberOfAllItems == 0 { try children.appendItems([Element(Identifier("below \(item)"))]) }
            return children
        }
        func describe() throws -> Snapshot { try trees("f: docs!?* src!?*") }
        try source.apply(describe())
        try source.toggleItem("src")
        let loaded = "f: docs![guide] src!{below \"src\"}"
        #expect(list == loaded)
        try source.apply(describe())
        #expect(list == loaded)
        try source.toggleItem("src")
        try source.apply(describe())
        try source.toggleItem("src")
        #expect(list == loaded)
    }

    @Test func whatWasBelowAnItemThatIsElsewhereStaysBelowIt() throws {
        func apply(_ new: String) throws -> String {
            try source.apply(trees("f: docs[guide[x[y]] api] src"))
            try source.apply(trees(new))
            return list
        }
        #expect(try apply("f: docs* src guide") == "f: docs[api] src guide[x[y]]")
        #expect(try apply("f: guide docs* src") == "f: guide[x[y]] docs[api] src")
        #expect(try apply("f: guide* docs* src") == "f: guide[x[y]] docs[api] src")
        #expect(try apply("f: docs* src{guide} | g: x") == "f: docs[api] src{guide} | g: x[y]")
        #expect(try apply("f: y guide docs* src") == "f: y guide[x] docs[api] src")
        // An item that has children of its own has no others.
        #expect(try apply("f: docs* src guide[z]") == "f: docs[api] src guide[z]")
        #expect(try apply("f: guide[docs*] src") == "f: guide[docs[api]] src")
    }

    // MARK: - Undo of everything else

    @Test func moveRenameAndLoadAreUndone() throws {
        try source.apply(trees("f: docs@1{guide[x]} src! | g: y"))
        var edited = source.snapshot()
        try edited.moveItems(["guide"], toParent: "src")
        try undoAndRedo(source.apply(edited))
        #expect(list == "f: docs@1+ src![guide[x]] | g: y")
        edited = source.snapshot()
        try edited.updateItems([Element("docs", revision: 2), Element("x", revision: 3)])
        try undoAndRedo(source.apply(edited))
        #expect(list == "f: docs@2+ src![guide[x@3]] | g: y")
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, children) throws(DiffableError) in
            var children = children
            try children.appendItems(["loaded"])
            try children.appendItems(["deep"], toParent: "loaded")
            children.expand(["guide"])
            return children
        }
        try undoAndRedo(source.toggleItem("src"))
        #expect(list == "f: docs@2+ src!{guide{x@3} loaded[deep]} | g: y")
        try undoAndRedo(drag("guide", to: 1, inSection: 1))
        #expect(list == "f: docs@2+ src!{loaded[deep]} | g: y guide{x@3}")
        try undoAndRedo(source.apply(tree("y[z] docs"), toSection: "g"))
        edited = source.snapshot()
        edited.deleteSections(["f"])
        try undoAndRedo(source.apply(edited))
    }

    /// A snapshot that was built anew without trees is a flat list: a snapshot is the whole list.
    @Test func aFlatSnapshotMakesTheListFlat() throws {
        try source.toggleItem("docs")
        let flat = try source.apply(trees("f: docs guide src"))
        #expect(flat.transaction?.difference.isEmpty == true)
        #expect(list == "f: docs guide src")
        try undoAndRedo(flat)
    }

    @Test func theTransactionsOfSections() throws {
        try source.apply(trees("f: docs[guide] src | g: x"))
        let transaction = try #require(try source.toggleItem("docs").transaction)
        let sections = transaction.sectionTransactions
        #expect(sections.map { $0.sectionIdentifier } == ["f"])
        #expect(
            sections[0].initialSnapshot.spelled == "docs[guide] src"
                && sections[0].finalSnapshot.spelled == "docs{guide} src")
        #expect(
            sections[0].initialSnapshot.isSectionSnapshot && sections[0].difference.description == "1 item inserted")
        let drag = try #require(try drag("docs", to: 1, inSection: 1).transaction)
        #expect(drag.sectionTransactions.map { $0.sectionIdentifier } == ["g", "f"])
        #expect(drag.sectionTransactions.map { $0.finalSnapshot.spelled } == ["x docs{guide}", "src"])
        #expect(drag.sectionTransactions.map { $0.initialSnapshot.spelled } == ["x", "docs{guide} src"])
    }
}
