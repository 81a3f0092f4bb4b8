import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct PagedArrayTests {
    /// Around the ends of pages, and far out.
    private static let handles: [Handle] = [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, 500_000, 3_000_000]

    @Test func whatWasNeverWrittenIsAbsent() {
        var array = PagedArray<Int32>(absent: -1)
        #expect(array[0] == -1 && array[Handle.max] == -1)
        array[1_024] = 7
        #expect(
            array[0] == -1 && array[1_023] == -1 && array[1_025] == -1 && array[2_048] == -1 && array[Handle.max] == -1)
    }

    @Test func whatWasWrittenIsRead() {
        var array = PagedArray<Int>(absent: 0)
        for (index, handle) in Self.handles.shuffled().enumerated() { array[handle] = index + 1 }
        #expect(Set(Self.handles.map { array[$0] }) == Set(1...Self.handles.count))
        array[1_024] = 0
        #expect(array[1_024] == 0)
    }

    @Test func copiesDoNotShareWhatOneOfThemWrites() {
        var array = PagedArray<Int>(absent: 0)
        var plain: [Handle: Int] = [:]
        var copies: [(PagedArray<Int>, [Handle: Int])] = []
        for (round, handle) in (Self.handles + Self.handles.reversed()).enumerated() {
            copies.append((array, plain))
            for written in [handle, handle ^ 1] {
                array[written] = round + 1
                plain[written] = round + 1
            }
        }
        for (copy, plain) in copies {
            for handle in Self.handles { #expect(copy[handle] == plain[handle] ?? 0) }
        }
    }

    /// All are claimed or none, and nothing is seen of it in a copy.
    @Test func claims() {
        var array = PagedArray<Int32>(absent: 0)
        let copy = array
        let (areClaimed, isNothingClaimed) = (array.claim(Self.handles, with: 7), array.claim([], with: 8))
        #expect(areClaimed && isNothingClaimed)
        #expect(Self.handles.allSatisfy { array[$0] == 7 && copy[$0] == 0 })
        for taken in Self.handles {
            let others: [Handle] = [2, 1_026, 4_000_000]
            for place in 0...others.count {
                var wanted = others
                wanted.insert(taken, at: place)
                let isClaimed = array.claim(wanted, with: 8)
                #expect(!isClaimed && array[taken] == 7 && others.allSatisfy { array[$0] == 0 })
            }
        }
        for twice: [Handle] in [[2, 2], [2, 4_000_000, 2], [2, 3, 1_026, 3]] {
            let isClaimed = array.claim(twice, with: 8)
            #expect(!isClaimed && twice.allSatisfy { array[$0] == 0 })
        }
    }

    @Test func theOnesThatHaveAValue() {
        var array = PagedArray<Int32>(absent: -1)
        for handle in Self.handles { array[handle] = 0 }
        array[1_024] = -1
        let asked: [Handle] = [3_000_000, 2, 1_024, Handle.max, 0, 4_000, 0]
        func firstAbsent(_ handles: [Handle]) -> Int? { handles.borrowed { array.firstAbsent(of: $0) } }
        #expect(firstAbsent(asked) == 1 && firstAbsent([]) == nil && firstAbsent([0, 1, 1_023, 1_025]) == nil)
        #expect(firstAbsent(Array(repeating: 1, count: 40) + [.max]) == 40)
    }

    @Test func theWrittenOnesInOrder() {
        var array = PagedArray<Int?>(absent: nil)
        for handle in Self.handles.reversed() { array[handle] = Int(handle) }
        var seen: [Handle] = []
        array.forEach { handle, value in
            guard let value else { return }
            #expect(value == Int(handle))
            seen.append(handle)
        }
        #expect(seen == Self.handles)
    }

    /// Values that are objects are released with the last array that holds them.
    @Test func objectsAreReleased() {
        final class Value {}
        weak var watched: Value?
        do {
            var array = PagedArray<Value?>(absent: nil)
            let value = Value()
            watched = value
            array[5] = value
            let copy = array
            array[5] = nil
            #expect(copy[5] === watched && array[5] == nil)
        }
        #expect(watched == nil)
    }

    // MARK: - Each handle with a value of its own

    @Test func setsEachToItsValue() {
        var revisions = PagedArray<UInt64>(absent: 0)
        let empty = revisions
        let values = Self.handles.map { UInt64($0) + 1 }
        revisions.set(Self.handles, to: values)
        #expect(Self.handles.map { revisions[$0] } == values && revisions[2] == 0)
        let copy = revisions
        revisions.set(Self.handles, to: values)
        #expect(revisions.isIdentical(to: copy) && !revisions.isIdentical(to: empty))
        revisions.set([1_024, 2, 1_024], to: [7, 8, 9])
        #expect(revisions[1_024] == 9 && revisions[2] == 8 && copy[1_024] == 1_025 && copy[2] == 0)
        revisions.set([2, 1_024, 4_000_000], to: nil)
        #expect(revisions[2] == 0 && revisions[1_024] == 0 && revisions[4_000_000] == 0 && revisions[1_025] == 1_026)
    }

    /// An array in which nothing but the absent value was set holds nothing.
    @Test func absentValuesAllocateNothing() {
        var revisions = PagedArray<UInt64>(absent: 0)
        revisions.set(Self.handles, to: nil)
        revisions.set(Self.handles, to: Self.handles.map { _ in 0 })
        #expect(revisions.isEmpty)
        revisions.set([3], to: [1])
        #expect(!revisions.isEmpty)
    }

    @Test func differences() {
        var revisions = PagedArray<UInt64>(absent: 0)
        let empty = revisions
        revisions.set(Self.handles, to: Self.handles.map { UInt64($0) + 1 })
        #expect(
            revisions.differences(from: empty) == Self.handles && empty.differences(from: revisions) == Self.handles)
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

    /// The first page grows from a few values to all, and further pages come behind it.
    @Test(arguments: [0, 7, 8, 9, 1_023, 1_024, 5_000] as [Handle]) func growth(last: Handle) {
        var array = PagedArray<Int32>(absent: -1)
        for handle in 0...last {
            let copy = array
            array[handle] = Int32(handle)
            #expect(copy[handle] == -1 && array[handle] == Int32(handle) && array[handle + 1] == -1)
        }
        #expect((0...last).allSatisfy { array[$0] == Int32($0) })
        var seen: [Handle] = []
        array.forEach { handle, value in
            if value >= 0 { seen.append(handle) }
        }
        #expect(seen == Array(0...last))
    }

    /// Copies of copies beside dictionaries, written to by every call, short ones and some of several pages.
    @Test(arguments: 0..<12 as Range<UInt64>) func copiesOfCopies(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let size = [12, 100, 1_100, 2_600][Int(seed % 4)]
        var copies = [(array: PagedArray<UInt64>(absent: 0), plain: [Handle: UInt64]())]
        for _ in 0..<120 {
            var (array, plain) = copies[random.below(copies.count)]
            let count = random.below(random.once(in: 8) ? size : min(size, 30))
            let (first, areInOrder) = (random.below(size - count + 1), random.once(in: 4))
            let handles = (0..<count).map { Handle(areInOrder ? first + $0 : random.below(size)) }
            switch random.below(4) {
            case 0:
                let value = UInt64(random.below(3))
                array.set(handles, to: value)
                for handle in handles { plain[handle] = value }
            case 1:
                let isFree = handles.allSatisfy { (plain[$0] ?? 0) == 0 } && Set(handles).count == handles.count
                let isClaimed = array.claim(handles, with: 9)
                #expect(isClaimed == isFree)
                if isFree { for handle in handles { plain[handle] = 9 } }
            case 2:
                for handle in handles {
                    array.update(handle) { $0 += 1 }
                    plain[handle, default: 0] += 1
                }
            default:
                let sparsity = random.once(in: 2) ? 1 : 40
                let values: [UInt64]? =
                    random.once(in: 8)
                    ? nil : handles.map { _ in random.once(in: sparsity) ? UInt64(random.below(4)) : 0 }
                if let values { array.set(handles, to: values) } else { array.set(handles, to: nil) }
                for (position, handle) in handles.enumerated() { plain[handle] = values?[position] ?? 0 }
            }
            if copies.count == 6 { copies.remove(at: random.below(copies.count)) }
            copies.append((array, plain))
            for (copy, plain) in copies { #expect((0..<Handle(size + 2)).allSatisfy { copy[$0] == plain[$0] ?? 0 }) }
            let other = copies[random.below(copies.count)]
            let all = (0..<Handle(size)).map { $0 }
            #expect(array.differences(from: other.array) == all.filter { plain[$0] ?? 0 != other.plain[$0] ?? 0 })
        }
    }
}

extension PagedArray where Value: FixedWidthInteger & BitwiseCopyable {
    fileprivate mutating func set(_ handles: [Handle], to value: Value) {
        handles.borrowed { set($0, to: value) }
    }

    fileprivate mutating func claim(_ handles: [Handle], with value: Value) -> Bool {
        handles.borrowed { claim($0, with: value) }
    }

    fileprivate func differences(from other: PagedArray) -> [Handle] {
        var handles: [Handle] = []
        forEachDifference(from: other) { handles.append($0) }
        return handles
    }
}
