import Diffable
import DiffableEngine
import Testing

/// The same edits of a typed list of integers and of the engine's list of the same integers lead to the same lists,
/// changes and steps.
struct EngineComparisonTests {
    typealias Difference = DiffableDifference<Int, Int>

    @Test(arguments: 0..<40)
    func programs(seed: UInt64) throws {
        var program = Program<Int, Int>(seed: seed)
        var list = DiffableEngine.Snapshot()
        let (source, engine) = (
            DiffableDataSource<Int, Int>(cellProvider: { _, _ in Diffable.Cell() }), DiffableEngine.DataSource()
        )
        var steps = 0
        for round in 0..<32 {
            var disagreement: String?
            let mismatch = program.advance(12) { edit, code in
                let engineCode = edit.perform(&list)
                if engineCode != code?.rawValue {
                    disagreement = "\(edit): \(String(describing: code)), the engine \(String(describing: engineCode))"
                }
            }
            try #require((mismatch ?? disagreement) == nil)
            if round % 3 == 2 {
                // Lists that share nothing with the current ones.
                program.snapshot = program.remade()
                list = DiffableEngine.Snapshot(program.model)
                program.forgetMarks()
            }
            let transaction = source.apply(program.snapshot)
            let applied = try #require(try engine.apply(list).transaction)
            #expect(source.snapshot().groups == engine.snapshot().groups)
            let mismatchOfChanges = self.mismatch(transaction.difference, applied.difference)
            try #require(mismatchOfChanges == nil, "round \(round)")
            let groups = transaction.finalSnapshot.groups
            #expect(
                transaction.difference.steps == applied.difference.steps().map { DiffableStep($0, to: groups) },
                "round \(round)")
            steps += transaction.difference.steps.count
            if round % 2 == 0 {
                program.snapshot = source.snapshot()
                list = engine.snapshot()
                program.forgetMarks()
            }
        }
        #expect(steps > 20)
    }

    /// How the changes differ; nil if they do not.
    private func mismatch(_ typed: Difference, _ engine: DiffableEngine.Difference) -> String? {
        let items: [(String, Difference.ItemChanges, DiffableEngine.ItemChanges)] = [
            ("deleted", typed.deletedItems, engine.deletedItems),
            ("inserted", typed.insertedItems, engine.insertedItems),
            ("moved", typed.movedItems, engine.movedItems), ("reloaded", typed.reloadedItems, engine.reloadedItems),
            ("reconfigured", typed.reconfiguredItems, engine.reconfiguredItems),
        ]
        for (name, typed, engine) in items {
            let (ours, theirs) = (typed.map { Change($0) }, engine.map { Change($0) })
            if ours != theirs { return "\(name) items: \(ours), the engine \(theirs)" }
        }
        let sections: [(String, Difference.SectionChanges, [DiffableEngine.SectionChange])] = [
            ("deleted", typed.deletedSections, engine.deletedSections),
            ("inserted", typed.insertedSections, engine.insertedSections),
            ("moved", typed.movedSections, engine.movedSections),
            ("updated", typed.updatedSections, engine.updatedSections),
        ]
        for (name, typed, engine) in sections {
            let (ours, theirs) = (typed.map { Change($0) }, engine.map { Change($0) })
            if ours != theirs { return "\(name) sections: \(ours), the engine \(theirs)" }
        }
        return typed.isEmpty == engine.isEmpty && typed.description == engine.description
            ? nil : "\(typed), the engine \(engine)"
    }
}

/// A change in the words of both.
private struct Change: Equatable {
    let number: Int64
    let from: [Int]?
    let to: [Int]?
    var withSection = false

    init(_ change: EngineComparisonTests.Difference.ItemChange) {
        (number, from, to) = (Int64(change.identifier), change.from.map { Array($0) }, change.to.map { Array($0) })
        withSection = change.withSection
    }

    init(_ change: EngineComparisonTests.Difference.SectionChange) {
        (number, from, to) = (Int64(change.identifier), change.from.map { [$0] }, change.to.map { [$0] })
    }

    init(_ change: DiffableEngine.ItemChange) {
        (from, to) = (change.from.map { [$0.section, $0.item] }, change.to.map { [$0.section, $0.item] })
        (number, withSection) = (change.identifier.number, change.withSection)
    }

    init(_ change: DiffableEngine.SectionChange) {
        (number, from, to) = (change.identifier.number, change.from.map { [$0] }, change.to.map { [$0] })
    }
}
