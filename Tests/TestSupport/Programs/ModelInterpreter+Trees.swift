@testable import DiffableEngine

extension TreeModel {
    init(roots: [Element]) {
        self.init(nodes: roots.map { Node(element: $0, level: 0) })
    }
}

extension ModelInterpreter {
    /// Whether it is a call on section snapshots, or one of a user.
    func performOnTrees(_ call: Call) -> Bool {
        switch call {
        case .tree(let register, let edit): trace.add(treeRegisters[register].perform(edit))
        case .replaceChildren(let register, let parent, let children):
            trace.add(treeRegisters[register].replaceChildren(of: parent, with: treeRegisters[children]))
        case .snapshotOf(let register, let parent, let part, let isWhole):
            guard let below = treeRegisters[register].below(parent, whole: isWhole) else { return unknown(parent) }
            become(part, below)
        case .copyTree(let register, let original): become(register, treeRegisters[original])
        case .fetchSection(let register, let section): become(register, tree(of: section))
        case .treeState(let register): trace.add(treeRegisters[register])
        case .findInTree(let register, let name): find(name, in: treeRegisters[register])
        case .equalTrees(let left, let right): trace.add("ok \(treeRegisters[left].nodes == treeRegisters[right].nodes)")
        case .applySection(let register, let section, let motion):
            let tree = treeRegisters[register]
            start(Apply(completion: "t\(register)", motion: motion) { $0.change(to: tree, of: section) })
        case .toggle(let item): start(Apply { $0.toggle(item) })
        case .reorder(let from, let to):
            start(Apply(willCommit: .willReorder, didCommit: .didReorder) { $0.reorder(from, to) })
        default: return false
        }
        return true
    }

    private func become(_ register: Int, _ tree: TreeModel) {
        treeRegisters[register] = tree
        trace.add(.done)
    }

    private func unknown(_ item: Identifier) -> Bool {
        trace.add(.failed(.unknownIdentifier, item, position: nil))
        return true
    }

    private func find(_ name: Identifier, in tree: TreeModel) {
        guard let index = tree.index(of: name) else { return trace.add(.failed(.unknownIdentifier, name, position: nil)) }
        let node = tree.nodes[index]
        let parent = tree.parent(of: index).map { tree.nodes[$0].element.identifier.token } ?? "-"
        trace.add(
            "ok \(index) \(node.level) \(parent)\(node.isExpanded ? " expanded" : "")\(tree.isVisible(index) ? "" : " hidden")")
    }

    // MARK: - Trees of the list

    func tree(of section: Identifier) -> TreeModel {
        if let tree = trees[section] { return tree }
        return TreeModel(roots: list.index(ofSection: section).map { list.sections[$0].items } ?? [])
    }

    /// The trees when a list has changed without them.
    func trees(following new: ReferenceModel, except untouched: Identifier? = nil) -> [Identifier: TreeModel] {
        let everywhere = Set(new.itemIdentifiers)
        var following: [Identifier: TreeModel] = [:]
        for (section, tree) in trees where section != untouched {
            guard let index = new.index(ofSection: section) else { continue }
            following[section] = tree.following(new.sections[index].items, everywhere: everywhere)
        }
        return following
    }

    /// The list when a section shows a tree.
    func change(to tree: TreeModel, of section: Identifier) -> Change {
        var new = list
        let visible = tree.visible.map { $0.identifier }
        for index in new.sections.indices { new.sections[index].items.removeAll { visible.contains($0.identifier) } }
        if new.index(ofSection: section) == nil {
            new.sections.append(ReferenceModel.Section(identifier: section, revision: 0, items: []))
        }
        new.sections[new.index(ofSection: section)!].items = tree.visible
        new.reloadedItems = tree.reloadedItems.filter { visible.contains($0) }
        new.reconfiguredItems = tree.reconfiguredItems.filter { visible.contains($0) }
        var trees = trees(following: new, except: section)
        trees[section] = tree.withoutMarks
        return .to(new, trees)
    }
}
