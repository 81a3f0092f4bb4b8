/// Finds a subsequence of runs whose old offsets ascend and whose total length is the greatest. Returns the
/// positions of the runs in the subsequence; nil if it contains all runs.
///
/// The longest increasing subsequence (Fredman, "On computing the length of longest increasing subsequences", 1975) is
/// the case in which every run is a single item. A run is kept or moved as a whole, because an item that is in order
/// with one of its items is in order with all of them.
///
/// - Parameter runs: in the order of the new list; no two overlap, and none is empty.
/// - Complexity: O(n log n) for n runs; O(n) if they are in order already
func heaviestIncreasingSubsequence(_ runs: UnsafeBufferPointer<MatchedRun>, _ memory: inout WorkingMemory)
    -> PositionSet?
{
    var isAscending = true
    var total = 0
    for index in 0..<runs.count {
        if index > 0 && runs[index].old < runs[index &- 1].old { isAscending = false }
        total &+= Int(runs[index].count)
    }
    if isAscending { return nil }
    // Both algorithms find a subsequence of the same length. Patience sorting is several times as fast for each item,
    // but takes O(total).
    let kept = PositionSet(count: runs.count, &memory)
    WorkingMemory.with { memory in
        let chains =
            total <= 8 * runs.count ? Chains(byPatience: runs, total: total, &memory) : Chains(byMaxima: runs, &memory)
        chains.insertHeaviest(into: kept)
    }
    return kept
}

/// For each run the heaviest chain that ends with it. A chain is a subsequence of runs whose old offsets ascend; its
/// weight is the number of its items.
struct Chains {
    /// For each run the one before it in its chain; -1 for none.
    private let previous: UnsafeMutablePointer<Int32>
    /// The last run of the heaviest chain of all; -1 if there are no runs.
    private(set) var last: Int32 = -1

    private init(count: Int, _ memory: inout WorkingMemory) {
        previous = memory.allocate(count, repeating: -1)
    }

    /// Inserts the positions of the runs that belong to the heaviest chain of all.
    func insertHeaviest(into positions: PositionSet) {
        var run = last
        while run >= 0 {
            positions.insert(Int(run))
            run = previous[Int(run)]
        }
    }

    /// Patience sorting. `tops[n - 1]` is the least old offset with which a chain of `n` items can end, so the tops
    /// ascend. The first item of a run replaces the first top that is not less than its old offset. The other items of
    /// the run replace the tops after that. These are greater, because runs do not overlap.
    ///
    /// `owners` has the run of each top. A run loses its tops from the first to the last, so a run that still has a top
    /// has that of its last item. Therefore no chain ends within a run.
    ///
    /// - Complexity: O(n log n + total)
    init(byPatience runs: UnsafeBufferPointer<MatchedRun>, total: Int, _ memory: inout WorkingMemory) {
        self.init(count: runs.count, &memory)
        // No chain has more than `total` items, so neither buffer is written past its end.
        let tops = memory.allocate(total, of: Int32.self)
        let owners = memory.allocate(total, of: Int32.self)
        var length = 0
        for group in stride(from: 0, to: runs.count, by: PileSearches.count) {
            var searches = PileSearches(runs, group)
            searches.run(tops, length)
            for index in group..<min(group &+ PileSearches.count, runs.count) {
                let (old, count) = (runs[index].old, Int(runs[index].count))
                // The search ran before the earlier runs of this group were added. Adding a run only decreases pile
                // tops or appends new ones, so the result of the search is a lower bound.
                var below = searches[index &- group]
                while below < length && tops[below] < old { below &+= 1 }
                if below > 0 { previous[index] = owners[below &- 1] }
                for offset in 0..<count {
                    tops[below &+ offset] = old &+ Int32(truncatingIfNeeded: offset)
                    owners[below &+ offset] = Int32(truncatingIfNeeded: index)
                }
                // Of several longest chains the first one is kept. So if two neighbours are swapped, the one that was
                // first in the old list moves.
                if below &+ count > length {
                    length = below &+ count
                    last = Int32(truncatingIfNeeded: index)
                }
            }
        }
    }

    /// A Fenwick tree of maxima, over the ranks of the old offsets, finds for each run the heaviest chain that it can
    /// continue: one that ends at a smaller old offset (Fenwick, "A new data structure for cumulative frequency
    /// tables", 1994).
    ///
    /// - Complexity: O(n log n)
    init(byMaxima runs: UnsafeBufferPointer<MatchedRun>, _ memory: inout WorkingMemory) {
        self.init(count: runs.count, &memory)
        let ranks = Self.ranks(of: runs, &memory)
        /// The weight of the heaviest chain that ends with each run.
        let weights = memory.allocate(runs.count, repeating: 0)
        /// For each node of the tree the run with the heaviest chain among the ranks that it covers.
        let best = memory.allocate(runs.count + 1, repeating: Int32(-1))
        for run in runs.indices {
            var node = Int(ranks[run]) - 1
            while node > 0 {
                let candidate = best[node]
                if candidate >= 0, previous[run] < 0 || weights[Int(candidate)] > weights[Int(previous[run])] {
                    previous[run] = candidate
                }
                node &= node - 1
            }
            weights[run] = Int(runs[run].count) + (previous[run] < 0 ? 0 : weights[Int(previous[run])])
            node = Int(ranks[run])
            while node <= runs.count {
                if best[node] < 0 || weights[Int(best[node])] < weights[run] { best[node] = Int32(run) }
                node += node & -node
            }
            if last < 0 || weights[Int(last)] < weights[run] { last = Int32(run) }
        }
    }

    /// For each run the rank of its old offset, from 1 on.
    private static func ranks(of runs: UnsafeBufferPointer<MatchedRun>, _ memory: inout WorkingMemory)
        -> UnsafeMutablePointer<Int32>
    {
        let ranks = memory.allocate(runs.count, repeating: Int32(1))
        // Counting smaller offsets takes fewer steps than sorting a few.
        if runs.count <= 16 {
            for run in runs.indices {
                for other in runs.indices where runs[other].old < runs[run].old { ranks[run] += 1 }
            }
        } else {
            for (rank, run) in ascendingOrder(of: runs.map { UInt64($0.old) }).enumerated() {
                ranks[run] = Int32(rank + 1)
            }
        }
        return ranks
    }
}

/// For each of eight runs, the number of pile tops that are less than its old offset. Eight binary searches run at
/// once, because each step of a search waits for the step before it. If they run one after the other, the difference of
/// a shuffled list of 1,000,000 items takes more than twice as long.
private struct PileSearches {
    static let count = 8
    private var below = SIMD8<Int32>()
    private let offsets: SIMD8<Int32>

    @inline(__always)
    init(_ runs: UnsafeBufferPointer<MatchedRun>, _ first: Int) {
        let last = runs.count &- 1
        offsets = SIMD8(
            runs[first].old, runs[min(first &+ 1, last)].old, runs[min(first &+ 2, last)].old,
            runs[min(first &+ 3, last)].old,
            runs[min(first &+ 4, last)].old, runs[min(first &+ 5, last)].old, runs[min(first &+ 6, last)].old,
            runs[min(first &+ 7, last)].old)
    }

    /// Runs the searches. The half in which each one continues is chosen by arithmetic, because a processor would
    /// mispredict a branch every other time.
    @inline(__always)
    mutating func run(_ tops: UnsafeMutablePointer<Int32>, _ length: Int) {
        var rest = length
        while rest > 0 {
            let half = (rest &+ 1) &>> 1
            let middle = tops + (half &- 1)
            let found = SIMD8(
                middle[Int(below[0])], middle[Int(below[1])], middle[Int(below[2])], middle[Int(below[3])],
                middle[Int(below[4])], middle[Int(below[5])], middle[Int(below[6])], middle[Int(below[7])])
            // Offsets are not negative, so the shift gives all ones if the top is less, and otherwise 0.
            let isBelow = (found &- offsets) &>> SIMD8(repeating: 31)
            below &+= SIMD8(repeating: Int32(truncatingIfNeeded: half)) & isBelow
            rest &-= half
        }
    }

    @inline(__always)
    subscript(index: Int) -> Int { Int(below[index]) }
}
