import Diffable
@testable import TestSupport

extension SourceSession {
    /// The next list, in one of several forms that must mean the same.
    private func nextList() -> Source.Snapshot {
        switch program.random.below(3) {
        case 0: return program.remade()
        case 1:
            var list = source.newSnapshot()
            for group in program.model.groups {
                list.appendSections([group.section])
                list.appendItems(group.items)
            }
            return list
        default: return program.snapshot
        }
    }

    private var mayFail: Bool { callbacks.action == .fail || callbacks.action == .makeBadCell }

    func apply() {
        let (list, isAnimated) = (nextList(), program.random.once(in: 2))
        let source = source!
        callbacks.arm(&program.random)
        let form = program.random.below(mayFail ? 2 : 4)
        call("apply", expecting: program.model.withoutMarks, completes: form % 2 == 0) { completion in
            switch form {
            case 0:
                return try source.checked.apply(
                    list, animatingDifferences: isAnimated, caption: "apply", completion: completion)
            case 1: return try awaited { try await source.checked.apply(list, animatingDifferences: isAnimated) }
            case 2: return source.apply(list, animatingDifferences: isAnimated, completion: completion)
            default: return try awaited { await source.apply(list, animatingDifferences: isAnimated) }
            }
        }
    }

    func reload() {
        let list = nextList()
        let source = source!
        callbacks.arm(&program.random)
        let form = program.random.below(mayFail ? 2 : 4)
        call("reload", expecting: program.model.withoutMarks, completes: form % 2 == 0) { completion in
            switch form {
            case 0: return try source.checked.applySnapshotUsingReloadData(list, completion: completion)
            case 1: return try awaited { try await source.checked.applySnapshotUsingReloadData(list) }
            case 2: return source.applySnapshotUsingReloadData(list, completion: completion)
            default: return try awaited { await source.applySnapshotUsingReloadData(list) }
            }
        }
    }

    func applyTree() {
        var tree = trees.tree
        for _ in 0..<program.random.number(in: 1...4) {
            let edit = trees.edit()
            _ = trees.model.perform(edit)
            _ = edit.perform(&tree)
            trees = trees.with(tree)
        }
        let keeps = program.random.once(in: 4)
        if keeps { tree.keepExpansion(tree.items.filter { _ in program.random.once(in: 2) }) }
        let section = program.section()
        let expected = keeps || hasTrees ? nil : shown.applying(tree, to: section)
        let source = source!
        callbacks.arm(&program.random)
        let isValid = isFree(tree, for: section)
        let form = program.random.below(mayFail || !isValid ? 2 : 4)
        trace.append("\(tree)")
        call("apply to section \(section)", expecting: expected, isInvalid: !isValid, completes: form % 2 == 0) {
            completion in
            switch form {
            case 0: return try source.checked.apply(tree, to: section, completion: completion)
            case 1: return try awaited { try await source.checked.apply(tree, to: section) }
            case 2: return source.apply(tree, to: section, animatingDifferences: false, completion: completion)
            default: return try awaited { await source.apply(tree, to: section, caption: "tree") }
            }
        }
    }

    /// Whether the items of a tree that other sections have can move: rows without children, which the tree shows.
    private func isFree(_ tree: DiffableDataSourceSectionSnapshot<Item>, for section: Section) -> Bool {
        let list = source.snapshot()
        return tree.items.allSatisfy { item in
            guard let other = list.sectionIdentifier(containingItem: item), other.identity != section.identity else {
                return true
            }
            return list.isVisible(item) && list.numberOfChildren(of: item) == 0 && tree.isVisible(item)
        }
    }

    /// The result of an apply that is awaited and not queued, which is there without waiting.
    private func awaited(_ apply: @escaping () async throws -> Source.Transaction) throws -> Source.Transaction {
        var result: Result<Source.Transaction, any Error>?
        Task.immediate {
            do { result = .success(try await apply()) } catch { result = .failure(error) }
        }
        guard let result else { report("an apply that is not queued is not finished", trace) }
        return try result.get()
    }

    func reorder() {
        let from = path(in: shown)
        var expected = shown
        let item = shown.item(at: from)
        var moved: [Item] = []
        if let item {
            // The visible items below it move along.
            let tree = source.snapshot(for: shown.sections[from.section]).snapshot(of: item, includingParent: true)
            moved = tree.isVisible(item) ? tree.visibleItems : []
            expected.groups[from.section].items.removeSubrange(from.item..<from.item + moved.count)
        }
        let to = path(in: expected)
        let isValid =
            item != nil && shown.groups.indices.contains(to.section)
            && (0...expected.groups[to.section].items.count).contains(to.item)
        if isValid { expected.groups[to.section].items.insert(contentsOf: moved, at: to.item) }
        let source = source!
        callbacks.arm(&program.random)
        let isPlain = isValid && !mayFail
        call("reorder \(from) \(to)", expecting: expected, isInvalid: !isValid, completes: false) { _ in
            try isPlain ? source.reorderItem(from: from, to: to) : source.checked.reorderItem(from: from, to: to)
        }
    }

    /// An index path that is mostly in a list.
    private func path(in lists: Lists) -> DiffableIndexPath {
        let section = program.random.below(lists.groups.count + 2) - 1
        let count = lists.groups.indices.contains(section) ? lists.groups[section].items.count : 0
        return DiffableIndexPath(
            item: program.random.below(count + 2) - (program.random.once(in: 8) ? 1 : 0), section: section)
    }

    func toggle() {
        let items = shown.items
        let item = items.isEmpty || program.random.once(in: 8) ? program.item() : program.random.pick(items)
        let isShown = shown.path(of: item) != nil
        let section = shown.path(of: item).map { shown.sections[$0.section] }
        let source = source!
        let before = section.map { source.snapshot(for: $0) }
        callbacks.arm(&program.random)
        call("toggle \(item)", expecting: nil, isInvalid: isShown ? nil : true, completes: false) { _ in
            let transaction = try source.checked.toggleItem(item)
            let isApplied = transaction.state == .applied && callbacks.queued == 0
            if isApplied, let section, source.snapshot(for: section) == before { report("a tap did nothing", trace) }
            return transaction
        }
    }

    func setHandlers() {
        var random = program.random
        var (drags, taps) = (Source.ReorderingHandlers(), Source.SectionSnapshotHandlers())
        let (callbacks, answer) = (callbacks, random.below(4) != 0)
        drags.canReorderItem = { _ in
            try callbacks.callback()
            return answer
        }
        if random.once(in: 2) { drags.willReorder = { _ in try callbacks.callback() } }
        if random.once(in: 2) { drags.didReorder = { _ in try callbacks.callback() } }
        if random.once(in: 2) {
            taps.shouldExpandItem = { _ in
                try callbacks.callback()
                return answer
            }
            taps.shouldCollapseItem = taps.shouldExpandItem
            taps.willExpandItem = { _ in try callbacks.callback() }
            taps.willCollapseItem = taps.willExpandItem
        }
        if random.once(in: 2) {
            taps.snapshotForExpandingParent = { [unowned self] _, children in
                try callbacks.callback()
                var children = program.random.once(in: 2) ? children : Source.SectionSnapshot()
                try? children.checked.append(program.items())
                return children
            }
        }
        (source.reorderingHandlers, source.sectionSnapshotHandlers) = (drags, taps)
    }
}

extension Model {
    var withoutMarks: Model {
        var copy = Model()
        copy.groups = groups
        return copy
    }

    func item(at path: DiffableIndexPath) -> Item? {
        guard groups.indices.contains(path.section), groups[path.section].items.indices.contains(path.item) else {
            return nil
        }
        return groups[path.section].items[path.item]
    }

    /// The list when a tree is applied to a section, and no section has one.
    func applying(_ tree: DiffableDataSourceSectionSnapshot<Item>, to section: Section) -> Model {
        var result = withoutMarks
        let visible = tree.visibleItems
        for index in groups.indices {
            result.groups[index].items.removeAll { item in visible.contains { $0.identity == item.identity } }
        }
        if result.index(of: section) == nil { result.groups.append(Group(section: section, items: [])) }
        result.groups[result.index(of: section)!].items = visible
        return result
    }
}

extension TreeProgram {
    func with(_ tree: DiffableDataSourceSectionSnapshot<Item>) -> Self {
        var copy = self
        copy.tree = tree
        return copy
    }
}
