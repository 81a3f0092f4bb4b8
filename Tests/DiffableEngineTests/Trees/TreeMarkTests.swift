import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Marks and revisions of hidden items, and what a difference says about trees.
@Suite struct TreeMarkTests {
    private func difference(_ old: Snapshot, _ new: Snapshot) -> String {
        // The same for a list that does not share its tables.
        let own = Difference(from: old, to: new)
        let other = Difference(from: old, to: new.withFreshTables()!)
        #expect(own.description == other.description)
        #expect(
            Array(own.movedItems) == Array(other.movedItems)
                && Array(own.reconfiguredItems) == Array(other.reconfiguredItems))
        return own.description
    }

    @Test func hiddenItemsCanBeMarked() throws {
        var list = try trees("f: docs[guide{start}] src")
        try list.reloadItems(["start", "src"])
        try list.reconfigureItems([Element("guide", revision: 2)])
        #expect(try list.updateItems([Element("guide", revision: 2), Element("start", revision: 3)]) == 1)
        #expect(list.spelled == "f: docs[guide@2{start@3}] src")
        #expect(
            list.reloadedItemIdentifiers == ["start", "src"] && list.reconfiguredItemIdentifiers == ["guide", "start"])
        list.expand(["docs"])
        #expect(
            list.reloadedItemIdentifiers == ["start", "src"] && list.reconfiguredItemIdentifiers == ["guide", "start"])
    }

    @Test func unknownItemsAmongHiddenOnes() throws {
        for name in ["reload_items", "reconfigure_items", "update_items"] {
            try expect("f: docs[guide] src", refuses: #"UNKNOWN_IDENTIFIER: \#(name): there is no item "x""#) {
                (list) throws(DiffableError) in
                let items = [Element("guide", revision: 5), "src", "x"]
                switch name {
                case "reload_items": try list.reloadItems(items)
                case "reconfigure_items": try list.reconfigureItems(items)
                default: try list.updateItems(items)
                }
            }
        }
        for name in ["reload_items", "reconfigure_items", "update_items"] {
            try expect(
                "f: docs[guide]",
                refuses: #"DUPLICATE_IDENTIFIER: \#(name): item "guide" is in the call twice, at 0 and 1"#
            ) {
                (list) throws(DiffableError) in
                let items = [Element("guide", revision: 1), Element("guide", revision: 2)]
                switch name {
                case "reload_items": try list.reloadItems(items)
                case "reconfigure_items": try list.reconfigureItems(items)
                default: try list.updateItems(items)
                }
            }
        }
    }

    @Test func marksOfHiddenItemsAreNotReported() throws {
        let old = try trees("f: docs[guide] src[main]")
        var new = old
        try new.reloadItems(["guide"])
        try new.reconfigureItems(["main"])
        #expect(difference(old, new) == "no changes")
        try new.reloadItems([Element("docs", revision: 1)])
        #expect(difference(old, new) == "1 item reloaded")
    }

    @Test func revisionsOfHiddenItemsAreNotReported() throws {
        let old = try trees("f: docs[guide@1] src")
        var new = old
        try new.updateItems([Element("guide", revision: 2)])
        #expect(difference(old, new) == "no changes")
        #expect(difference(old, new.withoutMarks) == "no changes")
        #expect(new != old)
    }

    /// An item that appears is inserted, whatever happened to it while it was hidden.
    @Test func itemsThatAppearOrDisappearAreNotUpdated() throws {
        let old = try trees("f: docs[guide@1] src{main@1}")
        var new = old
        try new.updateItems([Element("guide", revision: 2), Element("main", revision: 2)])
        try new.reloadItems(["guide", "main"])
        new.expand(["docs"])
        new.collapse(["src"])
        #expect(difference(old, new) == "1 item deleted, 1 inserted")
    }

    @Test func aReloadedSectionReloadsItsVisibleItems() throws {
        let old = try trees("f: docs[guide] src{main} | g: x")
        var new = old
        try new.reloadSections(["f"])
        #expect(difference(old, new) == "1 section updated; 3 items reloaded")
    }

    @Test func expandingAndCollapsing() throws {
        let list = try trees("f: docs[guide{start} api[x]] src")
        var open = list
        open.expand(["docs"])
        #expect(difference(list, open) == "3 items inserted" && difference(open, list) == "3 items deleted")
        var inside = list
        inside.collapse(["guide"])
        #expect(difference(list, inside) == "no changes" && inside != list)
    }

    /// Rows that stay in their order did not move, even if they have another parent.
    @Test func parentsAreNoPartOfTheRows() throws {
        #expect(difference(try trees("f: docs{guide} src"), try trees("f: docs guide src")) == "no changes")
        #expect(difference(try trees("f: docs{guide} src"), try trees("f: docs{guide src}")) == "no changes")
        #expect(
            difference(try trees("f: docs{guide} src{main}"), try trees("f: src{main} docs{guide}")) == "2 items moved")
        #expect(
            difference(try trees("f: docs[guide] src[main]"), try trees("f: src[main] docs[guide]")) == "1 item moved")
    }

    /// A difference can be carried out step by step, also between lists with hidden items.
    @Test func theStepsOfADifference() throws {
        let texts = [
            "f: docs{guide[x] api} src | g: y", "f: src{y} docs[guide{x} api] | g:",
            "g: y{docs[guide]} | f: src{api x}", "f: guide{docs{y} src} | g: api",
        ]
        for old in texts {
            for new in texts {
                let (old, new) = (try trees(old), try trees(new))
                let difference = Difference(from: old, to: new)
                #expect(
                    difference.insertedItems.count - difference.deletedItems.count == new.numberOfItems
                        - old.numberOfItems)
                #expect(difference.insertedItems.allSatisfy { new.indexPath(ofItem: $0.identifier) == $0.to })
                #expect(difference.deletedItems.allSatisfy { old.indexPath(ofItem: $0.identifier) == $0.from })
            }
        }
    }

    @Test func marksLastForOneApply() throws {
        let source = DataSource()
        var list = try trees("f: docs[guide]")
        try list.reloadItems(["guide"])
        try source.apply(list)
        #expect(
            source.snapshot().reloadedItemIdentifiers == []
                && source.snapshot(forSection: "f").reloadedItemIdentifiers == [])
        var forest = source.snapshot(forSection: "f")
        try forest.reconfigureItems(["guide", "docs"])
        let transaction = try #require(try source.apply(forest, toSection: "f").transaction)
        #expect(transaction.difference.description == "1 item reconfigured")
        #expect(source.snapshot().reconfiguredItemIdentifiers == [])
    }
}
