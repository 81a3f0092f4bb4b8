import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// What a search shows, against a walk over all rows.
@Suite struct RowFilterTests {
    private func filter(_ query: String, _ screen: TestSupport.Screen) throws -> RowFilter {
        var cells = CellCache()
        return try RowFilter(SearchPattern(query), screen.source.snapshot(), &cells, screen.source)
    }

    private func screen(_ text: String) throws -> TestSupport.Screen {
        let screen = Screen(headers: false)
        try screen.source.apply(try list(text))
        return screen
    }

    /// The rows that a filter shows: the items that match, and the headers of their sections.
    private func shown(_ query: String, _ list: Snapshot) -> [RowPosition] {
        var rows: [RowPosition] = []
        for section in 0..<list.numberOfSections {
            let items = (0..<list.numberOfItems(inSectionAt: section)).filter { item in
                query.isEmpty || list.itemIdentifier(at: IndexPath(section: section, item: item))!.token.contains(query)
            }
            if !items.isEmpty { rows.append(RowPosition(section: section, slot: 0)) }
            rows += items.map { RowPosition(section: section, slot: $0 + 1) }
        }
        return rows
    }

    private func check(_ query: String, _ text: String) throws {
        let screen = try screen(text)
        let filter = try filter(query, screen)
        let list = screen.source.snapshot()
        let rows = shown(query, list)
        #expect(filter.matches == rows.filter { $0.slot > 0 })
        for section in 0..<list.numberOfSections {
            for slot in 0...list.numberOfItems(inSectionAt: section) + 1 {
                let position = RowPosition(section: section, slot: slot)
                #expect(filter.contains(position) == rows.contains(position), "\(position) of \(query) in \(text)")
                #expect(
                    filter.position(after: position) == rows.first { $0 > position },
                    "after \(position) of \(query) in \(text)")
                #expect(
                    filter.position(before: position) == rows.last { $0 < position },
                    "before \(position) of \(query) in \(text)")
                #expect(filter.count(before: position) == filter.matches.filter { $0 < position }.count)
            }
        }
    }

    @Test func headersOfSectionsWithMatches() throws {
        for query in ["a", "b", "x", ""] { try check(query, "s: a b ab | t: b2 | u: | v: a0 a1 b1 ab1") }
    }

    @Test func randomLists() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<100 {
            var number = 0
            let sections = (0..<Int.random(in: 0...4, using: &random)).map { section in
                "s\(section): "
                    + (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        number += 1
                        return ["a", "b", "ab"].randomElement(using: &random)! + String(number)
                    }.joined(separator: " ")
            }
            try check(["a", "b", "1", "z"].randomElement(using: &random)!, sections.joined(separator: " | "))
        }
    }

    /// Another query asks for no cell again.
    @Test func anotherQuery() throws {
        let screen = try screen("s: a b ab")
        let first = try filter("a", screen)
        screen.log = []
        let second = first.searching(for: SearchPattern("b"))
        #expect(first.matches.count == 2 && second.matches.map { $0.slot } == [2, 3] && screen.log.isEmpty)
    }

    @Test func aProviderThatFails() throws {
        let screen = try screen("s: a b")
        screen.onCell = { (_) throws(DiffableError) in throw .refused }
        #expect(
            thrown { () throws(DiffableError) in
                var cells = CellCache()
                _ = try RowFilter(SearchPattern("a"), screen.source.snapshot(), &cells, screen.source)
            }?.code == .providerFailed)
    }
}
