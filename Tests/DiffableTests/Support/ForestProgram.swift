import Diffable
@testable import TestSupport

/// A random program: a list with trees and the model, edited in the same way, and a data source that shows the list.
struct ForestProgram<Section: TestItem, Item: TestItem> {
    typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>

    var random: Choices
    private let itemCount = 24
    private let sectionCount = 3
    private var content = 0
    var list = Snapshot()
    var model = ForestModel<Section, Item>()
    private let source = DiffableDataSource<Section, Item>(cellProvider: { _, _ in Cell() })
    /// The list of the data source, carried from step to step.
    private var shown: [(name: Section, rows: [Item])] = []
    /// Lists that the data source had.
    private var older: [(list: Snapshot, model: ForestModel<Section, Item>)] = []

    init(seed: UInt64) {
        self.init(Choices(seed: seed))
    }

    init(_ choices: Choices) {
        random = choices
    }

    /// Performs random edits; a description of the first difference between list and model, nil if there is none.
    mutating func advance(_ steps: Int) -> String? {
        for _ in 0..<steps {
            let edit = edit()
            let before = list
            let expected = model.perform(edit)
            let code = edit.perform(&list)
            if code != expected { return "\(edit): \(String(describing: code)), not \(String(describing: expected))" }
            if code != nil, list != before { return "\(edit) failed and changed something" }
            if let mismatch = mismatch(list, model, isWhole: random.below(4) == 0) { return "\(edit): \(mismatch)" }
            switch random.below(12) {
            case 0, 1: if let mismatch = apply() { return "apply after \(edit): \(mismatch)" }
            case 2: if let mismatch = toggle() { return "toggle after \(edit): \(mismatch)" }
            case 3: if let mismatch = reorder() { return "reorder after \(edit): \(mismatch)" }
            case 4: if let mismatch = undo() { return "undo after \(edit): \(mismatch)" }
            default: break
            }
        }
        return nil
    }

    private mutating func item() -> Item {
        content += 1
        return .make(random.below(itemCount), content: random.below(2) == 0 ? 0 : content)
    }

    private mutating func section() -> Section { .make(random.below(sectionCount), content: 0) }

    private mutating func items() -> [Item] { (0..<random.below(4)).map { _ in item() } }

    /// Items that the list mostly lacks.
    private mutating func newItems() -> [Item] {
        var new: [Item] = []
        for item in items() + items() where random.below(20) == 0 || model.node(item) == nil {
            if random.below(30) == 0 || !new.contains(where: { $0.identity == item.identity }) { new.append(item) }
        }
        return new
    }

    /// A tree of items that the list mostly lacks, or has in one place.
    private mutating func tree(of items: [Item]) -> TreeModel<Item> {
        var tree = TreeModel<Item>()
        for item in newItems() + items where !tree.contains(item) {
            let parent = tree.items.randomElement(using: &random)
            _ = tree.perform(.append([item], to: random.below(2) == 0 ? nil : parent))
        }
        _ = tree.perform(.expand(tree.items.filter { _ in random.below(2) == 0 }))
        _ = tree.perform(.setExpandable(tree.items.filter { _ in random.below(4) == 0 }, true))
        return tree
    }

    private mutating func place() -> ForestEdit<Section, Item>.Place {
        let anchor = random.below(8) == 0 ? item() : model.items.randomElement(using: &random) ?? item()
        return switch random.below(7) {
        case 0, 1:
            .section(
                random.below(8) == 0 ? section() : model.groups.randomElement(using: &random)?.section ?? section())
        case 2, 3, 4: .parent(anchor)
        case 5: .before(anchor)
        default: .after(anchor)
        }
    }

    private mutating func some(_ share: Int = 4) -> [Item] {
        model.items.filter { _ in random.below(share) == 0 } + (random.below(8) == 0 ? items() : [])
    }

    private mutating func edit() -> ForestEdit<Section, Item> {
        if model.groups.isEmpty { return .appendSections([section()]) }
        switch random.below(24) {
        case 0, 1, 2, 3, 4, 5: return .add(newItems(), place())
        case 6, 7, 8:
            let moved = some(8)
            return .move(moved.isEmpty ? [item()] : moved, place())
        case 9: return .delete(random.below(2) == 0 ? [item()] : items())
        case 10: return .add(newItems() + newItems().filter { _ in random.below(8) == 0 }, place())
        case 11, 12, 13: return .expand(some(2), true)
        case 14: return .expand(some(), false)
        case 15: return .setExpandable(some(), random.below(2) == 0)
        case 16:
            let section = section()
            var roots = model.index(of: section).map { model.groups[$0].tree.roots.map(\.item) } ?? []
            roots.removeAll { _ in random.below(3) == 0 }
            return .replaceItems(
                (roots + newItems() + (random.below(6) == 0 ? items() : [])).shuffled(using: &random), section)
        case 17:
            let parent = random.below(8) == 0 ? item() : model.items.randomElement(using: &random) ?? item()
            return .replaceChildren(
                parent, tree(of: model.node(parent).map { TreeModel(roots: $0.children).items } ?? []))
        case 18, 19:
            let section = section()
            var own = model.index(of: section).map { model.groups[$0].tree.items } ?? []
            own.removeAll { _ in random.below(2) == 0 }
            return .setTree(tree(of: own + (random.below(3) == 0 ? some(8) : [])), section)
        case 20: return .update(some())
        case 21: return .reload(some(8))
        case 22: return random.below(6) == 0 ? .deleteSections([section()]) : .appendSections([section()])
        default: return .describeAnew(variation())
        }
    }

    /// The list with some items left out, others expanded or with other content, and some new ones.
    private mutating func variation() -> [ForestModel<Section, Item>.Group] {
        var copy = model
        _ = copy.perform(.delete(some()))
        _ = copy.perform(.expand(some(), random.below(2) == 0))
        let new = newItems().filter { model.node($0) == nil }
        _ = copy.perform(.add(new, .parent(copy.items.randomElement(using: &random) ?? item())))
        for item in copy.items where random.below(6) == 0 {
            guard let number = (0..<itemCount).first(where: { Item.make($0, content: 0).identity == item.identity })
            else { continue }
            content += 1
            let changed = content
            copy.withSiblings(of: item) { $0[$1].item = .make(number, content: changed) }
        }
        return copy.groups
    }

    // MARK: The data source

    private mutating func apply() -> String? {
        var next = list
        if random.below(2) == 0 {
            // A list that shares nothing with the one before.
            next = Snapshot()
            for group in model.groups { try? group.describe(in: &next) }
            if next != list { return "the same list made from nothing is another one" }
        }
        let transaction = source.apply(next)
        older.append((transaction.finalSnapshot, model))
        list = source.snapshot()
        (model.reloaded, model.reconfigured) = ([], [])
        return follow(transaction)
    }

    private mutating func toggle() -> String? {
        if let mismatch = apply() { return mismatch }
        guard let item = model.visibleItems.randomElement(using: &random), let node = model.node(item) else {
            return nil
        }
        let isBranch = !node.children.isEmpty || node.isExpandable
        if isBranch { _ = model.perform(.expand([item], !node.isExpanded)) }
        let transaction = source.toggleItem(item)
        if transaction.state != (isBranch ? .applied : .refused) { return "a tap on \(item) is \(transaction.state)" }
        list = source.snapshot()
        return follow(transaction)
    }

    private mutating func undo() -> String? {
        guard let past = older.randomElement(using: &random) else { return nil }
        (list, model) = past
        (model.reloaded, model.reconfigured) = ([], [])
        return follow(source.apply(past.list))
    }

    /// Drags an item. What is below it moves along, and no other item gets another parent.
    private mutating func reorder() -> String? {
        if let mismatch = apply() { return mismatch }
        source.reorderingHandlers.canReorderItem = { _ in true }
        guard let item = model.visibleItems.randomElement(using: &random), let origin = source.indexPath(for: item)
        else { return nil }
        let subtree = model.node(item).map { TreeModel(roots: [$0]) }!
        var rows = model.groups.map { $0.tree.visibleItems.filter { !subtree.contains($0) } }
        let section = random.below(rows.count)
        let index = random.below(rows[section].count + 1)
        rows[section].insert(contentsOf: subtree.visibleItems, at: index)
        let parents = Dictionary(uniqueKeysWithValues: model.items.map { ($0, list.parent(of: $0)) })
        let transaction = source.reorderItem(from: origin, to: DiffableIndexPath(item: index, section: section))
        list = source.snapshot()
        if list.sectionIdentifiers.map({ list.itemIdentifiers(inSection: $0) }) != rows {
            return "rows after the drag: \(list), not \(rows)"
        }
        if list.sectionSnapshot(of: list.sectionIdentifier(containingItem: item)!).snapshot(
            of: item, includingParent: true) != subtree.snapshot
        {
            return "the drag left something behind"
        }
        for (other, parent) in parents where other != item && list.parent(of: other) != parent {
            return "\(other) has another parent"
        }
        // Goes on with where the item is now.
        for index in model.groups.indices {
            model.groups[index].tree = TreeModel(list.sectionSnapshot(of: model.groups[index].section))
        }
        return follow(transaction)
    }

    private mutating func follow(_ transaction: DiffableDataSourceTransaction<Section, Item>) -> String? {
        for step in transaction.difference.steps { step.perform(on: &shown) }
        if shown.map(\.rows) != model.groups.map({ $0.tree.visibleItems }) { return "steps lead to \(shown)" }
        if transaction.finalSnapshot != source.snapshot() { return "the final list is another one" }
        for change in transaction.sectionTransactions {
            let tree = source.snapshot().sectionSnapshot(of: change.sectionIdentifier)
            if change.finalSnapshot != tree { return "final tree of \(change.sectionIdentifier)" }
            if change.initialSnapshot != transaction.initialSnapshot.sectionSnapshot(of: change.sectionIdentifier) {
                return "initial tree"
            }
        }
        return mismatch(source.snapshot(), model)
    }

    /// - Parameter isWhole: whether each item is looked up.
    func mismatch(_ list: Snapshot, _ model: ForestModel<Section, Item>, isWhole: Bool = true) -> String? {
        if list.sectionIdentifiers != model.groups.map(\.section) { return "sections" }
        if list.allItemIdentifiers != model.items { return "items \(list.allItemIdentifiers), not \(model.items)" }
        if list.itemIdentifiers != model.visibleItems {
            return "visible items \(list.itemIdentifiers), not \(model.visibleItems)"
        }
        if list.numberOfAllItems != model.items.count || list.numberOfItems != model.visibleItems.count {
            return "counts"
        }
        if list.rootItemIdentifiers != model.groups.flatMap({ $0.tree.roots.map(\.item) }) { return "roots" }
        if list.reloadedItemIdentifiers != model.current(model.reloaded) {
            return "reloaded \(list.reloadedItemIdentifiers)"
        }
        if list.reconfiguredItemIdentifiers != model.current(model.reconfigured) {
            return "reconfigured \(list.reconfiguredItemIdentifiers)"
        }
        if !isWhole { return nil }
        let known = Set(model.items.map(\.identity))
        for number in 0..<itemCount {
            let item = Item.make(number, content: 0)
            if list.contains(item) != known.contains(item.identity) { return "contains \(item)" }
        }
        for (index, group) in model.groups.enumerated() {
            let entries = group.tree.entries
            let visible = entries.filter(\.isVisible).map(\.item)
            let children = Dictionary(grouping: entries) { $0.parent?.identity }
            if list.numberOfItems(inSection: group.section) != visible.count { return "count of \(group.section)" }
            for entry in entries {
                let item = entry.item
                let found = TreeModel.Entry(
                    item: item, level: list.level(of: item), parent: list.parent(of: item),
                    isExpanded: list.isExpanded(item),
                    isExpandable: list.isExpandable(item), isVisible: list.isVisible(item))
                if found != entry { return "\(found), not \(entry)" }
                let children = (children[item.identity] ?? []).map(\.item)
                if list.children(of: item) != children || list.numberOfChildren(of: item) != children.count {
                    return "children of \(item)"
                }
                if list.item(sameAs: item) != item || list.sectionIdentifier(containingItem: item) != group.section {
                    return "section of \(item)"
                }
                let path = visible.firstIndex(of: item).map { DiffableIndexPath(item: $0, section: index) }
                if list.indexPath(of: item) != path { return "path of \(item)" }
            }
            if list.sectionSnapshot(of: group.section) != group.tree.snapshot { return "tree of \(group.section)" }
        }
        return nil
    }
}

extension TreeModel {
    /// The tree of a section snapshot.
    init(_ snapshot: DiffableDataSourceSectionSnapshot<Item>) {
        self.init()
        for item in snapshot.items { _ = perform(.append([item], to: snapshot.parent(of: item))) }
        _ = perform(.expand(snapshot.expandedItems))
        _ = perform(.setExpandable(snapshot.items.filter { snapshot.isExpandable($0) }, true))
    }
}
