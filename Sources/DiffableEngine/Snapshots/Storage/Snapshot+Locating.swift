/// Where an item is: the index of its section, the index of the leaf in the section, the offset in the leaf.
struct Location {
    var section: Int
    var leaf: Int
    var offset: Int
}

extension Snapshot {
    /// The index of a section; nil where it is not in the list.
    package func sectionIndex(_ handle: Handle) -> Int? {
        let index = sectionIndexes[handle]
        return index < 0 ? nil : Int(index)
    }

    func containsItem(_ handle: Handle) -> Bool {
        leafNumbers[handle] != LeafDirectory.none
    }

    /// - Complexity: O(1), a search of one leaf included
    func locate(_ handle: Handle) -> Location? {
        guard let entry = leafDirectory.entry(leafNumbers[handle]), let section = sectionIndex(entry.section) else { return nil }
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

    /// The index path in this list of an item that is named by its handle in another one.
    package func indexPath(ofItem handle: Handle, from other: Snapshot) -> IndexPath? {
        identifiers === other.identifiers
            ? indexPath(ofItem: handle) : indexPath(ofItem: other.identifiers.items.raw(handle))
    }

    /// The item at an index path, which must exist, and its revision.
    package func item(at path: IndexPath) -> (handle: Handle, revision: UInt64) {
        let (leaf, offset) = sections[path.section].leaf(containing: path.item)
        return (leaf.items[offset], revisions[leaf.items[offset]])
    }
}
