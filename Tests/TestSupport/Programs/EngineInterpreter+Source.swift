@testable import DiffableEngine

extension EngineInterpreter {
    /// Performs the calls on the data source other than applies.
    func performOnSource(_ call: Call) {
        switch call {
        case .source: trace.add(ReferenceModel(read: source.snapshot()))
        case .lookUp(let name): lookUp(name)
        case .row(let path):
            let (section, item) = (source.sectionIdentifier(for: path.section), source.itemIdentifier(for: path))
            trace.add("ok \(section?.token ?? "-") \(item?.token ?? "-")")
        case .cell(let path):
            reply { (failure) throws(DiffableError) in
                // The cell of the view comes first, as in the C API and in Lua.
                if let shown = view.cell(at: path, of: source) { return "ok \(String(decoding: shown.text, as: UTF8.self))" }
                return "ok \(String(decoding: try source.cell(at: path, failure: &failure).text, as: UTF8.self))"
            }
        case .supplementary(let name, let index):
            reply { (failure) throws(DiffableError) in
                let kind = SupplementaryKind(name)
                let known = view.supplementaryCell(kind, ofSection: index, of: source)
                let cell = if let known { known } else { try source.supplementaryCell(kind, ofSection: index, failure: &failure) }
                return "ok \(cell.map { String(decoding: $0.text, as: UTF8.self) } ?? "-")"
            }
        case .render:
            reply { (failure) throws(DiffableError) in
                trace.add(text: try view.render(source, failure: &failure))
                return "ok"
            }
        case .transaction: trace.add(kept.map { KeptTransaction(read: $0) })
        case .defaultAnimation(nil): trace.add("ok \(source.defaultRowAnimation.name)")
        case .defaultAnimation(let animation?):
            source.defaultRowAnimation = animation
            trace.add(.done)
        case .handler(let handler, let isOn):
            set(handler, isOn: isOn)
            trace.add(.done)
        default: fatalError("\(call) is no call on a data source")
        }
    }

    private func lookUp(_ name: Identifier) {
        let list = source.snapshot()
        if let path = source.indexPath(for: name) {
            trace.add("item \(path.token) \(Element(name, revision: list.revision(ofItem: name) ?? 0).token)")
        }
        if let index = source.index(for: name) {
            trace.add("section \(index) \(Element(name, revision: list.revision(ofSection: name) ?? 0).token)")
        }
        trace.add(.done)
    }

    // MARK: - Trees

    /// Performs calls on section snapshots, toggles and drags. Returns false for any other call.
    func performOnTrees(_ call: Call) -> Bool {
        switch call {
        case .tree(let register, let edit): trace.add(trees[register].perform(edit))
        case .replaceChildren(let register, let parent, let children):
            reply { () throws(DiffableError) in
                try trees[register].replaceChildren(of: parent, with: trees[children])
                return "ok"
            }
        case .snapshotOf(let register, let parent, let part, let isWhole):
            reply { () throws(DiffableError) in
                trees[part] = try trees[register].snapshot(of: parent, includingParent: isWhole)
                return "ok"
            }
        case .copyTree(let register, let original): become(register, trees[original])
        case .fetchSection(let register, let section): become(register, source.snapshot(forSection: section))
        case .treeState(let register): trace.add(TreeModel(read: trees[register]))
        case .findInTree(let register, let name): find(name, in: trees[register])
        case .equalTrees(let left, let right): trace.add("ok \(trees[left] == trees[right])")
        case .applySection(let register, let section, let choice):
            let tree = trees[register]
            start(choice, completion: "t\(register)") { (source, animates, animation, completion) throws(DiffableError) in
                try source.apply(
                    tree, toSection: section.identifier, revision: section.revision, animatingDifferences: animates,
                    animation: animation, completion: completion)
            }
        case .toggle(let item): start { (source) throws(DiffableError) in try source.toggleItem(item) }
        case .reorder(let from, let to): start { (source) throws(DiffableError) in try source.reorderItem(from: from, to: to) }
        default: return false
        }
        return true
    }

    private func become(_ register: Int, _ tree: SectionSnapshot) {
        trees[register] = tree
        trace.add(.done)
    }

    private func find(_ name: Identifier, in tree: SectionSnapshot) {
        reply { () throws(DiffableError) in
            let level = try tree.level(of: name)
            guard tree.contains(name), let index = tree.index(of: name) else { return "an item that is not there has a level" }
            let parent = try tree.parent(of: name)?.token ?? "-"
            let expanded = try tree.isExpanded(name) ? " expanded" : ""
            return "ok \(index) \(level) \(parent)\(expanded)\(try tree.isVisible(name) ? "" : " hidden")"
        }
    }
}

extension KeptTransaction {
    /// The content of a transaction, read by its public methods.
    init(read transaction: Transaction) {
        animation = transaction.animation
        initialCount = transaction.initialSnapshot.numberOfItems
        finalCount = transaction.finalSnapshot.numberOfItems
        description = transaction.difference.description
        sections = transaction.sectionTransactions.map { section in
            let (initial, final) = (TreeModel(read: section.initialSnapshot), TreeModel(read: section.finalSnapshot))
            func list(_ tree: TreeModel, _ snapshot: Snapshot) -> ReferenceModel {
                let revision = snapshot.revision(ofSection: section.sectionIdentifier) ?? 0
                return ReferenceModel(sections: [.init(identifier: section.sectionIdentifier, revision: revision, items: tree.visible)])
            }
            let (old, new) = (list(initial, transaction.initialSnapshot), list(final, transaction.finalSnapshot))
            return Section(
                identifier: section.sectionIdentifier, initial: initial, final: final,
                changes: Changes(section.difference, from: old, to: new))
        }
    }
}
