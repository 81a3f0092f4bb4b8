import Diffable
import DiffableEngine

// The engine's lists of integers, beside typed lists of the same integers.

extension Identifier {
    init(_ number: Int) { self = .integer(Int64(number)) }

    var number: Int64 {
        if case .integer(let number) = self { number } else { .min }
    }
}

/// A section and its items.
struct NumberedGroup: Equatable {
    let section: Int64
    let items: [Int64]
}

extension DiffableEngine.Snapshot {
    var groups: [NumberedGroup] {
        sectionIdentifiers.map { section in
            NumberedGroup(
                section: section.number, items: ((try? itemIdentifiers(inSection: section)) ?? []).map { $0.number })
        }
    }

    /// The list of a model, made in the order of `Program.remade()`.
    init(_ model: Model<Int, Int>) {
        self.init()
        _ = Edit<Int, Int>.appendSections(model.sections).perform(&self)
        for group in model.groups.reversed() {
            _ = Edit<Int, Int>.appendItems(group.items, group.section).perform(&self)
        }
    }
}

extension DiffableDataSourceSnapshot<Int, Int> {
    var groups: [NumberedGroup] {
        sectionIdentifiers.map { section in
            NumberedGroup(section: Int64(section), items: itemIdentifiers(inSection: section).map { Int64($0) })
        }
    }
}

extension Edit<Int, Int> {
    /// Performs the edit on the engine's list; returns the code of its error.
    func perform(_ list: inout DiffableEngine.Snapshot) -> Int32? {
        func elements(_ numbers: [Int]) -> [Element] { numbers.map { Element(Identifier($0)) } }
        func identifiers(_ numbers: [Int]) -> [Identifier] { numbers.map { Identifier($0) } }
        do throws(DiffableEngine.DiffableError) {
            switch self {
            case .appendItems(let new, let section):
                try list.appendItems(elements(new), toSection: section.map { Identifier($0) })
            case .prependItems(let new, let section):
                try list.prependItems(elements(new), toSection: section.map { Identifier($0) })
            case .insertItemsAt(let new, let index, let section):
                try list.insertItems(elements(new), at: index, inSection: section.map { Identifier($0) })
            case .insertItems(let new, false, let anchor):
                try list.insertItems(elements(new), beforeItem: Identifier(anchor))
            case .insertItems(let new, true, let anchor):
                try list.insertItems(elements(new), afterItem: Identifier(anchor))
            case .deleteItems(let items): list.deleteItems(identifiers(items))
            case .moveItem(let item, false, let anchor):
                try list.moveItem(Identifier(item), beforeItem: Identifier(anchor))
            case .moveItem(let item, true, let anchor):
                try list.moveItem(Identifier(item), afterItem: Identifier(anchor))
            case .moveItems(let items, let section):
                try list.moveItems(identifiers(items), toSection: Identifier(section))
            case .reloadItems(let items): try list.reloadItems(elements(items))
            case .reconfigureItems(let items): try list.reconfigureItems(elements(items))
            case .updateItems(let items): try list.updateItems(elements(items))
            case .replaceItems(let items, let section):
                try list.replaceItems(elements(items), inSection: section.map { Identifier($0) })
            case .appendSections(let new): try list.appendSections(elements(new))
            case .insertSections(let new, false, let anchor):
                try list.insertSections(elements(new), beforeSection: Identifier(anchor))
            case .insertSections(let new, true, let anchor):
                try list.insertSections(elements(new), afterSection: Identifier(anchor))
            case .deleteSections(let sections): list.deleteSections(identifiers(sections))
            case .moveSection(let section, false, let anchor):
                try list.moveSection(Identifier(section), beforeSection: Identifier(anchor))
            case .moveSection(let section, true, let anchor):
                try list.moveSection(Identifier(section), afterSection: Identifier(anchor))
            case .reloadSections(let sections): try list.reloadSections(elements(sections))
            case .reconfigureSections(let sections): try list.reconfigureSections(elements(sections))
            case .deleteAllItems: list.deleteAllItems()
            case .describeAnew(let groups):
                list.clear()
                for group in groups {
                    try list.appendSections(elements([group.section]))
                    try list.appendItems(elements(group.items))
                }
            }
            return nil
        } catch {
            return error.code.rawValue
        }
    }
}

extension DiffableStep<Int, Int> {
    /// The step that the engine's is.
    /// - Parameter groups: the new list.
    init(_ step: DiffableEngine.Step, to groups: [NumberedGroup]) {
        let (count, final) = (step.count, step.final ?? IndexPath(section: 0, item: 0))
        let (from, to) = (step.from ?? IndexPath(section: 0, item: 0), step.to ?? IndexPath(section: 0, item: 0))
        func path(_ path: IndexPath) -> DiffableIndexPath { DiffableIndexPath(item: path.item, section: path.section) }
        var sections: [Int] { groups[final.section..<final.section + count].map { Int($0.section) } }
        var items: [Int] { groups[final.section].items[final.item..<final.item + count].map { Int($0) } }
        self =
            switch step.kind {
            case .deleteSections: .deleteSections(from.section..<from.section + count)
            case .insertSections: .insertSections(sections, at: to.section)
            case .moveSections: .moveSections(from.section..<from.section + count, to: to.section)
            case .updateSections: .updateSections(sections, at: from.section)
            case .deleteItems: .deleteItems(from.item..<from.item + count, section: from.section)
            case .insertItems: .insertItems(items, at: path(to))
            case .moveItems: .moveItems(from.item..<from.item + count, section: from.section, to: path(to))
            case .reloadItems: .reloadItems(items, at: path(from))
            case .reconfigureItems: .reconfigureItems(items, at: path(from))
            }
    }
}
