/// Matches fuzzy terms: their letters must occur in order, but need not be side by side.
extension SearchScorer {
    func fuzzyMatch<Unit: FixedWidthInteger>(
        _ text: UnsafeBufferPointer<Unit>, _ letters: Letters, findsPositions: Bool
    ) -> Match? {
        let count = letters.count
        if firsts.count < count { firsts = Array(repeating: 0, count: count) }
        return firsts.withUnsafeMutableBufferPointer { firsts in
            var position = 0
            for index in 0..<count {
                let letter = letters[index]
                while position < text.count, !isEqual(text[position], letter) { position += 1 }
                if position == text.count { return nil }
                firsts[index] = position
                position += 1
            }
            var (start, end) = (firsts[0], text.count)
            while !isEqual(text[end - 1], letters[count - 1]) { end -= 1 }
            if count == 1 && !findsPositions { return bestLetter(text, start..<end, letters[0]) }
            if end - start > Self.widthLimit {
                // The shortest match that ends where the first one does.
                end = position
                start = position
                for index in stride(from: count - 1, through: 0, by: -1) {
                    repeat { start -= 1 } while !isEqual(text[start], letters[index])
                }
                if end - start > Self.widthLimit { return Match(start: start, end: end, score: 0) }
                position = start
                for index in 0..<count {
                    while !isEqual(text[position], letters[index]) { position += 1 }
                    firsts[index] = position
                    position += 1
                }
            }
            let score = fill(text, start..<end, letters, firsts, findsPositions: findsPositions)
            return Match(start: start, end: end, score: score)
        }
    }

    private func bestLetter<Unit: FixedWidthInteger>(
        _ text: UnsafeBufferPointer<Unit>, _ range: Range<Int>, _ letter: SearchTerm.Letter
    ) -> Match {
        var best: (start: Int, bonus: Int32) = (range.lowerBound, -1)
        for position in range where isEqual(text[position], letter) {
            let bonus = bonus(text, position)
            if bonus > best.bonus { best = (position, bonus) }
            if bonus >= Score.boundary { break }
        }
        return Match(start: best.start, end: best.start + 1, score: Score.match + best.bonus * Score.firstLetterFactor)
    }

    /// Fills a row of scores for each letter, in place: the row of a letter needs only that of the letter before it.
    /// Returns the best score.
    private func fill<Unit: FixedWidthInteger>(
        _ text: UnsafeBufferPointer<Unit>, _ range: Range<Int>, _ letters: Letters,
        _ firsts: UnsafeMutableBufferPointer<Int>, findsPositions: Bool
    ) -> Int32 {
        let (width, count, start) = (range.count, letters.count, range.lowerBound)
        if capacity < width {
            columns.deallocate()
            capacity = max(256, width * 2)
            columns = .allocate(capacity: capacity * 3)
        }
        let (bonuses, scores, runs) = (columns, columns + capacity, columns + 2 * capacity)
        if findsPositions { taken = Array(repeating: false, count: width * count) }

        // The first letter.
        var before = start == 0 ? 0 : characterKind(text[start - 1])
        var (left, isInGap): (Int32, Bool) = (0, false)
        let first = letters[0]
        for column in 0..<width {
            let unit = text[start + column]
            let kind = characterKind(unit)
            let bonus = self.bonuses[before << 3 | kind]
            bonuses[column] = bonus
            before = kind
            if isEqual(unit, first) {
                left = Score.match + bonus * Score.firstLetterFactor
                runs[column] = 1
                isInGap = false
                if findsPositions { taken[column] = true }
            } else {
                left = max(0, left + (isInGap ? Score.gapExtension : Score.gapStart))
                runs[column] = 0
                isInGap = true
            }
            scores[column] = left
        }

        // The other letters. The letters after each of them need at least one column each.
        for index in 1..<max(1, count) {
            let letter = letters[index]
            let from = firsts[index] - start
            (left, isInGap) = (0, false)
            var (diagonal, diagonalRun) = (scores[from - 1], runs[from - 1])
            for column in from..<width - (count - 1 - index) {
                let (above, aboveRun) = (scores[column], runs[column])
                let gapped = left + (isInGap ? Score.gapExtension : Score.gapStart)
                var (matched, run): (Int32, Int32) = (0, 0)
                if isEqual(text[start + column], letter) {
                    let own = bonuses[column]
                    var bonus = own
                    run = diagonalRun + 1
                    if run > 1 {
                        let first = bonuses[column - Int(run) + 1]
                        if own >= Score.boundary && own > first {
                            run = 1
                        } else {
                            bonus = max(own, Score.consecutive, first)
                        }
                    }
                    matched = diagonal + Score.match + bonus
                    if matched < gapped {
                        matched += own - bonus
                        run = 0
                    }
                    if findsPositions { taken[index * width + column] = matched >= gapped }
                }
                isInGap = matched < gapped
                let score = max(matched, gapped, 0)
                scores[column] = score
                runs[column] = run
                (left, diagonal, diagonalRun) = (score, above, aboveRun)
            }
        }
        var best: Int32 = -1
        for column in firsts[count - 1] - start..<width where scores[column] > best {
            best = scores[column]
            bestColumn = column
        }
        return best
    }

    func positions<Unit: FixedWidthInteger>(
        _ text: UnsafeBufferPointer<Unit>, _ letters: Letters, _ kind: SearchTerm.Kind, _ match: Match
    ) -> [Int] {
        guard kind == .fuzzy, letters.count > 1, fuzzyMatch(text, letters, findsPositions: true) != nil,
            match.end - match.start <= Self.widthLimit
        else { return Array(match.start..<min(match.end, match.start + letters.count)) }
        var positions: [Int] = []
        var (column, width) = (bestColumn, match.end - match.start)
        for index in stride(from: letters.count - 1, through: 0, by: -1) {
            while column > 0, !taken[index * width + column] { column -= 1 }
            positions.append(match.start + column)
            column -= 1
        }
        return positions
    }
}
