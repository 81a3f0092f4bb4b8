@testable import DiffableEngine

extension ProgramGenerator {
    mutating func addTreeStep() {
        switch random.below(24) {
        case 0...4: edit(register())
        case 5...7: edit(tree())
        case 8, 9: takeTree()
        case 10: applyTree()
        case 11: lookUp(tree())
        case 12: add(.reorder(row(), insertionPath()))
        case 13: addReaction()
        case 14: nameHiddenItem()
        case 15: describeAgain()
        case 16: add(.undo)
        case 17...20: applyEditedList()
        default: add(.toggle(parent()))
        }
    }

    mutating func tree() -> Register {
        random.pick(Array(Register.trees))
    }

    /// An item of the list, mostly one that has children.
    mutating func parent() -> Identifier {
        edits.parent(model.list)
    }

    /// Takes a tree out of a snapshot or the list, and puts one into a snapshot.
    private mutating func takeTree() {
        let (list, tree) = (register(), tree())
        switch random.below(4) {
        case 0: add(.fetchSection(tree, section()))
        case 1: add(.sectionSnapshot(list, edits.section(model.snapshots[list]), into: tree))
        default:
            let whole = random.once(in: 4) ? Register.trees.first { $0 != tree }! : list
            add(.snapshotOf(whole, edits.parent(model.snapshots[whole]), into: tree, isWhole: random.once(in: 2)))
        }
        add(.state(tree))
        if random.once(in: 2) { edit(tree) }
        if random.once(in: 2) { add(.edit(list, .deleteItems(model.snapshots[tree].allItems))) }
        switch random.below(4) {
        case 0: add(.edit(list, .replaceChildren(of: edits.parent(model.snapshots[list]), with: tree)))
        case 1 where !model.snapshots[tree].nodes.contains { $0.keepsChildren }:
            add(.edit(list, .insertTree(tree, edits.placement(model.snapshots[list]))))
        case 2: add(.edit(list, .setSectionSnapshot(ofSection: edits.section(model.snapshots[list]), tree)))
        default: add(.applySection(tree, describedSection(), animationChoice()))
        }
        add(.state(list))
    }

    private mutating func applyTree() {
        let tree = tree()
        if random.once(in: 2) {
            add(.fetchSection(tree, section()))
            edit(tree)
        }
        add(.applySection(random.once(in: 12) ? register() : tree, describedSection(), animationChoice()))
        if random.once(in: 12) { add(.apply(tree, .byDefault)) }
    }

    /// Finds, marks, moves or adds an item that is hidden in the list.
    private mutating func nameHiddenItem() {
        let list = model.list
        let hidden = list.allItems.filter { list.path(ofItem: $0) == nil }
        if hidden.isEmpty { return }
        let (register, item) = (register(), random.pick(hidden))
        add(.fetch(register))
        switch random.below(8) {
        case 0: add(.lookUp(item))
        case 1: add(.find(register, item))
        case 2: add(.toggle(item))
        case 3: add(.edit(register, .appendItems([Element(newItem()), Element(item)], toSection: nil)))
        case 4: add(.edit(register, .replaceItems([Element(item)], inSection: edits.section(list))))
        case 5: add(.edit(register, .updateItems([Element(item, revision: 2)])))
        case 6: add(.edit(register, .moveItem(item, .after, edits.item(list))))
        default: add(.edit(register, .insertItems([Element(newItem())], .before, item)))
        }
        add(.apply(register, animationChoice()))
        add(.state(register))
    }

    /// Describes some items of the list again, and leaves it to the list whether they are expanded, and which children
    /// they have.
    private mutating func describeAgain() {
        let register = register()
        add(.new(register))
        let list = model.list
        add(.edit(register, .appendSections(list.sections.map { Element($0.identifier, content: $0.content) })))
        for _ in 0..<3 {
            let items = [edits.parent(list), edits.item(list)].filter { model.snapshots[register].place(of: $0) == nil }
            if random.once(in: 2) {
                add(.edit(register, .appendItems(items.map { Element($0) }, toSection: edits.section(list))))
            } else {
                add(
                    .edit(
                        register, .appendItemsToParent(items.map { Element($0) }, edits.item(model.snapshots[register]))
                    ))
            }
        }
        let items = model.snapshots[register].allItems
        add(.edit(register, .keepExpansion(items)))
        add(.edit(register, .keepChildren(items.filter { _ in !random.once(in: 3) })))
        if random.once(in: 2) { edit(register) }
        add(.apply(register, animationChoice()))
    }

    mutating func section() -> Identifier {
        model.list.sections.isEmpty || random.once(in: 8) ? newItem() : random.pick(model.list.sections).identifier
    }

    /// A section to apply a tree to, sometimes with another revision of its content.
    mutating func describedSection() -> Element {
        Element(section(), revision: random.once(in: 3) ? UInt64(random.below(5)) : 0)
    }

    mutating func newItem() -> Identifier {
        identifier(edits.shape.pool.lowerBound + random.below(edits.shape.pool.count))
    }
}
