import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Snapshots with trees are values: copies share storage until one of them is edited.
@Suite struct TreeValueTests {
    private static let edits: [@Sendable (inout Snapshot) throws -> Void] = [
        { $0.expand(["docs"]) }, { $0.collapse(["src"]) }, { $0.expand(["guide"]) }, { $0.setExpandable(["x"], true) },
        { $0.keepExpansion(["x"]) },
        { $0.keepChildren(["guide"]) }, { $0.deleteItems(["guide"]) }, { $0.deleteItems(["docs"]) },
        { $0.deleteSections(["f"]) }, { $0.clear() },
        { try $0.appendItems(["new"], toParent: "guide") }, { try $0.appendItems(["new"], toParent: "src") },
        { try $0.insertItems(["new"], beforeItem: "api") },
        { try $0.insertItems(["new"], afterItem: "main") }, { try $0.moveItem("api", beforeItem: "guide") },
        { try $0.moveItem("docs", afterItem: "main") },
        { try $0.moveItems(["guide", "main"], toSection: "g") }, { try $0.moveItems(["api"], toParent: "x") },
        { try $0.replaceItems(["src", "new"], inSection: "f") },
        { try $0.replaceChildren(of: "docs", with: tree("api[new]")) },
        { try $0.insertTree(tree("a[b]"), .atEndOfParent("guide")) },
        { try $0.setSectionSnapshot(tree("a[b] docs"), ofSection: "f") },
        { try $0.updateItems([Element("start", revision: 9)]) },
        { try $0.reloadItems([Element("guide", revision: 7), "main"]) }, { try $0.appendItems(["new"]) },
        { try $0.moveSection("g", beforeSection: "f") },
    ]

    @Test(arguments: edits.indices) func anEditOfACopyDoesNotReachTheOriginal(index: Int) throws {
        let text = "f: docs@1[guide@2[start@3] api] src{main} | g: x"
        let original = try trees(text)
        var copy = original
        try Self.edits[index](&copy)
        #expect(original.spelled == text && copy.inconsistency == nil)
        #expect(original.reloadedItemIdentifiers == [] && copy.spelled != text)
        // And the other way round.
        var edited = original
        let kept = edited
        let keptCopy = copy
        let copied = copy.spelled
        try Self.edits[index](&edited)
        #expect(kept.spelled == text && edited.spelled == copied && keptCopy.spelled == copied)
    }

    /// Edits of edits: every version stays as it was.
    @Test(arguments: 0..<20 as Range<UInt64>) func everyVersionStaysAsItWas(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var versions = [try trees("f: docs@1[guide@2[start@3] api] src{main} | g: x")]
        var texts = [versions[0].spelled]
        for _ in 0..<60 {
            var next = random.pick(versions)
            // An edit may name an item that this version does not have.
            try? random.pick(Self.edits)(&next)
            versions.append(next)
            texts.append(next.spelled)
        }
        #expect(zip(versions, texts).allSatisfy { $0.spelled == $1 && $0.inconsistency == nil })
    }

    @Test func aCopySharesTheTrees() throws {
        let list = try trees("f: docs[guide]")
        var copy = list
        #expect(copy.forest === list.forest)
        try copy.appendItems(["x"])
        #expect(copy.forest === list.forest)
        copy.expand(["docs"])
        #expect(copy.forest !== list.forest)
    }

    @Test func aFlatListHasNoTrees() throws {
        var list = try trees("f: a b | g: c")
        try list.moveItem("a", afterItem: "c")
        try list.replaceItems(["b", "d"], inSection: "f")
        list.deleteItems(["c"])
        list.collapse(["nobody"])
        list.expand(["nobody"])
        #expect(!list.hasTrees && list.forest == nil)
        #expect(list.withFreshTables()?.hasTrees == false)
    }

    /// Copies on several threads share nodes and hidden rows, and each is edited by one of them.
    @Test func copiesOnSeveralThreads() async throws {
        struct Handed: @unchecked Sendable {
            var snapshot: Snapshot
        }
        var original = try trees("f: docs src{main}")
        try original.appendItems((0..<2_000).map { Element(.integer($0)) }, toParent: "docs")
        let before = original.spelled
        let handed = Handed(snapshot: original)
        let results = try await withThrowingTaskGroup(of: Handed.self) { group in
            for task in 0..<4 as Range<Int64> {
                group.addTask {
                    var copy = handed.snapshot
                    for round in 0..<100 as Range<Int64> {
                        try copy.appendItems([Element(Identifier("\(task) \(round)"))], toParent: .integer(round))
                        copy.deleteItems([Identifier.integer(1_000 + round)])
                        if round % 2 == 0 {
                            copy.expand(["docs", Identifier.integer(round)])
                        } else {
                            copy.collapse(["docs"])
                        }
                        try copy.moveItem(Identifier.integer(1_500 + round), beforeItem: Identifier.integer(round))
                    }
                    return Handed(snapshot: copy)
                }
            }
            var all: [Handed] = []
            for try await result in group { all.append(result) }
            return all
        }
        for result in results {
            #expect(result.snapshot.numberOfAllItems == 2_003 && result.snapshot.inconsistency == nil)
        }
        #expect(original.spelled == before)
    }
}
