@testable import DiffableEngine

/// A section snapshot in plain words: its items in depth-first order, each with its level, and two lists of marks.
struct TreeModel: Equatable {
    struct Node: Equatable {
        var element: Element
        var level: Int
        var isExpanded = false
    }

    var nodes: [Node] = []
    var reloadedItems: [Identifier] = []
    var reconfiguredItems: [Identifier] = []

    func index(of item: Identifier) -> Int? {
        nodes.firstIndex { $0.element.identifier == item }
    }

    /// Where what is below a node ends.
    func end(of index: Int) -> Int {
        nodes[(index + 1)...].firstIndex { $0.level <= nodes[index].level } ?? nodes.count
    }

    func parent(of index: Int) -> Int? {
        nodes[..<index].lastIndex { $0.level < nodes[index].level }
    }

    func isVisible(_ index: Int) -> Bool {
        guard let parent = parent(of: index) else { return true }
        return nodes[parent].isExpanded && isVisible(parent)
    }

    var visible: [Element] { nodes.indices.filter { isVisible($0) }.map { nodes[$0].element } }

    var withoutMarks: TreeModel { TreeModel(nodes: nodes) }

    // MARK: - Edits

    mutating func perform(_ edit: TreeEdit) -> Outcome {
        switch edit {
        case .append(let items, let parent):
            if let refusal = refusal(of: items) { return refusal }
            guard let parent else { return insert(items, at: nodes.count, level: 0) }
            guard let index = index(of: parent) else { return .failed(.unknownIdentifier, parent, position: nil) }
            return insert(items, at: end(of: index), level: nodes[index].level + 1)
        case .insert(let items, let side, let anchor):
            if items.contains(where: { $0.identifier == anchor }) { return .failed(.invalidDestination, anchor, position: nil) }
            if let refusal = refusal(of: items) { return refusal }
            guard let index = index(of: anchor) else { return .failed(.unknownIdentifier, anchor, position: nil) }
            return insert(items, at: side == .before ? index : end(of: index), level: nodes[index].level)
        case .delete(let items):
            let before = nodes.count
            for item in items {
                if let index = index(of: item) { nodes.removeSubrange(index..<end(of: index)) }
            }
            forgetMarksOfTheGone()
            return .deleted(before - nodes.count)
        case .deleteAll: self = TreeModel()
        case .expand(let items): setExpanded(items, true)
        case .collapse(let items): setExpanded(items, false)
        case .reload(let items): return mark(items, in: \.reloadedItems)
        case .reconfigure(let items): return mark(items, in: \.reconfiguredItems)
        }
        return .done
    }

    private mutating func insert(_ items: [Element], at index: Int, level: Int) -> Outcome {
        nodes.insert(contentsOf: items.map { Node(element: $0, level: level) }, at: index)
        return .done
    }

    private mutating func setExpanded(_ items: [Identifier], _ isExpanded: Bool) {
        for item in items {
            if let index = index(of: item) { nodes[index].isExpanded = isExpanded }
        }
    }

    private func refusal(of new: [Element]) -> Outcome? {
        let names = new.map { $0.identifier }
        let twice = names.indices.first { names[..<$0].contains(names[$0]) }
        guard let culprit = twice ?? names.firstIndex(where: { index(of: $0) != nil }) else { return nil }
        return .failed(.duplicateIdentifier, names[culprit], position: culprit)
    }

    // MARK: - Marks

    private mutating func mark(_ items: [Element], in marks: WritableKeyPath<TreeModel, [Identifier]>) -> Outcome {
        if let unknown = items.first(where: { index(of: $0.identifier) == nil }) {
            return .failed(.unknownIdentifier, unknown.identifier, position: nil)
        }
        for item in items {
            // A revision of 0 says nothing of revisions.
            if item.revision != 0 { nodes[index(of: item.identifier)!].element.revision = item.revision }
            if !self[keyPath: marks].contains(item.identifier) { self[keyPath: marks].append(item.identifier) }
        }
        return .done
    }

    private mutating func forgetMarksOfTheGone() {
        let there = Set(nodes.map { $0.element.identifier })
        reloadedItems.removeAll { !there.contains($0) }
        reconfiguredItems.removeAll { !there.contains($0) }
    }

    // MARK: - Trees of trees

    func below(_ item: Identifier, whole: Bool) -> TreeModel? {
        guard let index = index(of: item) else { return nil }
        let first = whole ? index : index + 1
        let level = nodes[index].level + (whole ? 0 : 1)
        var part = self
        part.nodes = nodes[first..<end(of: index)].map { node in
            var node = node
            node.level -= level
            return node
        }
        part.forgetMarksOfTheGone()
        return part
    }

    mutating func replaceChildren(of parent: Identifier, with children: TreeModel) -> Outcome {
        guard let index = index(of: parent) else { return .failed(.unknownIdentifier, parent, position: nil) }
        let range = index + 1..<end(of: index)
        let rest = nodes[..<range.lowerBound] + nodes[range.upperBound...]
        if let twice = children.nodes.first(where: { node in rest.contains { $0.element.identifier == node.element.identifier } }) {
            return .failed(.duplicateIdentifier, twice.element.identifier, position: nil)
        }
        let level = nodes[index].level + 1
        nodes = Array(rest)
        forgetMarksOfTheGone()
        nodes.insert(
            contentsOf: children.nodes.map { Node(element: $0.element, level: $0.level + level, isExpanded: $0.isExpanded) },
            at: range.lowerBound)
        reloadedItems += children.reloadedItems
        reconfiguredItems += children.reconfiguredItems
        return .done
    }
}
