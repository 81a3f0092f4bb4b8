// Phase 1: the new list in the handles of the old one.

struct AlignedSections {
    /// If both lists share their identifier tables, the new sections as they are. Otherwise copies with the handles of the old list, and
    /// `Handle.max` for identifiers that its table lacks. Copies take one look-up for each item, and are the only hashing in a
    /// difference. A copy that is equal to an old section is replaced by it, as if both lists shared it.
    let all: [SectionStorage]
    /// The items that stay and have another revision, in the handles of the new list.
    let changedItems: [Handle]

    init(of new: Snapshot, inHandlesOf old: Snapshot) {
        if new.identifiers === old.identifiers {
            all = new.sections
            changedItems = new.changedItems(from: old)
            return
        }
        let handles = new.itemHandles
        // Not needed where neither list has revisions.
        let items = new.revisions.isEmpty && old.revisions.isEmpty ? [] : Array(copying: handles[...])
        // One call for all sections, because the first look-ups of each call wait for memory.
        let oldSections = new.identifiers.sections.translate(new.sections.map { $0.handle }, into: old.identifiers.sections)
        let oldItems = new.identifiers.items.translate(consume handles, into: old.identifiers.items)
        changedItems = new.revisions.differences(of: items, from: old.revisions, of: oldItems)
            .filter { old.containsItem(oldItems[$0]) }.map { items[$0] } // mutant: unrelated-revisions
        var end = 0
        all = zip(oldSections, new.sections).map { handle, section in
            let start = end
            end += section.count
            if let index = old.sectionIndex(handle) {
                let known = old.sections[index]
                if known.revision == section.revision && oldItems.withUnsafeBufferPointer({ known.hasItems(UnsafeBufferPointer(rebasing: $0[start..<end])) }) { return known }
            }
            let aligned = SectionStorage(handle: handle, revision: section.revision)
            if section.count > 0 {
                // One leaf, of any size. Its number is not in the directory of the old list.
                let leaf = oldItems.withUnsafeBufferPointer {
                    Leaf.with(number: LeafDirectory.none, items: UnsafeBufferPointer(rebasing: $0[start..<end]))
                }
                aligned.replaceLeaves(0..<0, with: [leaf])
            }
            return aligned
        }
    }
}

extension Snapshot {
    /// All items in their order.
    fileprivate var itemHandles: [Handle] {
        var items: [Handle] = []
        items.reserve(numberOfItems)
        for section in sections {
            for leaf in section.leaves { items.append(contentsOf: leaf.items) }
        }
        return items
    }
}
