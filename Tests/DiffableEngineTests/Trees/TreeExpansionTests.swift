import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Expanding and collapsing items of a snapshot.
@Suite struct TreeExpansionTests {
    @Test func expandingShowsWhatIsBelow() throws {
        for (old, new) in [
            ("f: docs[guide{start} api[x]] src", "f: docs{guide{start} api[x]} src"),
            ("f: docs{guide}", "f: docs{guide}"), ("f: docs src", "f: docs+ src"),
            ("f: r[docs[guide[x]]] y", "f: r[docs{guide[x]}] y"), ("f: r{docs[guide]}", "f: r{docs{guide}}"),
            ("docs[guide] x", "docs{guide} x"),
        ] {
            try expect(old, becomes: new) { (list) in list.expand(["docs", "nobody"]) }
        }
    }

    @Test func collapsingHidesWhatIsBelow() throws {
        for (old, new) in [
            ("f: docs{guide{start} api[x]} src", "f: docs[guide{start} api[x]] src"),
            ("f: docs[guide]", "f: docs[guide]"), ("f: docs+ src", "f: docs src"),
            ("f: r[docs{guide{x}}] y", "f: r[docs[guide{x}]] y"), ("f: r{docs{guide}}", "f: r{docs[guide]}"),
            ("docs{guide} x", "docs[guide] x"),
        ] {
            try expect(old, becomes: new) { (list) in list.collapse(["docs", "nobody"]) }
        }
    }

    /// All sixteen states of four nested items, reached from each of the others in both orders.
    @Test func everyStateFromEveryOther() throws {
        let items = ["a", "b", "c", "d"].map { Identifier($0) }
        func spelled(_ state: Int) -> String {
            let signs = (0..<4).map { state & 1 << $0 != 0 ? ("{", "}") : ("[", "]") }
            return
                "f: x a\(signs[0].0)b\(signs[1].0)c\(signs[2].0)d\(signs[3].0)e\(signs[3].1) g\(signs[2].1) h\(signs[1].1) i\(signs[0].1) y"
        }
        for old in 0..<16 {
            for new in 0..<16 {
                for order in [Array(0..<4), (0..<4).reversed()] {
                    var list = try trees(spelled(old))
                    for index in order {
                        if new & 1 << index != 0 { list.expand([items[index]]) } else { list.collapse([items[index]]) }
                    }
                    #expect(list.spelled == spelled(new))
                }
            }
        }
    }

    @Test func severalItemsAtOnce() throws {
        try expect("f: a[b[c]] d[e]", becomes: "f: a{b{c}} d{e}") { (list) in list.expand(["b", "d", "a", "b"]) }
        try expect("f: a{b{c}} d{e}", becomes: "f: a[b[c]] d[e]") { (list) in list.collapse(["b", "d", "a", "c"]) }
    }

    @Test func expandableItems() throws {
        try expect("f: docs[guide] src", becomes: "f: docs![guide!] src!") { (list) in
            list.setExpandable(["docs", "guide", "src", "nobody"], true)
        }
        try expect("f: docs![guide!] src!", becomes: "f: docs[guide] src!") { (list) in
            list.setExpandable(["docs", "guide", "f"], false)
        }
        try expect("f: docs!{guide}", becomes: "f: docs!+ guide") { (list) throws(DiffableError) in
            try list.moveItem("guide", afterItem: "docs")
        }
    }

    @Test func stateThatIsKept() throws {
        try expect("f: docs[guide] src", becomes: "f: docs?[guide?] src?") { (list) in
            list.keepExpansion(["docs", "guide", "src", "nobody"])
        }
        try expect("f: docs[guide] src", becomes: "f: docs*[guide*] src*") { (list) in
            list.keepChildren(["docs", "guide", "src", "nobody"])
        }
        // An explicit state ends it, even if it is the state that the item had.
        try expect("f: docs?[guide?] src?", becomes: "f: docs[guide+] src?") { (list) in
            list.collapse(["docs"])
            list.expand(["guide"])
        }
        try expect("f: docs?{guide}", becomes: "f: docs{guide}") { (list) in list.expand(["docs"]) }
    }

    @Test func identifiersInTheCallersMemory() throws {
        try expect("f: docs[guide[x]] src", becomes: "f: docs{guide!?*[x]} src!?*") { (list) throws(DiffableError) in
            try BorrowedElements.with(["docs", "guide", "src", "nobody"]) { (items) throws(DiffableError) in
                list.setExpanded(items, true)
                list.setExpandable(items, true)
            }
            try BorrowedElements.with(["guide", "src", "nobody"]) { (items) throws(DiffableError) in
                list.setExpanded(items, false)
                list.keepExpansion(items)
                list.keepChildren(items)
            }
            try BorrowedElements.with(["docs"]) { (items) throws(DiffableError) in list.setExpandable(items, false) }
        }
    }

    /// What views ask for: the level and the sign of each row, unless no root of the section has children or is
    /// expandable.
    @Test func disclosures() throws {
        func signs(_ text: String) throws -> String {
            let list = try trees(text)
            return list.sections.indices.map { section in
                let rows = (0..<list.numberOfItems(inSectionAt: section)).map { item in
                    let disclosure = list.disclosure(ofItemAt: IndexPath(section: section, item: item))
                    #expect((disclosure == nil) != list.hasDisclosures(inSectionAt: section))
                    return disclosure.map { "\($0.level)\($0.sign == .leaf ? "." : $0.sign == .expanded ? "+" : "-")" }
                        ?? "nil"
                }
                return rows.joined(separator: " ")
            }.joined(separator: " | ")
        }
        #expect(try signs("f: docs{guide[x] api{y}} src | g: x2 z") == "0+ 1- 1+ 2. 0. | nil nil")
        #expect(try signs("f: docs+ src | g: x!") == "nil nil | 0-")
        #expect(try signs("f: docs!+ | g:") == "0+ | ")
        var list = try trees("f: docs[guide] | g: x")
        #expect(list.hasTrees)
        try list.moveItem("guide", afterItem: "x")
        #expect(!list.hasDisclosures(inSectionAt: 0) && !list.hasDisclosures(inSectionAt: 1))
        try list.moveItems(["docs"], toParent: "x")
        #expect(list.hasDisclosures(inSectionAt: 1))
        #expect(try !trees("f: docs").hasTrees)
    }
}
