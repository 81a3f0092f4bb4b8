// Deleting is idempotent: unknown identifiers and repeated ones are ignored.

extension Snapshot {
    /// Deletes items, and returns how many.
    /// - Complexity: O(k log n)
    @discardableResult
    public mutating func deleteItems(_ items: [Identifier]) -> Int {
        let elements = items.map { Element($0) }
        return (try? RawElements.with(elements) { (items) throws(DiffableError) in deleteItems(items) }) ?? 0
    }

    /// Deletes sections with their items, and returns how many sections.
    /// - Complexity: O(k + s + their items)
    @discardableResult
    public mutating func deleteSections(_ sections: [Identifier]) -> Int {
        let elements = sections.map { Element($0) }
        return (try? RawElements.with(elements) { (sections) throws(DiffableError) in deleteSections(sections) }) ?? 0
    }

    /// Deletes all sections with all their items.
    /// - Complexity: O(1)
    public mutating func deleteAllItems() {
        self = emptied
    }

    package mutating func deleteItems(_ items: RawElements) -> Int {
        let found = identifiers.items.find(items.identifiers)
        var index = PositionIndex(capacity: found.count)
        var deleted: [Handle] = []
        for handle in found where containsItem(handle) && index.insert(handle, position: 0) == nil {
            deleted.append(handle)
            unmark(handle) // mutant: deleted-keeps-mark
        }
        deleted.withUnsafeBufferPointer { remove($0) }
        return deleted.count
    }

    package mutating func deleteSections(_ sections: RawElements) -> Int {
        let found = identifiers.sections.find(sections.identifiers)
        var deleted = 0
        for handle in found {
            guard let index = sectionIndex(handle) else { continue }
            empty(index)
            deleted += 1
        }
        if deleted > 0 {
            let indexes = sectionIndexes
            self.sections.removeAll { indexes[$0.handle] < 0 }
            renumberSections(from: 0)
        }
        return deleted
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
            leafNumbers.set(leaf.items, to: LeafDirectory.none)
            if marks != nil { for item in leaf.items { unmark(item) } }
        }
        sectionIndexes[sections[index].handle] = -1
        if marks != nil {
            let section = sections[index].handle
            updateMarks { $0.reloadedSections.remove(section) }
        }
    }

    private mutating func unmark(_ handle: Handle) {
        if marks == nil { return }
        updateMarks { marks in
            marks.reloadedItems.remove(handle)
            marks.reconfiguredItems.remove(handle)
        }
    }
}
