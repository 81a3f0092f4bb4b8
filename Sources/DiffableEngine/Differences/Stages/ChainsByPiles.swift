/// Chains of runs by patience sorting (Fredman, 1975): `tops[length - 1]` is the least old place that a chain of a
/// length can end with. A run goes on the first top that is not below its place, and its members on those behind it:
/// whatever chain ends in the midst of a run could as well take the rest of it, so none does.
///
/// - Returns: for each run the one before it in the heaviest chain that ends with it, -1 for none; and the run that
///   the heaviest of all ends with.
/// - Complexity: O(n log n + total)
@_optimize(speed)
func chainsByPiles(_ runs: [Span], total: Int) -> (previous: [Int32], last: Int32) {
    let tops = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, total))
    let owners = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, total))
    defer {
        tops.deallocate()
        owners.deallocate()
    }
    var length = 0
    var last: Int32 = -1
    var previous = [Int32](repeating: -1, count: runs.count)
    var group = 0
    while group < runs.count {
        // One search is a row of waits, each for the one before. Eight at a time wait together.
        var searches = PileSearches(runs, group)
        searches.run(tops, length)
        for member in 0..<min(PileSearches.count, runs.count &- group) {
            let run = group &+ member
            let (place, count) = (runs[run].old, Int(runs[run].count))
            // Tops only sink, and come up at the end: what was found before others of the group were put down is never too much.
            var below = searches[member]
            while below < length && tops[below] < place { below &+= 1 }
            if below > 0 { previous[run] = owners[below &- 1] }
            for offset in 0..<count {
                tops[below &+ offset] = place &+ Int32(truncatingIfNeeded: offset)
                owners[below &+ offset] = Int32(truncatingIfNeeded: run)
            }
            // The first chain of its length: of two neighbours that change places, the first one moves.
            if below &+ count > length {
                length = below &+ count
                last = Int32(truncatingIfNeeded: run)
            }
        }
        group &+= PileSearches.count
    }
    return (previous, last)
}

/// How many tops are below the places of each of eight runs.
private struct PileSearches {
    static let count = 8
    private var below = SIMD8<Int32>()
    private let places: SIMD8<Int32>

    @inline(__always)
    init(_ runs: [Span], _ first: Int) {
        let last = runs.count &- 1
        places = SIMD8(
            runs[first].old, runs[min(first &+ 1, last)].old, runs[min(first &+ 2, last)].old, runs[min(first &+ 3, last)].old,
            runs[min(first &+ 4, last)].old, runs[min(first &+ 5, last)].old, runs[min(first &+ 6, last)].old, runs[min(first &+ 7, last)].old)
    }

    /// Which half goes on is a matter of arithmetic: the processor would guess a branch wrong every other time.
    @inline(__always)
    mutating func run(_ tops: UnsafeMutablePointer<Int32>, _ length: Int) {
        var rest = length
        while rest > 0 {
            let half = (rest &+ 1) &>> 1
            let middle = tops + (half &- 1)
            let found = SIMD8(
                middle[Int(below[0])], middle[Int(below[1])], middle[Int(below[2])], middle[Int(below[3])],
                middle[Int(below[4])], middle[Int(below[5])], middle[Int(below[6])], middle[Int(below[7])])
            // Places are not negative, so the difference is where the top is below: its sign is all ones.
            let isBelow = (found &- places) &>> SIMD8(repeating: 31)
            below &+= SIMD8(repeating: Int32(truncatingIfNeeded: half)) & isBelow
            rest &-= half
        }
    }

    @inline(__always)
    subscript(index: Int) -> Int { Int(below[index]) }
}
