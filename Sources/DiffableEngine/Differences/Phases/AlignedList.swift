import CLibc

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
    private(set) var changedItems = WorkingArray<Handle>()
    /// The same items in the handles of the old list.
    private(set) var oldChangedItems = WorkingArray<Handle>()

    init(of new: Snapshot, inHandlesOf old: Snapshot, _ memory: inout WorkingMemory) {
        // One call for all sections, because the first look-ups of each call wait for memory.
        sections = new.identifiers.sections.translate(new.sections.map { $0.handle }, into: old.identifiers.sections)
        items = new.identifiers.items.translate(new.itemHandles, into: old.identifiers.items)
        var end: Int32 = 0
        starts = new.sections.count == 1
            ? []
            : new.sections.map { section in
                defer { end += Int32(section.count) }
                return end
            }
        if !new.revisions.isEmpty || !old.revisions.isEmpty { findChangedItems(of: new, old, &memory) }
    }

    @_optimize(speed)
    private mutating func findChangedItems(of new: Snapshot, _ old: Snapshot, _ memory: inout WorkingMemory) {
        let (revisions, oldRevisions) = (new.revisions, old.revisions)
        var position = 0
        for section in new.sections {
            for leaf in section.leaves {
                for item in leaf.items {
                    let oldItem = items[position]
                    if revisions[item] != oldRevisions[oldItem], old.containsItem(oldItem) { // mutant: unrelated-revisions
                        changedItems.append(item, &memory)
                        oldChangedItems.append(oldItem, &memory)
                    }
                    position &+= 1
                }
            }
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
        [Handle](capacity: numberOfItems) { items, count in
            for section in sections {
                for leaf in section.leaves {
                    guard let start = items.baseAddress, let handles = leaf.items.baseAddress else { continue }
                    memcpy(start + count, handles, leaf.count * MemoryLayout<Handle>.stride)
                    count += leaf.count
                }
            }
        }
    }
}
