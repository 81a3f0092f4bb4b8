/// Matches one term against a text. Every kind except `fuzzy` is matched here: its letters must be side by side.
extension SearchScorer {
    /// The range of the text that a term matched, `start..<end` in bytes or scalars, and its score.
    struct Match {
        var start: Int
        var end: Int
        var score: Int32
    }

    typealias Letters = UnsafeBufferPointer<SearchTerm.Letter>

    func match<Unit: FixedWidthInteger>(_ text: UnsafeBufferPointer<Unit>, _ letters: Letters, _ kind: SearchTerm.Kind)
        -> Match?
    {
        if letters.count > text.count { return nil }
        switch kind {
        case .fuzzy: return fuzzyMatch(text, letters, findsPositions: false)
        case .exact: return exactMatch(text, letters)
        case .prefix:
            var start = 0
            while start < text.count, isBlank(text[start]), !isBlank(Unit(truncatingIfNeeded: letters[0].letter)) {
                start += 1
            }
            return matchAt(start, text, letters)
        case .suffix:
            return matchAt(trimmedEnd(text, letters) - letters.count, text, letters)
        case .equal:
            guard trimmedEnd(text, letters) == letters.count else { return nil }
            return matchAt(0, text, letters)
        }
    }

    private func isBlank<Unit: FixedWidthInteger>(_ unit: Unit) -> Bool {
        unit == 32 || unit >= 9 && unit <= 13
    }

    /// Returns the end of the text without trailing blanks. If the term ends in a blank, blanks are not trimmed.
    private func trimmedEnd<Unit: FixedWidthInteger>(_ text: UnsafeBufferPointer<Unit>, _ letters: Letters) -> Int {
        var end = text.count
        if isBlank(Unit(truncatingIfNeeded: letters[letters.count - 1].letter)) { return end }
        while end > 0, isBlank(text[end - 1]) { end -= 1 }
        return end
    }

    @inline(__always)
    func isEqual<Unit: FixedWidthInteger>(_ unit: Unit, _ letter: SearchTerm.Letter) -> Bool {
        UInt32(truncatingIfNeeded: unit) == letter.letter || UInt32(truncatingIfNeeded: unit) == letter.other
    }

    @inline(__always)
    func characterKind<Unit: FixedWidthInteger>(_ unit: Unit) -> Int {
        unit < 128 ? Int(kinds[Int(truncatingIfNeeded: unit)]) : Int(Kind.letter.rawValue)
    }

    /// The bonus of a match at a position.
    @inline(__always)
    func bonus<Unit: FixedWidthInteger>(_ text: UnsafeBufferPointer<Unit>, _ position: Int) -> Int32 {
        bonuses[(position == 0 ? 0 : characterKind(text[position - 1])) << 3 | characterKind(text[position])]
    }

    func matchAt<Unit: FixedWidthInteger>(_ start: Int, _ text: UnsafeBufferPointer<Unit>, _ letters: Letters) -> Match?
    {
        guard start >= 0, isRun(at: start, text, letters) else { return nil }
        var score: Int32 = 0
        var first: Int32 = 0
        for offset in 0..<letters.count {
            var bonus = bonus(text, start + offset)
            if offset == 0 {
                first = bonus
                bonus *= Score.firstLetterFactor
            } else {
                if bonus >= Score.boundary && bonus > first { first = bonus }
                bonus = max(bonus, first, Score.consecutive)
            }
            score += Score.match + bonus
        }
        return Match(start: start, end: start + letters.count, score: score)
    }

    private func isRun<Unit: FixedWidthInteger>(at start: Int, _ text: UnsafeBufferPointer<Unit>, _ letters: Letters)
        -> Bool
    {
        if letters.count > text.count - start { return false }
        for offset in 0..<letters.count where !isEqual(text[start + offset], letters[offset]) { return false }
        return true
    }

    /// Returns the first place with the letters side by side whose bonus is at least `Score.boundary`. If there is
    /// none, returns the first place with the greatest bonus.
    private func exactMatch<Unit: FixedWidthInteger>(_ text: UnsafeBufferPointer<Unit>, _ letters: Letters) -> Match? {
        var best: (start: Int, bonus: Int32)?
        for start in 0...text.count - letters.count
        where isEqual(text[start], letters[0]) && isRun(at: start, text, letters) {
            let bonus = bonus(text, start)
            if best.map({ bonus > $0.bonus }) ?? true { best = (start, bonus) }
            if bonus >= Score.boundary { break }
        }
        return best.flatMap { matchAt($0.start, text, letters) }
    }
}
