/// Tells which elements belong to a subsequence whose keys ascend and whose weights add up to the most.
///
/// The longest increasing subsequence (Fredman, "On computing the length of longest increasing
/// subsequences", 1975) is the case in which all weights are 1. Weights let a run of neighbours that stayed
/// together count as one element: it is kept or moved as a whole, since what is in order with one of
/// its members is in order with all. For each element in turn the best chain that ends below its key is
/// looked up in a binary indexed tree of maxima over the keys' ranks.
///
/// - Parameters:
///   - keys: different from one another.
///   - weights: at least 1 each, in step with the keys.
/// - Complexity: O(n log n); O(n) where the keys ascend already.
func heaviestIncreasingSubsequence(keys: [Int32], weights: [Int32]) -> [Bool] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) {
        return [Bool](repeating: true, count: keys.count)
    }
    var ranks = [Int32](repeating: 0, count: keys.count)
    for (rank, element) in ascendingOrder(of: keys.map { UInt64($0) }).enumerated() {
        ranks[element] = Int32(rank + 1)
    }
    // What the best chain that ends with each element weighs, and the element before it there.
    var totals = [Int](repeating: 0, count: keys.count)
    var previous = [Int32](repeating: -1, count: keys.count)
    // The element that ends the best chain of those whose rank a node of the tree covers.
    var best = [Int32](repeating: -1, count: keys.count + 1)
    var last: Int32 = -1
    for element in keys.indices {
        var node = Int(ranks[element]) - 1
        while node > 0 {
            let candidate = best[node]
            if candidate >= 0, previous[element] < 0 || totals[Int(candidate)] > totals[Int(previous[element])] {
                previous[element] = candidate
            }
            node &= node - 1
        }
        totals[element] = Int(weights[element]) + (previous[element] < 0 ? 0 : totals[Int(previous[element])])
        node = Int(ranks[element])
        while node < best.count {
            if best[node] < 0 || totals[Int(best[node])] < totals[element] { best[node] = Int32(element) }
            node += node & -node
        }
        if last < 0 || totals[Int(last)] < totals[element] { last = Int32(element) }
    }
    var isKept = [Bool](repeating: false, count: keys.count)
    while last >= 0 {
        isKept[Int(last)] = true
        last = previous[Int(last)]
    }
    return isKept
}
