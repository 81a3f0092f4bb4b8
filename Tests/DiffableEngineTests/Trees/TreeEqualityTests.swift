import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Two lists are equal if applying one over the other would change nothing.
@Suite struct TreeEqualityTests {
    private static let texts = [
        "f: docs guide api", "f: docs{guide} api", "f: docs{guide api}", "f: docs{guide{api}}", "f: docs{guide[api]}",
        "f: docs[guide] api",
        "f: docs[guide api]", "f: docs[api guide]", "f: docs[guide{api}]", "f: docs[guide[api]]",
        "f: docs[guide@2[api]]", "f: docs[guide[api@2]]",
        "f: docs![guide[api]]", "f: docs[guide![api]]", "f: docs[guide[api!]]", "f: docs[guide[api+]]",
        "f: docs! guide api", "f: docs+ guide api",
        "f: docs[guide] | g: api", "f: docs | g: guide api", "f: docs[guide] other", "f: docs[guide other]",
    ]

    /// Built apart, and as edits of one list, so that both share their tables.
    @Test(arguments: [true, false]) func everyPartOfAListCounts(sharesTables: Bool) throws {
        let base = try trees("f: docs guide api other")
        let lists = try Self.texts.map { text in
            let list = try trees(text)
            if !sharesTables { return list }
            var copy = base
            copy.deleteSections(["f"])
            for section in list.sectionIdentifiers {
                try copy.setSectionSnapshot(list.sectionSnapshot(of: section), ofSection: section)
            }
            #expect(copy.identifiers === base.identifiers && copy.spelled == text)
            return copy
        }
        for (one, text) in zip(lists, Self.texts) {
            for (other, otherText) in zip(lists, Self.texts) {
                #expect((one == other) == (text == otherText), "\(text), \(otherText)")
            }
            #expect(try one == trees(text) && trees(text) == one)
        }
    }

    @Test func eachEditOfACopyMakesItAnotherList() throws {
        let list = try trees("f: docs![guide[start] api] src")
        let edits: [(inout Snapshot) throws -> Void] = [
            { $0.expand(["docs"]) }, { $0.expand(["guide"]) }, { $0.expand(["api"]) },
            { $0.setExpandable(["docs"], false) },
            { $0.setExpandable(["start"], true) }, { $0.deleteItems(["start"]) }, { $0.deleteItems(["docs"]) },
            { try $0.reconfigureItems([Element("start", revision: 1)]) },
            { try $0.moveItem("api", beforeItem: "guide") },
            { try $0.moveItem("start", afterItem: "api") }, { try $0.moveItems(["api"], toParent: "guide") },
            { try $0.appendItems(["x"], toParent: "start") },
            { try $0.moveItems(["start"], toSection: "f") },
        ]
        for (index, edit) in edits.enumerated() {
            var copy = list
            try edit(&copy)
            #expect(copy != list && list != copy, "edit \(index)")
            #expect(copy.inconsistency == nil)
        }
    }

    @Test func marksAndKeptStateAreNotCompared() throws {
        let list = try trees("f: docs[guide] src")
        var copy = list
        try copy.reloadItems(["guide"])
        try copy.reconfigureItems(["docs", "guide"])
        copy.keepExpansion(["docs", "src"])
        copy.keepChildren(["docs", "guide"])
        #expect(copy == list && list == copy)
    }

    @Test func editsThatAreUndone() throws {
        let list = try trees("f: docs[guide[start] api] src")
        var copy = list
        copy.expand(["docs", "guide", "src"])
        copy.collapse(["guide", "docs", "src"])
        try copy.moveItem("api", beforeItem: "guide")
        try copy.moveItem("api", afterItem: "guide")
        copy.deleteItems(["src"])
        try copy.appendItems(["src"])
        #expect(copy == list)
        #expect(Difference(from: list, to: copy).isEmpty)
    }

    @Test func aTreeIsNoList() throws {
        var list = Snapshot()
        try list.appendSections([0])
        #expect(list != .sectionSnapshot() && .sectionSnapshot() != list)
        try list.appendItems(["a"])
        #expect(try list != tree("a") && list.sectionSnapshot(of: 0) == tree("a"))
        #expect(try tree("docs[guide]") == tree("docs[guide]") && tree("docs[guide]") != tree("docs{guide}"))
    }

    /// A list that had trees and is flat again equals one that never had.
    @Test func aListThatIsFlatAgain() throws {
        var list = try trees("f: docs{guide} src")
        try list.moveItem("guide", afterItem: "docs")
        list.collapse(["docs"])
        #expect(try list == trees("f: docs guide src") && trees("f: docs guide src") == list)
        list.deleteItems(["guide"])
        #expect(try list == trees("f: docs src"))
    }
}
