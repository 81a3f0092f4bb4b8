import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// The rows of a search that do not fit into the window.
@Suite struct FilteredListTests {
    private static let (up, down, end) = ("\u{1b}[A", "\u{1b}[B", "\u{1b}[F")
    private static let (wheelUp, wheelDown) = ("\u{1b}[<64;1;1M", "\u{1b}[<65;1;1M")

    private func numbers(_ range: Range<Int>) throws -> Snapshot {
        var snapshot = Snapshot()
        try snapshot.appendSections([Element("s")])
        try snapshot.appendItems(range.map { Element(.integer(Int64($0))) })
        return snapshot
    }

    /// 1, 10 to 19, 21 and 31.
    private func searched() throws -> ListSession {
        let session = try ListSession(try numbers(0..<40))
        try session.type("/", "1", "\r")
        return session
    }

    @Test func theWindowScrollsOverMatches() throws {
        let session = try searched()
        #expect(try session.type() == ["[s]", "> 1", "  10", "  11", "  12", "  /1    1/13 of 40"])
        #expect(try session.type(Self.end) == ["  17", "  18", "  19", "  21", "> 31", "  /1   13/13 of 40"])
        #expect(try session.type(Self.wheelUp).prefix(5) == ["  14", "  15", "  16", "  17", "  18"])
        #expect(try session.type(Self.wheelUp, Self.wheelUp, Self.wheelUp).prefix(4) == ["[s]", "  1", "  10", "  11"])
        #expect(try session.type(Self.wheelDown).prefix(5) == ["  11", "  12", "  13", "  14", "  15"])
    }

    /// Where all rows of the window are deleted, the last matches are shown, and the nearest one is selected.
    @Test func applyDeletesTheMatchesOfTheWindow() throws {
        let session = try searched()
        try session.type(Self.end)
        var snapshot = session.screen.source.snapshot()
        snapshot.deleteItems([17, 18, 19, 21, 31].map { .integer($0) })
        try session.screen.source.apply(snapshot)
        #expect(try session.type() == ["  12", "  13", "  14", "  15", "> 16", "  /1     8/8 of 35"])
        try session.type(Self.up, Self.up)
        snapshot.deleteItems([.integer(14)])
        try session.screen.source.apply(snapshot)
        #expect(try session.type().first { $0.hasPrefix(">") } == "> 15")
    }

    /// A list that was applied while the data source had another view is searched as well.
    @Test func appliesBesideTheView() throws {
        let session = try searched()
        let source = session.screen.source
        let view = source.view
        source.view = nil
        try source.apply(try numbers(30..<50))
        source.view = view
        var snapshot = source.snapshot()
        try snapshot.appendItems([Element(.integer(51))])
        try source.apply(snapshot)
        #expect(try session.type().prefix(4) == ["[s]", "> 31", "  41", "  51"])
    }
}
