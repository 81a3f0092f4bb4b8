// Phase 1: the new list in the handles of the old one.

struct AlignedSections {
    /// The new sections as they are, if both lists share their identifiers. Else copies with the handles of the old list, and
    /// `Handle.max` for what that one does not know: this takes one look-up for each item, and is the only hashing of a difference. An
    /// old section with the same items replaces its copy, as if both lists shared it.
    let all: [SectionStorage]
    /// The items that stay and have another revision, by their handles in the new list.
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
        // All in one call: each begins with look-ups that wait for memory.
        let names = new.identifiers.sections.translate(new.sections.map { $0.handle }, into: old.identifiers.sections)
        let itemNames = new.identifiers.items.translate(consume handles, into: old.identifiers.items)
        changedItems = new.revisions.differences(of: items, from: old.revisions, of: itemNames)
            .filter { old.containsItem(itemNames[$0]) }.map { items[$0] } // mutant: unrelated-revisions
        var end = 0
        all = zip(names, new.sections).map { name, section in
            let start = end
            end += section.count
            if let index = old.sectionIndex(name) {
                let known = old.sections[index]
                if known.revision == section.revision && known.hasItems(itemNames[start..<end]) { return known }
            }
            let aligned = SectionStorage(handle: name, revision: section.revision)
            if section.count > 0 {
                // One leaf, of whatever size. Its number is that of no leaf of the old list.
                let own = section.count == itemNames.count ? itemNames : Array(copying: itemNames[start..<end])
                aligned.replaceLeaves(0..<0, with: [Leaf(number: LeafDirectory.none, items: own)])
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
            for leaf in section.leaves { items.append(copying: leaf.items[...]) }
        }
        return items
    }
}
