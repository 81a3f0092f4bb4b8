@testable import DiffableEngine

/// The lists of a difference, and the lists that result when it is carried out. Of moves it has the number only,
/// because several smallest sets are possible.
struct Changes {
    var deletedSections: [SectionChange]
    var insertedSections: [SectionChange]
    var updatedSections: [SectionChange]
    var deletedItems: [ItemChange]
    var insertedItems: [ItemChange]
    var reloadedItems: [ItemChange]
    var reconfiguredItems: [ItemChange]
    var movedSections: Int
    var movedItems: Int
    var new: [ReferenceModel.VisibleSection]
    /// The result of the batch rule, and of the steps.
    var batch: [ReferenceModel.VisibleSection]?
    var steps: [ReferenceModel.VisibleSection]?
    var description = ""

    /// The changes by the model.
    init(_ naive: NaiveDifference) {
        deletedSections = naive.deletedSections
        insertedSections = naive.insertedSections
        updatedSections = naive.updatedSections
        deletedItems = naive.deletedItems
        insertedItems = naive.insertedItems
        reloadedItems = naive.reloadedItems
        reconfiguredItems = naive.reconfiguredItems
        movedSections = naive.sectionOrder.count - longestByPatience(naive.sectionOrder)
        movedItems = naive.itemOrders.reduce(naive.itemsThatChangedSection.count) {
            $0 + $1.count - longestByPatience($1)
        }
        new = naive.newSections
        (batch, steps) = (new, new)
        description = counted()
    }

    /// The changes by the engine.
    init(_ difference: Difference, from old: ReferenceModel, to new: ReferenceModel) {
        deletedSections = difference.deletedSections
        insertedSections = difference.insertedSections
        updatedSections = difference.updatedSections
        deletedItems = Array(difference.deletedItems)
        insertedItems = Array(difference.insertedItems)
        reloadedItems = Array(difference.reloadedItems)
        reconfiguredItems = Array(difference.reconfiguredItems)
        movedSections = difference.movedSections.count
        movedItems = difference.movedItems.count
        self.new = new.visibleSections
        batch = Replay.result(of: difference, over: old, showing: new)
        steps = StepReplay.result(of: difference, over: old, showing: new)
        description = difference.description
    }

    var changesItems: Bool {
        deletedItems.count + insertedItems.count + movedItems + reloadedItems.count + reconfiguredItems.count > 0
    }

    /// "1 section inserted; 2 items deleted, 3 moved"
    private func counted() -> String {
        let sections = [
            (deletedSections.count, "deleted"), (insertedSections.count, "inserted"), (movedSections, "moved"),
            (updatedSections.count, "updated"),
        ].filter { $0.0 > 0 }
        let items = [
            (deletedItems.count, "deleted"), (insertedItems.count, "inserted"), (movedItems, "moved"),
            (reloadedItems.count, "reloaded"), (reconfiguredItems.count, "reconfigured"),
        ].filter { $0.0 > 0 }
        let parts = [("section", sections), ("item", items)].filter { !$0.1.isEmpty }.map { noun, counts in
            let first = counts[0]
            let rest = counts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
            return "\(first.0) \(noun)\(first.0 == 1 ? "" : "s") \(first.1)\(rest)"
        }
        return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
    }
}

/// The transaction that a callback kept: its animation, the numbers of items before and after, and the changes of each
/// section.
struct KeptTransaction {
    struct Section {
        var identifier: Identifier
        var initial: ReferenceModel
        var final: ReferenceModel
        var changes: Changes
    }

    var animation: RowAnimation
    var initialCount: Int
    var finalCount: Int
    var description: String
    var sections: [Section]
}
