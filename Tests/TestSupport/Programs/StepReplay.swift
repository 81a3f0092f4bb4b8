@testable import DiffableEngine

/// Carries the steps of a difference out over an array of arrays, each at its moment. Only what a step
/// names shows what the new list shows.
enum StepReplay {
    static func result(of difference: Difference, over old: ReferenceModel, showing new: ReferenceModel) -> [ReferenceModel.Section] {
        var list = old.sections
        for step in difference.steps() { perform(step, &list, new) }
        return list
    }

    private static func perform(_ step: Step, _ list: inout [ReferenceModel.Section], _ new: ReferenceModel) {
        let range = 0..<step.count
        switch step.kind {
        case .deleteSections:
            list.removeSubrange(step.from!.section..<step.from!.section + step.count)
        case .insertSections:
            let sections = new.sections[step.final!.section..<step.final!.section + step.count]
            list.insert(
                contentsOf: sections.map { ReferenceModel.Section(identifier: $0.identifier, revision: $0.revision, items: []) },
                at: step.to!.section)
        case .moveSections:
            let moved = Array(list[step.from!.section..<step.from!.section + step.count])
            list.removeSubrange(step.from!.section..<step.from!.section + step.count)
            list.insert(contentsOf: moved, at: step.to!.section)
        case .updateSections:
            for offset in range { list[step.from!.section + offset].revision = new.sections[step.final!.section + offset].revision }
        case .deleteItems:
            list[step.from!.section].items.removeSubrange(step.from!.item..<step.from!.item + step.count)
        case .insertItems:
            list[step.to!.section].items.insert(contentsOf: items(step, new), at: step.to!.item)
        case .moveItems:
            let moved = Array(list[step.from!.section].items[step.from!.item..<step.from!.item + step.count])
            list[step.from!.section].items.removeSubrange(step.from!.item..<step.from!.item + step.count)
            list[step.to!.section].items.insert(contentsOf: moved, at: step.to!.item)
        case .reloadItems, .reconfigureItems:
            list[step.from!.section].items.replaceSubrange(step.from!.item..<step.from!.item + step.count, with: items(step, new))
        }
    }

    private static func items(_ step: Step, _ new: ReferenceModel) -> ArraySlice<Element> {
        new.sections[step.final!.section].items[step.final!.item..<step.final!.item + step.count]
    }
}
