import DiffableEngine

/// One of a sequence of changes. Its indexes refer to the list after all earlier steps. A list that is changed one step
/// at a time, such as an array or a list model of a toolkit, can carry out the steps in order.
public enum DiffableStep<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Hashable, Sendable {
    /// Removes consecutive sections, with the items that they still have.
    case deleteSections(Range<Int>)
    /// Inserts sections without items.
    case insertSections([SectionIdentifierType], at: Int)
    /// Takes out sections with their items, and inserts them at an index of the list without them.
    case moveSections(Range<Int>, to: Int)
    /// The content of sections changed, or sections were marked to be reloaded or reconfigured.
    case updateSections([SectionIdentifierType], at: Int)
    /// Removes consecutive items of a section.
    case deleteItems(Range<Int>, section: Int)
    /// Inserts items.
    case insertItems([ItemIdentifierType], at: DiffableIndexPath)
    /// Takes out consecutive items of a section, and inserts them at an index path of the list without them.
    case moveItems(Range<Int>, section: Int, to: DiffableIndexPath)
    /// Items get new cells.
    case reloadItems([ItemIdentifierType], at: DiffableIndexPath)
    /// The content of items changed, or items were marked to be reconfigured.
    case reconfigureItems([ItemIdentifierType], at: DiffableIndexPath)
}

extension DiffableDifference {
    /// The difference as a sequence of changes. Changes of adjacent elements are joined.
    /// - Complexity: O((changes + sections) * log changes)
    public var steps: [DiffableStep<SectionIdentifierType, ItemIdentifierType>] {
        engine.steps().map { step in
            let from = step.from ?? IndexPath(section: 0, item: 0)
            let to = step.to ?? IndexPath(section: 0, item: 0)
            let final = step.final ?? IndexPath(section: 0, item: 0)
            var sections: [SectionIdentifierType] {
                (0..<step.count).compactMap { new.section(at: final.section + $0) }
            }
            var items: [ItemIdentifierType] {
                (0..<step.count).compactMap { new.item(at: final.section, final.item + $0) }
            }
            func path(_ path: IndexPath) -> DiffableIndexPath {
                DiffableIndexPath(item: path.item, section: path.section)
            }
            return switch step.kind {
            case .deleteSections: .deleteSections(from.section..<from.section + step.count)
            case .insertSections: .insertSections(sections, at: to.section)
            case .moveSections: .moveSections(from.section..<from.section + step.count, to: to.section)
            case .updateSections: .updateSections(sections, at: from.section)
            case .deleteItems: .deleteItems(from.item..<from.item + step.count, section: from.section)
            case .insertItems: .insertItems(items, at: path(to))
            case .moveItems: .moveItems(from.item..<from.item + step.count, section: from.section, to: path(to))
            case .reloadItems: .reloadItems(items, at: path(from))
            case .reconfigureItems: .reconfigureItems(items, at: path(from))
            }
        }
    }
}
