/// The places of keys in ascending order; equal keys keep theirs. A radix sort: byte by byte from the lowest one on, and
/// each of them by counting (Knuth 5.2.5); bytes that are the same in all keys are passed over.
/// - Complexity: O(n)
func ascendingOrder(of keys: [UInt64]) -> [Int] {
    var order = Array(keys.indices)
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { return order }
    var sorted = order
    let differing = keys.reduce(0) { $0 | ($1 ^ keys[0]) }
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing &>> shift & 0xFF != 0 {
        keys.withUnsafeBufferPointer { keys in
            order.withUnsafeBufferPointer { order in
                sorted.withUnsafeMutableBufferPointer { sortByByte(shift, keys, order, $0) }
            }
        }
        swap(&order, &sorted)
    }
    return order
}

@_optimize(speed)
private func sortByByte(
    _ shift: UInt64, _ keys: UnsafeBufferPointer<UInt64>, _ order: UnsafeBufferPointer<Int>, _ sorted: UnsafeMutableBufferPointer<Int>
) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { next in
        next.initialize(repeating: 0)
        for key in keys { next[Int(truncatingIfNeeded: key &>> shift & 0xFF)] &+= 1 }
        var sum = 0
        for value in 0..<256 { (next[value], sum) = (sum, sum &+ next[value]) }
        for place in order {
            let value = Int(truncatingIfNeeded: keys[place] &>> shift & 0xFF)
            sorted[next[value]] = place
            next[value] &+= 1
        }
    }
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

extension Array where Element == Handle {
    var ascending: [Handle] { ascending { UInt64($0) } }
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
