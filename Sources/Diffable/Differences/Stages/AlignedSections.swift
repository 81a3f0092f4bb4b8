// Stage 1: the new list in the handles of the old one.

extension Snapshot {
    /// The sections as they are where both snapshots share their identifiers, else copies that name
    /// everything as `other` does: one look-up for each item, and the only hashing of a difference.
    func sections(inHandlesOf other: Snapshot) -> [SectionStorage] {
        if identifiers === other.identifiers { return sections }
        let handles = identifiers.sections.translate(sections.map { $0.handle }, into: other.identifiers.sections)
        return zip(handles, sections).map { handle, section in
            // Leaf number 0 is never in a list: none of these is taken for a leaf of the old one.
            let leaves = section.leaves.map { leaf in
                let items = identifiers.items.translate(leaf.items, into: other.identifiers.items)
                return Leaf(number: 0, items: items, revisions: leaf.revisions)
            }
            return SectionStorage(handle: handle, revision: section.revision, leaves: leaves)
        }
    }
}
