extension Snapshot: Equatable {
    /// Whether both lists have the same sections, items, contents, and expanded and expandable items, in the same order
    /// and structure. Marks are not compared. If the lists are equal and the new one has no marks, applying it over the
    /// other one changes nothing.
    /// - Complexity: O(s) if both share all sections; in addition O(leaves) of other sections, and O(items) of leaves
    ///   that are not shared; O(n) for trees that are not shared
    @export(interface)
    public static func == (left: Snapshot, right: Snapshot) -> Bool {
        guard left.numberOfSections == right.numberOfSections, left.numberOfItems == right.numberOfItems,
            left.isSectionSnapshot == right.isSectionSnapshot
        else { return false }
        if left.identifiers === right.identifiers, WorkingMemory.with({ left.changedItems(from: right, &$0).count }) > 0
        {
            return false
        }
        return zip(left.sections, right.sections).allSatisfy { leftSection, rightSection in
            leftSection === rightSection || areEqual(leftSection, of: left, rightSection, of: right)
        } && haveEqualTrees(left, right)
    }

    private static func haveEqualTrees(_ left: Snapshot, _ right: Snapshot) -> Bool {
        // The contents of hidden items are not in the forest.
        if left.storage.forest == nil && right.storage.forest == nil { return true }
        if left.storage.forest === right.storage.forest && left.contents.isIdentical(to: right.contents) { return true }
        let (leftItems, rightItems) = (left.allItemHandles, right.allItemHandles)
        let contents = left.contentComparison(with: right)
        return leftItems.count == rightItems.count
            && zip(leftItems, rightItems).allSatisfy { leftItem, rightItem in
                let (leftNode, rightNode) = (left.node(leftItem), right.node(rightItem))
                return leftNode.isExpanded == rightNode.isExpanded && leftNode.isExpandable == rightNode.isExpandable
                    && contents.areEqual(left.contents[leftItem], right.contents[rightItem])
                    && left.identifier(leftItem) == right.identifier(rightItem)
                    && left.identifier(leftNode.parent) == right.identifier(rightNode.parent)
            }
    }

    private func identifier(_ item: Handle) -> Identifier? {
        item == Node.none ? nil : identifiers.items.identifier(item)
    }

    private static func areEqual(
        _ leftSection: SectionStorage, of left: Snapshot, _ rightSection: SectionStorage, of right: Snapshot
    ) -> Bool {
        let contents = left.contentComparison(with: right)
        if !contents.areEqual(leftSection.content, rightSection.content) { return false }
        if leftSection.count != rightSection.count { return false }
        let leftTables = left.identifiers
        let rightTables = right.identifiers
        guard same(leftSection.handle, in: leftTables.sections, rightSection.handle, in: rightTables.sections) else {
            return false
        }
        var (leftLeaf, leftOffset, rightLeaf, rightOffset) = (0, 0, 0, 0)
        while leftLeaf < leftSection.leaves.count {
            if leftOffset + rightOffset == 0 {
                // Lists that share a leaf share their identifier tables.
                let shared = leftSection.leaves.sharedCount(from: leftLeaf, with: rightSection.leaves, from: rightLeaf)
                (leftLeaf, rightLeaf) = (leftLeaf + shared, rightLeaf + shared)
                if leftLeaf == leftSection.leaves.count { break }
            }
            let (one, other) = (leftSection.leaves[leftLeaf], rightSection.leaves[rightLeaf])
            let count = min(one.count - leftOffset, other.count - rightOffset)
            for offset in 0..<count {
                let (leftItem, rightItem) = (one.items[leftOffset + offset], other.items[rightOffset + offset])
                guard same(leftItem, in: leftTables.items, rightItem, in: rightTables.items),
                    contents.areEqual(left.contents[leftItem], right.contents[rightItem])
                else { return false }
            }
            (leftOffset, rightOffset) = (leftOffset + count, rightOffset + count)
            if leftOffset == one.count { (leftLeaf, leftOffset) = (leftLeaf + 1, 0) }
            if rightOffset == other.count { (rightLeaf, rightOffset) = (rightLeaf + 1, 0) }
        }
        return true
    }

    private static func same(
        _ left: Handle, in leftTable: IdentifierTable, _ right: Handle, in rightTable: IdentifierTable
    ) -> Bool {
        leftTable === rightTable ? left == right : rightTable.handle(of: leftTable.raw(left)) == right
    }
}
