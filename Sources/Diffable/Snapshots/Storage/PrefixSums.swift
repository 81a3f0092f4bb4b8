/// Counts in a row, with their running sums, all in logarithmic time: a binary indexed tree
/// (Fenwick, "A new data structure for cumulative frequency tables", 1994).
struct PrefixSums: Equatable {
    /// `tree[i - 1]` is the sum of the `i & -i` counts that end with the `i`-th.
    private var tree: [Int32] = []
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
    }

    var count: Int { tree.count }

    /// Changes one count.
    mutating func add(_ change: Int, at index: Int) {
        total += change
        var position = index + 1
        while position <= tree.count {
            tree[position - 1] += Int32(truncatingIfNeeded: change)
            position += position & -position
        }
    }

    mutating func append(_ count: Int) {
        let position = tree.count + 1
        let covered = position - (position & -position)
        tree.append(Int32(truncatingIfNeeded: total - sum(before: covered) + count))
        total += count
    }

    /// Moves a count to another index.
    /// - Complexity: O(n)
    mutating func move(from: Int, to: Int) {
        var counts = tree.map { Int($0) }
        // What made the tree, backwards.
        for position in stride(from: tree.count, through: 1, by: -1) {
            let parent = position + (position & -position)
            if parent <= tree.count { counts[parent - 1] -= counts[position - 1] }
        }
        counts.insert(counts.remove(at: from), at: to)
        self = PrefixSums(counts)
    }

    /// The sum of the counts in front of an index.
    func sum(before index: Int) -> Int {
        var sum = 0
        var position = index
        while position > 0 {
            sum += Int(tree[position - 1])
            position &= position - 1
        }
        return sum
    }

    /// The index of the count that covers a place from 0 to `total - 1`, and the place within it.
    func find(_ place: Int) -> (index: Int, offset: Int) {
        var position = 0
        var remaining = place
        var step = tree.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - tree.count.leadingZeroBitCount)
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
