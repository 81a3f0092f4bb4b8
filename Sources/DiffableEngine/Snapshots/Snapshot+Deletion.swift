// Deleting is idempotent: unknown identifiers and repeated ones are ignored.

extension Snapshot {
    /// Deletes items, and returns how many it deleted.
    /// - Complexity: O(k log n)
    @discardableResult
    public mutating func deleteItems(_ items: [Identifier]) -> Int {
        let elements = items.map { Element($0) }
        return (try? RawElements.with(elements) { (items) throws(DiffableError) in deleteItems(items) }) ?? 0
    }

    /// Deletes sections with their items, and returns how many sections it deleted.
    /// - Complexity: O(k + s + their items)
    @discardableResult
    public mutating func deleteSections(_ sections: [Identifier]) -> Int {
        let elements = sections.map { Element($0) }
        return (try? RawElements.with(elements) { (sections) throws(DiffableError) in deleteSections(sections) }) ?? 0
    }

    /// Deletes all items, and all sections with them.
    /// - Complexity: O(1)
    public mutating func deleteAllItems() {
        self = emptied
    }

    package mutating func deleteItems(_ items: RawElements) -> Int {
        let found = identifiers.items.find(items.identifiers)
        var index = PositionIndex(capacity: found.count)
        var going: [Handle] = []
        for handle in found where containsItem(handle) && index.insert(handle, position: 0) == nil {
            going.append(handle)
            unmark(handle) // mutant: deleted-keeps-mark
        }
        remove(going)
        return going.count
    }

    package mutating func deleteSections(_ sections: RawElements) -> Int {
        let found = identifiers.sections.find(sections.identifiers)
        var going = 0
        for handle in found {
            guard let index = sectionIndex(handle) else { continue }
            empty(index)
            going += 1
        }
        if going > 0 {
            let indexes = sectionIndexes
            self.sections.removeAll { indexes[$0.handle] < 0 }
            renumberSections(from: 0)
        }
        return going
    }

    mutating func removeSection(at index: Int) {
        empty(index)
        sections.remove(at: index)
        renumberSections(from: index)
    }

    /// Removes a section and its items from all look-ups.
    private mutating func empty(_ index: Int) {
        for leaf in sections[index].leaves {
            leafDirectory.remove(leaf.number)
            for item in leaf.items {
                leafNumbers[item] = LeafDirectory.none
                unmark(item)
            }
        }
        sectionIndexes[sections[index].handle] = -1
        reloadedSections.remove(sections[index].handle)
    }

    private mutating func unmark(_ handle: Handle) {
        reloadedItems.remove(handle)
        reconfiguredItems.remove(handle)
    }
}
