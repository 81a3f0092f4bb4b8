@testable import DiffableEngine

/// Two lists, as snapshots and as models.
struct Pair {
    let name: String
    var old: Snapshot
    var new: Snapshot
    var oldModel: ReferenceModel
    var newModel: ReferenceModel

    /// A description of what is wrong with the difference of the two; nil if nothing is.
    func mismatch() -> String? {
        let difference = Difference(from: old, to: new)
        return mismatch(of: difference).map { "\(name): \($0)\nold: \(oldModel.outline)\nnew: \(newModel.outline)" }
    }

    private func mismatch(of difference: Difference) -> String? {
        if Replay.result(of: difference, over: oldModel, showing: newModel) != newModel.visibleSections {
            return "replay"
        }
        let naive = NaiveDifference(from: oldModel, to: newModel)
        if difference.deletedSections != naive.deletedSections { return "deleted sections" }
        if difference.insertedSections != naive.insertedSections { return "inserted sections" }
        if difference.updatedSections != naive.updatedSections { return "updated sections" }
        if Array(difference.deletedItems) != naive.deletedItems { return "deleted items" }
        if Array(difference.insertedItems) != naive.insertedItems { return "inserted items" }
        if Array(difference.reloadedItems) != naive.reloadedItems { return "reloaded items" }
        if Array(difference.reconfiguredItems) != naive.reconfiguredItems { return "reconfigured items" }
        return movedSectionsMismatch(difference, naive) ?? movedItemsMismatch(difference, naive)
            ?? equalityMismatch(difference)
    }

    private func movedSectionsMismatch(_ difference: Difference, _ naive: NaiveDifference) -> String? {
        let moved = difference.movedSections
        let right = moved.allSatisfy {
            $0.from == oldModel.index(ofSection: $0.identifier) && $0.to == newModel.index(ofSection: $0.identifier)
        }
        if !right || !ascends(moved.map { $0.to! }) { return "moved sections" }
        let fewest = naive.sectionOrder.count - longestByPatience(naive.sectionOrder)
        return moved.count == fewest ? nil : "\(moved.count) sections moved, not \(fewest)"
    }

    private func movedItemsMismatch(_ difference: Difference, _ naive: NaiveDifference) -> String? {
        let moved = Array(difference.movedItems)
        if !moved.allSatisfy({ $0 == naive.change($0.identifier) }) || !ascends(moved.map { $0.to! }) {
            return "moved items"
        }
        let changedSection = naive.itemsThatChangedSection
        if !Set(moved.map { $0.identifier }).isSuperset(of: changedSection.map { $0.identifier }) {
            return "items of other sections"
        }
        let fewest = naive.itemOrders.reduce(changedSection.count) { $0 + $1.count - longestByPatience($1) }
        return moved.count == fewest ? nil : "\(moved.count) items moved, not \(fewest)"
    }

    /// Two lists are equal if their difference is empty. Marks do not count.
    private func equalityMismatch(_ difference: Difference) -> String? {
        let areEqual = oldModel.sections == newModel.sections
        if (old == new) != areEqual || (new == old) != areEqual { return "equality" }
        let showTheSame = oldModel.visibleSections == newModel.visibleSections
        if Difference(from: old.withoutMarks, to: new.withoutMarks).isEmpty != showTheSame { return "emptiness" }
        return difference.isEmpty == (difference.description == "no changes") ? nil : "description"
    }

    private func ascends<Index: Comparable>(_ indexes: [Index]) -> Bool {
        zip(indexes, indexes.dropFirst()).allSatisfy { $0 < $1 }
    }
}

extension Pair {
    /// A list, and the same list after more steps of a program. They share the storage of what did not change.
    init(seed: UInt64, shape: Shape, before: Int, between: Int) {
        var program = SnapshotProgram(seed: seed, shape: shape)
        program.advance(steps: before)
        (old, oldModel) = (program.snapshot, program.model)
        program.advance(steps: between)
        (new, newModel) = (program.snapshot, program.model)
        name = "Pair(seed: \(seed), shape: \(shape), before: \(before), between: \(between))"
    }

    /// The same lists, but the new one is built without the storage of the old one, with the same identifier tables or
    /// with others.
    func rebuilt(sharingIdentifiers: Bool) throws -> Pair {
        var pair = self
        pair.new = try Snapshot(newModel, sharing: sharingIdentifiers ? old : nil)
        return pair
    }

    /// The lists of two different programs. They have only identifiers in common.
    static func strangers(seed: UInt64, shape: Shape, steps: Int) -> Pair {
        var programs = [SnapshotProgram(seed: seed, shape: shape), SnapshotProgram(seed: ~seed, shape: shape)]
        for index in programs.indices { programs[index].advance(steps: steps) }
        return Pair(
            name: "Pair.strangers(seed: \(seed), shape: \(shape), steps: \(steps))", old: programs[0].snapshot,
            new: programs[1].snapshot, oldModel: programs[0].model, newModel: programs[1].model)
    }

    var reversed: Pair {
        Pair(name: "reversed \(name)", old: new, new: old, oldModel: newModel, newModel: oldModel)
    }
}

extension ReferenceModel {
    /// The list in one line. Long lists are cut.
    var outline: String {
        sections.prefix(12).map { section in
            let items = section.nodes.prefix(20).map { node in
                String(repeating: ".", count: node.level) + node.element.token
                    + (node.isExpanded ? "+" : "")
            }
            return "\(Element(section.identifier, content: section.content).token) \(items.joined(separator: " "))"
        }.joined(separator: " | ")
    }
}

/// A snapshot from numbers: sections with their items, without contents.
func snapshot(_ sections: [(Int, [Int])]) throws -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections {
        try snapshot.appendSections([Element(.integer(Int64(section)))])
        try snapshot.appendItems(items.map { Element(.integer(Int64($0))) })
    }
    return snapshot
}
