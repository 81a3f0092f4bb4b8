@testable import DiffableEngine

/// The simplest model of a section snapshot: its items in depth-first order, each with its level, and two lists of marks.
struct TreeModel: Equatable {
    struct Node: Equatable {
        var element: Element
        var level: Int
        var isExpanded = false
        var isExpandable = false
        var keepsExpansion = false

        /// As trees are compared: what an item keeps is no part of what it is.
        static func == (left: Node, right: Node) -> Bool {
            left.element == right.element && left.level == right.level && left.isExpanded == right.isExpanded
                && left.isExpandable == right.isExpandable
        }
    }

    var nodes: [Node] = []
    var reloadedItems: [Identifier] = []
    var reconfiguredItems: [Identifier] = []

    func index(of item: Identifier) -> Int? {
        nodes.firstIndex { $0.element.identifier == item }
    }

    /// The index after the last descendant of a node.
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

    /// Whether views show the item with a sign of expansion.
    func isParent(_ index: Int) -> Bool {
        nodes[index].isExpandable || end(of: index) > index + 1
    }

    /// What is applied to a section with a tree: without marks, and expanded as the section is where the items keep that.
    func applied(to section: TreeModel?) -> TreeModel {
        var result = TreeModel(nodes: nodes)
        for index in nodes.indices where nodes[index].keepsExpansion {
            result.nodes[index].keepsExpansion = false
            guard let section, let there = section.index(of: nodes[index].element.identifier), section.isParent(there) else { continue }
            result.nodes[index].isExpanded = section.nodes[there].isExpanded
        }
        return result
    }

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
            dropMarksOfDeletedItems()
            return .counted(before - nodes.count)
        case .deleteAll: self = TreeModel()
        case .expand(let items): setExpanded(items, true)
        case .collapse(let items): setExpanded(items, false)
        case .keepExpansion(let items): change(items) { $0.keepsExpansion = true }
        case .setExpandable(let items, let isExpandable): change(items) { $0.isExpandable = isExpandable }
        case .reload(let items): return mark(items, in: \.reloadedItems)
        case .reconfigure(let items): return mark(items, in: \.reconfiguredItems)
        case .update(let items):
            // Those that have another revision now, and those that the tree does not have, which makes the mark fail.
            let changed = items.filter { item in index(of: item.identifier).map { nodes[$0].element.revision } != item.revision }
            let outcome = mark(changed, in: \.reconfiguredItems)
            return outcome.isFailure ? outcome : .counted(changed.count)
        }
        return .done
    }

    private mutating func insert(_ items: [Element], at index: Int, level: Int) -> Outcome {
        nodes.insert(contentsOf: items.map { Node(element: $0, level: level) }, at: index)
        return .done
    }

    private mutating func setExpanded(_ items: [Identifier], _ isExpanded: Bool) {
        change(items) {
            $0.isExpanded = isExpanded
            $0.keepsExpansion = false
        }
    }

    private mutating func change(_ items: [Identifier], _ change: (inout Node) -> Void) {
        for item in items {
            if let index = index(of: item) { change(&nodes[index]) }
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
            // A revision of 0 means that the mark has none.
            if item.revision != 0 { nodes[index(of: item.identifier)!].element.revision = item.revision }
            if !self[keyPath: marks].contains(item.identifier) { self[keyPath: marks].append(item.identifier) }
        }
        return .done
    }

    private mutating func dropMarksOfDeletedItems() {
        let existing = Set(nodes.map { $0.element.identifier })
        reloadedItems.removeAll { !existing.contains($0) }
        reconfiguredItems.removeAll { !existing.contains($0) }
    }

    // MARK: - Subtrees

    func subtree(of item: Identifier, includingParent: Bool) -> TreeModel? {
        guard let index = index(of: item) else { return nil }
        let first = includingParent ? index : index + 1
        let level = nodes[index].level + (includingParent ? 0 : 1)
        var part = self
        part.nodes = nodes[first..<end(of: index)].map { node in
            var node = node
            node.level -= level
            return node
        }
        part.dropMarksOfDeletedItems()
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
        dropMarksOfDeletedItems()
        nodes.insert(
            contentsOf: children.nodes.map { child in
                var child = child
                child.level += level
                return child
            }, at: range.lowerBound)
        reloadedItems += children.reloadedItems
        reconfiguredItems += children.reconfiguredItems
        return .done
    }
}

// MARK: - Rebasing

extension TreeModel {
    /// The tree after its section was given other items. Deleted items are dropped, with their hidden descendants. An item
    /// stays below its parent if the order allows it and the parent is expanded. Any other item follows the item before it,
    /// at the same level. Hidden items stay hidden below their parent, unless they are in the list.
    /// - Parameter listItems: all items of the list, in any section.
    func rebased(onto items: [Element], listItems: Set<Identifier>) -> TreeModel {
        var new = TreeModel()
        var previous: Int?
        for item in items {
            var level = previous.map { new.nodes[$0].level } ?? 0
            let known = index(of: item.identifier)
            if let known {
                let former = parent(of: known).map { nodes[$0].element.identifier }
                var ancestor = previous
                while let candidate = ancestor, new.nodes[candidate].element.identifier != former { ancestor = new.parent(of: candidate) }
                if former == nil { level = 0 }
                if let ancestor, new.nodes[ancestor].isExpanded { level = new.nodes[ancestor].level + 1 }
            }
            previous = new.nodes.count
            var node = known.map { nodes[$0] } ?? Node(element: item, level: level)
            (node.element, node.level) = (item, level)
            new.nodes.append(node)
            guard let known, !nodes[known].isExpanded else { continue }
            var dropped: Int?
            for node in nodes[(known + 1)..<end(of: known)] {
                if let level = dropped, node.level > level { continue }
                dropped = listItems.contains(node.element.identifier) ? node.level : nil
                if dropped != nil { continue }
                var node = node
                node.level += level - nodes[known].level
                new.nodes.append(node)
            }
        }
        return new
    }
}
