/// The level of a row in the trees of its section, and whether it is expanded.
package struct Disclosure: Equatable {
    package enum Sign {
        /// An item without children that is not expandable.
        case leaf
        case collapsed, expanded
    }

    package var level: Int
    package var sign: Sign
}

extension Snapshot {
    /// The disclosure of a visible item, which must exist; nil if no item of its section has children or is expandable.
    /// - Complexity: O(level)
    package func disclosure(ofItemAt path: IndexPath) -> Disclosure? {
        if storage.forest == nil || sections[path.section].branchCount == 0 { return nil }
        let item = item(at: path)
        let node = node(item)
        return Disclosure(
            level: level(of: item), sign: !node.isBranch ? .leaf : node.isExpanded ? .expanded : .collapsed)
    }

    /// Whether a list has trees.
    package var hasTrees: Bool { storage.forest != nil }

    /// Whether an item of a section has a disclosure.
    package func hasDisclosures(inSectionAt index: Int) -> Bool { sections[index].branchCount > 0 }
}

extension Snapshot {
    /// The index paths of visible items whose disclosure may differ from the one that they have in an old list, in
    /// order. An index path may occur twice.
    /// - Complexity: O(s + differences) if both lists share their identifier tables, and in addition O(items) of each
    ///   section that had disclosures only before or has them only now; otherwise O(s + items of sections with trees)
    package func itemsWithOtherDisclosure(from old: Snapshot, _ difference: Difference) -> [IndexPath] {
        if !hasTrees && !old.hasTrees { return [] }
        var paths: [IndexPath] = []
        for (index, oldIndex) in difference.oldSectionIndexes.enumerated() {
            let hadDisclosures = oldIndex >= 0 && old.hasDisclosures(inSectionAt: Int(oldIndex))
            let isSame = identifiers === old.identifiers && hasDisclosures(inSectionAt: index) == hadDisclosures
            if isSame || !hasDisclosures(inSectionAt: index) && !hadDisclosures { continue }
            for item in 0..<sections[index].count { paths.append(IndexPath(section: index, item: item)) }
        }
        for kind in [ChangeKind.insertedItems, .movedItems] { paths += difference.list(kind).map { $0.to.path } }
        if identifiers === old.identifiers {
            paths += itemsWithOtherNodes(from: old).compactMap { indexPath(ofItem: $0) }
        }
        return paths.ascending { PackedIndexPath($0).key }
    }

    /// The visible items whose nodes differ. If the parent of an item differs, also the rows below it, whose levels may
    /// differ.
    private func itemsWithOtherNodes(from old: Snapshot) -> [Handle] {
        let absent = PagedArray<Node>(absent: Node())
        let (nodes, oldNodes) = (storage.forest?.nodes ?? absent, old.storage.forest?.nodes ?? absent)
        var items: [Handle] = []
        nodes.forEachDifference(from: oldNodes) { item in
            if !isVisible(item) { return }
            items += nodes[item].parent == oldNodes[item].parent ? [item] : rows(of: item)
        }
        return items
    }
}
