/// Tells which runs of neighbours belong to a subsequence whose keys ascend and whose lengths add up to the most.
///
/// The longest increasing subsequence (Fredman, "On computing the length of longest increasing
/// subsequences", 1975) is the case in which all runs are single items. A run of neighbours that stayed together is
/// kept or moved as a whole, since what is in order with one of its members is in order with all.
///
/// - Parameters:
///   - keys: of the first member of each run, whose others have the keys behind it; different from one another.
///   - counts: members of each run, at least 1, in step with the keys.
/// - Complexity: O(n log n) for n runs; O(n) where the keys ascend already
func heaviestIncreasingSubsequence(keys: [Int32], counts: [Int32]) -> [Bool] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return [Bool](repeating: true, count: keys.count) }
    let total = counts.reduce(0) { $0 + Int($1) }
    // Both find the same weight. Piles are several times as fast for an item, maxima do not care how long a run is.
    let (previous, last) = total <= 8 * keys.count
        ? chainsByPiles(keys: keys, counts: counts, total: total) : chainsByMaxima(keys: keys, counts: counts)
    var isKept = [Bool](repeating: false, count: keys.count)
    var run = last
    while run >= 0 {
        isKept[Int(run)] = true
        run = previous[Int(run)]
    }
    return isKept
}
