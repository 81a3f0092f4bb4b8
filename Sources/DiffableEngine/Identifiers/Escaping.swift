/// Makes text from outside safe to show. Control characters and bytes that are not UTF-8 are replaced by escape
/// sequences (`\n`, `\u{1b}`, `\xff`).
package enum Escaping {
    /// How many characters of a text a message quotes.
    private static let quotedLimit = 80

    /// Returns the bytes as text. If `quoting`, quotes and backslashes are escaped as well, so that the result can be
    /// put in quotes. If `lines`, newlines and tabs are not escaped.
    package static func escaped(_ bytes: UnsafeRawBufferPointer, quoting: Bool = false, lines: Bool = false) -> String {
        var decoder = UTF8Decoder(bytes)
        return escaped(&decoder, atMost: .max, quoting: quoting, lines: lines)
    }

    /// Returns the bytes in quotes, as messages show them. If there are more than 80 characters, only the first 80 are
    /// shown, and then the number of bytes.
    package static func quoted(_ bytes: UnsafeRawBufferPointer) -> String {
        var decoder = UTF8Decoder(bytes)
        let text = escaped(&decoder, atMost: quotedLimit, quoting: true)
        return decoder.isAtEnd ? "\"\(text)\"" : "\"\(text)\"... (\(grouped(bytes.count)) bytes)"
    }

    /// A number with commas as thousands separators.
    private static func grouped(_ number: Int) -> String {
        if number < 1_000 { return String(number) }
        let last = number % 1_000
        return "\(grouped(number / 1_000)),\(last < 10 ? "00" : last < 100 ? "0" : "")\(last)"
    }

    /// The next characters of a decoder as text. A byte that is not UTF-8 counts as a character.
    private static func escaped(_ decoder: inout UTF8Decoder, atMost count: Int, quoting: Bool, lines: Bool = false)
        -> String
    {
        var result = ""
        var left = count
        while left > 0, let step = decoder.next() {
            left -= 1
            switch step {
            case .invalid(let byte):
                result += "\\x" + hexadecimal(UInt32(byte), digits: 2)
            case .scalar(let scalar):
                if quoting && (scalar == "\"" || scalar == "\\") {
                    result += "\\"
                    result.unicodeScalars.append(scalar)
                } else if mustEscape(scalar) && !(lines && (scalar == "\n" || scalar == "\t")) {
                    result += named(scalar) ?? "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Whether a scalar must be escaped. True for control characters (C0, DEL, C1), line and paragraph separators, and
    /// marks that change the direction of text.
    package static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: true
        default: false
        }
    }

    private static func named(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: nil
        }
    }

    package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// Decodes UTF-8 into scalars. A byte that is not part of a scalar is returned as invalid.
package struct UTF8Decoder {
    package enum Step {
        case scalar(Unicode.Scalar)
        case invalid(UInt8)
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    var isAtEnd: Bool { position == bytes.count }

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    package mutating func next() -> Step? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        let length =
            switch first {
            case 0..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        if length > 0 && position + length <= bytes.count {
            var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
            var valid = true
            for offset in 1..<max(length, 1) {
                let byte = bytes[position + offset]
                valid = valid && byte & 0xC0 == 0x80
                value = value << 6 | UInt32(byte & 0x3F)
            }
            // Overlong forms are refused, because they would be second spellings of a character. `Unicode.Scalar`
            // refuses surrogates.
            let smallest: UInt32 = length < 3 ? 0 : length == 3 ? 0x800 : 0x10000
            if valid, value >= smallest, let scalar = Unicode.Scalar(value) {
                position += length
                return .scalar(scalar)
            }
        }
        position += 1
        return .invalid(first)
    }
}
