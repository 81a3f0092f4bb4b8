import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// The frames between two states of a list, by a clock that only waiting advances.
@Suite struct MotionTests {
    private var buildsNewSnapshots = false
    private let screen = Screen(headers: false)
    private let virtual = VirtualTerminal(columns: 12, rows: 5)

    /// Shows one list and then another, and returns the frames between them, without the status line.
    private func frames(from old: String, to new: String, _ animation: RowAnimation?, colors: Bool = true) throws
        -> [[String]]
    {
        try screen.source.apply(try list(old))
        let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
        guard case .leave = try list.next(waits: true) else { return [] }
        let (count, start) = (virtual.frames.count, virtual.time)
        var reads = 0
        virtual.onRead = { reads += 1 }
        try screen.source.apply(try next(new), animatingDifferences: animation != nil, animation: animation)
        guard case .leave = try list.next(waits: true) else { return [] }
        // One read for each frame, 40 frames a second; then the colors of rows that changed become dim, and end.
        #expect(virtual.time - start == (animation == nil ? 0 : colors ? 1000 : 300))
        #expect(reads == (animation == nil ? 1 : colors ? 15 : 13))
        for write in virtual.writes {
            #expect(write.hasPrefix("\u{1b}[?2026h") && write.hasSuffix("\u{1b}[?2026l"))
            #expect(!write.contains("\u{1b}[2J") || write == virtual.writes[0])
        }
        return virtual.frames[count...].map { Array($0.dropLast()) }
    }

    /// A snapshot that shares the identifier tables of the current one, as an edited copy does, or one with tables of
    /// its own.
    private func next(_ text: String) throws -> Snapshot {
        if buildsNewSnapshots { return try list(text) }
        var snapshot = screen.source.newSnapshot()
        try snapshot.appendSections([Element("s")])
        try snapshot.appendItems(try list(text).itemIdentifiers.map { Element($0) })
        return snapshot
    }

    @Test func rowsSlideIn() throws {
        let left = try frames(from: "s: a", to: "s: a b", .left)
        #expect(left.contains { $0[1] == "b" })
        #expect(left.last == ["> a", "  b", "", ""])
        for frame in left { #expect(frame[0] == "> a" && frame[1] == String("  b".suffix(frame[1].count))) }
        #expect(left.map { $0[1].count } == left.map { $0[1].count }.sorted())
    }

    @Test func rowsSlideOut() throws {
        let right = try frames(from: "s: a bcd", to: "s: a", .right, colors: false)
        #expect(right.last == ["> a", "", "", ""])
        // It goes behind the edge of its own text, slowly at first.
        #expect(
            right.allSatisfy { ["  bcd", "   bc", "    b", ""].contains($0[1]) } && Set(right.map { $0[1] }).count == 4)
    }

    @Test func rowsComeFromAboveAndBelow() throws {
        let top = try frames(from: "s: a", to: "s: a b", .top)
        // It comes from behind the row that stays.
        #expect(
            top.allSatisfy { $0[0] == "> a" } && top.contains { $0[1] == "" } && top.last == ["> a", "  b", "", ""])
        let bottom = try frames(from: "s: a", to: "s: a b", .bottom)
        #expect(bottom.contains { $0[3] == "  b" } && bottom.last == ["> a", "  b", "", ""])
    }

    @Test func newlyBuiltSnapshotsMoveTheSame() throws {
        for animation in RowAnimation.allCases where animation != .none {
            let frames = try MotionTests().frames(from: "s: x a b c", to: "s: x b new a", animation)
            var other = MotionTests()
            other.buildsNewSnapshots = true
            #expect(try other.frames(from: "s: x a b c", to: "s: x b new a", animation) == frames)
            #expect(frames.count > 2)
        }
    }

    @Test func movedRowsMove() throws {
        let moved = try frames(from: "s: x a b c", to: "s: x b c a", .automatic)
        let lines = moved.compactMap { frame in frame.firstIndex(of: "  a") }
        #expect(lines == lines.sorted() && Set(lines) == [1, 2, 3])
        #expect(moved.last == ["> x", "  b", "  c", "  a"])
    }

    @Test func rowsThatStayAreNeverHidden() throws {
        let swapped = try frames(from: "s: a b c d", to: "s: d b c a", .automatic)
        #expect(swapped.count > 2)
        for frame in swapped { #expect(frame[1] == "  b" && frame[2] == "  c") }
        #expect(swapped.last == ["> d", "  b", "  c", "  a"])
    }

    @Test func rowsFadeOutAsTheyFadeIn() {
        let (here, duration) = (RowTween.Point(line: 1), RowTween.standardDuration)
        let coming = RowTween(from: here, to: here, start: 40, fades: true)
        let leaving = RowTween(from: here, to: here, start: 40, isLeaving: true, fades: true, waits: true)
        for time in 0...duration { #expect(coming.style(at: 40 + time) == leaving.style(at: 40 + duration - time)) }
    }

    @Test func rowsFade() throws {
        let faded = try frames(from: "s: a", to: "s: a b", .fade)
        #expect(faded.last == ["> a", "  b", "", ""])
        #expect(virtual.writes.contains { $0.contains("\u{1b}[0;2;32m  b") || $0.contains("\u{1b}[0;2;32mb") })
        #expect(virtual.styles(ofLine: 1) == ["0"])
    }

    @Test func withoutAnimationItIsOneFrame() throws {
        #expect(try frames(from: "s: a b", to: "s: b a", nil) == [["> b", "  a", "", ""]])
    }

    /// A word that changed in a row is yellow for a second, also if the list changes meanwhile. It is drawn when that
    /// begins and ends.
    @Test(arguments: ["b new", "c", "b"])
    func updatedWordsFlash(text: String) throws {
        for animation in [RowAnimation.automatic, .none] {
            let screen = Screen(headers: false)
            let virtual = VirtualTerminal(columns: 12, rows: 5)
            var isUpdated = false
            let provide = screen.source.cellProvider!
            screen.source.cellProvider = { (item, path) throws(DiffableError) in
                isUpdated && path.item == 1 ? Cell(text: text) : try provide(item, path)
            }
            try screen.source.apply(try list("s: a b"))
            let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
            guard case .leave = try list.next(waits: true) else { return }
            isUpdated = true
            var snapshot = screen.source.snapshot()
            try snapshot.reconfigureItems([Element("b")])
            try screen.source.apply(snapshot, animation: animation)
            var colors: [Set<String>] = []
            virtual.onRead = {
                colors.append(virtual.styles(ofLine: 1))
                if colors.count == 1 {
                    // A list with identifier tables of its own.
                    _ = try? screen.source.apply(try TestSupport.list("s: a b"))
                }
            }
            guard case .leave = try list.next(waits: true) else { return }
            #expect(virtual.styles(ofLine: 0) == ["0;7"])
            if animation == .none || text == "b" {
                #expect(colors == [["0"]])
                #expect(virtual.time == 0)
            } else {
                // Only a word of the line has the color: what was there before has none.
                let isWhole = text == "c"
                #expect(colors == [["0;33"], ["0;2;33"], ["0"]].map { isWhole || $0 == ["0"] ? $0 : $0.union(["0"]) })
                #expect(virtual.time == 1000)
            }
        }
    }

    /// The bar of the selected row has one color, up to its end.
    @Test func theBarHasOneColor() throws {
        try screen.source.apply(try list("s: a"))
        let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
        guard case .leave = try list.next(waits: true) else { return }
        try screen.source.apply(try next("s: b a"), animation: .fade)
        var bars: [Set<String>] = []
        virtual.onRead = { [virtual] in bars.append(virtual.allStyles(ofLine: 0)) }
        guard case .leave = try list.next(waits: true) else { return }
        #expect(bars.contains(["0;7;32"]))
        #expect(bars.allSatisfy { $0.count == 1 })
    }

    /// The second apply moves rows from where they are, and does not change tweens whose target is the same.
    @Test func appliesOverlap() throws {
        try screen.source.apply(try list("s: a"))
        let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
        guard case .leave = try list.next(waits: true) else { return }
        try screen.source.apply(try next("s: a b"), animation: .left)
        var reads = 0
        virtual.onRead = { [screen] in
            reads += 1
            if reads == 5 { _ = try? screen.source.apply(try self.next("s: a b c"), animation: .left) }
        }
        guard case .leave = try list.next(waits: true) else { return }
        #expect(virtual.time == 1100)
        #expect(virtual.frames.contains { $0[1] == "  b" && $0[2] != "  c" })
        #expect(virtual.lines.dropLast() == ["> a", "  b", "  c", ""])
    }

    /// A leaving row that is inserted again turns where it is.
    @Test func rowsTurn() throws {
        try screen.source.apply(try list("s: a bcdefgh"))
        let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
        guard case .leave = try list.next(waits: true) else { return }
        let first = virtual.frames.count - 1
        try screen.source.apply(try next("s: a"), animation: .right)
        var reads = 0
        virtual.onRead = { [screen] in
            reads += 1
            if reads == 10 { _ = try? screen.source.apply(try self.next("s: a bcdefgh"), animation: .right) }
        }
        guard case .leave = try list.next(waits: true) else { return }
        // How far it is from its place.
        let columns = virtual.frames[first...].map { $0[1].prefix { $0 == " " }.count - 2 }
        let turn = try #require(columns.firstIndex(of: columns.max() ?? 0))
        #expect(columns.first == 0 && columns[turn] > 2 && columns[turn] < 9 && columns.last == 0)
        #expect(zip(columns, columns.dropFirst()).allSatisfy { abs($0 - $1) <= 3 }, "\(columns)")
    }

    /// From any list to any other, at any size: a motion ends with the screen that is drawn without one.
    @Test func everyMotionEnds() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100 {
            (virtual.columns, virtual.rows) = (
                Int.random(in: 1...12, using: &random), Int.random(in: 1...6, using: &random)
            )
            let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
            for _ in 0..<4 {
                let items = "abcdefgh".shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)).map {
                    String($0)
                }
                let animation = RowAnimation.allCases.randomElement(using: &random)
                try screen.source.apply(try next("s: " + items.joined(separator: " ")), animation: animation)
                _ = try list.next(waits: true)
            }
            let moved = virtual.lines
            virtual.columns += 1
            _ = try list.next(waits: true)
            virtual.columns -= 1
            _ = try list.next(waits: true)
            #expect(virtual.lines == moved)
        }
    }
}
