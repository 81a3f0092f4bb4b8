@testable import DiffableEngine

// What a user does to an item, and the handlers that are asked and told.

extension ModelInterpreter {
    func toggle(_ item: Identifier) -> Change {
        guard let path = list.path(ofItem: item) else { return .failed(.failed(.unknownIdentifier, item, position: nil)) }
        let section = list.sections[path.section].identifier
        var tree = tree(of: section)
        let index = tree.index(of: item)!
        let isExpanded = tree.nodes[index].isExpanded
        if let no = ask(isExpanded ? .shouldCollapse : .shouldExpand, item, without: true) { return no }
        if let no = ask(isExpanded ? .willCollapse : .willExpand, item, without: true) { return no }
        if !isExpanded, handlers.contains(.children) {
            let children = tree.below(item, whole: false)!
            let answer = answer(.children, " \(item.token)") { trace.add(children) }
            if answer.fails { return Self.failed }
            let failure = tree.replaceChildren(of: item, with: answer.children.map { treeRegisters[$0] } ?? children)
            if failure.isFailure { return .failed(failure) }
        }
        tree.nodes[index].isExpanded = !isExpanded
        return change(to: tree, of: section)
    }

    func reorder(_ from: IndexPath, _ to: IndexPath) -> Change {
        guard let item = item(at: from, in: list) else { return Self.nowhere }
        if let no = ask(.canReorder, item.identifier, without: false) { return no }
        var new = list
        new.sections[from.section].items.remove(at: from.item)
        guard new.sections.indices.contains(to.section), to.item <= new.sections[to.section].items.count else { return Self.nowhere }
        new.sections[to.section].items.insert(item, at: to.item)
        return .to(new, trees(following: new))
    }

    private static let nowhere = Change.failed(.failed(.invalidArgument, nil, position: nil))
    private static let failed = Change.failed(.failed(.callbackFailed, nil, position: nil))

    /// Nil where the answer is yes, or nobody was to answer.
    private func ask(_ handler: Event, _ item: Identifier, without usual: Bool) -> Change? {
        guard handlers.contains(handler) else { return usual ? nil : .refused }
        let answer = answer(handler, " \(item.token)")
        if answer.fails { return Self.failed }
        return answer.refuses ? .refused : nil
    }
}
