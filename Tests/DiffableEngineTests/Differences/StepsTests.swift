import Testing

@testable import DiffableEngine
@testable import TestSupport

/// A list as an array of arrays, changed one step at a time by whoever follows a difference.
private struct SteppedList: Equatable {
    var sections: [(id: Identifier, items: [Identifier])]

    init(_ snapshot: Snapshot) throws {
        sections = try snapshot.sectionIdentifiers.map { ($0, try snapshot.itemIdentifiers(inSection: $0)) }
    }

    static func == (left: SteppedList, right: SteppedList) -> Bool {
        left.sections.map { $0.id } == right.sections.map { $0.id }
            && left.sections.map { $0.items } == right.sections.map { $0.items }
    }

    /// Carries a step out. What it deletes, moves and updates must have the identifiers that the step has.
    mutating func perform(_ step: Step, of difference: Difference) throws {
        let identifiers = try (0..<step.count).map { try #require(difference.identifier($0, of: step)) }
        switch step.kind {
        case .deleteSections:
            let from = try #require(step.from).section
            #expect(sections[from..<from + step.count].map { $0.id } == identifiers)
            sections.removeSubrange(from..<from + step.count)
        case .insertSections:
            sections.insert(contentsOf: identifiers.map { ($0, []) }, at: try #require(step.to).section)
        case .moveSections:
            let (from, to) = (try #require(step.from).section, try #require(step.to).section)
            let moved = Array(sections[from..<from + step.count])
            #expect(moved.map { $0.id } == identifiers)
            sections.removeSubrange(from..<from + step.count)
            sections.insert(contentsOf: moved, at: to)
        case .deleteItems:
            let from = try #require(step.from)
            #expect(Array(sections[from.section].items[from.item..<from.item + step.count]) == identifiers)
            sections[from.section].items.removeSubrange(from.item..<from.item + step.count)
        case .insertItems:
            let to = try #require(step.to)
            sections[to.section].items.insert(contentsOf: identifiers, at: to.item)
        case .moveItems:
            let (from, to) = (try #require(step.from), try #require(step.to))
            let moved = Array(sections[from.section].items[from.item..<from.item + step.count])
            #expect(moved == identifiers)
            sections[from.section].items.removeSubrange(from.item..<from.item + step.count)
            sections[to.section].items.insert(contentsOf: moved, at: to.item)
        case .updateSections, .reloadItems, .reconfigureItems:
            // They come last: where they point is the new list already.
            #expect(step.from == step.final)
        }
    }
}

private func list(_ sections: [(Identifier, [Identifier])]) throws -> Snapshot {
    var snapshot = Snapshot()
    for (id, items) in sections {
        try snapshot.appendSections([Element(id)])
        try snapshot.appendItems(items.map { Element($0) }, toSection: id)
    }
    return snapshot
}

/// Some of the numbers below `bound`, shuffled, dealt out to some of the sections below `sections`.
private func randomList(_ random: inout SplitMix64, sections: Int, bound: Int) throws -> Snapshot {
    var chosen = (0..<bound).filter { _ in random.next() % 4 != 0 }
    for index in chosen.indices.reversed() where random.next() % 3 == 0 {
        chosen.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    var names = (0..<sections).filter { _ in random.next() % 4 != 0 }
    if random.next() % 2 == 0 { names.shuffle(using: &random) }
    guard !names.isEmpty else { return Snapshot() }
    var contents = [[Identifier]](repeating: [], count: names.count)
    for item in chosen {
        // Mostly where the number belongs, so that most items stay in their section.
        let home = names.firstIndex(of: item * sections / bound)
        let section = random.next() % 5 == 0 ? nil : home
        contents[section ?? Int(random.next() % UInt64(names.count))].append(.integer(Int64(item)))
    }
    return try list(zip(names, contents).map { (.integer(Int64($0)), $1) })
}

private func expectStepsToLead(from old: Snapshot, to new: Snapshot, _ comment: Comment) throws {
    let difference = Difference(from: old, to: new)
    var replayed = try SteppedList(old)
    let steps = difference.steps()
    for step in steps { try replayed.perform(step, of: difference) }
    #expect(try replayed == SteppedList(new), comment)
    let moved = steps.filter { $0.kind == .moveItems }.reduce(0) { $0 + $1.count }
    #expect(moved == difference.movedItems.count, comment)
}

@Suite struct StepsTests {
    @Test(arguments: [(1, 6), (2, 8), (4, 12), (6, 60), (3, 2000)])
    func everyStepHoldsAtItsMoment(sections: Int, items: Int) throws {
        for seed in 0..<UInt64(items > 100 ? 20 : 600) {
            var random = SplitMix64(seed: seed)
            let old = try randomList(&random, sections: sections, bound: items)
            let new = try randomList(&random, sections: sections, bound: items)
            try expectStepsToLead(from: old, to: new, "seed \(seed), \(sections) sections, \(items) items")
        }
    }

    @Test func neighboursAreOneStep() throws {
        let old = try list([("a", (0..<10).map { .integer($0) })])
        let moved = try list([("a", [0, 1, 5, 6, 7, 2, 3, 4, 8, 9])])
        #expect(Difference(from: old, to: moved).steps().map { [$0.kind.rawValue, Int32($0.count)] } == [[6, 3]])
        let edited = try list([("a", [0, 4, 5, 6, "x", "y", 7, 8, 9])])
        let steps = Difference(from: old, to: edited).steps()
        #expect(steps.map { $0.kind } == [.deleteItems, .insertItems])
        #expect(steps.map { $0.count } == [3, 2])
    }

    @Test func aBlockThatMovesTowardsTheEndIsOneStep() throws {
        let old = try list([("a", [0, 1, 2, 3, 4, 5, 6, 7, 8])])
        let new = try list([("a", [3, 4, 5, 6, 7, 8, 0, 1, 2])])
        let steps = Difference(from: old, to: new).steps()
        #expect(steps.count == 1)
        try expectStepsToLead(from: old, to: new, "block")
    }

    @Test func aSectionWaitsUntilItsItemsHaveMovedOut() throws {
        let old = try list([("going", [1, 2]), ("staying", [3])])
        let new = try list([("coming", [1]), ("staying", [3])])
        let steps = Difference(from: old, to: new).steps()
        #expect(steps.map { $0.kind } == [.insertSections, .moveItems, .deleteSections])
        try expectStepsToLead(from: old, to: new, "waiting section")
    }

    @Test func sectionsDeletedLastAreOneStepOnlyIfTheyWereNeighbours() throws {
        let old = try list([("a", [1]), ("b", [2]), ("staying", []), ("c", [3])])
        let new = try list([("staying", [1, 2, 3])])
        let difference = Difference(from: old, to: new)
        let deletions = difference.steps().filter { $0.kind == .deleteSections }
        #expect(deletions.map { $0.initial?.section } == [3, 0])
        #expect(
            deletions.map { step in (0..<step.count).map { difference.identifier($0, of: step) } } == [
                ["c"], ["a", "b"],
            ])
        // The section between them moves away, so they are neighbours when they are deleted.
        let before = try list([("a", [1]), ("y", []), ("c", [3]), ("x", []), ("z", [])])
        let after = try list([("x", [1, 3]), ("z", []), ("y", [])])
        let last = Difference(from: before, to: after).steps().suffix(2)
        #expect(last.map { $0.from?.section } == [1, 0])
        #expect(last.map { $0.initial?.section } == [2, 0])
        try expectStepsToLead(from: before, to: after, "neighbours in the end")
    }

    @Test func aStepHasNoOtherElementsThanItsOwn() throws {
        let difference = Difference(from: try list([("a", [1, 2])]), to: try list([("a", [])]))
        let step = try #require(difference.steps().first)
        #expect((-1...2).map { difference.identifier($0, of: step) } == [nil, 1, 2, nil])
        let forged = Step(kind: .insertItems, count: .max, final: IndexPath(section: 0, item: .max))
        #expect(difference.identifier(0, of: forged) == nil)
        #expect(difference.identifier(5, of: forged) == nil)
        #expect(difference.identifier(0, of: Step(kind: .moveItems, count: 1)) == nil)
    }

    @Test func updatesComeLastAndInTheNewPlaces() throws {
        let old = try list([("a", [1, 2, 3])])
        var new = old
        try new.insertItems([0], beforeItem: 1)
        try new.reconfigureItems([2, 3])
        try new.reloadItems([1])
        let steps = Difference(from: old, to: new).steps()
        #expect(steps.map { $0.kind } == [.insertItems, .reloadItems, .reconfigureItems])
        #expect(steps.map { $0.final?.item } == [0, 1, 2])
        #expect(steps.map { $0.count } == [1, 1, 2])
    }

    @Test func nothingChangedIsNoStep() throws {
        let old = try list([("a", [1, 2, 3])])
        #expect(Difference(from: old, to: old).steps().isEmpty)
    }
}
