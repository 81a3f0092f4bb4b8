import Testing

@testable import DiffableEngine
@testable import TestSupport

/// A user's drag in a list with trees. The new place is one in the list without the rows that move.
@Suite struct DragTests {
    /// The list after an item was dragged to an index path, or the message of the error.
    private func dragged(_ text: String, _ item: Identifier, to place: Int, inSection section: Int = 0) throws -> String
    {
        let source = DataSource()
        try source.apply(trees(text))
        source.reorderingHandlers.canReorderItem = { (_) throws(DiffableError) in true }
        let origin = try #require(source.indexPath(for: item))
        var outcome = ApplyOutcome()
        let error = thrown { () throws(DiffableError) in
            outcome = try source.reorderItem(from: origin, to: IndexPath(section: section, item: place))
        }
        if let error { return error.description }
        #expect(outcome.transaction?.initialSnapshot.spelled == text)
        #expect(outcome.transaction?.finalSnapshot.spelled == source.snapshot().spelled)
        return source.snapshot().spelled
    }

    @Test func anItemMovesWithEverythingBelowIt() throws {
        #expect(try dragged("f: docs{guide{start} api} src", "docs", to: 1) == "f: src docs{guide{start} api}")
        #expect(try dragged("f: src docs[guide{start}]", "docs", to: 0) == "f: docs[guide{start}] src")
        #expect(
            try dragged("f: docs{guide[x]} src | g: y", "docs", to: 1, inSection: 1) == "f: src | g: y docs{guide[x]}")
    }

    @Test func betweenAParentAndItsFirstChildItBecomesTheFirstChild() throws {
        #expect(try dragged("f: docs{guide} src", "src", to: 1) == "f: docs{src guide}")
        #expect(try dragged("f: docs{guide{start}} src{main}", "src", to: 2) == "f: docs{guide{src{main} start}}")
        #expect(try dragged("f: docs{guide api}", "api", to: 1) == "f: docs{api guide}")
        #expect(try dragged("f: docs{guide{start} api}", "api", to: 2) == "f: docs{guide{api start}}")
        #expect(try dragged("f: docs{guide} | g: x", "x", to: 1) == "f: docs{x guide} | g:")
    }

    @Test func itKeepsItsParentIfTheOrderAllowsIt() throws {
        #expect(try dragged("f: docs{guide api x} src", "guide", to: 2) == "f: docs{api guide x} src")
        // At the end of its siblings, where the next row is a root: it could also be a root.
        #expect(try dragged("f: docs{guide api} src", "guide", to: 2) == "f: docs{api guide} src")
        // After the last item below a sibling.
        #expect(try dragged("f: docs{guide api{x{y}}} src", "guide", to: 4) == "f: docs{api{x{y}} guide} src")
        #expect(try dragged("f: docs{guide api{x{y}}}", "guide", to: 4) == "f: docs{api{x{y}} guide}")
        // A root behind everything below another root stays a root.
        #expect(try dragged("f: src docs{guide{start}}", "src", to: 3) == "f: docs{guide{start}} src")
        #expect(try dragged("f: src docs{guide{start}} x", "src", to: 3) == "f: docs{guide{start}} src x")
    }

    @Test func otherwiseItBecomesASiblingOfTheRowBefore() throws {
        #expect(try dragged("f: docs{guide api} src", "src", to: 2) == "f: docs{guide src api}")
        #expect(try dragged("f: docs{guide} src x", "guide", to: 2) == "f: docs+ src guide x")
        #expect(try dragged("f: docs{guide} src{main a}", "guide", to: 3) == "f: docs+ src{main guide a}")
        #expect(try dragged("f: docs{guide} src{main}", "guide", to: 3) == "f: docs+ src{main guide}")
        #expect(try dragged("f: docs{guide} src[main]", "guide", to: 2) == "f: docs+ src[main] guide")
        // Its parent is an ancestor of the row before, but the next row is deeper.
        #expect(try dragged("f: src docs{guide{start a}}", "src", to: 3) == "f: docs{guide{start src a}}")
        #expect(try dragged("f: p{q docs{guide{start} a}}", "q", to: 4) == "f: p{docs{guide{start q} a}}")
    }

    @Test func atTheTopItBecomesARoot() throws {
        #expect(try dragged("f: docs{guide} src", "guide", to: 0) == "f: guide docs+ src")
        #expect(try dragged("f: docs{guide{x}} | g:", "guide", to: 0, inSection: 1) == "f: docs+ | g: guide{x}")
        #expect(try dragged("f: docs{guide} | g: y", "guide", to: 0, inSection: 1) == "f: docs+ | g: guide y")
    }

    @Test func inAnotherSection() throws {
        #expect(try dragged("f: docs{guide} | g: y{z}", "guide", to: 1, inSection: 1) == "f: docs+ | g: y{guide z}")
        #expect(try dragged("f: docs{guide} | g: y{z}", "guide", to: 2, inSection: 1) == "f: docs+ | g: y{z guide}")
        // A root stays one, even behind an item that is below another.
        #expect(try dragged("f: docs{guide} | g: y{z}", "docs", to: 2, inSection: 1) == "f: | g: y{z} docs{guide}")
        #expect(try dragged("f: docs{guide} | g: y{z w}", "docs", to: 2, inSection: 1) == "f: | g: y{z docs{guide} w}")
    }

    @Test func droppedAtItsPlaceNothingChanges() throws {
        for text in [
            "f: docs{guide api} src", "f: docs{guide{start} api} src{main}", "f: docs{guide} src", "f: docs{guide}",
            "f: docs{guide{start{x}}}",
            "f: docs{guide[x]}", "f: a b[c] d", "f: a{b{c} d{e}} g{h} | g: x{y}", "f: a{b{c d} e{g h}}",
        ] {
            let list = try trees(text)
            for item in list.itemIdentifiers {
                let path = try #require(list.indexPath(ofItem: item))
                #expect(try dragged(text, item, to: path.item, inSection: path.section) == text, "\(item)")
            }
        }
    }

    @Test func placesThatAreNotInTheListWithoutTheRowsThatMove() throws {
        let (one, other) = (
            "the last place there is item 1, counted without the rows that move", "the last section is 1"
        )
        for (section, place, reason) in [
            (0, 2, one), (0, -1, one), (0, .max, one), (1, 2, one), (2, 0, other), (-1, 0, other),
        ] {
            #expect(
                try dragged("f: docs{guide api} src | g: x", "docs", to: place, inSection: section)
                    == "INVALID_ARGUMENT: reorder_item: item \"docs\" cannot go to section \(section), item \(place); \(reason)"
            )
        }
        #expect(
            try dragged("f: a | g:", "a", to: 1)
                == "INVALID_ARGUMENT: reorder_item: item \"a\" cannot go to section 0, item 1; the last place there is item 0, "
                + "counted without the rows that move")
        #expect(try dragged("f: docs{guide api} src | g: x", "docs", to: 1) == "f: src docs{guide api} | g: x")
    }

    /// Every row to every place of lists with all shapes of four items, beside what the rules say of a naive list.
    @Test func everyRowToEveryPlace() throws {
        for text in Self.shapes(4).map({ "f: \($0) | g: x{y} z" }) {
            let list = try trees(text)
            for item in list.itemIdentifiers {
                for (section, name) in list.sectionIdentifiers.enumerated() {
                    let rows = try list.itemIdentifiers(inSection: name).filter {
                        try !isItem($0, atOrBelow: item, in: list)
                    }
                    for place in 0...rows.count {
                        let parent = try expectedParent(
                            of: item, between: rows[..<place].last, and: rows[place...].first, in: list)
                        let result = try dragged(text, item, to: place, inSection: section)
                        let changed = try trees(result)
                        let comment: Comment = "\(item) of \(text) to \(section), \(place): \(result)"
                        #expect(try changed.parent(ofItem: item) == parent, comment)
                        #expect(changed.indexPath(ofItem: item) == IndexPath(section: section, item: place), comment)
                        let others = list.itemIdentifiers.filter { $0 != item }
                        #expect(
                            try others.allSatisfy { try changed.parent(ofItem: $0) == list.parent(ofItem: $0) }, comment
                        )
                    }
                }
            }
        }
    }

    /// The rules, row by row. `rows` has no row that moves.
    private func expectedParent(
        of item: Identifier, between previous: Identifier?, and next: Identifier?, in list: Snapshot
    ) throws -> Identifier? {
        guard let previous else { return nil }
        if let next, try list.parent(ofItem: next) == previous { return previous }
        let parent = try list.parent(ofItem: item)
        // The row before, if it lost its only child, can get it back.
        if parent == previous { return previous }
        // The parents that the place allows: from that of the row before up to that of the next row.
        let highest = try next.flatMap { try list.parent(ofItem: $0) }
        var allowed: [Identifier?] = []
        var ancestor = try list.parent(ofItem: previous)
        while ancestor != highest, let current = ancestor {
            allowed.append(current)
            ancestor = try list.parent(ofItem: current)
        }
        allowed.append(highest)
        return allowed.contains(parent) ? parent : allowed[0]
    }

    private func isItem(_ item: Identifier, atOrBelow ancestor: Identifier, in list: Snapshot) throws -> Bool {
        if item == ancestor { return true }
        return try list.parent(ofItem: item).map { try isItem($0, atOrBelow: ancestor, in: list) } ?? false
    }

    /// All forests of so many open items.
    private static func shapes(_ count: Int) -> [String] {
        func forests(_ count: Int) -> [[Int]] {
            // As the numbers of items below each root, nested.
            count == 0 ? [[]] : (1...count).flatMap { first in forests(count - first).map { [first] + $0 } }
        }
        func texts(_ names: ArraySlice<String>) -> [String] {
            if names.isEmpty { return [""] }
            return forests(names.count).flatMap { sizes -> [String] in
                var (results, rest) = ([""], names)
                for size in sizes {
                    let (root, below) = (rest.first!, rest.dropFirst().prefix(size - 1))
                    rest = rest.dropFirst(size)
                    let inner = texts(below)
                    results = results.flatMap { before in
                        inner.map { before + (before.isEmpty ? "" : " ") + root + ($0.isEmpty ? "" : "{\($0)}") }
                    }
                }
                return results
            }
        }
        return texts(["a", "b", "c", "d", "e"][..<count])
    }
}
