import Testing

@testable import Diffable

@Suite struct MarkSetTests {
    @Test func membersInTheOrderOfTheirMarks() {
        var marks = MarkSet()
        #expect(marks.isEmpty && marks.members.isEmpty && !marks.contains(0))
        for handle in [5, 2_000, 0, 5, 2_000] as [Handle] { marks.insert(handle) }
        #expect(marks.members == [5, 2_000, 0])
        #expect(marks.count == 3 && marks.contains(2_000) && !marks.contains(1))
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
            #expect(marks.members == plain && marks.count == plain.count && marks.isEmpty == plain.isEmpty)
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
}
