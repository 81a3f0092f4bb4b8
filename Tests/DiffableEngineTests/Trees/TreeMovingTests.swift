import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Moving items with everything below them.
@Suite struct TreeMovingTests {
    @Test func anItemBeforeAnotherTakesAlongWhatIsBelowIt() throws {
        for (old, new) in [
            ("f: src docs{guide{start} api} x", "f: docs{guide{start} api} src x"),
            ("f: src docs[guide{start} api] x", "f: docs[guide{start} api] src x"),
            ("f: r{src y} docs{guide[start]}", "f: r{docs{guide[start]} src y}"),
            ("f: r[y src] docs{guide{start}}", "f: r[y docs{guide{start}} src]"),
            ("f: r[y src] docs[guide{start}]", "f: r[y docs[guide{start}] src]"),
            ("f: r[docs{guide[start]}] src", "f: r docs{guide[start]} src"),
            ("f: r[docs src]", "f: r[docs src]"), ("f: r{src docs{guide}}", "f: r{docs{guide} src}"),
            ("f: src | g: docs{guide}", "f: docs{guide} src | g:"),
            ("f: docs[guide] | g: r[src]", "f: | g: r[docs[guide] src]"), ("docs{guide} x src", "x docs{guide} src"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in try list.moveItem("docs", beforeItem: "src")
            }
        }
    }

    @Test func anItemAfterAnotherComesBehindEverythingBelowThat() throws {
        for (old, new) in [
            ("f: docs{guide} src{main{a}} x", "f: src{main{a}} docs{guide} x"),
            ("f: docs[guide] src[main] x", "f: src[main] docs[guide] x"),
            ("f: r{src{main} y} docs{guide}", "f: r{src{main} docs{guide} y}"),
            ("f: docs{guide} r[y src{main}]", "f: r[y src{main} docs{guide}]"),
            ("f: r{y{src}} docs[guide]", "f: r{y{src docs[guide]}}"),
            ("f: r{docs{guide} src}", "f: r{src docs{guide}}"),
            ("f: r{src docs{guide}}", "f: r{src docs{guide}}"), ("f: src | g: docs{guide}", "f: src docs{guide} | g:"),
            ("r[docs] src", "r src docs"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in try list.moveItem("docs", afterItem: "src")
            }
        }
    }

    @Test func itemsMovedToASectionAreItsLastRoots() throws {
        for (old, new) in [
            ("f: docs{guide} src[main] x | g: y", "f: x | g: y src[main] docs{guide}"),
            ("f: r[docs[guide] src{main}] x | g:", "f: r x | g: src{main} docs[guide]"),
            ("f: | g: src docs{guide} y", "f: | g: y src docs{guide}"),
            ("f: r{docs src} | g: q{z}", "f: r+ | g: q{z} src docs"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.moveItems(["src", "docs"], toSection: "g")
            }
        }
    }

    @Test func itemsMovedToAParentAreItsLastChildren() throws {
        for (old, new) in [
            ("f: docs{guide} src[main] r", "f: r[src[main] docs{guide}]"),
            ("f: docs{guide} src[main] r+", "f: r{src[main] docs{guide}}"),
            ("f: docs src q[r{x{y}}]", "f: q[r{x{y} src docs}]"),
            ("f: r{docs{guide} x src}", "f: r{x src docs{guide}}"),
            ("f: r[docs{guide} src]", "f: r[src docs{guide}]"),
            ("f: docs | g: src | h: r{x}", "f: | g: | h: r{x src docs}"),
        ] {
            try expect(old, becomes: new) { (list) throws(DiffableError) in
                try list.moveItems(["src", "docs"], toParent: "r")
            }
        }
    }

    @Test func nothingToMoveIsNoChange() throws {
        try expect("f: docs{guide}", becomes: "f: docs{guide}") { (list) throws(DiffableError) in
            try list.moveItems([], toSection: "f")
            try list.moveItems([], toParent: "docs")
        }
    }

    /// Every item to every place, from and to visible and hidden ones: the text of the result comes from strings alone.
    @Test func everyItemBesideEveryOtherOne() throws {
        let items = ["a", "b", "c", "d", "e", "g", "h"].map { Identifier($0) }
        for text in [
            "f: a{b{c} d} e[g] h", "f: a[b{c} d] e{g} h", "f: a{b[c] d} e[g] h", "f: a[b[c] d] e[g] h",
            "f: a{b{c d{e{g}}}} h",
        ] {
            for moved in items {
                for anchor in items where moved != anchor {
                    for offset in 0...1 {
                        var list = try trees(text)
                        let before = list
                        var expected = try NestedItem.all(of: list)
                        let accepted = NestedItem.move(moved, beside: anchor, offset: offset, in: &expected)
                        let error = thrown { () throws(DiffableError) in
                            if offset == 0 {
                                try list.moveItem(moved, beforeItem: anchor)
                            } else {
                                try list.moveItem(moved, afterItem: anchor)
                            }
                        }
                        #expect((error == nil) == accepted, "\(moved) to \(anchor)")
                        #expect(
                            list.spelled == "f: " + NestedItem.spelled(expected),
                            "\(text): \(moved) to \(anchor)+\(offset)")
                        if error != nil { #expect(list == before) }
                    }
                }
            }
        }
    }
}

/// An item with its children, as a naive tree.
private struct NestedItem {
    let name: Identifier
    var isExpanded: Bool
    var children: [NestedItem]

    static func all(of list: Snapshot) throws -> [NestedItem] {
        func nested(_ name: Identifier) throws -> NestedItem {
            NestedItem(
                name: name, isExpanded: try list.isExpanded(name), children: try list.children(ofItem: name).map(nested)
            )
        }
        return try list.rootItemIdentifiers.map(nested)
    }

    static func spelled(_ items: [NestedItem]) -> String {
        items.map { item in
            let name = "\(item.name)".filter { $0 != "\"" }
            if item.children.isEmpty { return name + (item.isExpanded ? "+" : "") }
            return name + (item.isExpanded ? "{\(spelled(item.children))}" : "[\(spelled(item.children))]")
        }.joined(separator: " ")
    }

    /// Returns false and changes nothing if the anchor is below the item.
    static func move(_ item: Identifier, beside anchor: Identifier, offset: Int, in all: inout [NestedItem]) -> Bool {
        var copy = all
        guard let taken = take(item, from: &copy), insert(taken, beside: anchor, offset, in: &copy) else {
            return false
        }
        all = copy
        return true
    }

    private static func take(_ name: Identifier, from items: inout [NestedItem]) -> NestedItem? {
        if let index = items.firstIndex(where: { $0.name == name }) { return items.remove(at: index) }
        for index in items.indices {
            if let found = take(name, from: &items[index].children) { return found }
        }
        return nil
    }

    private static func insert(
        _ item: NestedItem, beside anchor: Identifier, _ offset: Int, in items: inout [NestedItem]
    ) -> Bool {
        if let index = items.firstIndex(where: { $0.name == anchor }) {
            items.insert(item, at: index + offset)
            return true
        }
        return items.indices.contains { insert(item, beside: anchor, offset, in: &items[$0].children) }
    }
}
