/// What one apply did to one section that existed before and after it.
public struct SectionTransaction {
    public let sectionIdentifier: Identifier
    public let initialSnapshot: SectionSnapshot
    public let finalSnapshot: SectionSnapshot
    /// The difference between two lists with this section only. An item that came from another section counts as inserted.
    public let difference: Difference
}

extension Transaction {
    /// The sections whose items changed, from the last to the first. Sections that both lists share are skipped.
    /// - Complexity: O(s + items of the sections that differ)
    public var sectionTransactions: [SectionTransaction] {
        var result: [SectionTransaction] = []
        let mayHaveChangedItems = finalSnapshot.changedSections(from: initialSnapshot)
        for (new, old) in difference.oldSectionIndexes.enumerated().reversed() where old >= 0 {
            if finalSnapshot.sharesSection(at: new, with: initialSnapshot, at: Int(old)) && !mayHaveChangedItems[new] { continue }
            let (before, after) = (initialSnapshot.onlySection(Int(old)), finalSnapshot.onlySection(new))
            let difference = Difference(from: before, to: after)
            guard ChangeKind.allCases.contains(where: { !$0.isOfSections && difference.count($0) > 0 }) else { continue }
            guard let section = after.sectionIdentifier(at: 0) else { continue }
            result.append(
                SectionTransaction(
                    sectionIdentifier: section,
                    initialSnapshot: initialOutlines[section] ?? SectionSnapshot().rebased(onto: before, section: 0),
                    finalSnapshot: finalOutlines[section] ?? SectionSnapshot().rebased(onto: after, section: 0),
                    difference: difference))
        }
        return result
    }
}
