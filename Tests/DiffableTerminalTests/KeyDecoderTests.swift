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
            ("\u{1b}[H", "home"), ("\u{1b}[F", "end"), ("\u{1b}[1~", "home"), ("\u{1b}[4~", "end"),
            ("\u{1b}OH", "home"),
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

    /// The keys of some pieces, with the text of what is pasted.
    private func pasted(_ pieces: [[UInt8]]) -> [String] {
        var decoder = KeyDecoder()
        var found: [String] = []
        for piece in pieces {
            decoder.append(piece)
            while let key = decoder.next() {
                if case .paste(let text) = key.code { found.append("<\(text)>") } else { found.append(key.name) }
            }
        }
        return found
    }

    private func pasted(_ text: String) -> [String] { pasted([Array(text.utf8)]) }

    @Test func pastes() {
        #expect(pasted("a\u{1b}[200~one two\u{1b}[201~b") == ["a", "<one two>", "b"])
        #expect(pasted("\u{1b}[200~\u{1b}[201~") == ["<>"])
        // Nothing in a paste is a key, and nothing of it controls a terminal.
        #expect(pasted("\u{1b}[200~q\t\r\n\u{1b}[A\u{3}\u{202E}é界\u{1b}[201~") == ["<q[Aé界>"])
        #expect(pasted("\u{1b}[200~a\u{1b}[200~b\u{1b}[201~c\u{1b}[201~") == ["<a[200~b>", "c"])
        #expect(pasted([[0x1B] + Array("[200~".utf8) + [0xFF, 0x61, 0xC3] + [0x1B] + Array("[201~".utf8)]) == ["<a>"])
        // An end without a beginning is skipped.
        #expect(pasted("\u{1b}[201~x") == ["x"])
    }

    @Test func pastesInPieces() {
        let bytes = Array("x\u{1b}[200~\u{1b}[20 é\u{1b}[201~y".utf8)
        let whole = pasted([bytes])
        #expect(whole == ["x", "<[20 é>", "y"])
        for cut in 1..<bytes.count { #expect(pasted([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "\(cut)") }
        #expect(pasted(bytes.map { [$0] }) == whole)
    }

    /// What is beyond the limit is dropped, and what follows the paste is not.
    @Test func aLongPaste() {
        let long = Array(repeating: UInt8(ascii: "a"), count: 100_000)
        let found = pasted([Array("\u{1b}[200~".utf8), long, long, Array("\u{1b}[201~z".utf8)])
        #expect(found.count == 2 && found[0].count == 65536 + 2 && found[1] == "z")
    }

    /// A paste whose end does not come is neither a key nor the beginning of one: its bytes are not decoded after a
    /// while.
    @Test func aPasteWithoutEnd() {
        var decoder = KeyDecoder()
        decoder.append(Array("\u{1b}[200~abc\u{1b}[20".utf8))
        let early = decoder.next()
        #expect(early == nil && !decoder.isIncomplete)
        decoder.append(Array("1~".utf8))
        let (key, later) = (decoder.next(), decoder.next())
        #expect(key?.name == "paste" && later == nil)
    }

    @Test func random() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<12).map { _ in
                UInt8.random(in: 0...255, using: &random) | (Bool.random(using: &random) ? 0 : 0x1B)
            }
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
