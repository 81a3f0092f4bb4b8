import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Lists and trees as text for people.
@Suite struct TreeDescriptionTests {
    @Test func aListShowsItsVisibleItemsIndentedByTheirLevels() throws {
        let list = try trees("f: docs{guide[start] api{x}} src[main] | g: y | h:")
        #expect(
            list.description == """
                "f" (5 items)
                  "docs"
                    "guide"
                    "api"
                      "x"
                  "src"
                "g" (1 item)
                  "y"
                "h" (0 items)
                """)
    }

    @Test func aListCountsItsVisibleItems() throws {
        var list = try trees("f: docs")
        try list.appendItems((0..<12).map { Element(.integer($0)) }, toParent: "docs")
        #expect(list.description == "\"f\" (1 item)\n  \"docs\"")
        list.expand(["docs"])
        #expect(
            list.description == "\"f\" (13 items)\n  \"docs\"\n" + (0..<9).map { "    \($0)\n" }.joined()
                + "  ... 3 more")
    }

    @Test func aTreeShowsLevelsAndSigns() throws {
        #expect(try tree("docs[guide] readme").description == "-* \"docs\"\n     \"guide\"\n * \"readme\"")
        #expect(try tree("docs{guide} readme").description == "+* \"docs\"\n *   \"guide\"\n * \"readme\"")
        #expect(
            try tree("docs{guide{x}} readme!").description == "+* \"docs\"\n+*   \"guide\"\n *     \"x\"\n-* \"readme\""
        )
        #expect(try tree("docs[guide{x}] a!+").description == "-* \"docs\"\n+    \"guide\"\n       \"x\"\n+* \"a\"")
        // An item that is expanded and has neither children nor a sign.
        #expect(try tree("a+").description == " * \"a\"")
        #expect(Snapshot.sectionSnapshot().description == "(empty)")
    }

    @Test func namesAreEscaped() throws {
        var list = Snapshot.sectionSnapshot()
        try list.appendItems([Element("a\nb\u{1b}"), 7])
        #expect(list.description == " * \"a\\nb\\u{1b}\"\n * 7" || list.description == " * \"a\\nb\\u{1b}\"\n * \"7\"")
    }
}
