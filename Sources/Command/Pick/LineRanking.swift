import DiffableTerminal

/// Finds the lines that match a pattern, the best first. The matches of earlier patterns are kept, so that a pattern
/// that narrows one of them looks at its matches only, and lines that were read since are matched once.
package struct LineRanking {
    /// A line that matches, as a number by which matches are ordered: the better score first, then the shorter line,
    /// then the earlier one.
    private typealias Rank = UInt64

    /// The matches of a pattern among the first lines.
    private struct Level {
        var pattern: SearchPattern
        /// How many lines were looked at.
        var count = 0
        var ranks: [Rank] = []
    }

    private let scorer = SearchScorer()
    /// Each pattern narrows the one before it.
    private var levels: [Level] = []
    /// Whether the best match is first, and not the first line.
    private let isSorted: Bool
    /// Whether a later line comes before an earlier one.
    private let isReversed: Bool
    /// The fields in which terms are looked for.
    private let fields: FieldSelection?

    package init(isSorted: Bool = true, isReversed: Bool = false, fields: FieldSelection? = nil) {
        self.isSorted = isSorted
        self.isReversed = isReversed
        self.fields = fields
    }

    /// Returns the number of matches, and the best of them.
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
            // The one before it may not have seen the lines that were read last.
            var ranks: [Rank] = []
            let known = levels[top - 1]
            for rank in known.ranks { append(index(of: rank), of: lines, pattern, to: &ranks) }
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

    private func index(of rank: Rank) -> Int {
        let number = Int(rank & 0xFFFF_FFFF)
        return isReversed ? 0xFFFF_FFFF - number : number
    }

    private func score(_ line: UnsafeBufferPointer<UInt8>, _ mask: LetterMask, _ pattern: SearchPattern) -> Int? {
        guard let fields else { return scorer.score(line, pattern, mask: mask) }
        if !scorer.mayMatch(mask, pattern) { return nil }
        return scorer.score(line, in: fields.ranges(in: line), pattern)
    }

    /// How many matches of the pattern that was searched last come before a line; nil if the line does not match.
    func place(of line: Int, in lines: LineStore) -> Int? {
        guard let ranks = levels.last?.ranks else { return isReversed ? lines.count - 1 - line : line }
        guard let rank = ranks.first(where: { index(of: $0) == line }) else { return nil }
        return ranks.count { $0 < rank }
    }

    /// The offsets of the bytes at which letters that match begin, in no order.
    package func offsets(in line: UnsafeBufferPointer<UInt8>, _ pattern: SearchPattern) -> [Int] {
        if pattern.isEmpty { return [] }
        return scorer.offsets(in: line, fields?.ranges(in: line) ?? [0..<line.count], pattern)
    }

    private func best(_ ranks: [Rank], _ limit: Int) -> [Int] {
        if !isSorted {
            return (isReversed ? Array(ranks.suffix(limit).reversed()) : Array(ranks.prefix(limit))).map {
                index(of: $0)
            }
        }
        var chosen = ranks
        if ranks.count > limit {
            chosen.withUnsafeMutableBufferPointer { Self.select(limit, $0) }
            chosen.removeLast(ranks.count - limit)
        }
        chosen.sort()
        return chosen.map { index(of: $0) }
    }

    /// Moves the least values to the front (Hoare 1961, "Algorithm 65: Find").
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
