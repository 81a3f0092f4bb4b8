extension Snapshot {
    /// The same list, marks and all, with tables that know only what is in it. nil where they do not hold it: in another
    /// order identifiers that take almost 4 GiB may take more.
    func withFreshIdentifiers() -> Snapshot? {
        var copy = Snapshot()
        let known = identifiers.items
        for section in sections {
            let raw = identifiers.sections.raw(section.handle)
            guard let handle = copy.identifiers.sections.intern(RawIdentifiers(raw))?.first else { return nil }
            copy.sections.append(SectionStorage(handle: handle, revision: section.revision))
            copy.sectionIndexes[handle] = Int32(copy.sections.count - 1)
            copy.itemCounts.append(0)
            for leaf in section.leaves {
                let items = RawIdentifiers(count: leaf.count) { known.raw(leaf.items[$0]) }
                guard let handles = copy.identifiers.items.intern(items) else { return nil }
                copy.append(handles, toSection: copy.sections.count - 1)
                copy.revisions.set(handles, to: leaf.items.map { revisions[$0] })
            }
        }
        copy.reloadedItems = translate(reloadedItems, from: identifiers.items, to: copy.identifiers.items)
        copy.reconfiguredItems = translate(reconfiguredItems, from: identifiers.items, to: copy.identifiers.items)
        copy.reloadedSections = translate(reloadedSections, from: identifiers.sections, to: copy.identifiers.sections)
        return copy
    }

    private func translate(_ marks: MarkSet, from old: IdentifierTable, to new: IdentifierTable) -> MarkSet {
        var result = MarkSet()
        for handle in old.translate(marks.members, into: new) { result.insert(handle) }
        return result
    }
}
