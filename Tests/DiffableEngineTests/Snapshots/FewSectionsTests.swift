import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Few sections are searched, and many are indexed. Lists grow and shrink past the limit between the two.
@Suite struct FewSectionsTests {
    @Test(arguments: 0..<12 as Range<UInt64>) func sectionsAreFoundOnBothSidesOfTheLimit(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var snapshot = Snapshot()
        var plain: [Int64] = []
        var next: Int64 = 0
        for step in 0..<120 {
            let grows = step / 30 % 2 == 0
            let copy = snapshot
            let before = plain
            switch random.below(4) {
            case 0, 1:
                if grows || plain.isEmpty {
                    let new = (0..<random.below(3) + 1).map { next + Int64($0) }
                    next += Int64(new.count)
                    let index = random.below(plain.count + 1)
                    if index == plain.count {
                        try snapshot.appendSections(new.map { Element(.integer($0)) })
                    } else {
                        try snapshot.insertSections(
                            new.map { Element(.integer($0)) }, beforeSection: .integer(plain[index]))
                    }
                    plain.insert(contentsOf: new, at: index)
                } else {
                    // Every section may be named twice.
                    let going = (0..<random.below(4) + 1).map { _ in plain[random.below(plain.count)] }
                    #expect(snapshot.deleteSections(going.map { .integer($0) }) == Set(going).count)
                    plain.removeAll { going.contains($0) }
                }
            case 2 where plain.count > 1:
                let (from, to) = (random.below(plain.count), random.below(plain.count))
                if from == to { continue }
                let (moved, anchor) = (plain[from], plain[to])
                try snapshot.moveSection(Identifier.integer(moved), beforeSection: Identifier.integer(anchor))
                plain.remove(at: from)
                plain.insert(moved, at: plain.firstIndex(of: anchor) ?? 0)
            default: continue
            }
            check(snapshot, plain, next)
            check(copy, before, next)
        }
    }

    private func check(_ snapshot: Snapshot, _ plain: [Int64], _ next: Int64) {
        #expect(snapshot.sectionIdentifiers == plain.map { Identifier.integer($0) })
        for section in 0..<next {
            #expect(snapshot.indexOfSection(Identifier.integer(section)) == plain.firstIndex(of: section))
        }
        #expect(snapshot.sectionIndexes.isEmpty == (plain.count <= Snapshot.fewSections))
    }
}
