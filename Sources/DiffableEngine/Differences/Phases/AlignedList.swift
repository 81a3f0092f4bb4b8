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
    let changedItems: WorkingArray<Handle>

    init(of new: Snapshot, inHandlesOf old: Snapshot, _ memory: inout WorkingMemory) {
        // One call for all sections, because the first look-ups of each call wait for memory.
        sections = new.identifiers.sections.translate(new.sections.map { $0.handle }, into: old.identifiers.sections)
        items = new.identifiers.items.translate(new.itemHandles, into: old.identifiers.items)
        changedItems = Self.changedItems(of: new, items, from: old, &memory)
        var end: Int32 = 0
        starts = new.sections.count == 1
            ? []
            : new.sections.map { section in
                defer { end += Int32(section.count) }
                return end
            }
    }

    /// - Parameter items: all items of the new list in the handles of the old one.
    @_optimize(speed)
    private static func changedItems(
        of new: Snapshot, _ items: [Handle], from old: Snapshot, _ memory: inout WorkingMemory
    ) -> WorkingArray<Handle> {
        var changed = WorkingArray<Handle>()
        if new.revisions.isEmpty && old.revisions.isEmpty { return changed }
        var position = 0
        for section in new.sections {
            for leaf in section.leaves {
                for item in leaf.items {
                    let oldItem = items[position]
                    // mutant: unrelated-revisions
                    if new.revisions[item] != old.revisions[oldItem], old.containsItem(oldItem) { changed.append(item, &memory) }
                    position &+= 1
                }
            }
        }
        return changed
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
