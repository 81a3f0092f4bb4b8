@testable import DiffableEngine

extension ProgramGenerator {
    mutating func addTreeStep() {
        let register = random.below(2)
        switch random.below(23) {
        case 0...5: editTree(register)
        case 6: copySubtree(register)
        case 7, 22: mark(register)
        case 8: add(random.once(in: 2) ? .copyTree(register, of: 1 - register) : .treeState(register))
        case 9, 10: add(.applySection(register, describedSection(), animationChoice()))
        case 11:
            add(.fetchSection(register, section()))
            add(.treeState(register))
        case 12: add(random.once(in: 3) ? .equalTrees(register, 1 - register) : .findInTree(register, node(register)))
        case 13: add(.reorder(row(), insertionPath()))
        case 14: addReaction()
        case 15, 16: showHiddenItem()
        case 17, 18: applyEditedList()
        default: add(.toggle(parent()))
        }
    }

    /// An item of the list, mostly one that has children.
    mutating func parent() -> Identifier {
        let parents = model.trees.values.flatMap { tree in
            tree.nodes.indices.filter { tree.isVisible($0) && tree.end(of: $0) > $0 + 1 }.map { tree.nodes[$0].element.identifier }
        }
        // In the order of the list, because that of a dictionary differs from run to run.
        let shown = model.list.itemIdentifiers.filter { parents.contains($0) }
        return shown.isEmpty || random.once(in: 4) ? edits.item(model.list) : random.pick(shown)
    }

    private mutating func copySubtree(_ register: Int) {
        if random.once(in: 2) {
            add(.replaceChildren(register, of: node(register), with: 1 - register))
            add(.treeState(register))
        } else {
            add(.snapshotOf(register, node(register), into: 1 - register, isWhole: random.once(in: 2)))
            add(.treeState(1 - register))
        }
    }

    /// Marks items, and then deletes one, applies the tree, or copies a subtree.
    private mutating func mark(_ register: Int) {
        for _ in 0..<3 {
            add(.tree(register, random.once(in: 2) ? .reload(marked(register)) : .reconfigure(marked(register))))
        }
        switch random.below(4) {
        case 0:
            add(.tree(register, .delete([node(register)])))
            add(.treeState(register))
        case 1: add(.applySection(register, describedSection(), animationChoice()))
        case 2: copySubtree(1 - register)
        default: copySubtree(register)
        }
    }

    mutating func editTree(_ register: Int) {
        for _ in 0..<random.number(in: 1...3) { add(.tree(register, treeEdit(register))) }
    }

    /// Inserts an item into the list that is hidden in a tree.
    mutating func showHiddenItem() {
        let register = random.below(2)
        let outlined = model.list.sections.map { $0.identifier }.filter { model.trees[$0] != nil }
        if outlined.isEmpty { return }
        let section = random.pick(outlined)
        let tree = model.trees[section]!
        add(.fetchSection(register, section))
        let hidden = tree.nodes.indices.filter { !tree.isVisible($0) }
        if hidden.isEmpty { return }
        add(.fetch(0))
        let item = tree.nodes[random.pick(hidden)].element
        let isAppended = random.once(in: 2)
        add(.edit(0, isAppended ? .appendItems([item], toSection: self.section()) : .insertItems([item], .after, edits.item(model.list))))
        add(.apply(0, .byDefault))
        add(.fetchSection(register, section))
        add(.treeState(register))
    }

    mutating func section() -> Identifier {
        model.list.sections.isEmpty || random.once(in: 8) ? newItem() : random.pick(model.list.sections).identifier
    }

    /// A section to apply a tree to, sometimes with another revision of its content.
    mutating func describedSection() -> Element {
        Element(section(), revision: random.once(in: 3) ? UInt64(random.below(5)) : 0)
    }

    mutating func node(_ register: Int) -> Identifier {
        let nodes = model.treeRegisters[register].nodes
        return nodes.isEmpty || random.once(in: 10) ? newItem() : random.pick(nodes).element.identifier
    }

    mutating func newItem() -> Identifier {
        identifier(edits.shape.pool.lowerBound + random.below(edits.shape.pool.count))
    }

    mutating func treeEdit(_ register: Int) -> TreeEdit {
        let new = (0..<random.number(in: 1...2)).map { _ in Element(newItem(), revision: random.once(in: 4) ? 1 : 0) }
        switch random.below(model.treeRegisters[register].nodes.count > 8 ? 17 : 15) {
        case 0...3: return .append(new, below: random.once(in: 2) ? nil : node(register))
        case 4, 5: return .insert(new, random.once(in: 2) ? .before : .after, node(register))
        case 6, 7, 8: return .expand([node(register), node(register)])
        case 9: return .collapse([node(register)])
        case 10: return .reload(marked(register))
        case 11:
            // In Lua, a bare identifier is an error of another kind.
            let updates = edits.shape.kinds > Shape.firstKinds && random.once(in: 2)
            return updates ? .update(marked(register).filter { $0.revision != 0 }) : .reconfigure(marked(register))
        case 12, 13: return .keepExpansion([node(register), node(register), node(register)])
        case 14: return .setExpandable([node(register), node(register)], random.below(4) > 0)
        default: return random.once(in: 10) ? .deleteAll : .delete([node(register)])
        }
    }

    private mutating func marked(_ register: Int) -> [Element] {
        let marked = (0..<random.number(in: 1...2)).map { _ in
            Element(node(register), revision: random.once(in: 2) ? UInt64(random.below(5)) : 0)
        }
        return uniqueMarks(marked)
    }
}
