import DiffableEngine

/// What a user searches for: terms between blanks, all of which a row must match. A term matches a text that has its
/// characters in this order, with any others between them. It has to have the same case if the term has a capital.
struct SearchQuery {
    /// A character of a term as the bytes that match it, of which `other` is its capital if that matches too.
    private struct Letter {
        var bytes: [UInt8]
        var other: [UInt8]

        /// The number of bytes that match at an offset; 0 if they do not.
        func length(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
            let byte = text[offset]
            if byte == bytes[0] && isPrefix(bytes, of: text, at: offset) { return bytes.count }
            if byte == other[0] && isPrefix(other, of: text, at: offset) { return other.count }
            return 0
        }

        private func isPrefix(_ form: [UInt8], of text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
            if form.count > text.count - offset { return false }
            for index in 1..<max(1, form.count) where text[offset + index] != form[index] { return false }
            return true
        }
    }

    private var terms: [[Letter]] = []

    var isEmpty: Bool { terms.isEmpty }

    init(_ text: String) {
        for word in text.unicodeScalars.split(separator: " ") {
            let hasCapital = word.contains { $0.properties.lowercaseMapping.unicodeScalars.first != $0 }
            terms.append(
                word.map { scalar in
                    let bytes = Array(String(scalar).utf8)
                    let capital = scalar.properties.uppercaseMapping
                    let hasOther = !hasCapital && capital.unicodeScalars.count == 1
                    return Letter(bytes: bytes, other: hasOther ? Array(capital.utf8) : bytes)
                })
        }
    }

    /// Whether each term matches one of the texts.
    func matches(_ cell: Cell) -> Bool {
        terms.allSatisfy { term in
            Self.end(of: term, in: cell.text) != nil || Self.end(of: term, in: cell.detail) != nil
                || Self.end(of: term, in: cell.secondaryText) != nil
        }
    }

    /// The offsets of the bytes at which letters of the terms that match begin, in no order.
    func offsets(in text: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        for term in terms {
            guard let end = Self.end(of: term, in: text) else { continue }
            text.withUnsafeBufferPointer { text in
                // The match that ends there is looked for from its end, so that it is short.
                var offset = end
                for letter in term.reversed() {
                    repeat { offset -= 1 } while offset > 0 && letter.length(in: text, at: offset) == 0
                    offsets.append(offset)
                }
            }
        }
        return offsets
    }

    /// The offset after the first letters that match a term; nil if it does not match.
    private static func end(of term: [Letter], in text: [UInt8]) -> Int? {
        text.withUnsafeBufferPointer { text in
            var offset = 0
            for letter in term {
                var length = 0
                while length == 0 {
                    if offset == text.count { return nil }
                    length = letter.length(in: text, at: offset)
                    offset += max(1, length)
                }
            }
            return offset
        }
    }
}
