import DiffableEngine
import DiffableViews

/// Decodes the bytes that a terminal sends into keys: UTF-8, control characters, and the sequences of xterm (ECMA-48
/// with xterm's modifiers, mouse reports in SGR form). Other bytes are skipped.
struct KeyDecoder {
    private enum Step {
        /// The next `count` bytes are a key. If the key is nil, they are skipped.
        case read(Key?, count: Int)
        case incomplete
    }

    private var bytes: [UInt8] = []
    /// Whether a newline is Ctrl-J and not Enter. Terminals send a carriage return for Enter.
    var readsNewline = false
    /// The pasted text so far, until the end mark of the paste arrives; otherwise nil.
    private var paste: [UInt8]?
    /// The greatest length of a sequence in bytes.
    private static var limit: Int { 64 }

    mutating func append(_ input: [UInt8]) {
        bytes += input
    }

    /// Whether the remaining bytes are an incomplete sequence, or the Escape key.
    var isIncomplete: Bool { !bytes.isEmpty && paste == nil }

    /// The next complete key; nil if more bytes are needed.
    mutating func next() -> Key? {
        while !bytes.isEmpty {
            if paste != nil {
                return pasteKey()
            }
            if bytes.starts(with: Self.pasteStart) {
                bytes.removeFirst(Self.pasteStart.count)
                paste = []
                continue
            }
            guard case .read(let key, let count) = step(bytes[...]) else { return nil }
            bytes.removeFirst(count)
            if let key { return key }
        }
        return nil
    }

    /// Decodes the first byte by itself, because no more bytes came: ESC is the Escape key, and any other byte is
    /// dropped.
    mutating func flush() -> Key? {
        guard let first = bytes.first else { return nil }
        bytes.removeFirst()
        return first == 0x1B ? Key(code: .escape) : nil
    }

    // The marks around pasted text (xterm's bracketed paste). Without them, pasted text would be taken for keys.
    private static var pasteStart: [UInt8] { Array("\u{1b}[200~".utf8) }
    private static var pasteEnd: [UInt8] { Array("\u{1b}[201~".utf8) }
    /// The greatest length of a pasted text in bytes. More is dropped.
    private static var pasteLimit: Int { 65536 }

    /// Moves pasted bytes to `paste`. Returns the paste once its end mark has arrived. An incomplete end mark stays in
    /// `bytes`.
    private mutating func pasteKey() -> Key? {
        let mark = Self.pasteEnd
        var end = 0
        while end < bytes.count, !mark.starts(with: bytes[end...].prefix(mark.count)) { end += 1 }
        let text = (paste ?? []) + bytes[..<end]
        paste = Array(text.prefix(Self.pasteLimit))
        bytes.removeFirst(end)
        guard bytes.count >= mark.count, let text = paste else { return nil }
        bytes.removeFirst(mark.count)
        paste = nil
        return Key(code: .paste(Self.printable(text)))
    }

    /// The text without control characters and invalid bytes.
    private static func printable(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        bytes.withUnsafeBytes { bytes in
            var decoder = UTF8Decoder(bytes)
            while let step = decoder.next() {
                if case .scalar(let scalar) = step, !Escaping.mustEscape(scalar) { text.append(scalar) }
            }
        }
        return String(text)
    }

    private func step(_ bytes: ArraySlice<UInt8>) -> Step {
        let first = bytes[bytes.startIndex]
        switch first {
        case 0x1B: return sequence(bytes)
        case 0x0A where readsNewline: return .read(Key(code: .character("j"), modifiers: .control), count: 1)
        case 0x0D, 0x0A: return .read(Key(code: .enter), count: 1)
        case 0x09: return .read(Key(code: .tab), count: 1)
        case 0x08, 0x7F: return .read(Key(code: .backspace), count: 1)
        case 0: return .read(Key(code: .character(" "), modifiers: .control), count: 1)
        case 1..<0x20: return .read(Key(code: .character(letter(first | 0x60)), modifiers: .control), count: 1)
        default: return character(bytes)
        }
    }

    private func letter(_ byte: UInt8) -> String {
        String(Unicode.Scalar(byte))
    }

    private func character(_ bytes: ArraySlice<UInt8>) -> Step {
        let length =
            switch bytes[bytes.startIndex] {
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 1
            }
        guard bytes.count >= length else { return .incomplete }
        let scalar = Array(bytes.prefix(length)).withUnsafeBytes { bytes -> Unicode.Scalar? in
            var decoder = UTF8Decoder(bytes)
            guard case .scalar(let scalar)? = decoder.next(), !Escaping.mustEscape(scalar) else { return nil }
            return scalar
        }
        guard let scalar else { return .read(nil, count: 1) }
        return .read(Key(code: .character(String(scalar))), count: length)
    }

    private func sequence(_ bytes: ArraySlice<UInt8>) -> Step {
        guard bytes.count > 1 else { return .incomplete }
        switch bytes[bytes.startIndex + 1] {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return .incomplete }
            return .read(code(final: bytes[bytes.startIndex + 2], 0).map { Key(code: $0) }, count: 3)
        case 0x1B: return .read(Key(code: .escape), count: 1)
        default:
            guard case .read(var key, let count) = step(bytes.dropFirst()) else { return .incomplete }
            key?.modifiers.insert(.alt)
            return .read(key, count: count + 1)
        }
    }

    private func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
        let body = bytes.dropFirst(2)
        guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            return bytes.count < Self.limit ? .incomplete : .read(nil, count: bytes.count)
        }
        let count = end + 1 - bytes.startIndex
        let final = body[end]
        let isMouse = body.first == UInt8(ascii: "<")
        let numbers = numbers(body[..<end])
        if isMouse { return .read(mouse(numbers, isPress: final == UInt8(ascii: "M")), count: count) }
        guard let code = code(final: final, numbers[0]) else { return .read(nil, count: count) }
        var modifiers = Key.Modifiers(rawValue: numbers.count > 1 ? max(0, numbers[1] - 1) & 7 : 0)
        if final == UInt8(ascii: "Z") { modifiers.insert(.shift) }
        return .read(Key(code: code, modifiers: modifiers), count: count)
    }

    /// The parameters of a sequence; 0 for an omitted one.
    private func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        var numbers = [0]
        for byte in parameters {
            switch byte {
            case UInt8(ascii: ";"): numbers.append(0)
            case 0x30..<0x3A:
                numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte - 0x30), 100_000)
            default: break
            }
        }
        return numbers
    }

    private func code(final: UInt8, _ number: Int) -> Key.Code? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "Z"): return .tab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): return .function(Int(final - UInt8(ascii: "P")) + 1)
        case UInt8(ascii: "~"): break
        default: return nil
        }
        switch number {
        case 1, 7: return .home
        case 2: return .insert
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case 11...15: return .function(number - 10)
        case 17...21: return .function(number - 11)
        case 23...24: return .function(number - 12)
        default: return nil
        }
    }

    /// Decodes a mouse report, whose numbers are button, column and row. Presses and drags of the left button and turns
    /// of the wheel are keys. Other reports are skipped.
    private func mouse(_ numbers: [Int], isPress: Bool) -> Key? {
        guard numbers.count == 3, isPress else { return nil }
        let code: Key.Code
        switch numbers[0] & ~0x1C {
        case 0: code = .click
        case 32: code = .drag
        case 64: code = .wheelUp
        case 65: code = .wheelDown
        default: return nil
        }
        // Bits 2 to 4 are shift, alt and control.
        let modifiers = Key.Modifiers(rawValue: numbers[0] >> 2 & 7)
        return Key(code: code, modifiers: modifiers, row: numbers[2] - 1, column: numbers[1] - 1)
    }
}
