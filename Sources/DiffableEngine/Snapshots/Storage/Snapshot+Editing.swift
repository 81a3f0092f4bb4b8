// The operations on storage that every edit of items consists of. They cannot fail: callers check the arguments first,
// so an edit that fails has changed nothing.

extension Snapshot {
    /// The storage of a section, for writing. If another snapshot shares it, it is copied first.
    mutating func uniqueSection(_ index: Int) -> SectionStorage {
        if !isKnownUniquelyReferenced(&sections[index]) { sections[index] = sections[index].copy() }
        return sections[index]
    }

    mutating func append(_ batch: BorrowedHandles, toSection index: Int) {
        let leafCount = sections[index].leaves.count
        let lastCount = sections[index].leaves.last?.count ?? Leaf.preferredCount
        let room = min(max(0, Leaf.preferredCount - lastCount), batch.count)
        if room > 0 {
            let first = batch.part(0..<room)
            insertIntoLeaf(first, at: Location(section: index, leaf: leafCount - 1, offset: lastCount))
        }
        if room < batch.count {
            appendLeaves(to: index, with: batch.part(room..<batch.count))
        }
    }

    /// Inserts items before the one at a location. The offset of the location may also be the end of its leaf.
    mutating func insert(_ batch: BorrowedHandles, at location: Location) {
        let count = leaf(location).count
        if location.offset == count && location.leaf == sections[location.section].leaves.count - 1 {
            append(batch, toSection: location.section)
        } else if count + batch.count <= Leaf.limit {
            insertIntoLeaf(batch, at: location)
        } else {
            let items = Array(leaf(location).items).inserting(batch.memory, at: location.offset)
            items.borrowed { replaceLeaf(location.leaf, of: location.section, with: $0) }
        }
    }

    private mutating func insertIntoLeaf(_ batch: BorrowedHandles, at location: Location) {
        // No reference to the leaf may be held here: a leaf that is referenced twice is copied when it is changed.
        let number = leaf(location).number
        leafNumbers.set(batch, to: number)
        itemCounts.add(batch.count, at: location.section)
        uniqueSection(location.section).updateLeaf(location.leaf) { Leaf.insert(batch, at: location.offset, of: &$0) }
    }

    /// Removes items. All must be in the list, and none may occur twice. Their marks are kept.
    mutating func remove(_ handles: BorrowedHandles) {
        guard let first = handles.first else { return }
        let number = leafNumbers[first]
        if handles.allSatisfy({ leafNumbers[$0] == number }) {
            leafNumbers.set(handles, to: LeafDirectory.none)
            remove(handles, fromLeaf: number)
            mergeIfSmall(number)
        } else {
            removeFromLeaves(handles)
        }
    }

    /// Removes items that are in several leaves.
    private mutating func removeFromLeaves(_ handles: BorrowedHandles) {
        let byLeaf = handles.map { UInt64(UInt32(bitPattern: leafNumbers[$0])) << 32 | UInt64($0) }.ascending { $0 }
        leafNumbers.set(handles, to: LeafDirectory.none)
        var changed: [Int32] = []
        var first = 0
        while first < byLeaf.count {
            let number = Int32(truncatingIfNeeded: byLeaf[first] >> 32)
            var removed: [Handle] = []
            while first < byLeaf.count && Int32(truncatingIfNeeded: byLeaf[first] >> 32) == number {
                removed.append(Handle(truncatingIfNeeded: byLeaf[first]))
                first += 1
            }
            removed.borrowed { remove($0, fromLeaf: number) }
            changed.append(number)
        }
        // Leaves are merged after all removals: a merge sets the leaf number of every item of its leaves, and would
        // also set that of an item that is still to be removed. The first leaf comes first: its merge goes on through
        // the later leaves of its section, so most of them are merged already when it is their turn.
        for number in changed.ascending(by: { UInt64(leafDirectory.entry($0)?.index ?? 0) }) { mergeIfSmall(number) }
    }

    private mutating func remove(_ items: BorrowedHandles, fromLeaf number: Int32) {
        guard let entry = leafDirectory.entry(number), let index = sectionIndex(entry.section) else { return }
        itemCounts.add(-items.count, at: index)
        uniqueSection(index).updateLeaf(entry.index) { $0 = $0.removing(items) }
    }

    private mutating func mergeIfSmall(_ number: Int32) {
        // A leaf that an earlier merge removed has no entry.
        guard let entry = leafDirectory.entry(number), let section = sectionIndex(entry.section) else { return }
        let leaves = sections[section].leaves
        let count = leaves[entry.index].count
        guard count < Leaf.smallCount else { return }
        let before = entry.index > 0 ? leaves[entry.index - 1].count : Leaf.limit
        let after = entry.index + 1 < leaves.count ? leaves[entry.index + 1].count : Leaf.limit
        if count == 0 || min(before, after) + count <= Leaf.preferredCount {
            mergeLeaves(of: section, from: max(0, entry.index - 1))
        }
    }

    /// Merges small leaves of a section with their neighbours, and removes empty leaves. Leaves before `first` stay as
    /// they are.
    private mutating func mergeLeaves(of index: Int, from first: Int) {
        let section = uniqueSection(index)
        var leaves: [Leaf] = []
        for index in first..<section.leaves.count {
            let leaf = section.leaves[index]
            let before = leaves.last?.count ?? Leaf.limit
            if leaf.count == 0 {
                leafDirectory.remove(leaf.number)
            } else if min(before, leaf.count) < Leaf.smallCount && before + leaf.count <= Leaf.preferredCount {
                let last = leaves.removeLast()
                leaves.append(Leaf.joining(last, leaf))
                leafNumbers.set(leaf.items, to: last.number)
                leafDirectory.remove(leaf.number)
            } else {
                leafDirectory.move(leaf.number, to: first + leaves.count)
                leaves.append(leaf)
            }
        }
        section.replaceLeaves(first..<section.leaves.count, with: leaves)
    }

    /// Appends new leaves for some items to a section.
    private mutating func appendLeaves(to index: Int, with items: BorrowedHandles) {
        let section = uniqueSection(index)
        makeLeaves(of: section.handle, from: section.leaves.count, with: items) { section.appendLeaf($0) }
        itemCounts.add(items.count, at: index)
    }

    /// Replaces a leaf of a section with new leaves for some items.
    private mutating func replaceLeaf(_ leaf: Int, of index: Int, with items: BorrowedHandles) {
        let section = uniqueSection(index)
        let before = section.count
        leafDirectory.remove(section.leaves[leaf].number)
        var leaves: [Leaf] = []
        makeLeaves(of: section.handle, from: leaf, with: items) { leaves.append($0) }
        section.replaceLeaves(leaf..<leaf + 1, with: leaves)
        for later in (leaf + leaves.count)..<section.leaves.count {
            leafDirectory.move(section.leaves[later].number, to: later)
        }
        itemCounts.add(section.count - before, at: index)
    }

    /// Makes leaves for some items of a section. The leaves get the indexes from `first` on.
    private mutating func makeLeaves(
        of section: Handle, from first: Int, with items: BorrowedHandles, _ body: (Leaf) -> Void
    ) {
        var (index, start) = (first, 0)
        while start < items.count {
            // The items of the last two leaves are divided evenly: a small last leaf would soon be merged.
            let leavesLeft = (items.count - start + Leaf.preferredCount - 1) / Leaf.preferredCount
            let end =
                start + (leavesLeft <= 2 ? (items.count - start + leavesLeft - 1) / leavesLeft : Leaf.preferredCount)
            let piece = items.part(start..<end)
            let number = leafDirectory.add(section: section, index: index)
            leafNumbers.set(piece, to: number)
            body(Leaf.with(number: number, items: piece))
            (index, start) = (index + 1, end)
        }
    }
}
