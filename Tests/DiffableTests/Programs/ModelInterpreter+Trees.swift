@testable import Diffable

extension ModelInterpreter {
    func performOnTrees(_ call: Call) {
        switch call {
        case .tree(let register, let edit): trace.add(treeRegisters[register].perform(edit))
        case .replaceChildren(let register, let parent, let children):
            trace.add(treeRegisters[register].replaceChildren(of: parent, with: treeRegisters[children]))
        case .snapshotOf(let register, let parent, let part, let isWhole):
            guard let below = treeRegisters[register].below(parent, whole: isWhole) else { return unknown(parent) }
            treeRegisters[part] = below
            trace.add(.done)
        case .copyTree(let register, let original):
            treeRegisters[register] = treeRegisters[original]
            trace.add(.done)
        case .treeState(let register): trace.add(treeRegisters[register])
        case .applySection(let register, let section): show(treeRegisters[register], in: section)
        case .fetchSection(let register, let section):
            treeRegisters[register] = tree(of: section)
            trace.add(.done)
        case .toggle(let item): toggle(item)
        case .reorder(let from, let to): reorder(from, to)
        default: fatalError("\(call) is no call on trees")
        }
    }

    private func unknown(_ item: Identifier) {
        trace.add(.failed(.unknownIdentifier, item, position: nil))
    }

    private func tree(of section: Identifier) -> TreeModel {
        if let tree = trees[section] { return tree }
        let items = list.index(ofSection: section).map { list.sections[$0].items } ?? []
        return TreeModel(nodes: items.map { TreeModel.Node(element: $0, level: 0) })
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

    private func show(_ tree: TreeModel, in section: Identifier) {
        start(Apply { model in
            var new = model.list
            let visible = Set(tree.visible.map { $0.identifier })
            for index in new.sections.indices { new.sections[index].items.removeAll { visible.contains($0.identifier) } }
            if new.index(ofSection: section) == nil {
                new.sections.append(ReferenceModel.Section(identifier: section, revision: 0, items: []))
            }
            new.sections[new.index(ofSection: section)!].items = tree.visible
            var trees = model.trees(following: new, except: section)
            trees[section] = tree
            return (new, trees)
        })
    }

    private func toggle(_ item: Identifier) {
        guard let path = list.path(ofItem: item) else { return unknown(item) }
        let section = list.sections[path.section].identifier
        var tree = tree(of: section)
        guard let index = tree.index(of: item) else { return trace.add("a tree lacks an item that its section has") }
        tree.nodes[index].isExpanded.toggle()
        show(tree, in: section)
    }

    private func reorder(_ from: IndexPath, _ to: IndexPath) {
        let refused = Outcome.failed(.invalidArgument, nil, position: nil)
        guard list.sections.indices.contains(from.section), list.sections[from.section].items.indices.contains(from.item)
        else { return trace.add(refused) }
        var new = list
        let item = new.sections[from.section].items.remove(at: from.item)
        _ = call(.canReorder, " \(item.identifier.token)")
        guard new.sections.indices.contains(to.section), to.item <= new.sections[to.section].items.count
        else { return trace.add(refused) }
        new.sections[to.section].items.insert(item, at: to.item)
        start(Apply(isDrag: true) { model in (new, model.trees(following: new)) })
    }
}
