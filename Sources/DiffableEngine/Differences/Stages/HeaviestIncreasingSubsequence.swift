/// Tells which runs of neighbours belong to a subsequence whose old places ascend and whose lengths add up to the most.
///
/// The longest increasing subsequence (Fredman, "On computing the length of longest increasing
/// subsequences", 1975) is the case in which all runs are single items. A run of neighbours that stayed together is
/// kept or moved as a whole, since what is in order with one of its members is in order with all.
///
/// - Parameter runs: in the order of the new list; no two share an old place, and each has a member.
/// - Complexity: O(n log n) for n runs; O(n) where they are in order already
func heaviestIncreasingSubsequence(_ runs: [Span]) -> [Bool] {
    if zip(runs, runs.dropFirst()).allSatisfy({ $0.old < $1.old }) { return [Bool](repeating: true, count: runs.count) }
    let total = runs.reduce(0) { $0 + Int($1.count) }
    // Both find the same weight. Piles are several times as fast for an item, maxima do not care how long a run is.
    let (previous, last) = total <= 8 * runs.count ? chainsByPiles(runs, total: total) : chainsByMaxima(runs)
    var isKept = [Bool](repeating: false, count: runs.count)
    var run = last
    while run >= 0 {
        isKept[Int(run)] = true
        run = previous[Int(run)]
    }
    return isKept
}

extension Array where Element == Span {
    /// Adds a run, or makes the last one longer where this one goes on on both sides.
    mutating func append(joining run: Span) {
        if let last, last.old + last.count == run.old, last.new + last.count == run.new {
            self[count - 1].count += run.count
        } else {
            append(run)
        }
    }
}
