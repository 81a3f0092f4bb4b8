/// Counts and their prefix sums. Changes and sums take logarithmic time (Fenwick, "A new data structure for cumulative
/// frequency tables", 1994).
struct FenwickTree: Equatable {
    /// `tree[i - 1]` is the sum of the `i & -i` counts that end with the `i`-th. If there is a single count, as in most
    /// sections, it is stored in `total`, and the tree is empty.
    private var tree: [Int32] = []
    private(set) var count = 0
    private(set) var total = 0

    init() {}

    /// - Complexity: O(n)
    init(_ counts: some Sequence<Int>) {
        for count in counts {
            tree.append(Int32(truncatingIfNeeded: count))
            total += count
        }
        for position in stride(from: 1, through: tree.count, by: 1) {
            let parent = position + (position & -position)
            if parent <= tree.count { tree[parent - 1] += tree[position - 1] }
        }
        count = tree.count
        if count == 1 { tree = [] }
    }

    /// Changes one count.
    mutating func add(_ change: Int, at index: Int) {
        total += change
        var position = index + 1
        while position <= tree.count {
            tree[position - 1] += Int32(truncatingIfNeeded: change)
            position += position & -position
        }
    }

    /// - Complexity: amortised O(1)
    mutating func append(_ new: Int) {
        if count == 1 { tree = [Int32(truncatingIfNeeded: total)] }
        count += 1
        total += new
        if count == 1 { return }
        var sum = Int32(truncatingIfNeeded: new)
        var distance = 1
        while distance < count & -count {
            sum += tree[count - distance - 1]
            distance <<= 1
        }
        tree.append(sum)
    }

    /// Removes the counts from an index on. A node covers only counts up to its own, so the other nodes stay as they
    /// are.
    mutating func removeAll(from index: Int) {
        if index == count { return }
        total = sum(before: index)
        count = index
        tree = index > 1 ? Array(copying: tree[..<index]) : []
    }

    /// Moves a count to another index. Nodes that cover counts between the indexes are turned into counts, and then
    /// into sums again.
    /// - Complexity: O(distance + log n)
    mutating func move(from: Int, to: Int) {
        if from == to { return }
        let (first, last) = (min(from, to) + 1, max(from, to) + 1)
        var (before, behind): ([Int], [Int]) = ([], [])
        var position = first - 1
        while position > 0 {
            before.append(position)
            position &= position - 1
        }
        position = last + (last & -last)
        while position <= tree.count {
            behind.append(position)
            position += position & -position
        }
        for position in behind.reversed() { addToParent(position, -1) }
        for position in (first...last).reversed() { addToParent(position, -1) }
        for position in before.reversed() { addToParent(position, -1) }
        tree.move(from: from, to: to)
        for position in before { addToParent(position, 1) }
        for position in first...last { addToParent(position, 1) }
        for position in behind { addToParent(position, 1) }
    }

    private mutating func addToParent(_ position: Int, _ sign: Int32) {
        let parent = position + (position & -position)
        if parent <= tree.count { tree[parent - 1] += sign * tree[position - 1] }
    }

    /// The sum of the counts before an index.
    func sum(before index: Int) -> Int {
        if tree.isEmpty { return index == 0 ? 0 : total }
        var sum = 0
        var position = index
        while position > 0 {
            sum += Int(tree[position - 1])
            position &= position - 1
        }
        return sum
    }

    /// The index of the count that covers the `number`-th of `total` elements, from 0 on, and the offset within that
    /// count.
    func find(_ number: Int) -> (index: Int, offset: Int) {
        if tree.isEmpty { return number < total || count == 0 ? (0, number) : (1, number - total) }
        var position = 0
        var remaining = number
        var step = 1 << (Int.bitWidth - 1 - tree.count.leadingZeroBitCount)
        while step > 0 {
            let next = position + step
            if next <= tree.count && Int(tree[next - 1]) <= remaining {
                remaining -= Int(tree[next - 1])
                position = next
            }
            step >>= 1
        }
        return (position, remaining)
    }
}
