import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct MarkSetTests {
    @Test func membersInTheOrderOfTheirMarks() {
        var marks = MarkSet()
        #expect(marks.isEmpty && marks.members.isEmpty && !marks.contains(0))
        for handle in [5, 2_000, 0, 5, 2_000] as [Handle] { marks.insert(handle) }
        #expect(marks.members == [5, 2_000, 0])
        #expect(marks.contains(2_000) && !marks.contains(1))
    }

    @Test func aMarkThatWasTakenAwayAndMadeAgainIsTheLastOne() {
        var marks = MarkSet()
        for handle in [1, 2, 3] as [Handle] { marks.insert(handle) }
        marks.remove(1)
        marks.remove(1)
        marks.remove(77)
        #expect(marks.members == [2, 3])
        marks.insert(1)
        #expect(marks.members == [2, 3, 1])
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func marksThatComeAndGo(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var marks = MarkSet()
        var plain: [Handle] = []
        for _ in 0..<600 {
            let handle = Handle(random.below(30))
            if random.once(in: 2) {
                marks.insert(handle)
                if !plain.contains(handle) { plain.append(handle) }
            } else {
                marks.remove(handle)
                plain.removeAll { $0 == handle }
            }
            #expect(marks.members == plain && marks.isEmpty == plain.isEmpty)
        }
    }

    /// Marks of one call have no places before one of them is taken away, or another call comes.
    @Test func marksThatComeTogether() {
        var marks = MarkSet()
        marks.insert([3, 1, 3, 2, 1])
        #expect(marks.members == [3, 1, 2] && marks.marks == [3, 1, 3, 2, 1])
        #expect(marks.contains(1) && !marks.contains(4) && !marks.isEmpty)
        var others = marks
        others.insert([2, 4, 3, 4])
        #expect(others.members == [3, 1, 2, 4] && others.marks == others.members)
        marks.remove(3)
        #expect(marks.members == [1, 2] && marks.marks == [1, 2])
        marks.remove(1)
        marks.remove(2)
        #expect(marks.isEmpty && marks.members.isEmpty && marks.marks.isEmpty)
        marks.insert([3, 3])
        #expect(marks.members == [3])
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func manyMarksThatComeAndGo(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var marks = MarkSet()
        var plain: [Handle] = []
        for _ in 0..<200 {
            if random.once(in: 2) {
                let handles = (0..<random.below(40)).map { _ in Handle(random.below(60)) }
                marks.insert(handles)
                for handle in handles where !plain.contains(handle) { plain.append(handle) }
            } else {
                for _ in 0..<random.below(40) {
                    let handle = Handle(random.below(60))
                    marks.remove(handle)
                    plain.removeAll { $0 == handle }
                }
            }
            #expect(marks.members == plain && Set(marks.marks) == Set(plain) && marks.isEmpty == plain.isEmpty)
        }
    }

    /// So many that those that are gone are forgotten.
    @Test func marksThatStayWhenMostAreTakenAway() {
        var marks = MarkSet()
        for handle in 0..<4_000 as Range<Handle> { marks.insert(handle) }
        for handle in 0..<3_990 as Range<Handle> { marks.remove(handle) }
        #expect(marks.members == Array(3_990..<4_000))
        marks.remove(3_995)
        marks.insert(1)
        #expect(marks.members == [3_990, 3_991, 3_992, 3_993, 3_994, 3_996, 3_997, 3_998, 3_999, 1])
    }

    @Test func copiesKeepTheirMarks() {
        var marks = MarkSet()
        marks.insert(1)
        let copy = marks
        marks.remove(1)
        marks.insert(2)
        #expect(copy.members == [1])
        #expect(marks.members == [2])
    }

    @Test func markingNoItemsMakesNoMarks() throws {
        var list = try snapshot([(0, [1, 2])])
        try list.reloadItems([])
        try list.reconfigureItems([])
        #expect(list.marks == nil)
    }
}
