/// The places of keys in ascending order; equal keys keep theirs. All sorting goes through here: each type
/// that is sorted by itself would bring a copy of the algorithm along.
/// - Complexity: O(n log n), O(n) where the keys ascend already
func ascendingOrder(of keys: [UInt64]) -> [Int] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { return Array(keys.indices) }
    return keys.indices.sorted { keys[$0] < keys[$1] }
}

extension Array {
    func ascending(by key: (Element) -> UInt64) -> [Element] {
        var last: UInt64 = 0
        let isAscending = allSatisfy { element in
            defer { last = key(element) }
            return last <= key(element)
        }
        return isAscending ? self : ascendingOrder(of: map(key)).map { self[$0] }
    }
}

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
