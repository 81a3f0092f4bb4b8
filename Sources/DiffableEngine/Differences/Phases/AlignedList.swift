import CLibc

// Phase 1: the new list in the handles of the old one.

/// The sections and items of a list, in the handles of another list. It is needed if the two lists do not share their
/// identifier tables, or if the list has renamed items of the other one. A handle is `Handle.max` if the tables of the
/// other list lack the identifier, or if a new item has the earlier identifier of a renamed one. If the lists share
/// their tables, only renamed items are looked up, but all handles are copied. Otherwise every identifier is compared
/// or looked up.
package struct AlignedList {
    package let sections: [Handle]
    /// The items of all sections.
    package let items: [Handle]
    /// For each section the position of its first item in `items`; empty if there is one section.
    private let starts: [Int32]

    package init(of new: Snapshot, inHandlesOf old: Snapshot) {
        let handles = new.sections.map { $0.handle }
        let sharesTables = new.identifiers === old.identifiers
        sections = sharesTables ? handles : new.identifiers.sections.translate(handles, into: old.identifiers.sections)
        // One call translates the items of all sections, because the first look-ups of each call wait for memory.
        items = new.oldHandles(of: new.itemHandles, in: old)
        var end: Int32 = 0
        starts =
            new.sections.count == 1
            ? []
            : new.sections.map { section in
                defer { end += Int32(section.count) }
                return end
            }
    }

    /// Returns the items that are visible in both lists and whose contents differ: once as handles of the new list, and
    /// once as handles of the old one.
    func changedItems(
        of new: Snapshot, _ old: Snapshot, _ memory: inout WorkingMemory
    ) -> (items: WorkingArray<Handle>, oldItems: WorkingArray<Handle>) {
        var (changedItems, oldChangedItems) = (WorkingArray<Handle>(), WorkingArray<Handle>())
        let (contents, oldContents) = (new.contents, old.contents)
        if contents.isEmpty && oldContents.isEmpty { return (changedItems, oldChangedItems) }
        let comparison = new.contentComparison(with: old)
        var position = 0
        for section in new.sections {
            for leaf in section.leaves {
                for item in leaf.items {
                    let oldItem = items[position]
                    if !comparison.areEqual(contents[item], oldContents[oldItem]), old.isVisible(oldItem) {
                        changedItems.append(item, &memory)
                        oldChangedItems.append(oldItem, &memory)
                    }
                    position &+= 1
                }
            }
        }
        return (changedItems, oldChangedItems)
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
                    guard let start = items.baseAddress, let handles = leaf.items.memory.baseAddress else { continue }
                    memcpy(start + count, handles, leaf.count * MemoryLayout<Handle>.stride)
                    count += leaf.count
                }
            }
        }
    }
}
