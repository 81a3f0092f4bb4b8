// Phase 1: the new list in the handles of the old one.

/// The sections and items of a list in the handles of another list, with which it does not share its identifier tables; `Handle.max` for
/// identifiers that the tables of the other list lack. Every identifier is compared or looked up.
struct AlignedList {
    let sections: [Handle]
    /// The items of all sections.
    private let items: [Handle]
    /// For each section the position of its first item in `items`; empty if there is one section.
    private let starts: [Int32]
    /// The items that stay and have another revision, in the handles of the new list.
    let changedItems: [Handle]

    init(of new: Snapshot, inHandlesOf old: Snapshot) {
        let handles = new.itemHandles
        // Not needed where neither list has revisions.
        let items = new.revisions.isEmpty && old.revisions.isEmpty ? [] : Array(copying: handles[...])
        // One call for all sections, because the first look-ups of each call wait for memory.
        sections = new.identifiers.sections.translate(new.sections.map { $0.handle }, into: old.identifiers.sections)
        let oldItems = new.identifiers.items.translate(consume handles, into: old.identifiers.items)
        changedItems = new.revisions.differences(of: items, from: old.revisions, of: oldItems)
            .filter { old.containsItem(oldItems[$0]) }.map { items[$0] } // mutant: unrelated-revisions
        self.items = oldItems
        var end: Int32 = 0
        starts = new.sections.count == 1
            ? []
            : new.sections.map { section in
                defer { end += Int32(section.count) }
                return end
            }
    }

    /// The items of a section. The memory is valid as long as the list.
    func items(ofSection index: Int) -> UnsafeBufferPointer<Handle> {
        let start = starts.isEmpty ? 0 : Int(starts[index])
        let end = index + 1 < starts.count ? Int(starts[index + 1]) : items.count
        return items.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[start..<end]) }
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
