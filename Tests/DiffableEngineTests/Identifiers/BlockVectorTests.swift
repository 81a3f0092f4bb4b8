import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct BlockVectorTests {
    private func withVector<Result>(firstCapacity: Int, _ body: (BlockVector<UInt32>) -> Result) -> Result {
        let size = BlockVector<UInt32>.size(firstCapacity: firstCapacity)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        let vector = BlockVector<UInt32>(in: memory, firstCapacity: firstCapacity)
        defer { vector.deallocateLaterBlocks() }
        return body(vector)
    }

    /// Whatever the first block has room for, single values have consecutive indexes, keep their addresses, and are
    /// found by index.
    @Test(arguments: [1, 2, 7, 8, 9, 24, 56, 64, 1000, 1024]) func singleValues(firstCapacity: Int) {
        withVector(firstCapacity: firstCapacity) { vector in
            var addresses: [UnsafeMutablePointer<UInt32>] = []
            for value in 0..<5_000 {
                #expect(vector.append(count: 1) == value)
                vector.appended(value).pointee = UInt32(value)
                addresses.append(vector.pointer(value))
            }
            #expect(vector.count == 5_000)
            #expect((0..<5_000).allSatisfy { vector[$0] == UInt32($0) && vector.pointer($0) == addresses[$0] })
            #expect(Set(addresses).count == 5_000)
        }
    }

    /// Values that are appended together are consecutive in memory, at ascending indexes, and no others overwrite them.
    @Test(arguments: 0..<20 as Range<UInt64>) func consecutiveValues(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        withVector(firstCapacity: 1 + random.below(100)) { vector in
            var parts: [Range<Int>] = []
            for _ in 0..<300 {
                let count = 1 + random.below(random.once(in: 20) ? 3_000 : 40)
                guard let first = vector.append(count: count) else { break }
                #expect(first >= parts.last?.upperBound ?? 0)
                for index in first..<first + count { vector.appended(index).pointee = UInt32(index) }
                parts.append(first..<first + count)
            }
            #expect(parts.count == 300)
            for part in parts {
                #expect(vector.areInOneBlock(part))
                #expect(
                    part.allSatisfy {
                        vector[$0] == UInt32($0)
                            && vector.pointer($0) == vector.pointer(part.lowerBound) + ($0 - part.lowerBound)
                    })
            }
            // Where two parts are in one block, all values between them are consecutive as well.
            for (part, next) in zip(parts, parts.dropFirst())
            where vector.areInOneBlock(part.lowerBound..<next.upperBound) {
                #expect(
                    vector.pointer(next.lowerBound) == vector.pointer(part.lowerBound)
                        + (next.lowerBound - part.lowerBound))
            }
        }
    }

    /// Blocks of several huge pages, which become usable page by page.
    @Test(arguments: [1, 1_000, 400_000, 1_500_000]) func largeBlocks(count: Int) {
        withVector(firstCapacity: 1_000_000) { vector in
            var firsts: [Int] = []
            while vector.count < 6_000_000 && firsts.count < 1_000 {
                guard let first = vector.append(count: count) else { break }
                vector.appended(first).pointee = UInt32(first)
                vector.appended(first + count - 1).pointee = UInt32(first)
                firsts.append(first)
            }
            #expect(firsts.count == 1_000 || vector.count >= 6_000_000)
            #expect(firsts.allSatisfy { vector[$0] == UInt32($0) && vector[$0 + count - 1] == UInt32($0) })
        }
    }

    @Test func indexesHave32Bits() {
        withVector(firstCapacity: 8) { vector in
            #expect(vector.append(count: 1 << 32) == nil)
            #expect(vector.append(count: .max) == nil)
            #expect(vector.count == 0 && vector.append(count: 8) == 0 && vector.append(count: 1) == 8)
        }
    }
}
