import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct RevisionsTests {
    /// Around the ends of a chunk, and far out.
    private static let handles: [Handle] = [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, 500_000, 3_000_000]

    @Test func setsEachToItsRevision() {
        var revisions = Revisions()
        let empty = revisions
        let values = Self.handles.map { UInt64($0) + 1 }
        revisions.set(Self.handles, to: values)
        #expect(Self.handles.map { revisions[$0] } == values && revisions[2] == 0)
        let copy = revisions
        revisions.set(Self.handles, to: values)
        #expect(revisions.isSame(as: copy) && !revisions.isSame(as: empty))
        revisions.set([1_024, 2, 1_024], to: [7, 8, 9])
        #expect(revisions[1_024] == 9 && revisions[2] == 8 && copy[1_024] == 1_025 && copy[2] == 0)
        revisions.set([2, 1_024, 4_000_000], to: nil)
        #expect(revisions[2] == 0 && revisions[1_024] == 0 && revisions[4_000_000] == 0 && revisions[1_025] == 1_026)
    }

    @Test func differences() {
        var revisions = Revisions()
        let empty = revisions
        revisions.set(Self.handles, to: Self.handles.map { UInt64($0) + 1 })
        #expect(revisions.differences(from: empty) == Self.handles && empty.differences(from: revisions) == Self.handles)
        var copy = revisions
        #expect(revisions.differences(from: copy).isEmpty)
        for changed: [Handle] in [[0], [15, 16, 17], [1_023, 1_024, 2_047], [4_000_000]] {
            let before = copy
            copy.set(changed, to: changed.map { 5_000_000 + UInt64($0) })
            #expect(copy.differences(from: before) == changed && before.differences(from: copy) == changed)
        }
        copy.set([15, 16, 17, 4_000_000], to: nil)
        #expect(copy.differences(from: revisions) == [0, 1_023, 1_024, 2_047])
    }

    /// Copies of copies, written to here a little and there so much that the exceptions of a chunk become part of its values.
    @Test(arguments: 0..<8 as Range<UInt64>) func copiesOfCopies(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var copies = [(revisions: Revisions(), plain: [UInt64](repeating: 0, count: 2_100))]
        for _ in 0..<200 {
            var (revisions, plain) = copies[random.below(copies.count)]
            let count = random.below(random.once(in: 8) ? 400 : 30)
            let (first, areInOrder) = (random.below(plain.count - 400), random.once(in: 4))
            let handles = (0..<count).map { Handle(areInOrder ? first + $0 : random.below(plain.count)) }
            let sparsity = random.once(in: 2) ? 1 : 40
            let values: [UInt64]? = random.once(in: 8) ? nil : handles.map { _ in random.once(in: sparsity) ? UInt64(random.below(4)) : 0 }
            if let values { revisions.set(handles, to: values) } else { revisions.set(handles, to: nil) }
            for (position, handle) in handles.enumerated() { plain[Int(handle)] = values?[position] ?? 0 }
            if copies.count == 6 { copies.remove(at: random.below(copies.count)) }
            copies.append((revisions, plain))
            for (copy, plain) in copies { #expect(plain.indices.allSatisfy { copy[Handle($0)] == plain[$0] }) }
            let other = copies[random.below(copies.count)]
            let differing = plain.indices.filter { plain[$0] != other.plain[$0] }
            #expect(revisions.differences(from: other.revisions) == differing.map { Handle($0) })
            let rows = (0..<2).map { _ in
                let (areNeighbours, first) = (random.once(in: 2), random.below(plain.count - 100))
                return (0..<100).map { areNeighbours ? first + $0 : random.below(plain.count) }
            }
            let positions = (0..<100).filter { plain[rows[0][$0]] != other.plain[rows[1][$0]] }
            let handleRows = rows.map { $0.map { Handle($0) } }
            #expect(revisions.differences(of: handleRows[0], from: other.revisions, of: handleRows[1]) == positions)
        }
    }
}
