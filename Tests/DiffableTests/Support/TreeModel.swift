import Diffable

/// A slow and obviously correct tree: nodes that have their children, searched from the top.
struct TreeModel<Item: TestItem>: Equatable {
    struct Node: Equatable {
        var item: Item
        var isExpanded = false
        var isExpandable = false
        var children: [Node] = []

        var count: Int { children.reduce(1) { $0 + $1.count } }
    }

    /// An item, and what the tree says of it.
    struct Entry: Equatable {
        let item: Item
        let level: Int
        let parent: Item?
        let isExpanded: Bool
        let isExpandable: Bool
        let isVisible: Bool
    }

    var roots: [Node] = []
    var reloaded: [Item] = []
    var reconfigured: [Item] = []

    /// All items in depth-first order.
    var entries: [Entry] {
        var result: [Entry] = []
        func add(_ nodes: [Node], _ level: Int, _ parent: Item?, _ isVisible: Bool) {
            for node in nodes {
                result.append(
                    Entry(
                        item: node.item, level: level, parent: parent, isExpanded: node.isExpanded,
                        isExpandable: node.isExpandable,
                        isVisible: isVisible))
                add(node.children, level + 1, node.item, isVisible && node.isExpanded)
            }
        }
        add(roots, 0, nil, true)
        return result
    }

    var items: [Item] { entries.map { $0.item } }
    var visibleItems: [Item] { entries.filter { $0.isVisible }.map { $0.item } }

    func contains(_ item: Item) -> Bool { node(item) != nil }

    func node(_ item: Item) -> Node? {
        var copy = self
        return copy.withSiblings(of: item) { $0[$1] }
    }

    /// Calls `body` with the nodes that an item is among, and its index there; nil if the tree lacks the item.
    @discardableResult
    mutating func withSiblings<Result>(of item: Item, _ body: (inout [Node], Int) -> Result) -> Result? {
        func search(_ nodes: inout [Node]) -> Result? {
            if let index = nodes.firstIndex(where: { $0.item.identity == item.identity }) { return body(&nodes, index) }
            for index in nodes.indices {
                if let result = search(&nodes[index].children) { return result }
            }
            return nil
        }
        return search(&roots)
    }

    /// Performs an edit; returns the code of its error, or how many items it deleted.
    mutating func perform(_ edit: TreeEdit<Item>) -> TreeEdit<Item>.Outcome {
        switch edit {
        case .append(let new, let parent):
            if !areNew(new) { return .failed(.duplicateIdentifier) }
            let nodes = new.map { Node(item: $0) }
            guard let parent else {
                roots += nodes
                break
            }
            if withSiblings(of: parent, { $0[$1].children += nodes }) == nil { return .failed(.unknownIdentifier) }
        case .insert(let new, let after, let anchor):
            if new.contains(where: { $0.identity == anchor.identity }) { return .failed(.invalidDestination) }
            if !areNew(new) { return .failed(.duplicateIdentifier) }
            let nodes = new.map { Node(item: $0) }
            if withSiblings(of: anchor, { $0.insert(contentsOf: nodes, at: $1 + (after ? 1 : 0)) }) == nil {
                return .failed(.unknownIdentifier)
            }
        case .insertTree(let tree, let after, let anchor):
            if !areNew(tree.items) { return .failed(.duplicateIdentifier) }
            if tree.roots.contains(where: { $0.item.identity == anchor.identity }) {
                return .failed(.invalidDestination)
            }
            if withSiblings(of: anchor, { $0.insert(contentsOf: tree.roots, at: $1 + (after ? 1 : 0)) }) == nil {
                return .failed(.unknownIdentifier)
            }
        case .replace(let parent, let tree):
            var copy = self
            let children = copy.node(parent)?.children.map { $0.item } ?? []
            _ = copy.perform(.delete(children))
            if !copy.contains(parent) { return .failed(.unknownIdentifier) }
            if !copy.areNew(tree.items) { return .failed(.duplicateIdentifier) }
            copy.withSiblings(of: parent) { $0[$1].children = tree.roots }
            self = copy
        case .delete(let items):
            let count = items.reduce(0) { count, item in
                count + (withSiblings(of: item) { $0.remove(at: $1).count } ?? 0)
            }
            let left = self
            reloaded.removeAll { !left.contains($0) }
            reconfigured.removeAll { !left.contains($0) }
            return .counted(count)
        case .deleteAll: self = TreeModel()
        case .expand(let items):
            for item in items { withSiblings(of: item) { $0[$1].isExpanded = true } }
        case .collapse(let items):
            for item in items { withSiblings(of: item) { $0[$1].isExpanded = false } }
        case .setExpandable(let items, let isExpandable):
            for item in items { withSiblings(of: item) { $0[$1].isExpandable = isExpandable } }
        case .reloadItems(let items), .reconfigureItems(let items):
            if items.contains(where: { !contains($0) }) { return .failed(.unknownIdentifier) }
            if Set(items.map { $0.identity }).count != items.count { return .failed(.duplicateIdentifier) }
            for item in items {
                withSiblings(of: item) { $0[$1].item = item }
                if case .reloadItems = edit { mark(item, &reloaded) } else { mark(item, &reconfigured) }
            }
        case .updateItems(let items):
            if items.contains(where: { !contains($0) }) { return .failed(.unknownIdentifier) }
            if Set(items.map { $0.identity }).count != items.count { return .failed(.duplicateIdentifier) }
            let changed = items.filter { node($0)?.item != $0 }
            _ = perform(.reconfigureItems(changed))
            return .counted(changed.count)
        case .remake(let tree):
            self = TreeModel(roots: tree.roots)
        }
        return .done
    }

    private func mark(_ item: Item, _ marks: inout [Item]) {
        if !marks.contains(where: { $0.identity == item.identity }) { marks.append(item) }
    }

    /// The current content of marked items.
    func current(_ marks: [Item]) -> [Item] { marks.compactMap { node($0)?.item } }

    private func areNew(_ items: [Item]) -> Bool {
        Set(items.map { $0.identity }).count == items.count && !items.contains { contains($0) }
    }

    /// The same tree, made from nothing.
    var snapshot: DiffableDataSourceSectionSnapshot<Item> {
        var snapshot = DiffableDataSourceSectionSnapshot<Item>()
        for entry in entries {
            // A parent that breaks the rules of `Hashable` may not be found again.
            if Item.isHonest {
                snapshot.append([entry.item], to: entry.parent)
            } else {
                try? snapshot.checked.append([entry.item], to: entry.parent)
            }
        }
        snapshot.expand(entries.filter { $0.isExpanded }.map { $0.item })
        snapshot.setExpandable(entries.filter { $0.isExpandable }.map { $0.item }, true)
        return snapshot
    }
}
