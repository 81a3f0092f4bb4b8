import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct EscapingTests {
    private func escaped(_ bytes: [UInt8], quoting: Bool = false) -> String {
        bytes.withUnsafeBytes { Escaping.escaped($0, quoting: quoting) }
    }

    @Test(arguments: [
        ("", ""), ("plain text", "plain text"), ("Zürich, 東京 🇨🇭", "Zürich, 東京 🇨🇭"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{0}\u{7}\u{7F}", "\\u{0}\\u{7}\\u{7f}"),
        ("\u{80}\u{9B}31m\u{9F}\u{A0}", "\\u{80}\\u{9b}31m\\u{9f}\u{A0}"),
        ("\u{202E}evil\u{200F}", "\\u{202e}evil\\u{200f}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("e\u{301} \u{200D}", "e\u{301} \u{200D}"), ("quote \" and \\", "quote \" and \\"),
    ])
    func textIsShownAndNeverObeyed(text: String, shown: String) {
        #expect(escaped(Array(text.utf8)) == shown)
    }

    /// Every scalar that would do something instead of showing something, and its neighbours that do not.
    @Test func scalarsThatMustBeEscaped() {
        let escaped =
            [0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069]
            as [ClosedRange<UInt32>]
        for value in 0...0x3000 as ClosedRange<UInt32> {
            let scalar = Unicode.Scalar(value)!
            #expect(Escaping.mustEscape(scalar) == escaped.contains { $0.contains(value) }, "\(value)")
        }
    }

    @Test func quotedTextCanStandInQuotes() {
        #expect(escaped(Array("a\"b\\c\n".utf8), quoting: true) == "a\\\"b\\\\c\\n")
        #expect(Identifier("say \"hi\"\u{1B}").description == "\"say \\\"hi\\\"\\u{1b}\"")
        #expect(Identifier.integer(-5).description == "-5")
        #expect(Identifier("-5").description == "\"-5\"")
    }

    /// Of more than 80 characters of any size a message quotes 80, and says how many bytes there are.
    @Test(arguments: [
        ("a", 80, ""), ("a", 81, "... (81 bytes)"), ("é", 81, "... (162 bytes)"), ("東", 350, "... (1,050 bytes)"),
        ("a", 10_485_760, "... (10,485,760 bytes)"),
    ])
    func messagesQuoteTheBeginningOfLongText(character: String, count: Int, end: String) {
        let text = Identifier(String(repeating: character, count: count))
        #expect(text.quoted == "\"\(String(repeating: character, count: min(count, 80)))\"\(end)")
        #expect(text.description.utf8.count == character.utf8.count * count + 2)
    }

    @Test func bytesThatAreNoTextCountAsCharacters() {
        #expect(
            Identifier.bytes([UInt8](repeating: 0xC3, count: 81)).quoted
                == "\"\(String(repeating: "\\xc3", count: 80))\"... (81 bytes)")
        #expect(
            Identifier(String(repeating: "\n", count: 81)).quoted
                == "\"\(String(repeating: "\\n", count: 80))\"... (81 bytes)")
    }

    /// Bytes that are no UTF-8: alone, cut off, overlong, surrogates, beyond the last scalar.
    @Test(
        arguments: [
            ([0x80], "\\x80"), ([0xFF, 0x41], "\\xffA"), ([0xC3], "\\xc3"), ([0xC3, 0x41], "\\xc3A"),
            ([0xE2, 0x82], "\\xe2\\x82"), ([0xE2, 0x82, 0x41], "\\xe2\\x82A"), ([0xC0, 0x80], "\\xc0\\x80"),
            ([0xC1, 0xBF], "\\xc1\\xbf"), ([0xE0, 0x80, 0x80], "\\xe0\\x80\\x80"),
            ([0xE0, 0x9F, 0xBF], "\\xe0\\x9f\\xbf"),
            ([0xF0, 0x80, 0x80, 0x80], "\\xf0\\x80\\x80\\x80"), ([0xF0, 0x8F, 0xBF, 0xBF], "\\xf0\\x8f\\xbf\\xbf"),
            ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xED, 0xBF, 0xBF], "\\xed\\xbf\\xbf"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"), ([0xF5, 0x80], "\\xf5\\x80"),
            ([0x41, 0x0F, 0x80], "A\\u{f}\\x80"),
        ] as [([UInt8], String)])
    func brokenBytesAreSpelledOut(bytes: [UInt8], shown: String) {
        #expect(escaped(bytes) == shown)
    }

    @Test func everyScalarIsReadAsItself() {
        // The ends of each length of encoding, and every 977th in between.
        let values =
            [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]
            + Array(stride(from: 0, to: 0x110000, by: 977))
        for scalar in values.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let bytes = Array(String(Character(scalar)).utf8)
            bytes.withUnsafeBytes { bytes in
                var decoder = UTF8Decoder(bytes)
                guard case .scalar(let read)? = decoder.next(), read == scalar, decoder.next() == nil else {
                    Issue.record("U+\(String(scalar.value, radix: 16))")
                    return
                }
            }
        }
    }

    /// The standard library is the oracle for what is UTF-8 at all.
    @Test func randomBytes() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let bytes = (0..<random.number(in: 1...6)).map { _ in
                random.pick(
                    [0x41, 0x80, 0xBF, 0x9F, 0xA0, 0x90, 0x8F, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4]
                        as [UInt8])
            }
            var scalars: [Unicode.Scalar] = []
            var isValid = true
            bytes.withUnsafeBytes { bytes in
                var decoder = UTF8Decoder(bytes)
                while let step = decoder.next() {
                    if case .scalar(let scalar) = step { scalars.append(scalar) } else { isValid = false }
                }
            }
            let expected = String(validating: bytes, as: UTF8.self)
            #expect(isValid == (expected != nil), "\(bytes)")
            if let expected { #expect(scalars == Array(expected.unicodeScalars)) }
        }
    }
}
