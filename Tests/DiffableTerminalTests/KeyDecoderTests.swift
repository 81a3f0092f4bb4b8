import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

@Suite struct KeyDecoderTests {
    private func names(_ pieces: [String], flushing: Bool = false) -> [String] {
        names(of: pieces.map { Array($0.utf8) }, flushing: flushing)
    }

    private func names(of pieces: [[UInt8]], flushing: Bool = false) -> [String] {
        var decoder = KeyDecoder()
        var names: [String] = []
        for piece in pieces {
            decoder.append(piece)
            while let key = decoder.next() { names.append(key.name) }
        }
        while flushing, let key = decoder.flush() { names.append(key.name) }
        return names
    }

    @Test func everyKey() {
        let expected: [(String, String)] = [
            ("\u{1b}[A", "up"), ("\u{1b}[B", "down"), ("\u{1b}[C", "right"), ("\u{1b}[D", "left"), ("\u{1b}OA", "up"),
            ("\u{1b}[H", "home"), ("\u{1b}[F", "end"), ("\u{1b}[1~", "home"), ("\u{1b}[4~", "end"), ("\u{1b}OH", "home"),
            ("\u{1b}[5~", "page_up"), ("\u{1b}[6~", "page_down"), ("\u{1b}[2~", "insert"), ("\u{1b}[3~", "delete"),
            ("\u{1b}OP", "f1"), ("\u{1b}[15~", "f5"), ("\u{1b}[17~", "f6"), ("\u{1b}[24~", "f12"), ("\r", "enter"),
            ("\t", "tab"), ("\u{1b}[Z", "shift+tab"), ("\u{7f}", "backspace"), (" ", "space"), ("a", "a"), ("Q", "Q"),
            ("é", "é"), ("界", "界"), ("\u{1}", "ctrl+a"), ("\u{0}", "ctrl+space"), ("\u{1b}x", "alt+x"),
            ("\u{1b}[1;2A", "shift+up"), ("\u{1b}[1;3B", "alt+down"), ("\u{1b}[1;6C", "ctrl+shift+right"),
            ("\u{1b}[3;5~", "ctrl+delete"), ("\u{1b}[<0;3;2M", "click"), ("\u{1b}[<64;1;1M", "wheel_up"),
            ("\u{1b}[<65;1;1M", "wheel_down"), ("\u{1b}[<4;1;1M", "shift+click"),
        ]
        for (bytes, name) in expected { #expect(names([bytes]) == [name], "\(bytes.debugDescription)") }
    }

    /// The keys do not depend on how the bytes are split into pieces.
    @Test func pieces() {
        let bytes = Array("a\u{1b}[1;2Aé\u{1b}[<0;10;20M\u{1b}OP界q".utf8)
        let whole = names(of: [bytes])
        #expect(whole == ["a", "shift+up", "é", "click", "f1", "界", "q"])
        for cut in 1..<bytes.count { #expect(names(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole) }
        #expect(names(of: bytes.map { [$0] }) == whole)
    }

    @Test func escapeIsFollowedByNothing() {
        #expect(names(["\u{1b}"]) == [])
        #expect(names(["\u{1b}"], flushing: true) == ["escape"])
        #expect(names(["\u{1b}\u{1b}[A"]) == ["escape", "up"])
    }

    /// An unknown sequence is skipped as a whole, and the key after it is not.
    @Test func skipped() {
        #expect(names(["\u{1b}[?1;2c", "a"]) == ["a"])
        #expect(names(["\u{1b}[<0;3;2m", "\u{1b}[<35;3;2M", "\u{1b}[99~", "b"]) == ["b"])
        #expect(names(of: [[0xFF, 0xC3, 0x28, 0x80]]) == ["("])
        #expect(names(["\u{1b}[" + String(repeating: "1;", count: 40), "c"]).last == "c")
        #expect(names(["\u{1b}[99999999999999999999~", "d"]) == ["d"])
    }

    @Test func random() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) | (Bool.random(using: &random) ? 0 : 0x1B) }
            var decoder = KeyDecoder()
            decoder.append(bytes)
            var keys = 0
            while decoder.next() != nil { keys += 1 }
            while decoder.isIncomplete {
                _ = decoder.flush()
                while decoder.next() != nil { keys += 1 }
            }
            #expect(keys <= bytes.count)
        }
    }
}
