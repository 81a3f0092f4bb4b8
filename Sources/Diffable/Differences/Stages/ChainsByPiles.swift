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
    for run in 0..<runs.count {
        let (place, count) = (runs[run].old, Int(runs[run].count))
        // The number of tops below the place. Which half goes on is a matter of arithmetic: the processor would guess
        // a branch wrong every other time.
        var below = 0
        var rest = length
        while rest > 0 {
            let half = (rest &+ 1) &>> 1
            // Places are not negative, so the difference is where the top is below: its sign is all ones.
            below &+= half & Int(truncatingIfNeeded: (tops[below &+ half &- 1] &- place) &>> 31)
            rest &-= half
        }
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
    return (previous, last)
}
