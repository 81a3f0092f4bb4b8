import Diffable

/// An edit of a list with trees.
enum ForestEdit<Section: TestItem, Item: TestItem> {
    enum Place {
        case section(Section), parent(Item), before(Item), after(Item)

        var anchor: Item? {
            switch self {
            case .section: nil
            case .parent(let item), .before(let item), .after(let item): item
            }
        }
    }

    case add([Item], Place)
    case move([Item], Place)
    case delete([Item])
    case replaceItems([Item], Section)
    case replaceChildren(Item, TreeModel<Item>)
    case setTree(TreeModel<Item>, Section)
    case expand([Item], Bool)
    case setExpandable([Item], Bool)
    case update([Item])
    case reload([Item])
    case appendSections([Section])
    case deleteSections([Section])
    /// Deletes everything, and describes a list in the same snapshot.
    case describeAnew([ForestModel<Section, Item>.Group])

    /// Performs the edit; returns the code of its error.
    func perform(_ list: inout DiffableDataSourceSnapshot<Section, Item>) -> DiffableError.Code? {
        do throws(DiffableError) {
            switch self {
            case .add(let new, .section(let section)): try list.checked.appendItems(new, toSection: section)
            case .add(let new, .parent(let parent)): try list.checked.appendItems(new, toParent: parent)
            case .add(let new, .before(let anchor)): try list.checked.insertItems(new, beforeItem: anchor)
            case .add(let new, .after(let anchor)): try list.checked.insertItems(new, afterItem: anchor)
            case .move(let items, .section(let section)): try list.checked.moveItems(items, toSection: section)
            case .move(let items, .parent(let parent)): try list.checked.moveItems(items, toParent: parent)
            case .move(let items, .before(let anchor)): try list.checked.moveItem(items[0], beforeItem: anchor)
            case .move(let items, .after(let anchor)): try list.checked.moveItem(items[0], afterItem: anchor)
            case .delete(let items): list.deleteItems(items)
            case .replaceItems(let items, let section): try list.checked.replaceItems(items, inSection: section)
            case .replaceChildren(let parent, let tree):
                try list.checked.replaceChildren(of: parent, using: tree.snapshot)
            case .setTree(let tree, let section): try list.checked.setSectionSnapshot(tree.snapshot, ofSection: section)
            case .expand(let items, true): list.expand(items)
            case .expand(let items, false): list.collapse(items)
            case .setExpandable(let items, let isExpandable): list.setExpandable(items, isExpandable)
            case .update(let items): try list.checked.updateItems(items)
            case .reload(let items): try list.checked.reloadItems(items)
            case .appendSections(let sections): try list.checked.appendSections(sections)
            case .deleteSections(let sections): list.deleteSections(sections)
            case .describeAnew(let groups):
                list.deleteAllItems()
                for group in groups { try group.describe(in: &list) }
            }
            return nil
        } catch {
            return error.code
        }
    }
}

/// A slow and obviously correct list with trees: a tree for each section, searched from the top.
struct ForestModel<Section: TestItem, Item: TestItem>: Equatable {
    typealias Node = TreeModel<Item>.Node

    struct Group: Equatable {
        var section: Section
        var tree = TreeModel<Item>()

        /// Appends the section, and its items to one another.
        func describe(in list: inout DiffableDataSourceSnapshot<Section, Item>) throws(DiffableError) {
            try list.checked.appendSections([section])
            let entries = tree.entries
            try list.checked.appendItems(tree.roots.map(\.item), toSection: section)
            for entry in entries {
                let children = entries.filter { $0.parent?.identity == entry.item.identity }.map(\.item)
                if !children.isEmpty { try list.checked.appendItems(children, toParent: entry.item) }
            }
            list.expand(entries.filter(\.isExpanded).map(\.item))
            list.setExpandable(entries.filter(\.isExpandable).map(\.item), true)
        }
    }

    var groups: [Group] = []
    var reloaded: [Item] = []
    var reconfigured: [Item] = []

    var items: [Item] { groups.flatMap { $0.tree.items } }
    var visibleItems: [Item] { groups.flatMap { $0.tree.visibleItems } }

    func index(of section: Section) -> Int? { groups.firstIndex { $0.section.identity == section.identity } }

    func index(containing item: Item) -> Int? { groups.firstIndex { $0.tree.contains(item) } }

    func node(_ item: Item) -> Node? { groups.lazy.compactMap { $0.tree.node(item) }.first }

    private func contains(_ item: Item) -> Bool { index(containing: item) != nil }

    private func areUnique(_ items: [Item]) -> Bool { Set(items.map(\.identity)).count == items.count }

    @discardableResult
    mutating func withSiblings<Result>(of item: Item, _ body: (inout [Node], Int) -> Result) -> Result? {
        guard let index = index(containing: item) else { return nil }
        return groups[index].tree.withSiblings(of: item, body)
    }

    /// - Parameter place: of the list.
    private mutating func insert(_ nodes: [Node], _ place: ForestEdit<Section, Item>.Place) {
        switch place {
        case .section(let section): groups[index(of: section)!].tree.roots += nodes
        case .parent(let parent): withSiblings(of: parent) { $0[$1].children += nodes }
        case .before(let anchor): withSiblings(of: anchor) { $0.insert(contentsOf: nodes, at: $1) }
        case .after(let anchor): withSiblings(of: anchor) { $0.insert(contentsOf: nodes, at: $1 + 1) }
        }
    }

    private func has(_ place: ForestEdit<Section, Item>.Place) -> Bool {
        if case .section(let section) = place {
            index(of: section) != nil
        } else {
            place.anchor.map { contains($0) } ?? false
        }
    }

    private mutating func unmark() {
        let left = self
        reloaded.removeAll { !left.contains($0) }
        reconfigured.removeAll { !left.contains($0) }
    }

    /// Performs an edit; returns the code of its error.
    mutating func perform(_ edit: ForestEdit<Section, Item>) -> DiffableError.Code? {
        var copy = self
        if let code = copy.attempt(edit) { return code }
        copy.unmark()
        self = copy
        return nil
    }

    private mutating func attempt(_ edit: ForestEdit<Section, Item>) -> DiffableError.Code? {
        switch edit {
        case .add(let new, let place):
            switch place {
            case .before(let anchor), .after(let anchor):
                if new.contains(where: { $0.identity == anchor.identity }) { return .invalidDestination }
            case .section: if groups.isEmpty { return .noSections }
            case .parent: break
            }
            if !areUnique(new) || new.contains(where: { contains($0) }) { return .duplicateIdentifier }
            if !has(place) { return .unknownIdentifier }
            insert(new.map { Node(item: $0) }, place)
        case .move(let items, let place):
            var isBeside = false
            switch place {
            case .before(let anchor), .after(let anchor):
                isBeside = true
                if items[0].identity == anchor.identity { return .invalidDestination }
            default: break
            }
            let moved = isBeside ? [items[0]] : items
            if moved.contains(where: { !contains($0) }) { return .unknownIdentifier }
            if !areUnique(moved) { return .duplicateIdentifier }
            func isBelow(_ item: Item, _ others: [Item]) -> Bool {
                others.contains { other in
                    other.identity != item.identity && TreeModel(roots: node(other).map { [$0] } ?? []).contains(item)
                }
            }
            if moved.contains(where: { isBelow($0, moved) }) { return .duplicateIdentifier }
            if !has(place) { return .unknownIdentifier }
            if let anchor = place.anchor,
                isBelow(anchor, moved) || moved.contains(where: { $0.identity == anchor.identity })
            {
                return .invalidDestination
            }
            let nodes = moved.compactMap { node($0) }
            for item in moved { withSiblings(of: item) { _ = $0.remove(at: $1) } }
            insert(nodes, place)
        case .delete(let items):
            for item in items { withSiblings(of: item) { _ = $0.remove(at: $1) } }
        case .replaceItems(let new, let section):
            if groups.isEmpty { return .noSections }
            guard let index = index(of: section) else { return .unknownIdentifier }
            if !areUnique(new) { return .duplicateIdentifier }
            let roots = groups[index].tree.roots
            var nodes: [Node] = []
            for item in new {
                var node = roots.first { $0.item.identity == item.identity }
                if node == nil && contains(item) { return .duplicateIdentifier }
                node?.item = item
                nodes.append(node ?? Node(item: item))
            }
            groups[index].tree.roots = nodes
        case .replaceChildren(let parent, let tree):
            if !contains(parent) { return .unknownIdentifier }
            withSiblings(of: parent) { $0[$1].children = [] }
            if tree.items.contains(where: { contains($0) }) { return .duplicateIdentifier }
            withSiblings(of: parent) { $0[$1].children = tree.roots }
            removeMarks(ofItemsIn: tree)
        case .setTree(let tree, let section):
            if index(of: section) == nil { groups.append(Group(section: section)) }
            groups[index(of: section)!].tree.roots = []
            for entry in tree.entries {
                guard let index = index(containing: entry.item) else { continue }
                let here = groups[index].tree.entries.first { $0.item.identity == entry.item.identity }!
                if !here.isVisible || !entry.isVisible || !node(entry.item)!.children.isEmpty {
                    return .duplicateIdentifier
                }
            }
            for item in tree.items { withSiblings(of: item) { _ = $0.remove(at: $1) } }
            groups[index(of: section)!].tree.roots = tree.roots
            removeMarks(ofItemsIn: tree)
        case .expand(let items, let isExpanded):
            for item in items { withSiblings(of: item) { $0[$1].isExpanded = isExpanded } }
        case .setExpandable(let items, let isExpandable):
            for item in items { withSiblings(of: item) { $0[$1].isExpandable = isExpandable } }
        case .update(let items):
            if items.contains(where: { !contains($0) }) { return .unknownIdentifier }
            if !areUnique(items) { return .duplicateIdentifier }
            for item in items where node(item)?.item != item { mark(item, \.reconfigured) }
        case .reload(let items):
            if items.contains(where: { !contains($0) }) { return .unknownIdentifier }
            if !areUnique(items) { return .duplicateIdentifier }
            for item in items { mark(item, \.reloaded) }
        case .appendSections(let new):
            if Set(new.map(\.identity)).count != new.count || new.contains(where: { index(of: $0) != nil }) {
                return .duplicateIdentifier
            }
            groups += new.map { Group(section: $0) }
        case .deleteSections(let sections):
            groups.removeAll { group in sections.contains { $0.identity == group.section.identity } }
        case .describeAnew(let groups):
            self = ForestModel(groups: groups)
        }
        return nil
    }

    /// An item that is deleted and inserted again in one call is no longer marked.
    private mutating func removeMarks(ofItemsIn tree: TreeModel<Item>) {
        reloaded.removeAll { tree.contains($0) }
        reconfigured.removeAll { tree.contains($0) }
    }

    private mutating func mark(_ item: Item, _ marks: WritableKeyPath<ForestModel, [Item]>) {
        withSiblings(of: item) { $0[$1].item = item }
        if !self[keyPath: marks].contains(where: { $0.identity == item.identity }) { self[keyPath: marks].append(item) }
    }

    /// The current content of marked items.
    func current(_ marks: [Item]) -> [Item] { marks.compactMap { node($0)?.item } }
}
