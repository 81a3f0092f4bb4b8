import Diffable

extension DiffableStep {
    /// Carries out the step on arrays.
    func perform(on list: inout [(name: SectionIdentifierType, rows: [ItemIdentifierType])]) {
        switch self {
        case .deleteSections(let range): list.removeSubrange(range)
        case .insertSections(let sections, let index): list.insert(contentsOf: sections.map { ($0, []) }, at: index)
        case .moveSections(let range, let index):
            let moved = list[range]
            list.removeSubrange(range)
            list.insert(contentsOf: moved, at: index)
        case .updateSections(let sections, let index):
            for (offset, section) in sections.enumerated() { list[index + offset].name = section }
        case .deleteItems(let range, let section): list[section].rows.removeSubrange(range)
        case .insertItems(let items, let path): list[path.section].rows.insert(contentsOf: items, at: path.item)
        case .moveItems(let range, let section, let path):
            let moved = list[section].rows[range]
            list[section].rows.removeSubrange(range)
            list[path.section].rows.insert(contentsOf: moved, at: path.item)
        case .reloadItems(let items, let path), .reconfigureItems(let items, let path):
            for (offset, item) in items.enumerated() { list[path.section].rows[path.item + offset] = item }
        }
    }
}
