import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// Rows that are picked with Tab, of which Enter chooses all.
@Suite struct InteractiveListPicksTests {
    private let session: ListSession
    private var screen: Screen { session.screen }

    init() throws {
        session = try ListSession(try list("s: a b c")) { $0.multiple = true }
    }

    private static let shiftTab = "\u{1b}[Z"

    @Test func tabPicksARowAndGoesOn() throws {
        #expect(try session.type("\t") == ["[s]", "* a", "> b", "  c", "", "           2/3 (1)"])
        #expect(try session.type("\t", "\t") == ["[s]", "* a", "* b", "> c", "", "           3/3 (3)"])
        #expect(
            try session.type(Self.shiftTab, Self.shiftTab) == ["[s]", "> a", "  b", "  c", "", "           1/3 (1)"])
    }

    @Test func selectionAndPicksFollowRenamedItems() throws {
        try session.type("\t", "\t")
        var list = screen.source.snapshot()
        try list.renameItem("b", to: "beta")
        try list.renameItem("c", to: "gamma")
        list.deleteItems(["a"])
        try screen.source.apply(list)
        #expect(try session.type() == ["[s]", "* beta", "> gamma", "", "", "           2/2 (1)"])
    }

    @Test func enterChoosesThePickedRowsInTheOrderOfTheList() throws {
        #expect(try session.chosen(typing: "\r") == [["a"]])
        #expect(try session.chosen(typing: "G", Self.shiftTab, "k", "\t", "\r") == [["a", "c"]])
        // Also those that a search does not show.
        #expect(try session.chosen(typing: "/", "b", "\t", "\r", "\r") == [["a", "b", "c"]])
    }

    @Test func picksFollowTheirItems() throws {
        try session.type("\t", "\t")
        try screen.source.apply(try list("s: c b | t: a d"))
        #expect(try session.type("G") == ["  c", "* b", "[t]", "* a", "> d", "           4/4 (2)"])
        try screen.source.apply(try list("s: c a"))
        #expect(try session.type().contains("> a"))
        #expect(try session.type().last == "           2/2 (1)")
        // A list that the data source got while it had another view.
        let view = screen.source.view
        screen.source.view = nil
        try screen.source.apply(try list("s: x a"))
        screen.source.view = view
        #expect(try session.chosen(typing: "\r") == [["a"]])
        try screen.source.apply(try list("s: x"))
        #expect(try session.type() == ["[s]", "> x", "", "", "", "               1/1"])
    }
}
