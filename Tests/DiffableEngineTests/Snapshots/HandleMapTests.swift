import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct HandleMapTests {
    /// Around the ends of a chunk, and far out.
    private static let handles: [Handle] = [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, 500_000, 3_000_000]

    @Test func whatWasNeverWrittenIsAbsent() {
        var map = HandleMap<Int32>(absent: -1)
        #expect(map[0] == -1 && map[Handle.max] == -1)
        map[1_024] = 7
        #expect(map[0] == -1 && map[1_023] == -1 && map[1_025] == -1 && map[2_048] == -1 && map[Handle.max] == -1)
    }

    @Test func whatWasWrittenIsRead() {
        var map = HandleMap<Int>(absent: 0)
        for (index, handle) in Self.handles.shuffled().enumerated() { map[handle] = index + 1 }
        #expect(Set(Self.handles.map { map[$0] }) == Set(1...Self.handles.count))
        map[1_024] = 0
        #expect(map[1_024] == 0)
    }

    @Test func copiesDoNotShareWhatOneOfThemWrites() {
        var map = HandleMap<Int>(absent: 0)
        var plain: [Handle: Int] = [:]
        var copies: [(HandleMap<Int>, [Handle: Int])] = []
        for (round, handle) in (Self.handles + Self.handles.reversed()).enumerated() {
            copies.append((map, plain))
            for written in [handle, handle ^ 1] {
                map[written] = round + 1
                plain[written] = round + 1
            }
        }
        for (copy, plain) in copies {
            for handle in Self.handles { #expect(copy[handle] == plain[handle] ?? 0) }
        }
    }

    /// All are claimed or none, and nothing is seen of it in a copy.
    @Test func claims() {
        var map = HandleMap<Int32>(absent: 0)
        let copy = map
        let (areClaimed, isNothingClaimed) = (map.claim(Self.handles, with: 7), map.claim([], with: 8))
        #expect(areClaimed && isNothingClaimed)
        #expect(Self.handles.allSatisfy { map[$0] == 7 && copy[$0] == 0 })
        for taken in Self.handles {
            let others: [Handle] = [2, 1_026, 4_000_000]
            for place in 0...others.count {
                var wanted = others
                wanted.insert(taken, at: place)
                let isClaimed = map.claim(wanted, with: 8)
                #expect(!isClaimed && map[taken] == 7 && others.allSatisfy { map[$0] == 0 })
            }
        }
        for twice: [Handle] in [[2, 2], [2, 4_000_000, 2], [2, 3, 1_026, 3]] {
            let isClaimed = map.claim(twice, with: 8)
            #expect(!isClaimed && twice.allSatisfy { map[$0] == 0 })
        }
    }

    @Test func theOnesThatHaveAValue() {
        var map = HandleMap<Int32>(absent: -1)
        for handle in Self.handles { map[handle] = 0 }
        map[1_024] = -1
        let asked: [Handle] = [3_000_000, 2, 1_024, Handle.max, 0, 4_000, 0]
        #expect(map.present(of: asked) == [3_000_000, 0, 0] && map.present(of: []) == [])
        #expect(map.present(of: (0..<3_000).map { $0 }) == [0, 1, 1_023, 1_025, 2_047, 2_048])
        var copy = map
        copy[1_023] = -1
        copy[2] = 0
        #expect(map.present(of: (0..<3_000).map { $0 }, andIn: copy) == [0, 1, 1_025, 2_047, 2_048])
        #expect(copy.present(of: (0..<3_000).map { $0 }, andIn: map) == [0, 1, 1_025, 2_047, 2_048])
    }

    @Test func theWrittenOnesInOrder() {
        var map = HandleMap<Int?>(absent: nil)
        for handle in Self.handles.reversed() { map[handle] = Int(handle) }
        var seen: [Handle] = []
        map.forEach { handle, value in
            guard let value else { return }
            #expect(value == Int(handle))
            seen.append(handle)
        }
        #expect(seen == Self.handles)
    }

    /// Values that are objects are let go of with the last map that holds them.
    @Test func objectsAreLetGoOf() {
        final class Value {}
        weak var watched: Value?
        do {
            var map = HandleMap<Value?>(absent: nil)
            let value = Value()
            watched = value
            map[5] = value
            let copy = map
            map[5] = nil
            #expect(copy[5] === watched && map[5] == nil)
        }
        #expect(watched == nil)
    }
}
