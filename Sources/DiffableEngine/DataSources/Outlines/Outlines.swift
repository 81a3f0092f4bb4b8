/// The trees of those sections that have one. What a list shows of a section is what is visible of its tree.
package struct Outlines {
    private var trees: [Identifier: SectionSnapshot] = [:]

    package init() {}

    package var isEmpty: Bool { trees.isEmpty }

    package subscript(section: Identifier) -> SectionSnapshot? {
        get { trees[section] }
        set { trees[section] = newValue }
    }

    /// The trees after a list has changed without them: sections that went lose theirs, and those with other
    /// items follow the list.
    /// - Parameter untouched: a section whose tree is right already.
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
    /// The tree with its visible items made those of a section of a list. Items that are gone are dropped; an
    /// item stays below its parent where the order allows it; any other is placed behind the item in front of
    /// it, at its level. What is hidden below a collapsed item stays there, unless the list has it elsewhere.
    func rebased(onto list: Snapshot, section index: Int) -> SectionSnapshot {
        var result = SectionSnapshot()
        var previous = Self.none
        for item in list.itemHandles(inSectionAt: index) {
            let raw = list.identifiers.items.raw(item)
            let known = handle(raw)
            let parent = result.parent(after: previous, known.flatMap { nodes[$0]?.parent }.map { parentOfKnown($0) })
            guard let added = result.add(raw, revision: list.revisions[item], below: parent) else { continue }
            if let known, nodes[known]?.isExpanded == true {
                result.nodes.update(added) { $0?.isExpanded = true }
            } else if let known {
                addHidden(below: known, to: &result, below: added, list)
            }
            previous = added
        }
        return result
    }

    /// Whether something that is hidden here is shown elsewhere in a list that has the visible items in this section.
    fileprivate func hides(anyOf list: Snapshot, section index: Int) -> Bool {
        let visibleCount = list.numberOfItems(inSectionAt: index)
        if count == visibleCount { return false }
        var shown = 0
        for handle in handles() where list.containsItem(table.raw(handle)) { shown += 1 }
        return shown > visibleCount
    }

    private enum FormerParent {
        case root
        case item(RawIdentifier)
    }

    private func parentOfKnown(_ parent: Handle) -> FormerParent {
        parent == Self.none ? .root : .item(table.raw(parent))
    }

    /// Where an item goes that comes behind `previous`, by where it was before.
    private func parent(after previous: Handle, _ former: FormerParent?) -> Handle {
        switch former {
        case .root: return Self.none
        case .item(let raw):
            var ancestor = previous
            while ancestor != Self.none {
                // What a list shows is not below an item that is collapsed.
                if let parent = handle(raw), parent == ancestor, nodes[parent]?.isExpanded == true { return parent }
                ancestor = nodes[ancestor]?.parent ?? Self.none
            }
        case nil: break
        }
        return nodes[previous]?.parent ?? Self.none
    }

    private mutating func add(_ raw: RawIdentifier, revision: UInt64, below parent: Handle) -> Handle? {
        guard let handle = table.intern(RawIdentifiers(raw))?[0], nodes[handle] == nil else { return nil }
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
            result.nodes.update(added) { $0?.isExpanded = node.isExpanded }
            stack += node.children.reversed().map { ($0, added) }
        }
    }
}
