import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// What stands on the screen at chosen moments of a motion.
@Suite struct MotionFramesTests {
    /// A line, and its style: the parameters of the escape sequence, as "0;32" for green.
    private struct Line: Equatable, CustomStringConvertible {
        var text: String
        var style: String
        var description: String { "\(text) (\(style))" }
    }

    /// Shows one list and then another, and returns the lines at some times after the apply, in milliseconds.
    private func frames(
        from old: String, to new: String, _ animation: RowAnimation = .automatic, headers: Bool = false,
        duration: Int = 300, at times: [Int]
    ) throws -> [[Line]] {
        let screen = Screen(headers: headers)
        let virtual = VirtualTerminal(columns: 14, rows: 8)
        try screen.source.apply(try list(old))
        var options = InteractiveList.Options.plain
        options.motionDuration = duration
        let list = InteractiveList(screen.source, on: virtual.terminal, options)
        guard case .leave = try list.next(waits: true) else { return [] }
        let start = virtual.time
        try screen.source.apply(try TestSupport.list(new), animation: animation)
        var frames: [[Line]] = []
        var next = times[...]
        virtual.onRead = {
            if virtual.time > start {
                let lines = virtual.lines.dropLast().enumerated().map { row, text in
                    Line(text: text, style: virtual.styles(ofLine: row).sorted().joined(separator: " "))
                }
                frames.append(lines.reversed().drop { $0.text.isEmpty }.reversed())
            }
            guard let time = next.popFirst() else { return }
            virtual.time = start + time
            virtual.input = [.nothing]
        }
        guard case .leave = try list.next(waits: true) else { return [] }
        return Array(frames.prefix(times.count))
    }

    private func texts(_ frames: [[Line]]) -> [[String]] {
        frames.map { $0.map { $0.text } }
    }

    @Test func anInsertedRow() throws {
        let frames = try frames(from: "s: a b", to: "s: a new b", at: [27, 78, 150, 300, 650, 750, 1000])
        #expect(texts(frames) == [["> a", "  b"]] + Array(repeating: ["> a", "  new", "  b"], count: 6))
        #expect(frames.map { $0[1].style } == ["0", "0;2;32", "0;2;32", "0;32", "0;32", "0;2;32", "0"])
        #expect(frames.allSatisfy { $0.last?.style == "0" && $0[0].style == "0;7" })
    }

    /// The rows below close the gap when the row is gone.
    @Test func aDeletedRow() throws {
        let frames = try frames(from: "s: a gone b", to: "s: a b", at: [27, 78, 150, 225, 250, 300])
        #expect(
            texts(frames) == Array(repeating: ["> a", "  gone", "  b"], count: 4)
                + Array(repeating: ["> a", "  b"], count: 2))
        #expect(frames.map { $0[1].style } == ["0;31", "0;31", "0;2;31", "0;2;31", "0", "0"])
    }

    @Test func aRowInThePlaceOfAnother() throws {
        let frames = try frames(from: "s: a gone b", to: "s: a new b", at: [27, 78, 140, 150, 200])
        #expect(texts(frames).map { $0[1] } == ["  gone", "  gone", "  gone", "  new", "  new"])
        #expect(frames.map { $0[1].style } == ["0;31", "0;31", "0;2;31", "0;2;32", "0;32"])
        #expect(frames.allSatisfy { $0[0].text == "> a" && $0[2].text == "  b" })
    }

    /// Rows change lines when they pass each other: each row is on a line of its own at each time.
    @Test func aMovedRow() throws {
        let frames = try frames(from: "s: x a b c", to: "s: x b c a", at: [27, 50, 78, 150])
        #expect(
            texts(frames) == [
                ["> x", "  a", "  b", "  c"], ["> x", "  b", "  a", "  c"], ["> x", "  b", "  a", "  c"],
                ["> x", "  b", "  c", "  a"],
            ])
        for frame in frames {
            #expect(frame.map { $0.style } == frame.map { $0.text == "  a" ? "0;36" : $0.text == "> x" ? "0;7" : "0" })
        }
        let long = try self.frames(from: "s: x a b c d e", to: "s: x e a b c d", at: Array(1...300))
        #expect(long.allSatisfy { Set($0.map { $0.text }) == ["> x", "  a", "  b", "  c", "  d", "  e"] })
        let lines = texts(long).map { $0.firstIndex(of: "  e") ?? -1 }
        #expect(lines == lines.sorted(by: >) && Set(lines) == [5, 4, 3, 2, 1])
    }

    @Test func aRowMovedToAnotherSection() throws {
        let frames = try frames(from: "s: a b x | t: c d", to: "s: b x | t: c a d", headers: true, at: [27, 78, 150])
        #expect(
            texts(frames) == [
                ["[s]", "> b", "  a", "  x", "[t]", "  c", "  d"], ["[s]", "> b", "  x", "  a", "[t]", "  c", "  d"],
                ["[s]", "> b", "  x", "[t]", "  c", "  a", "  d"],
            ])
    }

    @Test func insertedDeletedAndMovedAtOnce() throws {
        let frames = try frames(from: "s: x a gone b c", to: "s: x c new a b", at: Array(1...300))
        // The row that moves may be behind one that stays for a moment.
        for frame in texts(frames) { #expect(Set(["> x", "  a", "  b"]).isSubset(of: Set(frame)), "\(frame)") }
        #expect(texts(frames).count { !$0.contains("  c") } < 20)
        #expect(texts(frames).last == ["> x", "  c", "  new", "  a", "  b"])
    }

    @Test func aRowThatSlidesIsClippedAtItsOwnWidth() throws {
        let right = try frames(from: "s: a", to: "s: a bcd", .right, at: [27, 78, 150, 300])
        #expect(right.map { $0.count < 2 ? "" : $0[1].text } == ["", "    b", "   bc", "  bcd"])
        let left = try frames(from: "s: a bcd", to: "s: a", .left, at: [27, 150, 225, 275, 300])
        #expect(left.map { $0.count < 2 ? "" : $0[1].text } == ["  bcd", " bcd", "bcd", "d", ""])
    }

    @Test func withoutDurationRowsJumpAndHaveTheirColors() throws {
        let frames = try frames(from: "s: a b gone", to: "s: a new b", duration: 0, at: [1, 450, 700])
        #expect(texts(frames) == Array(repeating: ["> a", "  new", "  b"], count: 3))
        #expect(frames.map { $0[1].style } == ["0;32", "0;2;32", "0"])
    }

    @Test func aLongerDuration() throws {
        let frames = try frames(from: "s: a gone b", to: "s: a b", duration: 1000, at: [500, 750, 1000])
        #expect(texts(frames) == [["> a", "  gone", "  b"], ["> a", "  gone", "  b"], ["> a", "  b"]])
    }

    /// A key ends the motion, since it may scroll, and leaves the colors.
    @Test func aKeyEndsTheMotionAndLeavesTheColors() throws {
        let screen = Screen(headers: false)
        let virtual = VirtualTerminal(columns: 14, rows: 6)
        try screen.source.apply(try list("s: a b"))
        let list = InteractiveList(screen.source, on: virtual.terminal, .plain)
        guard case .leave = try list.next(waits: true) else { return }
        let start = virtual.time
        try screen.source.apply(try TestSupport.list("s: new a b"), animation: .automatic)
        virtual.type("G")
        guard case .key = try list.next(waits: true) else { return }
        _ = try list.perform()
        var styles: [String] = []
        virtual.onRead = { styles.append(virtual.styles(ofLine: 0).sorted().joined(separator: " ")) }
        guard case .leave = try list.next(waits: true) else { return }
        #expect(virtual.lines.prefix(3) == ["  new", "  a", "> b"] && virtual.time - start == 1000)
        #expect(styles == ["0;32", "0;2;32", "0"])
    }

    /// The first list of a window is not a change of another.
    @Test func theFirstListHasNoColors() throws {
        let frames = try frames(from: "", to: "s: a b", at: [300])
        #expect(frames == [[Line(text: "> a", style: "0;7"), Line(text: "  b", style: "0")]])
    }
}
