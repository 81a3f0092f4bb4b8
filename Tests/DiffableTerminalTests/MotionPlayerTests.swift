import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// The frames of animated applies in the lines of a text view, by a clock that only waiting advances.
@Suite struct MotionPlayerTests {
    /// Data sources with a text view each on one terminal, with motion or without.
    private final class Session {
        let virtual: VirtualTerminal
        let isMoving: Bool
        private let player: MotionPlayer
        /// Whether the player has called `open`, which blocks signals, and not yet `close`.
        private(set) var isOpen = false
        /// Receives the text that is written without motion.
        var write: (String) -> Void
        /// Lines that scripts add.
        var log: [String] = []

        init(columns: Int = 60, rows: Int = 12, isMoving: Bool = true) {
            let virtual = VirtualTerminal(columns: columns, rows: rows)
            self.virtual = virtual
            self.isMoving = isMoving
            write = { virtual.write($0) }
            var setOpen: (Bool) -> Void = { _ in }
            var terminal = virtual.terminal
            terminal.close = { setOpen(false) }
            player = MotionPlayer(on: terminal) { setOpen(true) }
            setOpen = { [unowned self] in isOpen = $0 }
        }

        func source(_ text: String = "", context: Int = 6, color: TextView.Color = .never) throws -> DataSource {
            let source = DataSource()
            source.cellProvider = { (item, _) in Cell(text: item.identifier.description.filter { $0 != "\"" }) }
            let options = TextView.Options(context: context, color: color)
            let sink = isMoving ? player.animationSink : nil
            let view = TextView(
                options, output: TextOutput(animationSink: { sink }) { [unowned self] (text) in write(text) })
            source.view = view.view
            if text != "" { try source.apply(try list(text), animatingDifferences: false) }
            return source
        }

        func settle() throws {
            try player.animationSink.finish()
        }

        /// Prints as a program has to: after a pending motion.
        func print(_ text: String) throws {
            try settle()
            virtual.write(text + "\n")
        }

        /// All lines that were written, also those that scrolled off, up to the last that is not blank.
        var lines: [String] {
            (virtual.scrollback + virtual.lines).reversed().drop { $0.isEmpty }.reversed()
        }
    }

    /// Runs a script without motion and with it, and expects the same lines at the end. Returns the session with
    /// motion.
    @discardableResult
    private func compare(columns: Int = 60, rows: Int = 12, _ script: (Session) throws -> Void) throws -> Session {
        let plain = Session(columns: columns, rows: rows, isMoving: false)
        try script(plain)
        let session = Session(columns: columns, rows: rows)
        try script(session)
        try session.settle()
        #expect(session.lines == plain.lines)
        #expect(session.virtual.isAtRest && !session.isOpen)
        return session
    }

    /// The frames of one apply, without its summary. The last one is the final text.
    private func frames(from old: String, to new: String, _ animation: RowAnimation) throws -> [[String]] {
        var (first, start, above) = (0, 0, 0)
        let session = try compare { session in
            let source = try session.source(old)
            (first, start) = (session.virtual.writes.count, session.virtual.time)
            above = session.lines.count
            try source.apply(try list(new), animation: animation)
        }
        #expect(session.virtual.time - start == 300)
        let writes = session.virtual.writes[first...]
        for write in writes { #expect(write.hasPrefix("\u{1b}[?2026h") && write.hasSuffix("\u{1b}[?2026l")) }
        #expect(writes.first?.contains("\u{1b}[?25l") == true && writes.last?.contains("\u{1b}[?25h") == true)
        return session.virtual.frames[first...].map { frame in Array(frame[above...].prefix { !$0.hasPrefix("=") }) }
    }

    @Test func rowsSlideInFromTheLeft() throws {
        let frames = try frames(from: "s: a b", to: "s: a new b", .left)
        #expect(frames.first == ["     a", "     b", ""])
        let seen = frames.map { $0[1] }.filter { $0 != "" && "+    new".hasSuffix($0) }.map { $0.count }
        #expect(seen == seen.sorted() && Set(seen).count > 3)
        #expect(frames.last == ["     a", "+    new", "     b"])
    }

    @Test func rowsSlideInFromTheRight() throws {
        let frames = try frames(from: "s: a", to: "s: a new", .right)
        #expect(frames.first == ["     a", ""])
        // It comes out from behind the edge of its own text.
        let columns = frames.map { $0[1].drop { $0 == " " }.count }
        #expect(columns == columns.sorted() && Set(columns).count > 4 && frames.allSatisfy { $0[1].count <= 8 })
        #expect(frames.last == ["     a", "+    new"])
    }

    @Test func rowsComeFromAboveAndBelow() throws {
        let top = try frames(from: "s: a b c", to: "s: a b c new", .top)
        #expect(top.first == ["     a", "     b", "     c", ""])
        let down = top.compactMap { $0.firstIndex(of: "+    new") }
        // It comes from behind the rows that stay.
        #expect(
            top.allSatisfy { $0.prefix(3) == ["     a", "     b", "     c"] } && Set(down) == [3]
                && down.count < top.count)
        let bottom = try frames(from: "s: a b c", to: "s: new a b c", .bottom)
        #expect(bottom.first == ["     a", "     b", "     c", ""])
        let up = bottom.compactMap { $0.firstIndex(of: "+    new") }
        #expect(up == up.sorted(by: >) && Set(up).isSuperset(of: [0, 3]))
    }

    @Test func rowsFade() throws {
        for animation in [RowAnimation.fade, .automatic, .middle] {
            var styles: [Set<String>] = []
            let session = try compare { session in
                let source = try session.source("s: a b", color: .always)
                session.virtual.onRead = { styles.append(session.virtual.styles(ofLine: 4)) }
                try source.apply(try list("s: a new b"), animation: animation)
            }
            // The new row is at the old line of b: first invisible, then dim, then in its color.
            #expect(styles.first == ["0"] && styles.contains(["0;2;32"]) && styles.last == ["0;32"])
            #expect(session.virtual.styles(ofLine: 4) == ["32"])
        }
    }

    @Test func movedRowsMove() throws {
        let frames = try frames(from: "s: x a b c", to: "s: x b c a", .left)
        #expect(frames.first == ["     x", ">    a", "     b", "     c"])
        let lines = frames.compactMap { $0.firstIndex(of: ">    a") }
        #expect(lines == lines.sorted() && Set(lines) == [1, 2, 3])
        #expect(frames.last == ["     x", "     b", "     c", ">    a"])
    }

    @Test func deletedRowsUncoverTheirLines() throws {
        let (before, after) = ("     gone", "-    gone")
        let left = try frames(from: "s: a gone b", to: "s: a b", .left)
        #expect(left.first == ["     a", before, "     b"])
        let steps = (0...9).map { count in String(before.dropFirst(count)) + String(after.suffix(count)) }
        #expect(Set(left.map { $0[1] }).isSubset(of: steps))
        let right = try frames(from: "s: a gone b", to: "s: a b", .right)
        let stepsBack = [after] + (0...9).map { count in trimmed(String((after.prefix(count) + before).prefix(9))) }
        #expect(Set(right.map { $0[1] }).isSubset(of: stepsBack))
        func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }
        #expect(Set(left.map { $0[1] }).count > 4 && Set(right.map { $0[1] }).count > 4)
        let fade = try frames(from: "s: a gone b", to: "s: a b", .fade)
        #expect(Set(fade) == [["     a", "     gone", "     b"], ["     a", "-    gone", "     b"]])
        for frames in [left, right, fade] { #expect(frames.last == ["     a", "-    gone", "     b"]) }
    }

    @Test func foldedRowsStayBetween() throws {
        var first = 0
        let session = try compare { session in
            let source = try session.source("s: a b c d e f g h i j", context: 1)
            first = session.virtual.frames.count
            try source.apply(try list("s: a b c d e f g h i j new"), animation: .left)
        }
        for frame in session.virtual.frames[first...] { #expect(frame.contains("     ... 8 unchanged")) }
    }

    // MARK: - Several applies

    /// Two applies at the same time, one from the left and one from the right.
    @Test func appliesMoveTogether() throws {
        var start = 0
        let session = try compare { session in
            let source = try session.source("s: a")
            start = session.virtual.time
            try source.apply(try list("s: a left"), animation: .left)
            try source.apply(try list("s: a left right"), animation: .right)
        }
        #expect(session.virtual.time - start == 300)
        #expect(
            session.virtual.frames.contains {
                $0[3].hasSuffix("left") && $0[3].count < 9 && $0[7].hasPrefix(" ") && $0[7].count == 10
            })
    }

    @Test func appliesOfSeveralDataSourcesMoveTogether() throws {
        let session = try compare { session in
            let (one, other) = (try session.source(), try session.source())
            try one.apply(try list("s: a b"), animation: .left)
            try other.apply(try list("t: c"), animation: .bottom)
        }
        #expect(session.virtual.time == 300)
    }

    @Test func anApplyThatDoesNotFitMovesAfterTheOthers() throws {
        let session = try compare(rows: 6) { session in
            let (one, other) = (try session.source(), try session.source())
            try one.apply(try list("s: a b"), animation: .left)
            try other.apply(try list("t: c d"), animation: .left)
        }
        #expect(session.virtual.time == 600)
    }

    @Test func aLaterApplyMovesByItself() throws {
        let session = try compare { session in
            let source = try session.source()
            try source.apply(try list("s: a"), animation: .left)
            session.virtual.time += 299
            try source.apply(try list("s: a b"), animation: .left)
            session.virtual.time += 1
            try source.apply(try list("s: a b c"), animation: .left)
        }
        #expect(session.virtual.time == 900)
    }

    @Test func otherOutputIsWrittenAfterTheMotion() throws {
        let session = try compare { session in
            let source = try session.source()
            try source.apply(try list("s: a"), animation: .left)
            try session.print("between")
            session.log.append("\(session.virtual.time)")
            try source.apply(try list("s: a b"), animation: .left)
            try source.apply(try list("s: a b c"), animatingDifferences: false)
            session.log.append("\(session.virtual.time)")
            try source.apply(try list("s: a b c d"), animation: RowAnimation.none)
            try source.applyUsingReloadData(try list("s: a"))
        }
        #expect(session.log == ["300", "600"] && session.virtual.time == 600)
    }

    @Test func completionsAreCalledAfterTheMotion() throws {
        let session = try compare { session in
            let source = try session.source()
            func log(_ name: String) {
                session.log.append("\(name) \(session.virtual.time) \(session.virtual.lines.last { $0 != "" } ?? "")")
            }
            try source.apply(try list("s: a"), animation: .left)
            let following = try list("s: a b c")
            try source.apply(try list("s: a b"), animation: .left) { (_) throws(DiffableError) in
                log("first")
                try source.apply(following, animation: .right) { _ in log("inner") }
                log("end of first")
            }
            log("returned")
            try source.apply(try list("s: a b c"), animation: .left) { _ in log("unchanged") }
        }
        #expect(
            session.log == [
                "first 300 =  1 item inserted (left)", "end of first 300 =  1 item inserted (left)",
                "inner 600 =  1 item inserted (right)", "returned 600 =  1 item inserted (right)",
                "unchanged 600 =  no changes (left)",
            ])
    }

    @Test func aFailedApplyDoesNotAffectTheOthers() throws {
        let session = try compare { session in
            let source = try session.source()
            try source.apply(try list("s: a"), animation: .left)
            source.cellProvider = { (_, _) throws(DiffableError) in throw .refused }
            let failure = thrown { () throws(DiffableError) in
                guard let next = try? list("s: a b") else { return }
                try source.apply(next, animation: .left)
            }
            #expect(failure?.code == .providerFailed)
        }
        #expect(session.virtual.time == 300)
    }

    @Test func withoutMovingRowsNoTimePasses() throws {
        let session = try compare { session in
            let source = try session.source("s: a")
            try source.apply(try list("s: a"), animation: .left)
            try source.apply(try list("s: a@2"), animation: .left)
        }
        #expect(session.virtual.time == 0)
    }

    // MARK: - The terminal

    @Test func onlyTheLastLinesOfALongTextMove() throws {
        let session = try compare(rows: 5) { session in
            try session.source().apply(try list("s: a b c d e f g h"), animation: .right)
        }
        #expect(session.virtual.time == 300 && session.virtual.frames.count > 5)
        for frame in session.virtual.frames { #expect(frame.last == "") }
        #expect(session.virtual.scrollback.suffix(5) == ["+    a", "+    b", "+    c", "+    d", "+    e"])
    }

    @Test func tooSmallTerminalsShowNoMotion() throws {
        for (columns, rows) in [(60, 1), (0, 0), (40, 12)] {
            let session = Session(columns: columns, rows: rows)
            var text = ""
            session.write = { text += $0 }
            let source = try session.source()
            try source.apply(try list("s: a"), animation: .left)
            #expect(text.hasSuffix("+    a\n=  1 section inserted; 1 item inserted (left)\n"))
            try session.settle()
            #expect(session.virtual.writes.isEmpty)
        }
    }

    @Test func anotherSizeEndsTheMotion() throws {
        let session = Session()
        let source = try session.source("s: a b")
        var reads = 0
        session.virtual.onRead = {
            reads += 1
            if reads == 4 { session.virtual.grow(by: 3) }
        }
        try source.apply(try list("s: b new a"), animation: .left)
        try session.settle()
        #expect(session.virtual.time == 100 && reads == 4)
        #expect(session.lines.suffix(4) == ["     b", "+    new", ">    a", "=  1 item inserted, 1 moved (left)"])
        #expect(
            session.virtual.writes.last?.contains("\u{1b}[J") == true && session.virtual.isAtRest && !session.isOpen)
        try source.apply(try list("s: b"), animation: .left)
        session.virtual.grow(by: 1)
        try session.settle()
        #expect(session.virtual.time == 100 && session.lines.last == "=  2 items deleted (left)")
    }

    @Test func aSignalEndsTheMotion() throws {
        let session = Session()
        let source = try session.source("s: a b")
        var openAtRead: [Bool] = []
        session.virtual.onRead = {
            openAtRead.append(session.isOpen)
            if openAtRead.count == 3 { session.virtual.input = [.end] }
        }
        try source.apply(try list("s: b a"), animation: .left)
        #expect(!session.isOpen)
        try session.settle()
        #expect(
            openAtRead == [true, true, true]
                && session.lines.suffix(3) == ["     b", ">    a", "=  1 item moved (left)"])
        #expect(session.virtual.isAtRest && !session.isOpen)
    }

    /// From any list to any other, with any animation, at any size.
    @Test func everyMotionEndsWithTheSameTextAsWithoutMotion() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<40 {
            let rows = Int.random(in: 2...14, using: &random)
            let seed = UInt64.random(in: 0...UInt64.max, using: &random)
            try compare(columns: 100, rows: rows) { session in
                var random = SplitMix64(seed: seed)
                let sources = [try session.source(context: 1), try session.source(context: 0, color: .always)]
                for _ in 0..<8 {
                    let source = sources[Int.random(in: 0...1, using: &random)]
                    let sections = ["s", "t"].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
                    var items = "abcdefghij".map { String($0) }.shuffled(using: &random)[...]
                    let text = sections.map { section in
                        defer { items = items.dropFirst(4) }
                        return section + ": "
                            + items.prefix(Int.random(in: 0...4, using: &random)).joined(separator: " ")
                    }
                    let completion: DataSource.TransactionHandler = { _ in session.log.append("completed") }
                    try source.apply(
                        try list(text.joined(separator: " | ")), animatingDifferences: Bool.random(using: &random),
                        animation: RowAnimation.allCases.randomElement(using: &random),
                        completion: Bool.random(using: &random) ? completion : nil)
                    if Bool.random(using: &random) { try session.print("printed") }
                }
            }
        }
    }
}
