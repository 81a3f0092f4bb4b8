import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Deep and wide trees: nothing recurses, and no function is worse than its documentation says. Otherwise these tests
/// would overflow the stack of their thread, or take minutes.
@Suite struct LargeTreeTests {
    private static func items(_ count: Int64) -> [Identifier] { (0..<count).map { .integer($0) } }

    /// Each item is the only child of the one before it.
    private static func deep(_ depth: Int64, isExpanded: Bool) throws -> Snapshot {
        var list = try trees("f: r")
        try list.appendItems([0], toParent: "r")
        if isExpanded { list.expand(["r", 0]) }
        for item in 1..<depth {
            try list.appendItems([Element(.integer(item))], toParent: .integer(item - 1))
            if isExpanded { list.expand([Identifier.integer(item)]) }
        }
        return list
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false]) func aHundredThousandLevels(isExpanded: Bool) throws {
        let list = try Self.deep(100_000, isExpanded: isExpanded)
        #expect(list.numberOfItems == (isExpanded ? 100_001 : 1) && list.numberOfAllItems == 100_001)
        #expect(try list.level(ofItem: 99_999) == 100_000)
        #expect(list.sectionIdentifier(containingItem: 99_999) == "f")
        let source = DataSource()
        try source.apply(list)
        try source.toggleItem("r")
        #expect(source.snapshot().numberOfItems == (isExpanded ? 1 : 2))
        try source.toggleItem("r")
        #expect(source.snapshot() == list)
        var edited = source.snapshot()
        #expect(edited.deleteItems([1]) == 99_999)
        try source.apply(edited)
        #expect(source.snapshot().allItemIdentifiers == ["r", 0])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false]) func aDeepTree(isExpanded: Bool) throws {
        let list = try Self.deep(5_000, isExpanded: isExpanded)
        #expect(list.allItemIdentifiers == ["r"] + Self.items(5_000))
        let source = DataSource()
        try source.apply(list)
        // Taken out, put in, and in new tables.
        try source.apply(source.snapshot(forSection: "f"), toSection: "f")
        #expect(source.snapshot() == list)
        let fresh = try #require(list.withFreshTables())
        #expect(fresh == list)
        try source.apply(fresh.sectionSnapshot(of: "f"), toSection: "f")
        #expect(source.snapshot() == list)
        var edited = source.snapshot()
        try edited.moveItems([Identifier.integer(1)], toSection: "f")
        #expect(edited.numberOfAllItems == 5_001)
        #expect(
            thrown { () throws(DiffableError) in try edited.moveItem("r", beforeItem: 0) }?.code == .invalidDestination)
        #expect(
            thrown { () throws(DiffableError) in try edited.moveItems([1], toParent: 4_999) }?.code
                == .invalidDestination)
        edited.deleteSections(["f"])
        #expect(edited.numberOfAllItems == 0)
    }

    @Test(.timeLimit(.minutes(15))) func aDeepTreeExpandedFromTheTop() throws {
        var list = try Self.deep(5_000, isExpanded: false)
        list.expand(["r"] + Self.items(5_000))
        #expect(list.numberOfItems == 5_001)
        list.collapse((["r"] + Self.items(5_000)).reversed())
        #expect(list.numberOfItems == 1 && list.numberOfAllItems == 5_001)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false]) func aHundredThousandChildren(isExpanded: Bool) throws {
        let children = Self.items(100_000)
        var list = try trees("f: r x")
        if isExpanded { list.expand(["r"]) }
        // Many at once, and one by one at the end and at the beginning.
        try list.appendItems(children[..<98_000].map { Element($0) }, toParent: "r")
        for item in children[98_000..<99_000] { try list.appendItems([Element(item)], toParent: "r") }
        for item in children[99_000...] { try list.insertItems([Element(item)], beforeItem: 0) }
        #expect(try list.numberOfChildren(ofItem: "r") == children.count)
        let source = DataSource()
        try source.apply(list)
        try source.toggleItem("r")
        try source.toggleItem("r")
        #expect(source.snapshot().numberOfItems == (isExpanded ? 100_002 : 2))
        for item in children[..<500] { try list.moveItem(item, afterItem: 98_999) }
        try list.moveItems(Array(children[1_000..<2_000].reversed()), toParent: "r")
        try list.moveItems(Array(children[2_000..<3_000]), toSection: "f")
        // The first and the last child, many at once, and all but one.
        for item in [99_000, 1_000, 99_001, 1_001] as [Identifier] { #expect(list.deleteItems([item]) == 1) }
        #expect(list.deleteItems(Array(children[60_000..<70_000])) == 10_000)
        let rest = try list.children(ofItem: "r")
        #expect(rest.count == 88_996 && rest.first == 99_002 && rest.last == 1_002)
        #expect(list.deleteItems(Array(rest.dropFirst())) == rest.count - 1)
        #expect(try list.children(ofItem: "r") == [99_002])
        #expect(list.deleteItems(["r"]) == 2 && list.numberOfAllItems == 1_001)
    }

    /// Many parents with few children each, all collapsed, all expanded, half of them moved.
    @Test(.timeLimit(.minutes(15))) func manyParents() throws {
        var list = try trees("f:")
        let parents = (0..<2_000 as Range<Int64>).map { Identifier.integer($0) }
        try list.appendItems(parents.map { Element($0) })
        for parent in 0..<2_000 as Range<Int64> {
            try list.appendItems((1...5).map { Element(.integer(parent + $0 * 2_000)) }, toParent: .integer(parent))
        }
        list.expand(parents)
        #expect(list.numberOfItems == 12_000)
        try list.moveItems(
            parents.filter { if case .integer(let value) = $0 { value % 2 == 0 } else { false } }, toSection: "f")
        #expect(list.rootItemIdentifiers.first == 1 && list.rootItemIdentifiers.last == 1_998)
        list.collapse(parents)
        #expect(list.numberOfItems == 2_000 && list.brokenInvariant() == nil)
    }
}
