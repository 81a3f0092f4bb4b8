import DiffableEngine

/// Computes how well a text matches a pattern, with the scores that fzf publishes (src/algo/algo.go): a variant of the
/// algorithm of Smith and Waterman with affine gaps. Each letter that matches counts 16. A gap costs 3, and 1 for each
/// further character. A letter at the beginning of a word, or of a part of a word in camelCase, has a bonus, which
/// counts twice for the first letter of a term. Letters side by side have at least the bonus of the first of them.
///
/// A scorer owns its working memory, so only one thread may use it.
package final class SearchScorer {
    enum Score {
        static var match: Int32 { 16 }
        static var gapStart: Int32 { -3 }
        static var gapExtension: Int32 { -1 }
        static var boundary: Int32 { 8 }
        static var boundaryAfterBlank: Int32 { 10 }
        static var boundaryAfterDelimiter: Int32 { 9 }
        static var camelCase: Int32 { 7 }
        static var consecutive: Int32 { 4 }
        static var firstLetterFactor: Int32 { 2 }
    }

    /// The kind of a character. The bonus of a match depends on the kind of the character and of the one before it. The
    /// order of the cases matters: only the kinds after `nonWord` have a bonus for what is before them.
    enum Kind: UInt8 {
        case blank, nonWord, delimiter, small, capital, letter, number
    }

    /// The greatest number of characters in which the best match of a fuzzy term is searched for. If the term may match
    /// in a longer part of the text, only the first match is scored. If that match is longer as well, its score is 0.
    static var widthLimit: Int { 10_000 }

    /// The scalars of the text that was decoded last.
    private var scalars: [UInt32] = []
    /// The offset of the first byte of each scalar.
    private var offsets: [Int] = []
    let kinds: UnsafeMutablePointer<UInt8>
    let bonuses: UnsafeMutablePointer<Int32>
    /// Three arrays with one element for each column, which is a character of the part of the text that may match: the
    /// bonus of the column, and, for the current letter of the term, the best score and the length of the run of
    /// matches that ends in the column.
    var columns: UnsafeMutablePointer<Int32>
    var capacity = 0
    /// Where the text first contains each letter after the letters before it.
    var firsts: [Int] = []
    /// For each letter of a term and each column: whether the best match up to that column has the letter in that
    /// column. Filled only for `positions`.
    var taken: [Bool] = []

    /// The column at which the best match of the last `fill` ends.
    var bestColumn = 0

    package init() {
        kinds = .allocate(capacity: 128)
        bonuses = .allocate(capacity: 64)
        columns = .allocate(capacity: 0)
        for byte in 0..<128 { kinds[byte] = Self.kind(UInt8(byte)).rawValue }
        for before in 0..<7 {
            for kind in 0..<7 {
                bonuses[before << 3 | kind] = Self.bonus(
                    Kind(rawValue: UInt8(kind))!, after: Kind(rawValue: UInt8(before))!)
            }
        }
    }

    deinit {
        kinds.deallocate()
        bonuses.deallocate()
        columns.deallocate()
    }

    private static func kind(_ byte: UInt8) -> Kind {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .small
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case 9...13, 32: .blank
        case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "|"): .delimiter
        default: .nonWord
        }
    }

    private static func bonus(_ kind: Kind, after before: Kind) -> Int32 {
        if kind.rawValue > Kind.nonWord.rawValue {
            switch before {
            case .blank: return Score.boundaryAfterBlank
            case .delimiter: return Score.boundaryAfterDelimiter
            case .nonWord: return Score.boundary
            default: break
            }
        }
        if before == .small && kind == .capital || before != .number && kind == .number { return Score.camelCase }
        switch kind {
        case .nonWord, .delimiter: return Score.boundary
        case .blank: return Score.boundaryAfterBlank
        default: return 0
        }
    }

    // MARK: - Patterns

    /// The score of a text; nil if it does not match.
    /// - Parameter mask: the letters of the text, if they are known.
    package func score(_ text: UnsafeBufferPointer<UInt8>, _ pattern: SearchPattern, mask: LetterMask? = nil) -> Int? {
        var sum: Int32 = 0
        let mask = mask ?? self.mask(of: text)
        for group in pattern.groups {
            guard let score = score(text, mask, group) else { return nil }
            sum += score
        }
        return Int(sum)
    }

    /// Whether a text with these letters can match.
    package func mayMatch(_ mask: LetterMask, _ pattern: SearchPattern) -> Bool {
        pattern.groups.allSatisfy { group in group.contains { $0.isInverse || mask.contains($0.mask) } }
    }

    /// The score of a text in which each term is searched for in some ranges only; nil if the text does not match.
    package func score(_ text: UnsafeBufferPointer<UInt8>, in ranges: [Range<Int>], _ pattern: SearchPattern) -> Int? {
        var sum: Int32 = 0
        for group in pattern.groups {
            var best: Int32?
            for term in group where best == nil {
                let score = ranges.lazy.compactMap { self.score(text, $0, term) }.first
                best = term.isInverse ? (score == nil ? 0 : nil) : score
            }
            guard let best else { return nil }
            sum += best
        }
        return Int(sum)
    }

    private func score(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ term: SearchTerm) -> Int32? {
        let part = UnsafeBufferPointer(rebasing: text[range])
        let mask = mask(of: part)
        return mask.contains(term.mask) ? score(part, isASCII: mask.isASCII, term) : nil
    }

    func mask(of text: UnsafeBufferPointer<UInt8>) -> LetterMask {
        var bits: UInt64 = 0
        for byte in text { bits |= LetterMask.bit(byte) }
        return LetterMask(bits: bits)
    }

    /// The score of the first term that matches.
    private func score(_ text: UnsafeBufferPointer<UInt8>, _ mask: LetterMask, _ group: [SearchTerm]) -> Int32? {
        for term in group {
            let score = mask.contains(term.mask) ? score(text, isASCII: mask.isASCII, term) : nil
            if term.isInverse {
                if score == nil { return 0 }
            } else if let score {
                return score
            }
        }
        return nil
    }

    private func score(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ term: SearchTerm) -> Int32? {
        if isASCII { return term.letters.withUnsafeBufferPointer { match(text, $0, term.kind)?.score } }
        decode(text)
        return scalars.withUnsafeBufferPointer { text in
            term.letters.withUnsafeBufferPointer { match(text, $0, term.kind)?.score }
        }
    }

    /// The byte offsets of the letters that match, in no particular order. Terms that must not occur have none.
    package func offsets(in text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], _ pattern: SearchPattern) -> [Int]
    {
        var result: [Int] = []
        for group in pattern.groups {
            for term in group where !term.isInverse {
                guard let range = ranges.first(where: { score(text, $0, term) != nil }) else { continue }
                decode(UnsafeBufferPointer(rebasing: text[range]))
                scalars.withUnsafeBufferPointer { text in
                    term.letters.withUnsafeBufferPointer { letters in
                        guard let match = match(text, letters, term.kind) else { return }
                        result += positions(text, letters, term.kind, match).map { range.lowerBound + offsets[$0] }
                    }
                }
                break
            }
        }
        return result
    }

    /// Whether a cell matches: each group needs a term that occurs in one of the texts of the cell, or a term that must
    /// not occur and occurs in none of them.
    func matches(_ cell: Cell, _ pattern: SearchPattern) -> Bool {
        pattern.groups.allSatisfy { group in
            group.contains { term in
                let isFound = [cell.text, cell.detail, cell.secondaryText].contains { text in
                    text.withUnsafeBufferPointer { text in
                        let mask = mask(of: text)
                        return mask.contains(term.mask) && score(text, isASCII: mask.isASCII, term) != nil
                    }
                }
                return isFound != term.isInverse
            }
        }
    }

    /// Decodes UTF-8 into `scalars` and `offsets`. Invalid bytes become `UInt32.max`, which is no letter.
    private func decode(_ text: UnsafeBufferPointer<UInt8>) {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        var index = 0
        while index < text.count {
            let first = text[index]
            var (scalar, length) = (UInt32(first), 1)
            if first >= 0xC2 {
                let size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
                if index + size <= text.count {
                    scalar &= 0xFF >> UInt32(size + 1)
                    for next in text[index + 1..<index + size] where next & 0xC0 == 0x80 {
                        scalar = scalar << 6 | UInt32(next & 0x3F)
                        length += 1
                    }
                    if length < size { (scalar, length) = (.max, 1) }
                } else {
                    scalar = .max
                }
            } else if first >= 0x80 {
                scalar = .max
            }
            scalars.append(scalar)
            offsets.append(index)
            index += length
        }
    }
}
