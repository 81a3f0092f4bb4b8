import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// Rows that are picked with Tab, of which Enter chooses all.
@Suite struct InteractiveListPicksTests {
    private let screen = Screen()
    private let virtual = VirtualTerminal(columns: 20, rows: 6)
    private let shown: InteractiveList

    init() throws {
        try screen.source.apply(try list("s: a b c"))
        var options = InteractiveList.Options.plain
        options.multiple = true
        shown = InteractiveList(screen.source, on: virtual.terminal, options)
    }

    private static let shiftTab = "\u{1b}[Z"

    /// Types keys, and returns the lines of the screen, and what was chosen.
    @discardableResult
    private func type(_ keys: String...) throws -> (lines: [String], chosen: [[Identifier]]) {
        for key in keys { virtual.type(key) }
        var chosen: [[Identifier]] = []
        while true {
            switch try shown.wait() {
            case .leave: return (virtual.lines, chosen)
            case .key: if case .select(let items) = try shown.perform() { chosen.append(items) }
            default: break
            }
        }
    }

    @Test func tabPicksARowAndGoesOn() throws {
        #expect(try type("\t").lines == ["[s]", "* a", "> b", "  c", "", "           2/3 (1)"])
        #expect(try type("\t", "\t").lines == ["[s]", "* a", "* b", "> c", "", "           3/3 (3)"])
        #expect(try type(Self.shiftTab, Self.shiftTab).lines == ["[s]", "> a", "  b", "  c", "", "           1/3 (1)"])
    }

    @Test func enterChoosesThePickedRowsInTheOrderOfTheList() throws {
        #expect(try type("\r").chosen == [["a"]])
        #expect(try type("G", Self.shiftTab, "k", "\t", "\r").chosen == [["a", "c"]])
        // Also those that a search does not show.
        #expect(try type("/", "b", "\t", "\r", "\r").chosen == [["a", "b", "c"]])
    }

    @Test func picksFollowTheirItems() throws {
        try type("\t", "\t")
        try screen.source.apply(try list("s: c b | t: a d"))
        #expect(try type("G").lines == ["  c", "* b", "[t]", "* a", "> d", "           4/4 (2)"])
        try screen.source.apply(try list("s: c a"))
        #expect(try type().lines.contains("> a"))
        #expect(try type().lines.last == "           2/2 (1)")
        // A list that the data source got while it had another view.
        let view = screen.source.view
        screen.source.view = nil
        try screen.source.apply(try list("s: x a"))
        screen.source.view = view
        #expect(try type("\r").chosen == [["a"]])
        try screen.source.apply(try list("s: x"))
        #expect(try type().lines == ["[s]", "> x", "", "", "", "               1/1"])
    }
}
