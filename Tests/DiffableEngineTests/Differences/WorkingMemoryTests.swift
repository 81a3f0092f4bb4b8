import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct WorkingMemoryTests {
    /// Allocations of all sizes, of which most are not on the stack: none overlaps another one.
    @Test(arguments: 0..<4 as Range<UInt64>) func allocationsDoNotOverlap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        WorkingMemory.with { memory in
            let parts = (0..<60).map { number in
                let count = random.below([10, 300, 100_000][number % 3])
                return (memory.allocate(count, repeating: number), count)
            }
            for (number, (start, count)) in parts.enumerated() {
                #expect((0..<count).allSatisfy { start[$0] == number })
                #expect(UInt(bitPattern: start) % 16 == 0)
            }
        }
    }

    @Test func arrayThatGrows() {
        WorkingMemory.with { memory in
            var (numbers, others) = (WorkingArray<Int>(), WorkingArray<UInt8>())
            #expect(numbers.buffer.isEmpty)
            for number in 0..<1_000 {
                numbers.append(number, &memory)
                others.append(UInt8(number % 256), &memory)
                if number % 100 == 0 {
                    Array(0..<number).withUnsafeBufferPointer { numbers.append(copying: $0, &memory) }
                }
            }
            let expected = (0..<1_000).flatMap { $0 % 100 == 0 ? [$0] + Array(0..<$0) : [$0] }
            #expect(Array(numbers.buffer) == expected)
            #expect(Array(others.buffer) == (0..<1_000).map { UInt8($0 % 256) })
            numbers[3] = -1
            #expect(numbers[3] == -1 && numbers.count == expected.count)
            numbers.removeAll()
            #expect(numbers.buffer.isEmpty)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func positions(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        WorkingMemory.with { memory in
            let count = random.number(in: 1...400)
            let set = PositionSet(count: count, &memory)
            var expected = Set<Int>()
            for _ in 0..<random.below(12) {
                let first = random.below(count)
                let more = random.once(in: 3) ? 1 : random.number(in: 1...count - first)
                set.insert(first, more)
                expected.formUnion(first..<first + more)
            }
            let start = random.below(count)
            for range in [0..<count, start..<random.number(in: start...count), start..<start] {
                var missing: [Int] = []
                set.forEachMissing(in: range) { missing.append($0) }
                #expect(missing == range.filter { !expected.contains($0) })
            }
        }
    }
}
