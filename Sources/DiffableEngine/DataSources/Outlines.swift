/// The trees of a data source, for sections to which a tree was applied. The list has the visible items of each tree.
package struct Outlines {
    private var trees: [Identifier: SectionSnapshot] = [:]

    package init() {}

    package var isEmpty: Bool { trees.isEmpty }

    package subscript(section: Identifier) -> SectionSnapshot? {
        get { trees[section] }
        set { trees[section] = newValue }
    }

    /// Brings the trees in line with a list that was changed without them. Deleted sections lose their trees. The tree of a
    /// section whose items changed is rebased on them.
    /// - Parameter untouched: a section whose tree matches the new list already.
    mutating func rebase(onto new: Snapshot, from old: Snapshot, except untouched: Identifier? = nil) {
        if isEmpty { return }
        let areChanged = new.changedSections(from: old)
        for (section, tree) in trees where section != untouched {
            guard let index = new.indexOfSection(section) else {
                trees[section] = nil
                continue
            }
            if let before = old.indexOfSection(section), new.sharesSection(at: index, with: old, at: before),
                !areChanged[index], !tree.hides(anyOf: new, section: index)
            {
                continue
            }
            trees[section] = tree.rebased(onto: new, section: index)
        }
    }
}

extension SectionSnapshot {
    /// The tree whose visible items are those of a section of a list. An item stays below its old parent if the order
    /// allows it. Any other item gets the level of the item before it. Items below a collapsed item stay there, unless the
    /// list shows them elsewhere. Other items of the tree that are not in the section are dropped.
    func rebased(onto list: Snapshot, section index: Int) -> SectionSnapshot {
        var result = SectionSnapshot()
        var previous = Self.none
        for item in list.itemHandles(inSectionAt: index) {
            let raw = list.identifiers.items.raw(item)
            let known = handle(raw)
            let parent = result.parent(after: previous, known.flatMap { nodes[$0]?.parent }.map { formerParent($0) })
            guard let added = result.add(raw, revision: list.revisions[item], below: parent) else { continue }
            if let node = known.flatMap({ nodes[$0] }) { result.copyExpansion(of: node, to: added) }
            if let known, nodes[known]?.isExpanded == false {
                addHidden(below: known, to: &result, below: added, list)
            }
            previous = added
        }
        return result
    }

    /// Whether the list shows a hidden item of this tree in another section.
    /// - Parameter index: of a section that has exactly the visible items of this tree.
    fileprivate func hides(anyOf list: Snapshot, section index: Int) -> Bool {
        let visibleCount = list.numberOfItems(inSectionAt: index)
        if count == visibleCount { return false }
        var shown = 0
        for handle in handles() where list.containsItem(table.raw(handle)) { shown += 1 }
        return shown > visibleCount
    }

    /// The parent that an item had in the tree that is rebased. It is an identifier, since the new tree has another table.
    private enum FormerParent {
        /// None: the item was a root.
        case root
        case item(RawIdentifier)
    }

    private func formerParent(_ parent: Handle) -> FormerParent {
        parent == Self.none ? .root : .item(table.raw(parent))
    }

    /// The parent of an item that comes after `previous` in depth-first order.
    /// - Parameter former: nil for an item that is new in the tree.
    private func parent(after previous: Handle, _ former: FormerParent?) -> Handle {
        switch former {
        case .root: return Self.none
        case .item(let raw):
            var ancestor = previous
            while ancestor != Self.none {
                // A visible item has no collapsed ancestor.
                if let parent = handle(raw), parent == ancestor, nodes[parent]?.isExpanded == true { return parent }
                ancestor = nodes[ancestor]?.parent ?? Self.none
            }
        case nil: break
        }
        return nodes[previous]?.parent ?? Self.none
    }

    private mutating func add(_ raw: RawIdentifier, revision: UInt64, below parent: Handle) -> Handle? {
        guard let handle = table.intern(raw), nodes[handle] == nil else { return nil }
        insert(Batch(handles: [handle], revisions: [revision]), below: parent, at: children(of: parent).count)
        return handle
    }

    private func addHidden(below item: Handle, to result: inout SectionSnapshot, below parent: Handle, _ list: Snapshot) {
        var stack = children(of: item).reversed().map { ($0, parent) }
        while let (child, parent) = stack.popLast() {
            let raw = table.raw(child)
            guard !list.containsItem(raw), let node = nodes[child], // mutant: shown-elsewhere-hidden
                let added = result.add(raw, revision: node.revision, below: parent)
            else { continue }
            result.copyExpansion(of: node, to: added)
            stack += node.children.reversed().map { ($0, added) }
        }
    }
}

/// The level of a row in the tree of its section, and whether it is expanded.
package struct Disclosure: Equatable {
    package enum Sign {
        /// An item without children that is not expandable.
        case leaf
        case collapsed, expanded
    }

    package var level: Int
    package var sign: Sign
}

extension Outlines {
    /// The disclosure of an item; nil if its section has no tree, or one with roots only, none of which is expandable.
    /// - Parameter list: the list of these trees.
    package func disclosure(ofItemAt path: IndexPath, in list: Snapshot) -> Disclosure? {
        if isEmpty { return nil }
        let section = list.identifiers.sections.identifier(list.sectionHandle(at: path.section))
        guard let tree = self[section], tree.count > tree.roots.count || tree.expandableCount > 0 else { return nil }
        let raw = list.identifiers.items.raw(list.item(at: path).handle)
        guard let handle = tree.handle(raw), let node = tree.nodes[handle] else { return nil }
        let sign: Disclosure.Sign = !node.isParent ? .leaf : node.isExpanded ? .expanded : .collapsed
        return Disclosure(level: tree.level(of: handle), sign: sign)
    }
}
