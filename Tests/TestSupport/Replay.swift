@testable import DiffableEngine

/// Carries out a difference on an array of arrays, by the batch rule that diffable.h states: remove deleted and moved
/// items, then deleted and moved sections, by `from`. Then insert inserted and moved sections, then inserted and moved
/// items, by `to` in ascending order. Only elements that a change names get the content of the new list.
struct Replay {
    private let difference: Difference
    private let new: [ReferenceModel.VisibleSection]
    private let renames: [ReferenceModel.Rename]
    private var sections: [ReferenceModel.VisibleSection]

    /// The list that results; nil if the rule cannot be carried out.
    static func result(of difference: Difference, over old: ReferenceModel, showing new: ReferenceModel)
        -> [ReferenceModel.VisibleSection]?
    {
        var replay = Replay(
            difference: difference, new: new.visibleSections, renames: new.renames, sections: old.visibleSections)
        return replay.updateSections() && replay.updateItems() && replay.remove() && replay.insert()
            ? replay.sections : nil
    }

    private mutating func updateSections() -> Bool {
        for change in difference.updatedSections {
            guard let from = change.from, let to = change.to, sections[from].identifier == change.identifier else {
                return false
            }
            sections[from].content = new[to].content
        }
        return true
    }

    private mutating func updateItems() -> Bool {
        for change in Array(difference.reloadedItems) + Array(difference.reconfiguredItems) {
            guard let from = change.from, let to = change.to else { return false }
            let item = new[to.section].items[to.item]
            let old = sections[from.section].items[from.item].identifier
            guard old == item.identifier || renames.contains(.init(item: item.identifier, old: old)) else {
                return false
            }
            sections[from.section].items[from.item] = item
        }
        return true
    }

    private var movedItems: [Identifier: Element] = [:]
    private var movedSections: [Identifier: ReferenceModel.VisibleSection] = [:]

    private init(
        difference: Difference, new: [ReferenceModel.VisibleSection], renames: [ReferenceModel.Rename],
        sections: [ReferenceModel.VisibleSection]
    ) {
        self.difference = difference
        self.new = new
        self.renames = renames
        self.sections = sections
    }

    private mutating func remove() -> Bool {
        let moved = difference.movedItems.map { ($0, true) }
        let items = difference.deletedItems.map { ($0, false) } + moved
        for (change, isMoved) in items.sorted(by: { $0.0.from! > $1.0.from! }) {
            let from = change.from!
            guard sections[from.section].items.indices.contains(from.item) else { return false }
            let item = sections[from.section].items.remove(at: from.item)
            if item.identifier != change.identifier { return false }
            if isMoved { movedItems[item.identifier] = item }
        }
        let movedSectionChanges = difference.movedSections.map { ($0, true) }
        for (change, isMoved) in (difference.deletedSections.map { ($0, false) } + movedSectionChanges).sorted(by: {
            $0.0.from! > $1.0.from!
        }) {
            let section = sections.remove(at: change.from!)
            if section.identifier != change.identifier { return false }
            if isMoved {
                movedSections[section.identifier] = section
            } else if !section.items.isEmpty {
                // A deleted section must be empty by now, because `deletedItems` includes its items.
                return false
            }
        }
        return true
    }

    private mutating func insert() -> Bool {
        for change in (difference.insertedSections + difference.movedSections).sorted(by: { $0.to! < $1.to! }) {
            guard change.to! <= sections.count else { return false }
            let inserted = ReferenceModel.VisibleSection(
                identifier: change.identifier, content: new[change.to!].content, items: [])
            sections.insert(movedSections[change.identifier] ?? inserted, at: change.to!)
        }
        for change in (Array(difference.insertedItems) + Array(difference.movedItems)).sorted(by: { $0.to! < $1.to! }) {
            let to = change.to!
            guard to.section < sections.count, to.item <= sections[to.section].items.count else { return false }
            let inserted = Element(change.identifier, content: new[to.section].items[to.item].content)
            sections[to.section].items.insert(movedItems[change.identifier] ?? inserted, at: to.item)
        }
        return true
    }
}

/// Carries out the steps of a difference on an array of arrays, in order. Only elements that a step names get the
/// content of the new list.
enum StepReplay {
    static func result(of difference: Difference, over old: ReferenceModel, showing new: ReferenceModel)
        -> [ReferenceModel.VisibleSection]
    {
        var list = old.visibleSections
        let new = new.visibleSections
        for step in difference.steps() { perform(step, &list, new) }
        return list
    }

    private static func perform(
        _ step: Step, _ list: inout [ReferenceModel.VisibleSection], _ new: [ReferenceModel.VisibleSection]
    ) {
        let range = 0..<step.count
        switch step.kind {
        case .deleteSections:
            list.removeSubrange(step.from!.section..<step.from!.section + step.count)
        case .insertSections:
            let sections = new[step.final!.section..<step.final!.section + step.count]
            list.insert(
                contentsOf: sections.map {
                    ReferenceModel.VisibleSection(identifier: $0.identifier, content: $0.content, items: [])
                },
                at: step.to!.section)
        case .moveSections:
            let moved = Array(list[step.from!.section..<step.from!.section + step.count])
            list.removeSubrange(step.from!.section..<step.from!.section + step.count)
            list.insert(contentsOf: moved, at: step.to!.section)
        case .updateSections:
            for offset in range {
                list[step.from!.section + offset].content = new[step.final!.section + offset].content
            }
        case .deleteItems:
            list[step.from!.section].items.removeSubrange(step.from!.item..<step.from!.item + step.count)
        case .insertItems:
            list[step.to!.section].items.insert(contentsOf: items(step, new), at: step.to!.item)
        case .moveItems:
            let moved = Array(list[step.from!.section].items[step.from!.item..<step.from!.item + step.count])
            list[step.from!.section].items.removeSubrange(step.from!.item..<step.from!.item + step.count)
            list[step.to!.section].items.insert(contentsOf: moved, at: step.to!.item)
        case .reloadItems, .reconfigureItems:
            list[step.from!.section].items.replaceSubrange(
                step.from!.item..<step.from!.item + step.count, with: items(step, new))
        }
    }

    private static func items(_ step: Step, _ new: [ReferenceModel.VisibleSection]) -> ArraySlice<Element> {
        new[step.final!.section].items[step.final!.item..<step.final!.item + step.count]
    }
}
