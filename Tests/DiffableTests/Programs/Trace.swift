@testable import Diffable

/// What a program says, line by line. Model and engine hand in what they found; here it becomes text.
struct Trace {
    private(set) var lines: [String] = []

    mutating func add(_ line: String) {
        lines.append(line)
    }

    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .done: add("ok")
        case .deleted(let count): add("ok \(count)")
        case .failed(let code, let identifier, _):
            let namesCulprit = [.duplicateIdentifier, .unknownIdentifier, .invalidDestination].contains(code)
            add("error \(code.name)" + (namesCulprit ? identifier.map { " \($0.token)" } ?? "" : ""))
        }
    }

    mutating func add(_ state: ReferenceModel) {
        for section in state.sections {
            let items = section.items.isEmpty ? "" : " " + section.items.map { $0.token }.joined(separator: " ")
            add("section \(Element(section.identifier, revision: section.revision).token):\(items)")
        }
        add("reload", state.reloadedItems)
        add("reconfigure", state.reconfiguredItems)
        add("reload_sections", state.reloadedSections)
        add("ok \(state.sections.count) \(state.items.count)")
    }

    private mutating func add(_ mark: String, _ identifiers: [Identifier]) {
        if !identifiers.isEmpty { add("\(mark) " + identifiers.map { $0.token }.joined(separator: " ")) }
    }

    mutating func add(_ tree: TreeModel) {
        for (index, node) in tree.nodes.enumerated() {
            add("node \(node.level) \(node.element.token)\(node.isExpanded ? " expanded" : "")\(tree.isVisible(index) ? "" : " hidden")")
        }
        add("ok \(tree.nodes.count) \(tree.visible.count)")
    }

    mutating func add(_ changes: Changes) {
        add("deleted_sections", changes.deletedSections)
        add("inserted_sections", changes.insertedSections)
        add("updated_sections", changes.updatedSections)
        add("deleted_items", changes.deletedItems)
        add("inserted_items", changes.insertedItems)
        add("reloaded_items", changes.reloadedItems)
        add("reconfigured_items", changes.reconfiguredItems)
        add("moved \(changes.movedSections) \(changes.movedItems)")
        if changes.batch != changes.new { add("the batch leads elsewhere") }
        if changes.steps != changes.new { add("the steps lead elsewhere") }
    }

    private mutating func add(_ name: String, _ changes: [SectionChange]) {
        if changes.isEmpty { return }
        add("\(name) " + changes.map { change in
            "\(change.identifier.token) \(change.from.map { String($0) } ?? "-")>\(change.to.map { String($0) } ?? "-")"
        }.joined(separator: ", "))
    }

    private mutating func add(_ name: String, _ changes: [ItemChange]) {
        if changes.isEmpty { return }
        add("\(name) " + changes.map { change in
            let places = "\(change.from.map { $0.token } ?? "-")>\(change.to.map { $0.token } ?? "-")"
            return "\(change.identifier.token) \(places)\(change.withSection ? "*" : "")"
        }.joined(separator: ", "))
    }
}

/// A difference, list by list, with only the number of the moves, which are a matter of choice, and with what
/// carrying it out leads to.
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
    var new: [ReferenceModel.Section]
    var batch: [ReferenceModel.Section]?
    var steps: [ReferenceModel.Section]?

    /// What the model says.
    init(_ naive: NaiveDifference) {
        deletedSections = naive.deletedSections
        insertedSections = naive.insertedSections
        updatedSections = naive.updatedSections
        deletedItems = naive.deletedItems
        insertedItems = naive.insertedItems
        reloadedItems = naive.reloadedItems
        reconfiguredItems = naive.reconfiguredItems
        movedSections = naive.sectionOrder.count - longestByPatience(naive.sectionOrder)
        movedItems = naive.itemOrders.reduce(naive.itemsThatChangedSection.count) { $0 + $1.count - longestByPatience($1) }
        new = naive.new.sections
        (batch, steps) = (new, new)
    }

    /// What the engine says.
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
        self.new = new.sections
        batch = Replay.result(of: difference, over: old, showing: new)
        steps = StepReplay.result(of: difference, over: old, showing: new)
    }
}
