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
    var reloadedSections: [Section] = []
    var reconfiguredSections: [Section] = []

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
        case .prependItems(let new, let section): return insert(new, at: 0, section)
        case .insertItemsAt(let new, let place, let section): return insert(new, at: place, section)
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
            if !areUnique(items) { return .duplicateIdentifier }
            for item in items {
                let path = path(of: item)!
                groups[path.section].items[path.item] = item
                if case .reloadItems = edit { mark(item, &reloaded) } else { mark(item, &reconfigured) }
            }
        case .moveItems(let items, let section):
            if items.contains(where: { path(of: $0) == nil }) { return .unknownIdentifier }
            if !areUnique(items) { return .duplicateIdentifier }
            guard let index = index(of: section) else { return .unknownIdentifier }
            for item in items {
                let from = path(of: item)!
                groups[index].items.append(groups[from.section].items.remove(at: from.item))
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
            if !areUnique(items) || items.contains(where: { path(of: $0).map { $0.section != index } ?? false }) {
                return .duplicateIdentifier
            }
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
                reloadedSections.removeAll { $0.identity == section.identity }
                reconfiguredSections.removeAll { $0.identity == section.identity }
            }
        case .moveSection(let section, let after, let anchor):
            if section.identity == anchor.identity { return .invalidDestination }
            guard let from = index(of: section), index(of: anchor) != nil else { return .unknownIdentifier }
            let moved = groups.remove(at: from)
            groups.insert(moved, at: index(of: anchor)! + (after ? 1 : 0))
        case .reloadSections(let sections), .reconfigureSections(let sections):
            if sections.contains(where: { index(of: $0) == nil }) { return .unknownIdentifier }
            if !areUnique(sections) { return .duplicateIdentifier }
            for section in sections {
                groups[index(of: section)!].section = section
                if case .reloadSections = edit {
                    mark(section, &reloadedSections)
                } else {
                    mark(section, &reconfiguredSections)
                }
            }
        case .deleteAllItems: self = Model()
        case .describeAnew(let groups):
            self = Model()
            self.groups = groups
        }
        return nil
    }

    private mutating func insert(_ new: [Item], at place: Int, _ section: Section?) -> DiffableError.Code? {
        if !areUnique(new) || new.contains(where: { path(of: $0) != nil }) { return .duplicateIdentifier }
        if groups.isEmpty { return .noSections }
        guard let index = section.map({ index(of: $0) }) ?? groups.count - 1 else { return .unknownIdentifier }
        if !(0...groups[index].items.count).contains(place) { return .invalidArgument }
        groups[index].items.insert(contentsOf: new, at: place)
        return nil
    }

    private func mark<Element: TestItem>(_ item: Element, _ marks: inout [Element]) {
        if let index = marks.firstIndex(where: { $0.identity == item.identity }) {
            marks[index] = item
        } else {
            marks.append(item)
        }
    }

    private mutating func unmark(_ item: Item) {
        reloaded.removeAll { $0.identity == item.identity }
        reconfigured.removeAll { $0.identity == item.identity }
    }

    /// The current content of marked items.
    func current(_ marks: [Item]) -> [Item] { marks.compactMap { item($0) } }

    /// The current content of marked sections.
    func current(_ marks: [Section]) -> [Section] { marks.compactMap { index(of: $0) }.map { groups[$0].section } }
}
