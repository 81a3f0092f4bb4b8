/// The indexes of keys in ascending order of the keys. The sort is stable.
/// - Complexity: O(n)
func ascendingOrder(of keys: [UInt64]) -> [Int] {
    keyed(keys) { $0 }.map { $0.index }
}

/// Returns the numbers below `count`, sorted by a comparison. The sort is stable: a merge sort (Knuth, TAOCP vol. 3,
/// 5.2.4). It is rarely needed, so it sorts indexes: it is compiled once, and not for each type of elements.
/// - Complexity: O(n log n)
@inline(never)
func stableOrder(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
    var order = Array(0..<count)
    var merged = order
    var width = 1
    while width < count {
        var start = 0
        while start < count {
            let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
            var (left, right) = (start, middle)
            for index in start..<end {
                let takesRight = right < end && (left == middle || isBefore(order[right], order[left]))
                merged[index] = order[takesRight ? right : left]
                if takesRight { right += 1 } else { left += 1 }
            }
            start = end
        }
        swap(&order, &merged)
        width *= 2
    }
    return order
}

extension Collection {
    /// Whether the keys of the elements ascend. Equal keys may follow one another.
    func ascends(by key: (Element) -> UInt64) -> Bool {
        var last: UInt64 = 0
        for element in self {
            let next = key(element)
            if next < last { return false }
            last = next
        }
        return true
    }
}

extension RandomAccessCollection where Element == Handle, Index == Int {
    /// Whether each handle is greater than the one before it. Then none occurs twice.
    var ascendsStrictly: Bool {
        indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
    }
}

extension Array {
    /// The elements in ascending order of their keys. The sort is stable.
    package func ascending(by key: (Element) -> UInt64) -> [Element] {
        ascends(by: key) ? self : keyed(self, by: key).map { self[$0.index] }
    }
}

extension Array where Element == Handle {
    /// The handles in ascending order.
    var ascending: [Handle] {
        let differing = differingBits
        if differing == 0 { return self }
        var sorted = Array(copying: self[...])
        sorted.sort(differing)
        return sorted
    }
}

/// A value that a radix sort can sort, by its key.
private protocol Sortable: BitwiseCopyable {
    var key: UInt64 { get }
}

extension Handle: Sortable {
    fileprivate var key: UInt64 { UInt64(self) }
}

/// A key with the index that it had before sorting.
private struct Keyed: Sortable {
    let key: UInt64
    let index: Int
}

/// The keys of elements in ascending order, with their indexes.
@inline(__always)
private func keyed<Element>(_ elements: [Element], by key: (Element) -> UInt64) -> [Keyed] {
    var keyed = [Keyed](capacity: elements.count) { keyed, count in
        while count < elements.count {
            keyed[count] = Keyed(key: key(elements[count]), index: count)
            count += 1
        }
    }
    keyed.sort(keyed.differingBits)
    return keyed
}

extension Array where Element: Sortable {
    /// The bits that are not the same in all keys; 0 if the keys ascend.
    fileprivate var differingBits: UInt64 {
        withUnsafeBufferPointer { DiffableEngine.differingBits($0) }
    }

    /// A radix sort: a counting sort for each byte, from the lowest one on (Knuth, TAOCP vol. 3, 5.2.5). Bytes that are
    /// the same in all keys are skipped.
    fileprivate mutating func sort(_ differing: UInt64) {
        if differing == 0 { return }
        var sorted = Array(capacity: count) { $1 = $0.count }
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing &>> shift & 0xFF != 0 {
            withUnsafeBufferPointer { items in
                sorted.withUnsafeMutableBufferPointer { sorted in
                    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) {
                        sortByByte(shift, items, sorted, $0)
                    }
                }
            }
            swap(&self, &sorted)
        }
    }
}

private func differingBits<Item: Sortable>(_ items: UnsafeBufferPointer<Item>) -> UInt64 {
    guard items.count > 1 else { return 0 }
    let first = items[0].key
    var last = first
    var isAscending = true
    var differing: UInt64 = 0
    for index in 1..<items.count {
        let key = items[index].key
        if key < last { isAscending = false }
        differing |= key ^ first
        last = key
    }
    return isAscending ? 0 : differing
}

/// One pass of the radix sort.
/// - Parameter next: memory for the index of the next item of each byte value.
private func sortByByte<Item: Sortable>(
    _ shift: UInt64, _ items: UnsafeBufferPointer<Item>, _ sorted: UnsafeMutableBufferPointer<Item>,
    _ next: UnsafeMutableBufferPointer<Int32>
) {
    next.initialize(repeating: 0)
    for index in 0..<items.count { next[Int(truncatingIfNeeded: items[index].key &>> shift & 0xFF)] &+= 1 }
    var sum: Int32 = 0
    for value in 0..<256 { (next[value], sum) = (sum, sum &+ next[value]) }
    for index in 0..<items.count {
        let item = items[index]
        let value = Int(truncatingIfNeeded: item.key &>> shift & 0xFF)
        sorted[Int(truncatingIfNeeded: next[value])] = item
        next[value] &+= 1
    }
}

/// Searches a sorted list for the first element for which `isBefore` is false, and returns its index. The search is
/// binary.
/// - Complexity: O(log n)
package func lowerBound<List: RandomAccessCollection>(
    in sorted: List, where isBefore: (List.Element) -> Bool
) -> Int where List.Index == Int {
    var (low, high) = (sorted.startIndex, sorted.endIndex)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
}
