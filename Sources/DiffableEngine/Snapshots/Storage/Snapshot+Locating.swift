import CLibc

/// Where an item is: the index of its section, the index of its leaf in the section, and the offset in the leaf.
struct Location {
    var section: Int
    var leaf: Int
    var offset: Int
}

extension Snapshot {
    /// Up to this number of sections, the list of sections is searched. If there are more, they have an index.
    static var fewSections: Int { 8 }

    /// The index of a section; nil if it is not in the list.
    package func sectionIndex(_ handle: Handle) -> Int? {
        if sections.count <= Self.fewSections {
            for index in sections.indices where sections[index].handle == handle { return index }
            return nil
        }
        let index = sectionIndexes[handle]
        return index < 0 ? nil : Int(index)
    }

    /// Whether an item is in the list and not below a collapsed one. Also true while the item is being added.
    @inline(__always)
    package func isVisible(_ handle: Handle) -> Bool {
        leafNumbers[handle] != LeafDirectory.none
    }

    /// Where a visible item is; nil if the item is hidden or is not in the list.
    /// - Complexity: O(1), including a search of one leaf
    func locate(_ handle: Handle) -> Location? {
        guard let entry = leafDirectory.entry(leafNumbers[handle]), let section = sectionIndex(entry.section) else {
            return nil
        }
        guard let offset = sections[section].leaves[entry.index].offset(of: handle) else { return nil }
        return Location(section: section, leaf: entry.index, offset: offset)
    }

    func leaf(_ location: Location) -> Leaf {
        sections[location.section].leaves[location.leaf]
    }

    /// - Complexity: O(log n)
    func indexPath(_ location: Location) -> IndexPath {
        let item = sections[location.section].counts.sum(before: location.leaf) + location.offset
        return IndexPath(section: location.section, item: item)
    }

    package func indexPath(ofItem handle: Handle) -> IndexPath? {
        locate(handle).map(indexPath)
    }

    /// The index path in this list of an item whose handle is from another list.
    @export(interface)
    package func indexPath(ofItem handle: Handle, from other: Snapshot) -> IndexPath? {
        identifiers === other.identifiers
            ? indexPath(ofItem: handle) : indexPath(ofItem: other.identifiers.items.raw(handle))
    }

    /// The item at an index path, which must exist.
    package func item(at path: IndexPath) -> Handle {
        let (leaf, offset) = sections[path.section].leaf(containing: path.item)
        return leaf.items[offset]
    }
}

extension Snapshot {
    /// For each handle whose item is visible, calls `body` with the index of the handle in `handles`, and with the
    /// index path of the item.
    ///
    /// A search reads a leaf number, then the section, the leaf and the items of the leaf, each somewhere else in
    /// memory. So up to 64 searches run at once, step by step: the memory for the next step of all of them is
    /// prefetched before the first one reads it.
    func forEachIndexPath(ofItems handles: BorrowedHandles, _ body: (Int, IndexPath) -> Void) {
        // The searches of few items fit on the stack.
        let size = handles.count <= 24 ? 24 : 64
        withUnsafeTemporaryAllocation(of: Search.self, capacity: size) { searches in
            for start in stride(from: 0, to: handles.count, by: size) {
                let part = handles.part(start..<min(start + size, handles.count))
                find(part, searches.baseAddress.unsafelyUnwrapped)
                for index in 0..<part.count where searches[index].offset >= 0 {
                    let search = searches[index]
                    body(start + index, IndexPath(section: search.sectionIndex, item: search.offset))
                }
            }
        }
    }

    /// The search for one item. Its references are unmanaged: the snapshot retains section and leaf while it runs.
    private struct Search {
        var section: Unmanaged<SectionStorage>?
        var leaf: Unmanaged<Leaf>?
        var sectionIndex = 0
        var leafIndex = 0
        /// At the end of the search, the offset of the item in its section; -1 if the item is not visible.
        var offset = -1
    }

    private func find(_ handles: BorrowedHandles, _ searches: UnsafeMutablePointer<Search>) {
        for handle in handles { leafNumbers.prefetch(handle) }
        for index in 0..<handles.count {
            var search = Search()
            if let entry = leafDirectory.entry(leafNumbers[handles[index]]), let section = sectionIndex(entry.section) {
                let storage = Unmanaged.passUnretained(sections[section])
                search = Search(section: storage, sectionIndex: section, leafIndex: entry.index)
                diffable_prefetch(storage.toOpaque())
            }
            (searches + index).initialize(to: search)
        }
        for index in 0..<handles.count {
            guard let section = searches[index].section else { continue }
            let leafIndex = searches[index].leafIndex
            let leaf = section._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.leaves[leafIndex]) }
            searches[index].leaf = leaf
            diffable_prefetch(leaf.toOpaque())
        }
        for index in 0..<handles.count {
            guard let leaf = searches[index].leaf else { continue }
            leaf._withUnsafeGuaranteedRef { if $0.consecutiveOffset(of: handles[index]) == nil { $0.prefetch() } }
        }
        for index in 0..<handles.count {
            let search = searches[index]
            if let section = search.section, let leaf = search.leaf,
                let offset = leaf._withUnsafeGuaranteedRef({ $0.offset(of: handles[index]) })
            {
                searches[index].offset =
                    section._withUnsafeGuaranteedRef { $0.counts.sum(before: search.leafIndex) } + offset
            }
        }
    }
}

// If the index paths of many items are needed, reading the whole list costs less than searching for each item.
extension Snapshot {
    /// Whether reading the whole list is expected to be faster than searching for `count` items.
    func shouldReadWhole(for count: Int) -> Bool {
        count >= 64 && count * 8 >= numberOfItems && identifiers.items.count <= 4 * numberOfItems
    }

    /// The index of each handle in `handles`, by handle; -1 for all other handles. A handle that is not in the
    /// identifier table of the list, such as `Handle.max`, is ignored.
    func indexes(in handles: BorrowedHandles, _ memory: inout WorkingMemory) -> UnsafeMutablePointer<Int32> {
        let count = identifiers.items.count
        let indexes = memory.allocate(count, repeating: Int32(-1))
        for index in handles.indices where handles[index] < count {
            indexes[Int(handles[index])] = Int32(truncatingIfNeeded: index)
        }
        return indexes
    }

    /// Calls `body` with the index of each visible item that has one, and with its index path, in the order of the
    /// list.
    /// - Parameter indexes: as `indexes(in:_:)` returns them.
    @inline(__always)
    func readIndexPaths(_ indexes: UnsafeMutablePointer<Int32>, _ body: (Int, PackedIndexPath) -> Void) {
        for section in sections.indices {
            var first: Int32 = 0
            for leaf in sections[section].leaves {
                let items = leaf.items
                for offset in items.indices {
                    let index = indexes[Int(items[offset])]
                    if index < 0 { continue }
                    body(
                        Int(index),
                        PackedIndexPath(
                            section: Int32(truncatingIfNeeded: section),
                            item: first &+ Int32(truncatingIfNeeded: offset)))
                }
                first &+= Int32(truncatingIfNeeded: items.count)
            }
        }
    }
}
