/// The length of the longest ascending subsequence, by trying all of them.
func longestByExhaustion(_ numbers: [Int]) -> Int {
    heaviestByExhaustion(numbers, weights: numbers.map { _ in 1 })
}

/// The weight of the heaviest ascending subsequence, by trying all of them.
func heaviestByExhaustion(_ numbers: [Int], weights: [Int]) -> Int {
    var best = 0
    for subset in 0..<(1 << numbers.count) {
        var last = Int.min
        var weight = 0
        var ascends = true
        for index in 0..<numbers.count where subset & (1 << index) != 0 {
            if numbers[index] <= last { ascends = false }
            last = numbers[index]
            weight += weights[index]
        }
        if ascends && weight > best { best = weight }
    }
    return best
}

/// The length of the longest ascending subsequence, in O(n²): the table has the longest one that ends with each number.
func longestByTable(_ numbers: [Int]) -> Int {
    heaviestByTable(numbers, weights: numbers.map { _ in 1 })
}

/// The weight of the heaviest ascending subsequence: for each number the best that ends with it.
func heaviestByTable(_ numbers: [Int], weights: [Int]) -> Int {
    var best = [Int](repeating: 0, count: numbers.count)
    for index in 0..<numbers.count {
        var before = 0
        for earlier in 0..<index where numbers[earlier] < numbers[index] && best[earlier] > before {
            before = best[earlier]
        }
        best[index] = before + weights[index]
    }
    return best.max() ?? 0
}

/// All orders of the numbers from 0 to `count - 1`.
func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { shorter in
        (0...shorter.count).map { index in
            var longer = shorter
            longer.insert(count - 1, at: index)
            return longer
        }
    }
}

/// The length of the longest ascending subsequence, in O(n log n), by patience sorting: each number goes on the
/// leftmost pile whose top is not smaller.
func longestByPatience(_ numbers: [Int]) -> Int {
    var tops: [Int] = []
    for number in numbers {
        var (low, high) = (0, tops.count)
        while low < high {
            let middle = (low + high) / 2
            if tops[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low == tops.count { tops.append(number) } else { tops[low] = number }
    }
    return tops.count
}
