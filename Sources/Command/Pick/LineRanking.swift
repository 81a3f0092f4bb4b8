import DiffableTerminal

/// Finds the lines that match a pattern, the best first. The matches of earlier patterns are kept. A pattern that
/// narrows an earlier one is compared only with the matches of that pattern, and with the lines that were read since.
package struct LineRanking {
    /// A matching line, encoded as a number. Matches are sorted by these numbers: a better score comes first, then a
    /// shorter line, then an earlier one.
    private typealias Rank = UInt64

    /// The matches of a pattern among the first `count` lines.
    private struct Level {
        var pattern: SearchPattern
        /// The number of lines that were compared with the pattern.
        var count = 0
        var ranks: [Rank] = []
    }

    private let scorer = SearchScorer()
    /// A stack of patterns. Each of them narrows the one before it.
    private var levels: [Level] = []
    /// Whether matches are sorted by their score. Otherwise they stay in the order of the lines.
    private let isSorted: Bool
    /// Whether later lines come before earlier ones. This also orders matches that are otherwise equal.
    private let isReversed: Bool
    /// The fields in which terms are searched. Nil for the whole line.
    private let fields: FieldSelection?

    package init(isSorted: Bool = true, isReversed: Bool = false, fields: FieldSelection? = nil) {
        self.isSorted = isSorted
        self.isReversed = isReversed
        self.fields = fields
    }

    /// Returns the number of matches, and the indexes of the best of them, at most `limit`.
    package mutating func search(_ lines: LineStore, for pattern: SearchPattern, limit: Int) -> (
        count: Int, best: [Int]
    ) {
        if pattern.isEmpty {
            levels = []
            let count = min(limit, lines.count)
            return (lines.count, isReversed ? (lines.count - count..<lines.count).reversed() : Array(0..<count))
        }
        while let last = levels.last, !pattern.isEqual(to: last.pattern), !pattern.narrows(last.pattern) {
            levels.removeLast()
        }
        if !(levels.last.map { pattern.isEqual(to: $0.pattern) } ?? false) { levels.append(Level(pattern: pattern)) }
        let top = levels.count - 1
        if levels[top].count == 0, top > 0 {
            // The pattern below has been compared only with the first `known.count` lines. The loop after this block
            // compares the later lines with the new pattern.
            var ranks: [Rank] = []
            let known = levels[top - 1]
            for rank in known.ranks { append(lineIndex(of: rank), of: lines, pattern, to: &ranks) }
            levels[top].ranks = ranks
            levels[top].count = known.count
        }
        var ranks: [Rank] = []
        swap(&ranks, &levels[top].ranks)
        for index in levels[top].count..<lines.count { append(index, of: lines, pattern, to: &ranks) }
        swap(&ranks, &levels[top].ranks)
        levels[top].count = lines.count
        return (levels[top].ranks.count, best(levels[top].ranks, limit))
    }

    private func append(_ index: Int, of lines: LineStore, _ pattern: SearchPattern, to ranks: inout [Rank]) {
        let line = lines[index]
        guard let score = score(line, lines.mask(index), pattern) else { return }
        let rank =
            isSorted && pattern.hasScores
            ? UInt64(0xFFFF - min(0xFFFF, max(0, score))) << 48 | UInt64(min(0xFFFF, line.count)) << 32 : 0
        ranks.append(rank | UInt64(isReversed ? 0xFFFF_FFFF - index : index))
    }

    private func lineIndex(of rank: Rank) -> Int {
        let number = Int(rank & 0xFFFF_FFFF)
        return isReversed ? 0xFFFF_FFFF - number : number
    }

    private func score(_ line: UnsafeBufferPointer<UInt8>, _ mask: LetterMask, _ pattern: SearchPattern) -> Int? {
        guard let fields else { return scorer.score(line, pattern, mask: mask) }
        if !scorer.mayMatch(mask, pattern) { return nil }
        return scorer.score(line, in: fields.ranges(in: line), pattern)
    }

    /// Returns the index of a line among the matches of the pattern that was searched last, or nil if the line does not
    /// match.
    func index(of line: Int, in lines: LineStore) -> Int? {
        guard let ranks = levels.last?.ranks else { return isReversed ? lines.count - 1 - line : line }
        guard let rank = ranks.first(where: { lineIndex(of: $0) == line }) else { return nil }
        return ranks.count { $0 < rank }
    }

    /// Returns the byte offsets at which matching letters begin, in no particular order.
    package func offsets(in line: UnsafeBufferPointer<UInt8>, _ pattern: SearchPattern) -> [Int] {
        if pattern.isEmpty { return [] }
        return scorer.offsets(in: line, fields?.ranges(in: line) ?? [0..<line.count], pattern)
    }

    private func best(_ ranks: [Rank], _ limit: Int) -> [Int] {
        if !isSorted {
            return (isReversed ? Array(ranks.suffix(limit).reversed()) : Array(ranks.prefix(limit))).map {
                lineIndex(of: $0)
            }
        }
        var chosen = ranks
        if ranks.count > limit {
            chosen.withUnsafeMutableBufferPointer { Self.select(limit, $0) }
            chosen.removeLast(ranks.count - limit)
        }
        chosen.sort()
        return chosen.map { lineIndex(of: $0) }
    }

    /// Moves the `count` smallest values to the front (Hoare 1961, "Algorithm 65: Find").
    private static func select(_ count: Int, _ values: UnsafeMutableBufferPointer<Rank>) {
        var (low, high) = (0, values.count - 1)
        while low < high {
            let pivot = values[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                if left <= right {
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if count <= right { high = right } else if count >= left { low = left } else { return }
        }
    }
}
