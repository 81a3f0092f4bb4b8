import Diffable

/// An edit of a snapshot.
enum Edit<Section: TestItem, Item: TestItem> {
    case appendItems([Item], Section?)
    case insertItems([Item], after: Bool, Item)
    case prependItems([Item], Section?)
    case insertItemsAt([Item], Int, Section?)
    case deleteItems([Item])
    case moveItem(Item, after: Bool, Item)
    case moveItems([Item], Section)
    case reloadItems([Item])
    case reconfigureItems([Item])
    case updateItems([Item])
    case replaceItems([Item], Section?)
    case appendSections([Section])
    case insertSections([Section], after: Bool, Section)
    case deleteSections([Section])
    case moveSection(Section, after: Bool, Section)
    case reloadSections([Section])
    case reconfigureSections([Section])
    case deleteAllItems
    /// Deletes everything, and appends the new list to the same snapshot.
    case describeAnew([Model<Section, Item>.Group])

    /// Whether an error leaves the list as it was. An edit of several calls keeps what the first ones did.
    var isOneCall: Bool {
        if case .describeAnew = self { false } else { true }
    }

    /// - Parameter isPlain: whether the call is written without `try`; it must succeed then.
    func perform(_ snapshot: inout DiffableDataSourceSnapshot<Section, Item>, isPlain: Bool = false) -> DiffableError
        .Code?
    {
        if isPlain {
            performPlain(&snapshot)
            return nil
        }
        do throws(DiffableError) {
            switch self {
            case .appendItems(let new, let section): try snapshot.checked.appendItems(new, toSection: section)
            case .insertItems(let new, false, let anchor): try snapshot.checked.insertItems(new, beforeItem: anchor)
            case .insertItems(let new, true, let anchor): try snapshot.checked.insertItems(new, afterItem: anchor)
            case .prependItems(let new, let section): try snapshot.checked.prependItems(new, toSection: section)
            case .insertItemsAt(let new, let index, let section):
                try snapshot.checked.insertItems(new, at: index, inSection: section)
            case .deleteItems(let items): snapshot.deleteItems(items)
            case .moveItem(let item, false, let anchor): try snapshot.checked.moveItem(item, beforeItem: anchor)
            case .moveItem(let item, true, let anchor): try snapshot.checked.moveItem(item, afterItem: anchor)
            case .moveItems(let items, let section): try snapshot.checked.moveItems(items, toSection: section)
            case .reloadItems(let items): try snapshot.checked.reloadItems(items)
            case .reconfigureItems(let items): try snapshot.checked.reconfigureItems(items)
            case .updateItems(let items): try snapshot.checked.updateItems(items)
            case .replaceItems(let items, let section): try snapshot.checked.replaceItems(items, inSection: section)
            case .appendSections(let new): try snapshot.checked.appendSections(new)
            case .insertSections(let new, false, let anchor):
                try snapshot.checked.insertSections(new, beforeSection: anchor)
            case .insertSections(let new, true, let anchor):
                try snapshot.checked.insertSections(new, afterSection: anchor)
            case .deleteSections(let sections): snapshot.deleteSections(sections)
            case .moveSection(let section, false, let anchor):
                try snapshot.checked.moveSection(section, beforeSection: anchor)
            case .moveSection(let section, true, let anchor):
                try snapshot.checked.moveSection(section, afterSection: anchor)
            case .reloadSections(let sections): try snapshot.checked.reloadSections(sections)
            case .reconfigureSections(let sections): try snapshot.checked.reconfigureSections(sections)
            case .deleteAllItems: snapshot.deleteAllItems()
            case .describeAnew(let groups):
                snapshot.deleteAllItems()
                for group in groups {
                    try snapshot.checked.appendSections([group.section])
                    try snapshot.checked.appendItems(group.items)
                }
            }
            return nil
        } catch {
            return error.code
        }
    }

    private func performPlain(_ snapshot: inout DiffableDataSourceSnapshot<Section, Item>) {
        switch self {
        case .appendItems(let new, let section): snapshot.appendItems(new, toSection: section)
        case .insertItems(let new, false, let anchor): snapshot.insertItems(new, beforeItem: anchor)
        case .insertItems(let new, true, let anchor): snapshot.insertItems(new, afterItem: anchor)
        case .prependItems(let new, let section): snapshot.prependItems(new, toSection: section)
        case .insertItemsAt(let new, let index, let section): snapshot.insertItems(new, at: index, inSection: section)
        case .deleteItems(let items): snapshot.checked.deleteItems(items)
        case .moveItem(let item, false, let anchor): snapshot.moveItem(item, beforeItem: anchor)
        case .moveItem(let item, true, let anchor): snapshot.moveItem(item, afterItem: anchor)
        case .moveItems(let items, let section): snapshot.moveItems(items, toSection: section)
        case .reloadItems(let items): snapshot.reloadItems(items)
        case .reconfigureItems(let items): snapshot.reconfigureItems(items)
        case .updateItems(let items): snapshot.updateItems(items)
        case .replaceItems(let items, let section): snapshot.replaceItems(items, inSection: section)
        case .appendSections(let new): snapshot.appendSections(new)
        case .insertSections(let new, false, let anchor): snapshot.insertSections(new, beforeSection: anchor)
        case .insertSections(let new, true, let anchor): snapshot.insertSections(new, afterSection: anchor)
        case .deleteSections(let sections): snapshot.checked.deleteSections(sections)
        case .moveSection(let section, false, let anchor): snapshot.moveSection(section, beforeSection: anchor)
        case .moveSection(let section, true, let anchor): snapshot.moveSection(section, afterSection: anchor)
        case .reloadSections(let sections): snapshot.reloadSections(sections)
        case .reconfigureSections(let sections): snapshot.reconfigureSections(sections)
        case .deleteAllItems: snapshot.deleteAllItems()
        case .describeAnew(let groups):
            snapshot.deleteAllItems()
            for group in groups {
                snapshot.appendSections([group.section])
                snapshot.appendItems(group.items, toSection: group.section)
            }
        }
    }
}
