import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Deleting items with everything below them.
@Suite struct TreeDeletionTests {
    @Test func deletingAnItemDeletesWhatIsBelowIt() throws {
        for (old, new, count) in [
            ("f: docs{guide{start} api} src", "f: src", 4), ("f: docs[guide{start} api] src", "f: src", 4),
            ("f: docs[guide[start] api] src", "f: src", 4),
            ("f: x{docs{guide[start]} y}", "f: x{y}", 3), ("f: x[y docs[guide]]", "f: x[y]", 2),
            ("f: x{docs{guide}}", "f: x+", 2),
            ("f: x[docs[guide]]", "f: x", 2), ("f: x{y docs}", "f: x{y}", 1), ("f: x{y docs z}", "f: x{y z}", 1),
            ("docs{a[b] c}", "", 4),
        ] {
            var deleted = 0
            try expect(old, becomes: new) { (list) in deleted = list.deleteItems(["docs"]) }
            #expect(deleted == count, "\(old)")
        }
    }

    @Test func anItemAndItemsBelowItCountOnce() throws {
        for items in [
            ["docs", "guide", "src"], ["guide", "docs", "guide", "src", "docs"], ["src", "nobody", "start", "docs"],
        ] {
            for text in ["f: docs{guide{start}} src x", "f: docs[guide[start]] src x"] {
                var deleted = 0
                try expect(text, becomes: "f: x") { (list) in deleted = list.deleteItems(items.map { Identifier($0) }) }
                #expect(deleted == 4)
            }
        }
    }

    @Test func unknownItemsAreIgnored() throws {
        var deleted = -1
        try expect("f: docs[guide]", becomes: "f: docs[guide]") { (list) in deleted = list.deleteItems(["nobody", "f"])
        }
        #expect(deleted == 0)
    }

    /// Any of the children of one item, visible and hidden.
    @Test func everySetOfSiblings() throws {
        let names = ["a", "b", "c", "d"]
        for isExpanded in [true, false] {
            for set in 0..<16 {
                let children = ["a", "b{x{y}}", "c[z]", "d"]
                func spelled(_ children: [String]) -> String {
                    children.isEmpty
                        ? "p" + (isExpanded ? "+" : "")
                        : "p" + (isExpanded ? "{" : "[") + children.joined(separator: " ") + (isExpanded ? "}" : "]")
                }
                let kept = (0..<4).filter { set & 1 << $0 == 0 }
                let deleted = (0..<4).filter { set & 1 << $0 != 0 }
                for order in [deleted, deleted.reversed()] {
                    try expect("f: \(spelled(children)) q", becomes: "f: \(spelled(kept.map { children[$0] })) q") {
                        (list) in
                        list.deleteItems(order.map { Identifier(names[$0]) })
                    }
                }
            }
        }
    }

    @Test func aDeletedItemComesBackAsALeaf() throws {
        for text in ["f: docs!?*{guide{start}} src", "f: docs!?*[guide+!] src"] {
            try expect(text, becomes: "f: src docs guide start") { (list) throws(DiffableError) in
                list.deleteItems(["docs", "start"])
                try list.appendItems(["docs", "guide", "start"])
            }
            try expect(text, becomes: "f: docs guide start") { (list) throws(DiffableError) in
                list.deleteSections(["f"])
                try list.appendSections(["f"])
                try list.appendItems(["docs", "guide", "start"])
            }
            try expect(text, becomes: "f: docs guide start") { (list) throws(DiffableError) in
                list.clear()
                try list.appendSections(["f"])
                try list.appendItems(["docs", "guide", "start"])
            }
        }
    }

    @Test func deletingASectionDeletesItsHiddenItems() throws {
        try expect("f: docs[guide[start]] | g: src[main] x{y} | h: z[w]", becomes: "f: docs[guide[start]] | h: z[w]") {
            (list) in
            #expect(list.deleteSections(["g", "g", "nowhere"]) == 1)
            #expect(!list.containsItem("main") && list.numberOfAllItems == 5)
        }
        try expect("f: docs[guide] | g: src[main]", becomes: "") { (list) in
            #expect(list.deleteSections(["g", "f"]) == 2)
        }
    }

    @Test func clearingAListOrATree() throws {
        try expect("f: docs[guide]", becomes: "") { (list) in
            list.clear()
            #expect(list.numberOfSections == 0 && list.numberOfAllItems == 0)
        }
        try expect("docs[guide] x", becomes: "") { (tree) throws(DiffableError) in
            tree.deleteAllItems()
            #expect(tree.isSectionSnapshot && tree.numberOfSections == 1)
            try tree.appendItems(["a"])
            tree.deleteItems(["a"])
        }
    }

    @Test func marksOfDeletedItemsGo() throws {
        var list = try trees("f: docs[guide] src[main] x")
        try list.reloadItems(["guide", "x", "main"])
        try list.reconfigureItems(["guide", "docs", "main"])
        var copy = list
        list.deleteItems(["docs"])
        #expect(list.reloadedItemIdentifiers == ["x", "main"] && list.reconfiguredItemIdentifiers == ["main"])
        copy.deleteSections(["f"])
        #expect(
            copy.reloadedItemIdentifiers.isEmpty && copy.reconfiguredItemIdentifiers.isEmpty
                && copy.inconsistency == nil)
    }
}
