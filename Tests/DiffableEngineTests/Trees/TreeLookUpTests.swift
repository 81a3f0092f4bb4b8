import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Look-ups in trees. `Snapshot.inconsistency` compares those of all items with one another in every test.
@Suite struct TreeLookUpTests {
    private let list = try! trees("f: docs@1{guide@2[start@3] api} src[main] | g: x")

    @Test func countsAndIndexesAreThoseOfVisibleItems() throws {
        #expect(list.numberOfItems == 5 && list.numberOfAllItems == 7)
        #expect(try list.numberOfItems(inSection: "f") == 4)
        #expect(try list.itemIdentifiers(inSection: "f") == ["docs", "guide", "api", "src"])
        #expect(list.itemIdentifiers == ["docs", "guide", "api", "src", "x"])
        #expect(list.indexOfItem("x") == 4 && list.indexPath(ofItem: "src") == IndexPath(section: 0, item: 3))
        #expect(list.itemIdentifier(at: IndexPath(section: 0, item: 2)) == "api")
        #expect(list.itemIdentifier(at: IndexPath(section: 0, item: 4)) == nil)
        for hidden in ["start", "main"] as [Identifier] {
            #expect(list.indexOfItem(hidden) == nil && list.indexPath(ofItem: hidden) == nil)
        }
    }

    @Test func hiddenItemsAreFoundByName() throws {
        #expect(list.containsItem("start") && list.revision(ofItem: "start") == 3)
        #expect(
            list.sectionIdentifier(containingItem: "start") == "f"
                && list.sectionIdentifier(containingItem: "main") == "f")
        #expect(try list.parent(ofItem: "start") == "guide" && list.parent(ofItem: "docs") == nil)
        #expect(try list.level(ofItem: "start") == 2 && list.level(ofItem: "docs") == 0)
        #expect(try list.isVisible("guide") && !list.isVisible("start"))
        #expect(try list.children(ofItem: "src") == ["main"] && list.children(ofItem: "docs") == ["guide", "api"])
        #expect(try list.children(ofItem: "main") == [])
    }

    @Test func listsOfItems() throws {
        #expect(list.allItemIdentifiers == ["docs", "guide", "start", "api", "src", "main", "x"])
        #expect(list.rootItemIdentifiers == ["docs", "src", "x"])
        #expect(list.expandedItemIdentifiers == ["docs"])
        let flat = try trees("f: a b | g: c")
        #expect(
            flat.allItemIdentifiers == ["a", "b", "c"] && flat.rootItemIdentifiers == ["a", "b", "c"]
                && flat.expandedItemIdentifiers == [])
        #expect(flat.numberOfAllItems == 3)
    }

    @Test func questionsAboutUnknownItemsThrow() throws {
        let questions: [(String, (Identifier) throws(DiffableError) -> Void)] = [
            ("level_of_item", { [list] (item) throws(DiffableError) in _ = try list.level(ofItem: item) }),
            ("parent_of_item", { [list] (item) throws(DiffableError) in _ = try list.parent(ofItem: item) }),
            (
                "number_of_children",
                { [list] (item) throws(DiffableError) in _ = try list.numberOfChildren(ofItem: item) }
            ),
            ("children_of_item", { [list] (item) throws(DiffableError) in _ = try list.children(ofItem: item) }),
            ("is_expanded", { [list] (item) throws(DiffableError) in _ = try list.isExpanded(item) }),
            ("is_expandable", { [list] (item) throws(DiffableError) in _ = try list.isExpandable(item) }),
            ("keeps_expansion", { [list] (item) throws(DiffableError) in _ = try list.keepsExpansion(item) }),
            ("is_visible", { [list] (item) throws(DiffableError) in _ = try list.isVisible(item) }),
            ("snapshot_of", { [list] (item) throws(DiffableError) in _ = try list.snapshot(of: item) }),
        ]
        for (call, ask) in questions {
            for (item, more) in [("nobody", ""), ("f", ", but there is a section of that name")]
                as [(Identifier, String)]
            {
                let expected = "UNKNOWN_IDENTIFIER: \(call): there is no item \(item)\(more)"
                #expect(thrown { () throws(DiffableError) in try ask(item) }?.description == expected)
            }
            #expect(thrown { () throws(DiffableError) in try ask("start") } == nil)
        }
        #expect(
            !list.containsItem("nobody") && list.sectionIdentifier(containingItem: "nobody") == nil
                && list.revision(ofItem: "nobody") == nil)
    }

    /// The same for identifiers in the caller's memory, which return nil or false.
    @Test func rawIdentifiers() {
        func ask<Result>(_ item: Identifier, _ question: (BorrowedIdentifier) -> Result) -> Result {
            item.withRaw(question)
        }
        for item in list.allItemIdentifiers {
            #expect(ask(item) { list.level(ofItem: $0) } == (try? list.level(ofItem: item)))
            #expect(ask(item) { list.parent(ofItem: $0) }.map { Identifier($0) } == (try? list.parent(ofItem: item)))
            #expect(ask(item) { list.numberOfChildren(ofItem: $0) } == (try? list.numberOfChildren(ofItem: item)))
            #expect(ask(item) { list.isExpanded($0) } == (try? list.isExpanded(item)))
            #expect(ask(item) { list.isVisible($0) } == (try? list.isVisible(item)))
        }
        for item in ["nobody", "f"] as [Identifier] {
            #expect(
                ask(item) { list.level(ofItem: $0) } == nil && ask(item) { list.numberOfChildren(ofItem: $0) } == nil)
            #expect(ask(item) { list.parent(ofItem: $0) == nil } && ask(item) { list.handle(ofItem: $0) } == nil)
            #expect(
                !ask(item) {
                    list.isExpanded($0) || list.isExpandable($0) || list.keepsExpansion($0) || list.keepsChildren($0)
                        || list.isVisible($0)
                })
        }
    }

    /// An item that was deleted is still known to the identifier table.
    @Test func deletedItemsAreUnknown() throws {
        var edited = list
        edited.deleteItems(["docs"])
        for item in ["docs", "guide", "start"] as [Identifier] {
            #expect(
                !edited.containsItem(item) && edited.sectionIdentifier(containingItem: item) == nil
                    && edited.revision(ofItem: item) == nil)
            #expect(throws: DiffableError.self) { try edited.level(ofItem: item) }
        }
    }
}
