@testable import DiffableEngine

extension TreeModel {
    init(roots: [Element]) {
        self.init(nodes: roots.map { Node(element: $0, level: 0) })
    }
}

extension ModelInterpreter {
    /// Performs calls on section snapshots, toggles and drags. Returns false for any other call.
    func performOnTrees(_ call: Call) -> Bool {
        switch call {
        case .tree(let register, let edit): trace.add(treeRegisters[register].perform(edit))
        case .replaceChildren(let register, let parent, let children):
            trace.add(treeRegisters[register].replaceChildren(of: parent, with: treeRegisters[children]))
        case .snapshotOf(let register, let parent, let part, let isWhole):
            guard let subtree = treeRegisters[register].subtree(of: parent, includingParent: isWhole) else { return unknown(parent) }
            become(part, subtree)
        case .copyTree(let register, let original): become(register, treeRegisters[original])
        case .fetchSection(let register, let section): become(register, tree(of: section))
        case .treeState(let register): trace.add(treeRegisters[register])
        case .findInTree(let register, let name): find(name, in: treeRegisters[register])
        case .equalTrees(let left, let right): trace.add("ok \(treeRegisters[left].nodes == treeRegisters[right].nodes)")
        case .applySection(let register, let section, let choice):
            let tree = treeRegisters[register]
            start(Apply(completion: "t\(register)", choice: choice) { $0.change(to: tree, of: section.identifier, revision: section.revision) })
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

    /// The trees after the list was changed without them.
    func trees(rebasedOnto new: ReferenceModel, except untouched: Identifier? = nil) -> [Identifier: TreeModel] {
        let listItems = Set(new.itemIdentifiers)
        var rebased: [Identifier: TreeModel] = [:]
        for (section, tree) in trees where section != untouched {
            guard let index = new.index(ofSection: section) else { continue }
            rebased[section] = tree.rebased(onto: new.sections[index].items, listItems: listItems)
        }
        return rebased
    }

    /// The change when a section gets a tree.
    func change(to described: TreeModel, of section: Identifier, revision: UInt64 = 0) -> Change {
        let tree = described.applied(to: trees[section])
        var new = list
        let visible = tree.visible.map { $0.identifier }
        for index in new.sections.indices { new.sections[index].items.removeAll { visible.contains($0.identifier) } }
        if new.index(ofSection: section) == nil {
            new.sections.append(ReferenceModel.Section(identifier: section, revision: 0, items: []))
        }
        let index = new.index(ofSection: section)!
        new.sections[index].items = tree.visible
        if revision != 0 { new.sections[index].revision = revision }
        new.reloadedItems = described.reloadedItems.filter { visible.contains($0) }
        new.reconfiguredItems = described.reconfiguredItems.filter { visible.contains($0) }
        var trees = trees(rebasedOnto: new, except: section)
        trees[section] = tree
        return .to(new, trees)
    }
}

// MARK: - Toggles and drags

extension ModelInterpreter {
    func toggle(_ item: Identifier) -> Change {
        guard let path = list.path(ofItem: item) else { return .failed(.failed(.unknownIdentifier, item, position: nil)) }
        let section = list.sections[path.section].identifier
        var tree = tree(of: section)
        let index = tree.index(of: item)!
        let isExpanded = tree.nodes[index].isExpanded
        if let refusal = ask(isExpanded ? .shouldCollapse : .shouldExpand, item, answerWithoutHandler: true) { return refusal }
        if let refusal = ask(isExpanded ? .willCollapse : .willExpand, item, answerWithoutHandler: true) { return refusal }
        if !isExpanded, handlers.contains(.children) {
            let children = tree.subtree(of: item, includingParent: false)!
            let answer = answer(.children, " \(item.token)") { trace.add(children) }
            if answer.fails { return Self.failed }
            let failure = tree.replaceChildren(of: item, with: answer.children.map { treeRegisters[$0] } ?? children)
            if failure.isFailure { return .failed(failure) }
        }
        tree.nodes[index].isExpanded = !isExpanded
        return change(to: tree, of: section)
    }

    func reorder(_ from: IndexPath, _ to: IndexPath) -> Change {
        guard let item = item(at: from, in: list) else { return Self.invalidPath }
        if let refusal = ask(.canReorder, item.identifier, answerWithoutHandler: false) { return refusal }
        var new = list
        new.sections[from.section].items.remove(at: from.item)
        guard new.sections.indices.contains(to.section), to.item <= new.sections[to.section].items.count else { return Self.invalidPath }
        new.sections[to.section].items.insert(item, at: to.item)
        return .to(new, trees(rebasedOnto: new))
    }

    private static let invalidPath = Change.failed(.failed(.invalidArgument, nil, position: nil))
    private static let failed = Change.failed(.failed(.callbackFailed, nil, position: nil))

    /// Asks a handler. Returns nil for yes.
    /// - Parameter answerWithoutHandler: what the engine assumes if the handler is not set.
    private func ask(_ handler: Event, _ item: Identifier, answerWithoutHandler: Bool) -> Change? {
        guard handlers.contains(handler) else { return answerWithoutHandler ? nil : .refused }
        let answer = answer(handler, " \(item.token)")
        if answer.fails { return Self.failed }
        return answer.refuses ? .refused : nil
    }
}
