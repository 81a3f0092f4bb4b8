import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// A user's tap: an item is expanded or collapsed, and the handlers are asked.
@Suite struct ToggleTests {
    private let screen = Screen(headers: false)
    private var source: DataSource { screen.source }

    init() throws {
        try source.apply(trees("f: docs[guide api] readme"))
        screen.log = []
    }

    @Test func rowsAppearAndDisappearWithASign() throws {
        #expect(try source.toggleItem("docs").transaction?.difference.description == "2 items inserted")
        #expect(screen.shown == ["     ▾ docs", "+        guide", "+        api", "       readme"])
        #expect(screen.takeLog() == ["cell guide", "cell api", "write"])
        try source.toggleItem("docs")
        #expect(screen.shown == ["     ▸ docs", "-        guide", "-        api", "       readme"])
        #expect(screen.takeLog() == ["write"])
        #expect(source.snapshot().spelled == "f: docs[guide api] readme")
    }

    @Test func handlersAreCalledInTheirOrderWithTheOldList() throws {
        var log: [String] = []
        func note(_ name: String, _ item: Identifier) { log.append("\(name) \(item): \(source.snapshot().spelled)") }
        source.sectionSnapshotHandlers.shouldExpandItem = { (item) in
            note("should expand", item)
            return true
        }
        source.sectionSnapshotHandlers.willExpandItem = { (item) in note("will expand", item) }
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (item, children) throws(DiffableError) in
            note("children \(children.spelled) of", item)
            #expect(children.isSectionSnapshot)
            var more = children
            try more.appendItems(["loaded"])
            return more
        }
        source.sectionSnapshotHandlers.shouldCollapseItem = { (item) in
            note("should collapse", item)
            return true
        }
        source.sectionSnapshotHandlers.willCollapseItem = { (item) in note("will collapse", item) }
        try source.toggleItem("docs")
        let (old, new) = ("f: docs[guide api] readme", "f: docs{guide api loaded} readme")
        #expect(log == ["should expand", "will expand", "children guide api of"].map { "\($0) \"docs\": \(old)" })
        #expect(source.snapshot().spelled == new)
        log = []
        try source.toggleItem("docs")
        #expect(log == ["should collapse \"docs\": \(new)", "will collapse \"docs\": \(new)"])
        #expect(source.snapshot().spelled == "f: docs[guide api loaded] readme")
    }

    @Test func aRefusalAndAFailureLeaveEverythingAsItWas() throws {
        let (list, texts) = (source.snapshot(), screen.texts)
        source.sectionSnapshotHandlers.shouldExpandItem = { (_) in false }
        let refused = try source.toggleItem("docs")
        #expect(refused.state == .refused && refused.transaction == nil && refused.failure == nil)
        let fails: SectionSnapshotHandlers.Question = { (_) throws(DiffableError) in
            throw DiffableError(.callbackFailed, "no")
        }
        source.sectionSnapshotHandlers.shouldExpandItem = fails
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("docs") }?.description == "CALLBACK_FAILED: no")
        source.sectionSnapshotHandlers.shouldExpandItem = nil
        source.sectionSnapshotHandlers.willExpandItem = { (item) throws(DiffableError) in _ = try fails(item) }
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("docs") }?.description == "CALLBACK_FAILED: no")
        source.sectionSnapshotHandlers.willExpandItem = nil
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, _) throws(DiffableError) in
            throw DiffableError(.callbackFailed, "no")
        }
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("docs") }?.description == "CALLBACK_FAILED: no")
        #expect(source.snapshot().isIdentical(to: list) && screen.texts == texts)
    }

    @Test func itemsThatAreNotShown() throws {
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("guide") }?.description
                == #"UNKNOWN_IDENTIFIER: toggle_item: item "guide" is below the collapsed item "docs""#)
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("nobody") }?.description
                == #"UNKNOWN_IDENTIFIER: toggle_item: there is no item "nobody""#)
        try source.apply(trees("f: docs[guide[api]] readme"))
        #expect(
            thrown { () throws(DiffableError) in try source.toggleItem("api") }?.description
                == #"UNKNOWN_IDENTIFIER: toggle_item: item "api" is below the collapsed item "docs""#)
    }

    @Test func loadedChildrenThatAreElsewhereAreRefused() throws {
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, children) throws(DiffableError) in
            var children = children
            try children.appendItems(["readme"])
            return children
        }
        let error = thrown { () throws(DiffableError) in try source.toggleItem("docs") }
        #expect(error?.code == .duplicateIdentifier && error?.identifier == "readme")
        #expect(source.snapshot().spelled == "f: docs[guide api] readme")
    }

    @Test func loadedChildrenBringTheirMarksAndKeptState() throws {
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (item, children) in
            item == "docs" ? try! tree("guide?*[start] new") : children
        }
        try source.toggleItem("docs")
        #expect(source.snapshot().spelled == "f: docs{guide[start] new} readme")
        try source.toggleItem("guide")
        try source.toggleItem("docs")
        try source.toggleItem("docs")
        #expect(source.snapshot().spelled == "f: docs{guide{start} new} readme")
    }

    @Test func aHandlerMayTakeAllChildrenAway() throws {
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, _) in try! tree("") }
        let outcome = try source.toggleItem("docs")
        #expect(outcome.state == .applied)
        #expect(source.snapshot().spelled == "f: docs+ readme")
        #expect(try source.toggleItem("docs").state == .refused)
    }

    @Test func aLeafHasNothingToExpand() throws {
        var log: [Identifier] = []
        source.sectionSnapshotHandlers.shouldExpandItem = { (item) in
            log.append(item); return true
        }
        source.sectionSnapshotHandlers.willCollapseItem = { (item) in log.append(item) }
        for text in ["f: docs[guide api] readme", "f: docs[guide api] readme+"] {
            try source.apply(trees(text))
            let list = source.snapshot()
            let outcome = try source.toggleItem("readme")
            #expect(outcome.state == .refused && outcome.transaction == nil && outcome.failure == nil)
            #expect(source.snapshot().isIdentical(to: list) && log == [])
        }
    }

    @Test func aLeafMayGetItsChildrenFromAHandler() throws {
        var children: Snapshot?
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, none) in children ?? none }
        #expect(try source.toggleItem("readme").state == .refused)
        children = try tree("more")
        #expect(try source.toggleItem("readme").state == .applied)
        #expect(source.snapshot().spelled == "f: docs[guide api] readme{more}")
    }

    @Test func listsAndTreesAreNotInterchangeable() throws {
        let forest = source.snapshot(forSection: "f")
        #expect(
            thrown { () throws(DiffableError) in try source.apply(forest) }?.description
                == "INVALID_ARGUMENT: apply: this is a section snapshot; apply_section applies it")
        #expect(
            thrown { () throws(DiffableError) in try source.applyUsingReloadData(forest) }?.description
                == "INVALID_ARGUMENT: apply: this is a section snapshot; apply_section applies it")
        let list = source.snapshot()
        #expect(
            thrown { () throws(DiffableError) in try source.apply(list, toSection: "f") }?.description
                == "INVALID_ARGUMENT: apply_section: this is a snapshot of a list; apply applies it")
        #expect(source.snapshot().isIdentical(to: list))
    }

    @Test func aTreeBringsTheContentOfItsSection() throws {
        let screen = Screen()
        try screen.source.apply(tree("docs[guide]"), toSection: "files", content: Content(revision: 1))
        #expect(screen.source.snapshot().revision(ofSection: "files") == 1)
        let transaction = try #require(
            try screen.source.apply(tree("docs[guide]"), toSection: "files", content: Content(revision: 2)).transaction)
        #expect(transaction.difference.updatedSections.map { $0.identifier } == ["files"])
        #expect(screen.log.filter { $0 == "header files" }.count == 2)
        try screen.source.apply(tree("docs[guide]"), toSection: "files")
        #expect(screen.source.snapshot().revision(ofSection: "files") == 2)
        #expect(screen.log.filter { $0 == "header files" }.count == 2)
    }

    /// The rows of an item that is only expandable have signs, and lose them with it.
    @Test func signsOfExpandableItems() throws {
        try source.apply(trees("f: docs readme"))
        #expect(screen.shown.last == "     readme")
        try source.apply(trees("f: docs! readme"))
        #expect(screen.shown == ["     ▸ docs", "       readme"])
        try source.apply(trees("f: docs readme"))
        #expect(screen.shown == ["     docs", "     readme"])
    }
}
