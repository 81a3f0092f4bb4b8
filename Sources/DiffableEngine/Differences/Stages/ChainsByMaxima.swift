/// Chains of runs by their weights: for each run in turn the heaviest chain that ends below its old place is looked
/// up in a binary indexed tree of maxima over the ranks of the places (Fenwick, 1994).
///
/// - Returns: what `chainsByPiles` returns.
/// - Complexity: O(n log n)
func chainsByMaxima(_ runs: [Span]) -> (previous: [Int32], last: Int32) {
    var ranks = [Int32](repeating: 0, count: runs.count)
    for (rank, run) in ascendingOrder(of: runs.map { UInt64($0.old) }).enumerated() {
        ranks[run] = Int32(rank + 1)
    }
    // What the heaviest chain that ends with each run weighs.
    var totals = [Int](repeating: 0, count: runs.count)
    var previous = [Int32](repeating: -1, count: runs.count)
    // The run that ends the heaviest chain of those whose rank a node of the tree covers.
    var best = [Int32](repeating: -1, count: runs.count + 1)
    var last: Int32 = -1
    for run in runs.indices {
        var node = Int(ranks[run]) - 1
        while node > 0 {
            let candidate = best[node]
            if candidate >= 0, previous[run] < 0 || totals[Int(candidate)] > totals[Int(previous[run])] {
                previous[run] = candidate
            }
            node &= node - 1
        }
        totals[run] = Int(runs[run].count) + (previous[run] < 0 ? 0 : totals[Int(previous[run])])
        node = Int(ranks[run])
        while node < best.count {
            if best[node] < 0 || totals[Int(best[node])] < totals[run] { best[node] = Int32(run) }
            node += node & -node
        }
        if last < 0 || totals[Int(last)] < totals[run] { last = Int32(run) }
    }
    return (previous, last)
}
