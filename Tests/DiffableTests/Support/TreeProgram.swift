import Diffable
@testable import TestSupport

/// A random program: a tree and the model, edited in the same way, and a data source that shows the tree.
struct TreeProgram<Item: TestItem> {
    var random: Choices
    /// Chooses what is looked up after an edit, and how the edit is spelled. It takes nothing from an input.
    private var checks = Choices(seed: 0)
    private let itemCount = 30
    private var content = 0
    var tree = DiffableDataSourceSectionSnapshot<Item>()
    var model = TreeModel<Item>()
    private let source = DiffableDataSource<Int, Item>(cellProvider: { _, _ in Cell() })
    /// The list of the data source, carried from step to step.
    private var shown: [(name: Int, rows: [Item])] = []

    init(seed: UInt64) {
        self.init(Choices(seed: seed))
    }

    init(_ choices: Choices) {
        random = choices
    }

    /// Performs random edits; a description of the first difference between tree and model, nil if there is none.
    mutating func advance(_ steps: Int) -> String? {
        for _ in 0..<steps {
            let edit = edit()
            let before = tree
            let expected = model.perform(edit)
            let outcome = edit.perform(&tree, isPlain: !expected.isFailure && checks.below(4) == 0)
            if outcome != expected { return "\(edit): \(outcome), not \(expected)" }
            if outcome.isFailure, Item.isHonest, tree != before { return "\(edit) failed and changed something" }
            if let mismatch = mismatch(tree) { return "\(edit): \(mismatch)" }
            if random.below(4) == 0, let mismatch = apply() { return "apply after \(edit): \(mismatch)" }
            if random.below(8) == 0, let mismatch = toggle() { return "toggle after \(edit): \(mismatch)" }
        }
        return nil
    }

    private mutating func item() -> Item {
        content += 1
        return .make(random.below(itemCount), content: random.below(2) == 0 ? 0 : content)
    }

    private mutating func items() -> [Item] { (0..<random.below(4)).map { _ in item() } }

    /// Items that the tree mostly lacks.
    private mutating func newItems() -> [Item] {
        var new: [Item] = []
        for item in items() + items() where random.below(20) == 0 || !model.contains(item) {
            if random.below(30) == 0 || !new.contains(where: { $0.identity == item.identity }) { new.append(item) }
        }
        return new
    }

    mutating func newTree() -> TreeModel<Item> {
        var tree = TreeModel<Item>()
        for item in newItems() + newItems() {
            let parent = tree.items.randomElement(using: &random)
            _ = tree.perform(.append([item], to: random.below(3) == 0 ? nil : parent))
        }
        _ = tree.perform(.expand(tree.items.filter { _ in random.below(2) == 0 }))
        _ = tree.perform(.setExpandable(tree.items.filter { _ in random.below(4) == 0 }, true))
        return tree
    }

    /// Items that the tree mostly has, some with other content.
    private mutating func shownItems() -> [Item] {
        if random.below(8) == 0 { return items() }
        return variation().items.filter { _ in random.below(4) == 0 }
    }

    /// The same tree with other content of some items.
    private mutating func variation() -> TreeModel<Item> {
        var tree = model
        for item in model.items where random.below(4) == 0 {
            guard let number = (0..<itemCount).first(where: { Item.make($0, content: 0).identity == item.identity })
            else { continue }
            content += 1
            tree.withSiblings(of: item) { $0[$1].item = .make(number, content: content) }
        }
        return tree
    }

    mutating func edit() -> TreeEdit<Item> {
        switch random.below(22) {
        case 0: return .append(newItems(), to: nil)
        case 1, 2, 3: return .append(newItems(), to: item())
        case 4, 5: return .insert(newItems(), after: random.below(2) == 0, item())
        case 6: return .insertTree(newTree(), after: random.below(2) == 0, item())
        case 7: return .replace(childrenOf: item(), newTree())
        case 8, 9: return .delete([item()])
        case 10: return .delete(items())
        case 11, 12, 13: return .expand(items())
        case 14: return .collapse(items())
        case 15: return .setExpandable(items(), random.below(2) == 0)
        case 16: return .reloadItems(shownItems())
        case 17: return .reconfigureItems(shownItems())
        case 18, 19: return .updateItems(shownItems())
        case 20: return random.below(8) == 0 ? .deleteAll : .delete([item()])
        default: return .remake(variation())
        }
    }

    /// Makes the tree that of the section, and carries out the steps.
    private mutating func apply() -> String? {
        let transaction = source.apply(tree, to: 1)
        return follow(transaction)
    }

    /// Expands or collapses a visible item, as a user does, and goes on with the tree of the data source.
    private mutating func toggle() -> String? {
        if let mismatch = apply() { return mismatch }
        guard let item = model.visibleItems.randomElement(using: &random), let node = model.node(item) else {
            return nil
        }
        let isBranch = !node.children.isEmpty || node.isExpandable
        if isBranch { _ = model.perform(node.isExpanded ? .collapse([item]) : .expand([item])) }
        let transaction = source.toggleItem(item)
        if transaction.state != (isBranch ? .applied : .refused) { return "a tap on \(item) is \(transaction.state)" }
        tree = source.snapshot(for: 1)
        (model.reloaded, model.reconfigured) = ([], [])
        return mismatch(tree) ?? follow(transaction)
    }

    private mutating func follow(_ transaction: DiffableDataSourceTransaction<Int, Item>) -> String? {
        for step in transaction.difference.steps { step.perform(on: &shown) }
        if shown.flatMap(\.rows) != model.visibleItems { return "steps lead to \(shown), not \(model.visibleItems)" }
        if source.snapshot().itemIdentifiers != model.visibleItems {
            return "list \(source.snapshot().itemIdentifiers), not \(model.visibleItems)"
        }
        let settled = source.snapshot(for: 1)
        if settled != tree { return "another tree in the data source" }
        return settled.reloadedItemIdentifiers.isEmpty && settled.reconfiguredItemIdentifiers.isEmpty
            ? nil : "marks in the data source"
    }

    private mutating func mismatch(_ tree: DiffableDataSourceSectionSnapshot<Item>) -> String? {
        let entries = model.entries
        if tree.items != entries.map(\.item) { return "items \(tree.items), not \(entries.map(\.item))" }
        if tree.rootItems != model.roots.map(\.item) { return "roots" }
        if tree.visibleItems != model.visibleItems { return "visible items" }
        if tree.expandedItems != entries.filter(\.isExpanded).map(\.item) { return "expanded items" }
        for (index, entry) in entries.enumerated() {
            let item = entry.item
            if tree.index(of: item) != index || !tree.contains(item) { return "index of \(item)" }
            let found = TreeModel.Entry(
                item: item, level: tree.level(of: item), parent: tree.parent(of: item),
                isExpanded: tree.isExpanded(item),
                isExpandable: tree.isExpandable(item), isVisible: tree.isVisible(item))
            if found != entry { return "\(found), not \(entry)" }
        }
        if tree.reloadedItemIdentifiers != model.current(model.reloaded) { return "reloaded items" }
        if tree.reconfiguredItemIdentifiers != model.current(model.reconfigured) { return "reconfigured items" }
        let stranger = Item.make(checks.below(itemCount), content: 0)
        guard let node = model.node(stranger) else { return tree.contains(stranger) ? "contains \(stranger)" : nil }
        if tree.snapshot(of: stranger) != TreeModel(roots: node.children).snapshot { return "snapshot of \(stranger)" }
        if tree.snapshot(of: stranger, includingParent: true) != TreeModel(roots: [node]).snapshot {
            return "snapshot with \(stranger)"
        }
        return nil
    }
}
