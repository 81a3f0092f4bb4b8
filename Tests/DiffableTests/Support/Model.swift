import Diffable

/// A slow and obviously correct list: arrays, searched from the front.
struct Model<Section: TestItem, Item: TestItem>: Equatable {
    struct Group: Equatable {
        var section: Section
        var items: [Item]
    }

    var groups: [Group] = []
    var reloaded: [Item] = []
    var reconfigured: [Item] = []

    var sections: [Section] { groups.map { $0.section } }
    var items: [Item] { groups.flatMap { $0.items } }

    func index(of section: Section) -> Int? {
        groups.firstIndex { $0.section.identity == section.identity }
    }

    func path(of item: Item) -> DiffableIndexPath? {
        for (section, group) in groups.enumerated() {
            if let index = group.items.firstIndex(where: { $0.identity == item.identity }) {
                return DiffableIndexPath(item: index, section: section)
            }
        }
        return nil
    }

    func item(_ item: Item) -> Item? {
        path(of: item).map { groups[$0.section].items[$0.item] }
    }

    private func areUnique(_ items: [some TestItem]) -> Bool { Set(items.map { $0.identity }).count == items.count }

    /// Performs an edit; returns the code of its error.
    mutating func perform(_ edit: Edit<Section, Item>) -> DiffableError.Code? {
        switch edit {
        case .appendItems(let new, let section):
            if groups.isEmpty { return .noSections }
            if !areUnique(new) || new.contains(where: { path(of: $0) != nil }) { return .duplicateIdentifier }
            guard let index = section.map({ index(of: $0) }) ?? groups.count - 1 else { return .unknownIdentifier }
            groups[index].items += new
        case .insertItems(let new, let after, let anchor):
            if new.contains(where: { $0.identity == anchor.identity }) { return .invalidDestination }
            if !areUnique(new) || new.contains(where: { path(of: $0) != nil }) { return .duplicateIdentifier }
            guard let path = path(of: anchor) else { return .unknownIdentifier }
            groups[path.section].items.insert(contentsOf: new, at: path.item + (after ? 1 : 0))
        case .deleteItems(let old):
            for item in old {
                if let path = path(of: item) { groups[path.section].items.remove(at: path.item) }
                unmark(item)
            }
        case .moveItem(let item, let after, let anchor):
            if item.identity == anchor.identity { return .invalidDestination }
            guard let from = path(of: item), path(of: anchor) != nil else { return .unknownIdentifier }
            let moved = groups[from.section].items.remove(at: from.item)
            let to = path(of: anchor)!
            groups[to.section].items.insert(moved, at: to.item + (after ? 1 : 0))
        case .reloadItems(let items), .reconfigureItems(let items):
            if items.contains(where: { path(of: $0) == nil }) { return .unknownIdentifier }
            for item in items {
                let path = path(of: item)!
                groups[path.section].items[path.item] = item
                if case .reloadItems = edit { mark(item, &reloaded) } else { mark(item, &reconfigured) }
            }
        case .updateItems(let items):
            if items.contains(where: { path(of: $0) == nil }) { return .unknownIdentifier }
            if !areUnique(items) { return .duplicateIdentifier }
            for item in items where self.item(item) != item {
                let path = path(of: item)!
                groups[path.section].items[path.item] = item
                mark(item, &reconfigured)
            }
        case .replaceItems(let items, let section):
            if groups.isEmpty { return .noSections }
            guard let index = section.map({ index(of: $0) }) ?? groups.count - 1 else { return .unknownIdentifier }
            if !areUnique(items) || items.contains(where: { path(of: $0).map { $0.section != index } ?? false }) { return .duplicateIdentifier }
            let old = groups[index].items
            groups[index].items = items
            for item in old where path(of: item) == nil { unmark(item) }
        case .appendSections(let new):
            if !areUnique(new) || new.contains(where: { index(of: $0) != nil }) { return .duplicateIdentifier }
            groups += new.map { Group(section: $0, items: []) }
        case .insertSections(let new, let after, let anchor):
            if new.contains(where: { $0.identity == anchor.identity }) { return .invalidDestination }
            if !areUnique(new) || new.contains(where: { index(of: $0) != nil }) { return .duplicateIdentifier }
            guard let index = index(of: anchor) else { return .unknownIdentifier }
            groups.insert(contentsOf: new.map { Group(section: $0, items: []) }, at: index + (after ? 1 : 0))
        case .deleteSections(let old):
            for section in old {
                guard let index = index(of: section) else { continue }
                for item in groups.remove(at: index).items { unmark(item) }
            }
        case .moveSection(let section, let after, let anchor):
            if section.identity == anchor.identity { return .invalidDestination }
            guard let from = index(of: section), index(of: anchor) != nil else { return .unknownIdentifier }
            let moved = groups.remove(at: from)
            groups.insert(moved, at: index(of: anchor)! + (after ? 1 : 0))
        case .describeAnew(let groups):
            self = Model()
            self.groups = groups
        }
        return nil
    }

    private func mark(_ item: Item, _ marks: inout [Item]) {
        if let index = marks.firstIndex(where: { $0.identity == item.identity }) { marks[index] = item } else { marks.append(item) }
    }

    private mutating func unmark(_ item: Item) {
        reloaded.removeAll { $0.identity == item.identity }
        reconfigured.removeAll { $0.identity == item.identity }
    }

    /// The current content of marked items.
    func current(_ marks: [Item]) -> [Item] { marks.compactMap { item($0) } }
}

/// An edit of a snapshot.
enum Edit<Section: TestItem, Item: TestItem> {
    case appendItems([Item], Section?)
    case insertItems([Item], after: Bool, Item)
    case deleteItems([Item])
    case moveItem(Item, after: Bool, Item)
    case reloadItems([Item])
    case reconfigureItems([Item])
    case updateItems([Item])
    case replaceItems([Item], Section?)
    case appendSections([Section])
    case insertSections([Section], after: Bool, Section)
    case deleteSections([Section])
    case moveSection(Section, after: Bool, Section)
    /// Deletes everything, and appends the new list to the same snapshot.
    case describeAnew([Model<Section, Item>.Group])

    func perform(_ snapshot: inout DiffableDataSourceSnapshot<Section, Item>) -> DiffableError.Code? {
        do throws(DiffableError) {
            switch self {
            case .appendItems(let new, let section): try snapshot.checked.appendItems(new, toSection: section)
            case .insertItems(let new, false, let anchor): try snapshot.checked.insertItems(new, beforeItem: anchor)
            case .insertItems(let new, true, let anchor): try snapshot.checked.insertItems(new, afterItem: anchor)
            case .deleteItems(let items): snapshot.deleteItems(items)
            case .moveItem(let item, false, let anchor): try snapshot.checked.moveItem(item, beforeItem: anchor)
            case .moveItem(let item, true, let anchor): try snapshot.checked.moveItem(item, afterItem: anchor)
            case .reloadItems(let items): try snapshot.checked.reloadItems(items)
            case .reconfigureItems(let items): try snapshot.checked.reconfigureItems(items)
            case .updateItems(let items): try snapshot.checked.updateItems(items)
            case .replaceItems(let items, let section): try snapshot.checked.replaceItems(items, inSection: section)
            case .appendSections(let new): try snapshot.checked.appendSections(new)
            case .insertSections(let new, false, let anchor): try snapshot.checked.insertSections(new, beforeSection: anchor)
            case .insertSections(let new, true, let anchor): try snapshot.checked.insertSections(new, afterSection: anchor)
            case .deleteSections(let sections): snapshot.deleteSections(sections)
            case .moveSection(let section, false, let anchor): try snapshot.checked.moveSection(section, beforeSection: anchor)
            case .moveSection(let section, true, let anchor): try snapshot.checked.moveSection(section, afterSection: anchor)
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
}
