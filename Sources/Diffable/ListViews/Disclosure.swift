/// How a row stands in the tree of its section.
struct Disclosure: Equatable {
    enum Sign {
        /// Without children, in a section in which others have some.
        case leaf
        case collapsed, expanded
    }

    var level: Int
    var sign: Sign
}

extension Outlines {
    /// Of an item of a list that these trees belong to; nil where its section is no tree, or a flat one.
    func disclosure(ofItemAt path: IndexPath, in list: Snapshot) -> Disclosure? {
        if isEmpty { return nil }
        let section = list.identifiers.sections.identifier(list.sections[path.section].handle)
        guard let tree = self[section], tree.count > tree.roots.count else { return nil }
        let raw = list.identifiers.items.raw(list.item(at: path).handle)
        guard let handle = tree.handle(raw), let node = tree.nodes[handle] else { return nil }
        let sign: Disclosure.Sign = node.children.isEmpty ? .leaf : node.isExpanded ? .expanded : .collapsed
        return Disclosure(level: tree.level(of: handle), sign: sign)
    }
}
