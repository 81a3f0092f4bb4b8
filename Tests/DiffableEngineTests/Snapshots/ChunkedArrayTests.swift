import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct ChunkedArrayTests {
    private final class Object {}

    private static func objects(_ count: Int) -> [Object] {
        (0..<count).map { _ in Object() }
    }

    /// The same in plain words: an array.
    private func check(_ row: ChunkedArray<Object>, _ plain: [Object]) {
        #expect(row.count == plain.count)
        #expect(row.elementsEqual(plain, by: ===))
        #expect(plain.indices.allSatisfy { row[$0] === plain[$0] })
    }

    /// Rows of no chunk, of one and more, and of a part of one, in which some objects are replaced by more, fewer or as
    /// many.
    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 48, 70]) func objectsInThePlaceOfOthers(count: Int) {
        let plain = Self.objects(count)
        var row = ChunkedArray<Object>()
        row.replace(0..<0, with: plain)
        check(row, plain)
        for start in 0...count {
            for end in Set([start, start + 1, start + 16, count]) where start...count ~= end {
                for new in [0, 1, 17].map(Self.objects) {
                    var (changed, changedPlain) = (row, plain)
                    changed.replace(start..<end, with: new)
                    changedPlain.replaceSubrange(start..<end, with: new)
                    check(changed, changedPlain)
                }
            }
        }
        check(row, plain)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func copiesDoNotShareWhatOneOfThemWrites(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var row = ChunkedArray<Object>()
        var plain: [Object] = []
        var copies: [(ChunkedArray<Object>, [Object])] = []
        for _ in 0..<30 {
            if random.once(in: 2), !plain.isEmpty {
                let (index, new) = (random.below(plain.count), Object())
                row.update(index) { $0 = new }
                plain[index] = new
            } else {
                let start = random.once(in: 2) ? plain.count : random.below(plain.count + 1)
                let range = start..<random.number(in: start...min(plain.count, start + 3))
                let new = Self.objects(random.below(25))
                row.replace(range, with: new)
                plain.replaceSubrange(range, with: new)
            }
            copies.append((row, plain))
        }
        for (row, plain) in copies { check(row, plain) }
    }

    /// From every index on, of rows that are copies and of such whose chunks hold the same objects elsewhere.
    @Test(arguments: 0..<10 as Range<UInt64>) func theVerySameObjects(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let plain = Self.objects(random.number(in: 40...60))
        var row = ChunkedArray<Object>()
        row.replace(0..<0, with: plain)
        var (other, otherPlain) = (row, plain)
        let changed = random.below(plain.count)
        otherPlain[changed] = Object()
        other.update(changed) { $0 = otherPlain[changed] }
        let start = random.below(plain.count)
        otherPlain.insert(Object(), at: start)
        other.replace(start..<start, with: [otherPlain[start]])
        for index in 0...plain.count {
            for otherIndex in [index, index + 1, index + 16, 0] where otherIndex <= otherPlain.count {
                let expected = zip(plain[index...], otherPlain[otherIndex...]).prefix { $0 === $1 }
                #expect(row.sharedCount(from: index, with: other, from: otherIndex) == Array(expected).count)
            }
        }
        #expect(row.sharedCount(from: 0, with: row, from: 0) == plain.count)
    }

    @Test func objectsAreLetGoOf() {
        weak var watched: Object?
        do {
            var row = ChunkedArray<Object>()
            row.replace(0..<0, with: Self.objects(40))
            watched = row[20]
            let copy = row
            row.replace(10..<30, with: [])
            #expect(copy[20] === watched)
        }
        #expect(watched == nil)
    }
}
