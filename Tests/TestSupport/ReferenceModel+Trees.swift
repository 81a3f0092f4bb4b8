@testable import DiffableEngine

extension ReferenceModel {
    /// A section snapshot with some nodes and their marks.
    private func tree(of nodes: [Node]) -> ReferenceModel {
        var tree = self
        tree.isTree = true
        tree.sections = [Section(identifier: 0, nodes: nodes)]
        (tree.reloadedSections, tree.reconfiguredSections) = ([], [])
        tree.dropMarksOfMissingItems()
        return tree
    }

    func tree(ofSection section: Identifier) -> ReferenceModel {
        index(ofSection: section).map { tree(of: sections[$0].nodes) } ?? .emptyTree
    }

    /// Everything below an item, which must exist.
    func tree(below item: Identifier, includingParent: Bool) -> ReferenceModel {
        let place = place(of: item)!
        let section = sections[place.section]
        let first = includingParent ? place.node : place.node + 1
        let level = section.nodes[place.node].level + (includingParent ? 0 : 1)
        return tree(of: section.nodes[first..<section.end(of: place.node)].raised(by: -level))
    }

    private mutating func insert(_ tree: ReferenceModel, at gap: Gap) {
        insert(tree.nodes, at: gap)
        reloadedItems += tree.reloadedItems
        reconfiguredItems += tree.reconfiguredItems
        renames += tree.renames
    }

    mutating func insertTree(_ tree: ReferenceModel, _ placement: Placement, _ edit: Edit) throws(Failure) {
        try tree.requireTree(edit.name)
        let gap: Gap =
            switch placement {
            case .atEndOfSection(let section): end(ofSection: try index(of: section, orLast: edit))
            case .atEndOfParent(let parent): try endOfChildren(of: parent, edit)
            case .beside(let side, let anchor): try self.gap(side, anchor, edit)
            }
        try requireNone(of: tree.allItems, edit)
        insert(tree, at: gap)
    }

    mutating func replaceChildren(of parent: Identifier, with tree: ReferenceModel, _ edit: Edit) throws(Failure) {
        try tree.requireTree(edit.name)
        let place = try place(of: parent, edit)
        var new = self
        new.sections[place.section].nodes.removeSubrange(place.node + 1..<sections[place.section].end(of: place.node))
        new.dropMarksOfMissingItems()
        try new.requireNone(of: tree.allItems, edit, of: self)
        new.insert(tree, at: try new.endOfChildren(of: parent, edit))
        self = new
    }

    /// - Parameter call: what messages call the edit.
    mutating func setSectionSnapshot(_ tree: ReferenceModel, ofSection section: Identifier, _ call: String)
        throws(Failure)
    {
        try tree.requireTree(call)
        var new = self
        if index(ofSection: section) == nil { new.sections.append(Section(identifier: section, nodes: [])) }
        let index = new.index(ofSection: section)!
        new.sections[index].nodes = []
        let visible = tree.itemIdentifiers
        for item in tree.allItems {
            guard let place = place(of: item), place.section != index else { continue }
            let there = sections[place.section]
            if visible.contains(item), there.isVisible(place.node), there.children(of: place.node).isEmpty {
                new.removeTrees(of: [item])
                continue
            }
            let name = there.isVisible(place.node) ? "" : " in section \(there.identifier)"
            let places =
                "\(describePlace(of: item))\(name), and is also \(tree.describePlace(of: item)) for section \(section)"
            throw Failure(.duplicateIdentifier, "\(call): item \(item) is already \(places)", identifier: item)
        }
        new.dropMarksOfMissingItems()
        new.insert(tree, at: new.end(ofSection: index))
        self = new
    }

    private func requireTree(_ call: String) throws(Failure) {
        if !isTree {
            throw Failure(
                .invalidArgument, "\(call): a section snapshot expected, got a snapshot of a list", identifier: nil)
        }
    }

    /// This list with the expansion and the children that its items keep from another one.
    func keeping(stateOf current: ReferenceModel) -> ReferenceModel {
        var result = self
        for node in nodes where node.keepsExpansion || node.keepsChildren {
            let item = node.element.identifier
            result.change([item]) { ($0.keepsExpansion, $0.keepsChildren) = (false, false) }
            guard let old = current.place(of: item) else { continue }
            let oldSection = current.sections[old.section]
            let place = result.place(of: item)!
            if node.keepsChildren && sections[place.section].children(of: self.place(of: item)!.node).isEmpty {
                // Items below it that are elsewhere in this list, without children, keep theirs.
                let below = current.tree(below: item, includingParent: false).allItems
                for parent in [item] + below {
                    guard let own = self.place(of: parent), sections[own.section].children(of: own.node).isEmpty else {
                        continue
                    }
                    var children = current.tree(below: parent, includingParent: false)
                    _ = children.deleteItems(result.allItems)
                    let place = result.place(of: parent)!
                    let level = result.sections[place.section].nodes[place.node].level
                    result.insert(
                        children.nodes,
                        at: (place.section, result.sections[place.section].end(of: place.node), level + 1))
                }
            }
            if node.keepsExpansion && oldSection.isBranch(old.node) {
                result.change([item]) { $0.isExpanded = oldSection.nodes[old.node].isExpanded }
            }
        }
        return result
    }
}
