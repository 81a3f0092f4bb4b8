@testable import DiffableEngine

// A list that changed without the tree of one of its sections.

extension TreeModel {
    /// The tree when its section has these items: what is gone is dropped, with what was hidden below it; an item stays
    /// below its parent where the order and its parent, which must be expanded, allow it; any other comes behind the item in
    /// front of it, at its level. What is hidden stays hidden, unless the list shows it.
    func following(_ items: [Element], everywhere: Set<Identifier>) -> TreeModel {
        var new = TreeModel()
        var previous: Int?
        for item in items {
            var level = previous.map { new.nodes[$0].level } ?? 0
            let known = index(of: item.identifier)
            if let known {
                let former = parent(of: known).map { nodes[$0].element.identifier }
                var ancestor = previous
                while let there = ancestor, new.nodes[there].element.identifier != former { ancestor = new.parent(of: there) }
                if former == nil { level = 0 }
                if let ancestor, new.nodes[ancestor].isExpanded { level = new.nodes[ancestor].level + 1 }
            }
            previous = new.nodes.count
            new.nodes.append(Node(element: item, level: level, isExpanded: known.map { nodes[$0].isExpanded } ?? false))
            guard let known, !nodes[known].isExpanded else { continue }
            var dropped: Int?
            for node in nodes[(known + 1)..<end(of: known)] {
                if let level = dropped, node.level > level { continue }
                dropped = everywhere.contains(node.element.identifier) ? node.level : nil
                if dropped != nil { continue }
                new.nodes.append(Node(element: node.element, level: node.level - nodes[known].level + level, isExpanded: node.isExpanded))
            }
        }
        return new
    }
}
