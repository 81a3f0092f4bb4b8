@testable import DiffableEngine

/// The simplest model of a snapshot: an array of sections, each with an array of its items in depth-first order with
/// their levels, and four lists of marks. It is slow, easy to check by reading, and shares no code with the engine.
struct ReferenceModel: Equatable {
    /// An item, which is visible if all items that it is below are expanded.
    struct Node: Equatable {
        var element: Element
        /// The number of items that it is below.
        var level = 0
        var isExpanded = false
        var isExpandable = false
        var keepsExpansion = false
        var keepsChildren = false

        /// As lists are compared: what an item keeps does not count.
        static func == (left: Node, right: Node) -> Bool {
            left.element == right.element && left.level == right.level && left.isExpanded == right.isExpanded
                && left.isExpandable == right.isExpandable
        }
    }

    /// An item, and what it was called in the list before the last apply.
    struct Rename: Equatable {
        var item: Identifier
        var old: Identifier
    }

    struct Section: Equatable {
        var identifier: Identifier
        var content: Content?
        var nodes: [Node]
    }

    /// A section as a view shows it.
    struct VisibleSection: Equatable {
        var identifier: Identifier
        var content: Content?
        var items: [Element]
    }

    var sections: [Section] = []
    var reloadedItems: [Identifier] = []
    var reconfiguredItems: [Identifier] = []
    var reloadedSections: [Identifier] = []
    var reconfiguredSections: [Identifier] = []
    var renames: [Rename] = []
    /// Whether this is a section snapshot. Its section has no name.
    var isTree = false

    static let emptyTree = ReferenceModel(sections: [Section(identifier: 0, nodes: [])], isTree: true)

    var sectionIdentifiers: [Identifier] {
        sections.map { $0.identifier }
    }

    var visibleSections: [VisibleSection] {
        sections.map { VisibleSection(identifier: $0.identifier, content: $0.content, items: $0.items) }
    }

    var nodes: [Node] {
        sections.flatMap { $0.nodes }
    }

    var allItems: [Identifier] {
        nodes.map { $0.element.identifier }
    }

    /// The visible items.
    var items: [Element] {
        sections.flatMap { $0.items }
    }

    /// The visible items.
    var itemIdentifiers: [Identifier] {
        items.map { $0.identifier }
    }

    func index(ofSection section: Identifier) -> Int? {
        sections.firstIndex { $0.identifier == section }
    }

    /// The section of an item, visible or hidden, and the index of its node there.
    func place(of item: Identifier) -> (section: Int, node: Int)? {
        for (index, section) in sections.enumerated() {
            if let node = section.index(of: item) { return (index, node) }
        }
        return nil
    }

    /// The parents of all items that have one.
    var parents: [Identifier: Identifier] {
        var parents: [Identifier: Identifier] = [:]
        for section in sections {
            var above: [Identifier] = []
            for node in section.nodes {
                above.removeLast(above.count - node.level)
                parents[node.element.identifier] = above.last
                above.append(node.element.identifier)
            }
        }
        return parents
    }

    /// The index path of a visible item.
    func path(ofItem item: Identifier) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let itemIndex = section.items.firstIndex(where: { $0.identifier == item }) {
                return IndexPath(section: index, item: itemIndex)
            }
        }
        return nil
    }

    /// The index paths of all visible items, for many look-ups.
    var paths: [Identifier: IndexPath] {
        var paths: [Identifier: IndexPath] = [:]
        for (index, section) in sections.enumerated() {
            for (itemIndex, item) in section.items.enumerated() {
                paths[item.identifier] = IndexPath(section: index, item: itemIndex)
            }
        }
        return paths
    }

    var withoutMarks: ReferenceModel {
        ReferenceModel(sections: sections, isTree: isTree)
    }
}

extension ReferenceModel.Section {
    /// A section without children.
    init(identifier: Identifier, content: Content?, items: [Element]) {
        self.init(identifier: identifier, content: content, nodes: items.map { ReferenceModel.Node(element: $0) })
    }

    func index(of item: Identifier) -> Int? {
        nodes.firstIndex { $0.element.identifier == item }
    }

    /// The indexes of the visible items.
    var visible: [Int] {
        var visible: [Int] = []
        var collapsedLevel = Int.max
        for (index, node) in nodes.enumerated() where node.level <= collapsedLevel {
            visible.append(index)
            collapsedLevel = node.isExpanded ? .max : node.level
        }
        return visible
    }

    /// The visible items.
    var items: [Element] {
        visible.map { nodes[$0].element }
    }

    /// The index after everything below an item.
    func end(of index: Int) -> Int {
        nodes[(index + 1)...].firstIndex { $0.level <= nodes[index].level } ?? nodes.count
    }

    func parent(of index: Int) -> Int? {
        nodes[..<index].lastIndex { $0.level < nodes[index].level }
    }

    func ancestors(of index: Int) -> [Int] {
        parent(of: index).map { [$0] + ancestors(of: $0) } ?? []
    }

    func isVisible(_ index: Int) -> Bool {
        ancestors(of: index).allSatisfy { nodes[$0].isExpanded }
    }

    func children(of index: Int) -> [Int] {
        (index..<end(of: index)).filter { nodes[$0].level == nodes[index].level + 1 }
    }

    /// Whether views show the item with a sign of expansion.
    func isBranch(_ index: Int) -> Bool {
        nodes[index].isExpandable || end(of: index) > index + 1
    }
}

extension Sequence<ReferenceModel.Node> {
    func raised(by levels: Int) -> [ReferenceModel.Node] {
        map { node in
            var node = node
            node.level += levels
            return node
        }
    }
}
