/// How a row stands in the tree of its section.
package struct Disclosure: Equatable {
    package enum Sign {
        /// Without children, in a section in which others have some.
        case leaf
        case collapsed, expanded
    }

    package var level: Int
    package var sign: Sign
}

extension Outlines {
    /// Of an item of a list that these trees belong to; nil where its section is no tree, or a flat one.
    package func disclosure(ofItemAt path: IndexPath, in list: Snapshot) -> Disclosure? {
        if isEmpty { return nil }
        let section = list.identifiers.sections.identifier(list.sectionHandle(at: path.section))
        guard let tree = self[section], tree.count > tree.roots.count else { return nil }
        let raw = list.identifiers.items.raw(list.item(at: path).handle)
        guard let handle = tree.handle(raw), let node = tree.nodes[handle] else { return nil }
        let sign: Disclosure.Sign = node.children.isEmpty ? .leaf : node.isExpanded ? .expanded : .collapsed
        return Disclosure(level: tree.level(of: handle), sign: sign)
    }
}
