/// The first index of a sorted list whose element is not in front of what is looked for.
/// - Complexity: O(log n)
func firstIndex<List: RandomAccessCollection>(
    in sorted: List, where isBefore: (List.Element) -> Bool
) -> Int where List.Index == Int {
    var (low, high) = (sorted.startIndex, sorted.endIndex)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
}
