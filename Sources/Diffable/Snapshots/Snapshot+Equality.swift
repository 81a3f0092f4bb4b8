extension Snapshot: Equatable {
    /// Tells whether both have the same sections and items, in the same order and with the same revisions:
    /// whether applying one over the other would change nothing. Marks do not count.
    /// - Complexity: O(s) for sections that both share, O(their items) for others
    public static func == (left: Snapshot, right: Snapshot) -> Bool {
        guard left.numberOfSections == right.numberOfSections, left.numberOfItems == right.numberOfItems else { return false }
        return zip(left.sections, right.sections).allSatisfy { leftSection, rightSection in
            leftSection === rightSection || areEqual(leftSection, of: left, rightSection, of: right)
        }
    }

    private static func areEqual(
        _ leftSection: SectionStorage, of left: Snapshot, _ rightSection: SectionStorage, of right: Snapshot
    ) -> Bool {
        guard leftSection.count == rightSection.count, leftSection.revision == rightSection.revision else { return false }
        let leftTables = left.identifiers
        let rightTables = right.identifiers
        guard same(leftSection.handle, in: leftTables.sections, rightSection.handle, in: rightTables.sections) else { return false }
        return (0..<leftSection.count).allSatisfy { place in
            let (leftLeaf, leftOffset) = leftSection.leaf(containing: place)
            let (rightLeaf, rightOffset) = rightSection.leaf(containing: place)
            return leftLeaf.revision(at: leftOffset) == rightLeaf.revision(at: rightOffset)
                && same(leftLeaf.items[leftOffset], in: leftTables.items, rightLeaf.items[rightOffset], in: rightTables.items)
        }
    }

    private static func same(
        _ left: Handle, in leftTable: IdentifierTable, _ right: Handle, in rightTable: IdentifierTable
    ) -> Bool {
        leftTable === rightTable ? left == right : rightTable.handle(of: leftTable.raw(left)) == right
    }
}
