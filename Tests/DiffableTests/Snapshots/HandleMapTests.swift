import Testing

@testable import Diffable

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

    @Test func setsEachToItsValue() {
        var map = HandleMap<UInt64>(absent: 0)
        let empty = map
        let values = Self.handles.map { UInt64($0) + 1 }
        map.set(Self.handles, to: values)
        #expect(Self.handles.map { map[$0] } == values && map[2] == 0)
        let copy = map
        map.set(Self.handles, to: values)
        #expect(map.isSame(as: copy) && !map.isSame(as: empty))
        map.set([1_024, 2, 1_024], to: [7, 8, 9])
        #expect(map[1_024] == 9 && map[2] == 8 && copy[1_024] == 1_025 && copy[2] == 0)
        map.set([2, 1_024, 4_000_000], to: nil)
        #expect(map[2] == 0 && map[1_024] == 0 && map[4_000_000] == 0 && map[1_025] == 1_026)
    }

    @Test func differences() {
        var map = HandleMap<UInt64>(absent: 0)
        let empty = map
        map.set(Self.handles, to: Self.handles.map { UInt64($0) + 1 })
        #expect(map.differences(from: empty) == Self.handles && empty.differences(from: map) == Self.handles)
        var copy = map
        #expect(map.differences(from: copy).isEmpty)
        for changed: [Handle] in [[0], [15, 16, 17], [1_023, 1_024, 2_047], [4_000_000]] {
            let before = copy
            copy.set(changed, to: changed.map { 5_000_000 + UInt64($0) })
            #expect(copy.differences(from: before) == changed && before.differences(from: copy) == changed)
        }
        copy.set([15, 16, 17, 4_000_000], to: nil)
        #expect(copy.differences(from: map) == [0, 1_023, 1_024, 2_047])
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
