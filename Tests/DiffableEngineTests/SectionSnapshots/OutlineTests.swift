import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// A data source with a file tree, its text view, and what the view wrote.
private final class Fixture {
    let source = DataSource()
    var text = ""
    var calls: [String] = []

    init() throws {
        source.cellProvider = { (item, _) throws(DiffableError) in
            self.calls.append("cell \(item.identifier)")
            return Cell(text: item.identifier.description)
        }
        source.view = TextView { (text) throws(DiffableError) in self.text = text }.view
        var tree = SectionSnapshot()
        try tree.append(["docs", "readme"])
        try tree.append(["guide", "api"], to: "docs")
        try source.apply(tree, toSection: "files")
        calls = []
    }
}

@Suite struct OutlineTests {
    @Test func aTreeShowsItsVisibleItemsIndentedWithASign() throws {
        let fixture = try Fixture()
        #expect(fixture.source.snapshot().itemIdentifiers == ["docs", "readme"])
        try fixture.source.toggleItem("docs")
        #expect(fixture.source.snapshot().itemIdentifiers == ["docs", "guide", "api", "readme"])
        #expect(fixture.text == "     ▾ \"docs\"\n+        \"guide\"\n+        \"api\"\n       \"readme\"\n=  2 items inserted (automatic)\n")
        #expect(fixture.calls == ["cell \"guide\"", "cell \"api\""])
        try fixture.source.toggleItem("docs")
        #expect(fixture.text == "     ▸ \"docs\"\n-        \"guide\"\n-        \"api\"\n       \"readme\"\n=  2 items deleted (automatic)\n")
    }

    @Test func handlersAreCalledInTheirOrderWithTheOldState() throws {
        let fixture = try Fixture()
        let source = fixture.source
        var log: [String] = []
        source.sectionSnapshotHandlers.shouldExpandItem = { (item) throws(DiffableError) in
            log.append("should \(item) \(source.snapshot().numberOfItems)")
            return true
        }
        source.sectionSnapshotHandlers.willExpandItem = { (item) throws(DiffableError) in
            log.append("will \(item) \(source.snapshot().numberOfItems)")
        }
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (item, children) throws(DiffableError) in
            log.append("children of \(item): \(children.items) \(source.snapshot().numberOfItems)")
            var more = children
            try more.append(["loaded"])
            return more
        }
        try source.toggleItem("docs")
        #expect(log == ["should \"docs\" 2", "will \"docs\" 2", "children of \"docs\": [\"guide\", \"api\"] 2"])
        #expect(source.snapshot().itemIdentifiers == ["docs", "guide", "api", "loaded", "readme"])
    }

    @Test func aRefusalAndAFailureLeaveEverythingAsItWas() throws {
        let fixture = try Fixture()
        let source = fixture.source
        let before = (source.snapshot(), source.snapshot(forSection: "files"), fixture.text)
        source.sectionSnapshotHandlers.shouldExpandItem = { (_) throws(DiffableError) in false }
        #expect(try source.toggleItem("docs").transaction == nil)
        source.sectionSnapshotHandlers.shouldExpandItem = nil
        source.sectionSnapshotHandlers.willExpandItem = { (_) throws(DiffableError) in throw DiffableError(.callbackFailed, "no") }
        #expect(throws: DiffableError.self) { try source.toggleItem("docs") }
        #expect(throws: DiffableError.self) { try source.toggleItem("guide") }
        #expect((source.snapshot(), source.snapshot(forSection: "files"), fixture.text) == before)
    }

    @Test func aSnapshotAppliedLaterKeepsTheTree() throws {
        let fixture = try Fixture()
        let source = fixture.source
        try source.toggleItem("docs")
        var snapshot = source.snapshot()
        snapshot.deleteItems(["guide"])
        try snapshot.insertItems(["new"], afterItem: "api")
        try source.apply(snapshot)
        let tree = source.snapshot(forSection: "files")
        #expect(tree.items == ["docs", "api", "new", "readme"])
        #expect(try tree.parent(of: "new") == "docs")
        #expect(try tree.level(of: "readme") == 0)
        try source.toggleItem("docs")
        #expect(source.snapshot().itemIdentifiers == ["docs", "readme"])
        // What is hidden stays, whatever happens around it.
        var again = source.snapshot()
        try again.appendItems(["last"])
        try source.apply(again)
        #expect(source.snapshot(forSection: "files").items == ["docs", "api", "new", "readme", "last"])
    }

    @Test func itemsOfOtherSectionsMoveIn() throws {
        let fixture = try Fixture()
        let source = fixture.source
        var snapshot = source.snapshot()
        try snapshot.appendSections(["inbox"])
        try snapshot.appendItems(["mail"], toSection: "inbox")
        try source.apply(snapshot)
        var tree = source.snapshot(forSection: "files")
        try tree.append(["mail"])
        let transaction = try #require(try source.apply(tree, toSection: "files").transaction)
        #expect(transaction.difference.movedItems.map { $0.identifier } == ["mail"])
        #expect(transaction.difference.deletedItems.isEmpty && transaction.difference.insertedItems.isEmpty)
        #expect(source.snapshot(forSection: "inbox").items.isEmpty)
    }

    @Test func marksAndRevisionsOfATreeReachTheCells() throws {
        let fixture = try Fixture()
        var tree = fixture.source.snapshot(forSection: "files")
        try tree.reconfigureItems([Element("readme", revision: 7), "guide"])
        try fixture.source.apply(tree, toSection: "files")
        #expect(fixture.calls == ["cell \"readme\""])
        #expect(fixture.source.snapshot(forSection: "files").reconfiguredItemIdentifiers.isEmpty)
        #expect(fixture.source.snapshot().revision(ofItem: "readme") == 7)
    }

    @Test func aSectionWithoutATreeIsAListOfRoots() throws {
        let fixture = try Fixture()
        var snapshot = fixture.source.snapshot()
        try snapshot.appendSections(["flat"])
        try snapshot.appendItems(["x", "y"], toSection: "flat")
        try fixture.source.apply(snapshot)
        #expect(fixture.source.snapshot(forSection: "flat").rootItems == ["x", "y"])
        #expect(fixture.source.snapshot(forSection: "nowhere").items.isEmpty)
    }
}
