@testable import DiffableEngine
@testable import TestSupport

/// A section snapshot in the most obvious way: nested nodes, walked from the root for every question.
struct OutlineModel: Equatable {
    final class Node {
        let identifier: Identifier
        var children: [Node] = []
        var isExpanded = false
        var isExpandable = false
        var keepsExpansion = false

        init(_ identifier: Identifier) {
            self.identifier = identifier
        }

        func copy() -> Node {
            let copy = Node(identifier)
            copy.children = children.map { $0.copy() }
            copy.isExpanded = isExpanded
            copy.isExpandable = isExpandable
            copy.keepsExpansion = keepsExpansion
            return copy
        }

        /// This node and all below it, with their levels and parents.
        func flat(_ level: Int, _ parent: Node?) -> [(node: Node, level: Int, parent: Node?)] {
            [(self, level, parent)] + children.flatMap { $0.flat(level + 1, self) }
        }
    }

    var roots: [Node] = []

    static func == (left: OutlineModel, right: OutlineModel) -> Bool {
        left.flat.map { $0.node.identifier } == right.flat.map { $0.node.identifier } && left.flat.map { $0.level } == right.flat.map { $0.level }
    }

    func copy() -> OutlineModel {
        OutlineModel(roots: roots.map { $0.copy() })
    }

    var flat: [(node: Node, level: Int, parent: Node?)] { roots.flatMap { $0.flat(0, nil) } }
    var items: [Identifier] { flat.map { $0.node.identifier } }

    func find(_ identifier: Identifier) -> (node: Node, level: Int, parent: Node?)? {
        flat.first { $0.node.identifier == identifier }
    }

    func isVisible(_ identifier: Identifier) -> Bool {
        var parent = find(identifier)?.parent
        while let node = parent {
            if !node.isExpanded { return false }
            parent = find(node.identifier)?.parent
        }
        return true
    }

    mutating func insert(_ identifiers: [Identifier], below parent: Identifier?, at index: (([Node]) -> Int)) {
        let nodes = identifiers.map { Node($0) }
        if let parent, let node = find(parent)?.node {
            node.children.insert(contentsOf: nodes, at: index(node.children))
        } else {
            roots.insert(contentsOf: nodes, at: index(roots))
        }
    }

    mutating func delete(_ identifier: Identifier) {
        guard let (_, _, parent) = find(identifier) else { return }
        if let parent {
            parent.children.removeAll { $0.identifier == identifier }
        } else {
            roots.removeAll { $0.identifier == identifier }
        }
    }
}
