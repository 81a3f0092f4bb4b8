// Stage 1: the new list in the handles of the old one.

extension Snapshot {
    /// The sections as they are where both snapshots share their identifiers, else copies that name
    /// everything as `other` does: one look-up for each item, and the only hashing of a difference.
    func sections(inHandlesOf other: Snapshot) -> [SectionStorage] {
        if identifiers === other.identifiers { return sections }
        let handles = identifiers.sections.translate(sections.map { $0.handle }, into: other.identifiers.sections)
        return zip(handles, sections).map { handle, section in
            var items = Batch(handles: [], revisions: [])
            items.handles.reserve(section.count)
            for leaf in section.leaves { items.append(Batch(handles: leaf.items, revisions: leaf.revisions)) }
            items.handles = identifiers.items.translate(items.handles, into: other.identifiers.items)
            // One leaf, of whatever size, that is taken for none of the old list.
            let leaf = Leaf(number: LeafPlaces.none, items: items.handles, revisions: items.revisions)
            return SectionStorage(handle: handle, revision: section.revision, leaves: items.count == 0 ? [] : [leaf])
        }
    }
}
