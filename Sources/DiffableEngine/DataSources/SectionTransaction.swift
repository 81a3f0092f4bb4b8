/// What one apply did to one section that existed before and after it.
public struct SectionTransaction {
    public let sectionIdentifier: Identifier
    /// The forest of the section before and after the apply, as section snapshots.
    public let initialSnapshot: Snapshot
    public let finalSnapshot: Snapshot
    /// The difference between two lists with this section only. An item that came from another section counts as
    /// inserted.
    public let difference: Difference
}

extension Transaction {
    /// The sections whose items changed, from the last to the first. A section is not compared if both lists share its
    /// storage and none of its contents changed.
    /// - Complexity: O(s + items of the sections that differ)
    @export(interface)
    public var sectionTransactions: [SectionTransaction] {
        var result: [SectionTransaction] = []
        let mayHaveChangedItems = finalSnapshot.changedSections(from: initialSnapshot)
        for (new, old) in difference.oldSectionIndexes.enumerated().reversed() where old >= 0 {
            if finalSnapshot.sharesSection(at: new, with: initialSnapshot, at: Int(old)) && !mayHaveChangedItems[new] {
                continue
            }
            let before = initialSnapshot.sectionSnapshot(ofSectionAt: Int(old))
            let after = finalSnapshot.sectionSnapshot(ofSectionAt: new)
            let difference = Difference(from: before, to: after)
            guard ChangeKind.allCases.contains(where: { !$0.isOfSections && difference.count($0) > 0 }) else {
                continue
            }
            result.append(
                SectionTransaction(
                    sectionIdentifier: finalSnapshot.sectionElement(at: new).identifier, initialSnapshot: before,
                    finalSnapshot: after, difference: difference))
        }
        return result
    }
}
