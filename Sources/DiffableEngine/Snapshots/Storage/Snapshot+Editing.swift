// The edits of storage that all edits of items are made of. They take for granted that what they are
// told is right: the checks stand in front of them, so that nothing is half done when one fails.

extension Snapshot {
    /// The section, for this snapshot alone.
    mutating func uniqueSection(_ index: Int) -> SectionStorage {
        if !isKnownUniquelyReferenced(&sections[index]) { sections[index] = sections[index].copy() }
        return sections[index]
    }

    mutating func append(_ batch: [Handle], toSection index: Int) {
        let leafCount = sections[index].leaves.count
        let lastCount = sections[index].leaves.last?.count ?? Leaf.preferredCount
        let room = min(max(0, Leaf.preferredCount - lastCount), batch.count)
        if room > 0 {
            insertIntoLeaf(Array(copying: batch[..<room]), at: Location(section: index, leaf: leafCount - 1, offset: lastCount))
        }
        if room < batch.count {
            replaceLeaves(of: index, leafCount..<leafCount, with: room == 0 ? batch : Array(copying: batch[room...]))
        }
    }

    /// Puts new items in front of the item at a location, or behind the last of its leaf.
    mutating func insert(_ batch: [Handle], at location: Location) {
        let count = leaf(location).count
        if location.offset == count && location.leaf == sections[location.section].leaves.count - 1 {
            append(batch, toSection: location.section)
        } else if count + batch.count <= Leaf.limit {
            insertIntoLeaf(batch, at: location)
        } else {
            let items = leaf(location).items.inserting(batch, at: location.offset)
            replaceLeaves(of: location.section, location.leaf..<location.leaf + 1, with: items)
        }
    }

    private mutating func insertIntoLeaf(_ batch: [Handle], at location: Location) {
        // No reference to the leaf may be held here: one that is held twice is copied when it is changed.
        let number = leaf(location).number
        places.set(batch, to: number)
        itemCounts.add(batch.count, at: location.section)
        uniqueSection(location.section).updateLeaf(location.leaf) { $0.insert(batch, at: location.offset) }
    }

    /// Takes items out that are in the list, each named once. Their marks stay.
    mutating func remove(_ handles: [Handle]) {
        let byLeaf = handles.map { UInt64(UInt32(bitPattern: places[$0])) << 32 | UInt64($0) }.ascending { $0 }
        places.set(handles, to: LeafPlaces.none)
        var swept: [Int32] = []
        var first = 0
        while first < byLeaf.count {
            let number = Int32(truncatingIfNeeded: byLeaf[first] >> 32)
            var going: [Handle] = []
            while first < byLeaf.count && Int32(truncatingIfNeeded: byLeaf[first] >> 32) == number {
                going.append(Handle(truncatingIfNeeded: byLeaf[first]))
                first += 1
            }
            remove(going, fromLeaf: number)
            swept.append(number)
        }
        // Only now: a merge gives every item of its leaves a place, also one that is still to be taken out.
        // From the front, since what is behind a leaf is merged with it.
        for number in swept.ascending(by: { UInt64(leafPlaces.place($0)?.index ?? 0) }) { mergeIfSmall(number) }
    }

    private mutating func remove(_ items: [Handle], fromLeaf number: Int32) {
        guard let place = leafPlaces.place(number), let index = sectionIndex(place.section) else { return }
        itemCounts.add(-items.count, at: index)
        uniqueSection(index).updateLeaf(place.index) { $0.remove(items) }
    }

    private mutating func mergeIfSmall(_ number: Int32) {
        // A leaf that was merged with its neighbour is no more.
        guard let place = leafPlaces.place(number), let section = sectionIndex(place.section) else { return }
        let leaves = sections[section].leaves
        let count = leaves[place.index].count
        guard count < Leaf.smallCount else { return }
        let before = place.index > 0 ? leaves[place.index - 1].count : Leaf.limit
        let behind = place.index + 1 < leaves.count ? leaves[place.index + 1].count : Leaf.limit
        if count == 0 || min(before, behind) + count <= Leaf.preferredCount {
            mergeLeaves(of: section, from: max(0, place.index - 1))
        }
    }

    /// Merges small leaves of a section with neighbours and drops empty ones, from one on.
    private mutating func mergeLeaves(of index: Int, from first: Int) {
        let section = uniqueSection(index)
        var leaves: [Leaf] = []
        for place in first..<section.leaves.count {
            let leaf = section.leaves[place]
            let before = leaves.last?.count ?? Leaf.limit
            if leaf.count == 0 {
                leafPlaces.remove(leaf.number)
            } else if min(before, leaf.count) < Leaf.smallCount && before + leaf.count <= Leaf.preferredCount {
                let last = leaves.removeLast()
                leaves.append(Leaf(number: last.number, items: last.items + leaf.items))
                places.set(leaf.items, to: last.number)
                leafPlaces.remove(leaf.number)
            } else {
                leafPlaces.move(leaf.number, to: first + leaves.count)
                leaves.append(leaf)
            }
        }
        section.replaceLeaves(first..<section.leaves.count, with: leaves)
    }

    /// Puts items, cut into leaves, in the place of some leaves of a section.
    private mutating func replaceLeaves(of index: Int, _ range: Range<Int>, with items: [Handle]) {
        let section = uniqueSection(index)
        let before = section.count
        for leaf in range { leafPlaces.remove(section.leaves[leaf].number) }
        var leaves: [Leaf] = []
        var start = 0
        while start < items.count {
            // All leaves full but the last would make the next insertion cut again: share the rest evenly.
            let pieces = (items.count - start + Leaf.preferredCount - 1) / Leaf.preferredCount
            let end = start + (pieces <= 2 ? (items.count - start + pieces - 1) / pieces : Leaf.preferredCount)
            let piece = end - start == items.count ? items : Array(copying: items[start..<end])
            let number = leafPlaces.add(section: section.handle, index: range.lowerBound + leaves.count)
            places.set(piece, to: number)
            leaves.append(Leaf(number: number, items: piece))
            start = end
        }
        section.replaceLeaves(range, with: leaves)
        if leaves.count != range.count {
            for later in (range.lowerBound + leaves.count)..<section.leaves.count {
                leafPlaces.move(section.leaves[later].number, to: later)
            }
        }
        if section.count != before { itemCounts.add(section.count - before, at: index) }
    }
}
