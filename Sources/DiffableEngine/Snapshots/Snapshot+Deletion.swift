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
    public mutating func clear() {
        self = emptied
    }

    /// Apple's name of `clear()`.
    /// - Complexity: O(1)
    public mutating func deleteAllItems() {
        clear()
    }

    package mutating func deleteItems(_ items: RawElements) -> Int {
        withUnsafeTemporaryAllocation(of: Handle.self, capacity: items.count) { handles in
            identifiers.items.findAll(items.identifiers, into: handles)
            var index = PositionIndex(capacity: handles.count > 1 ? handles.count : 0)
            var count = 0
            for handle in handles where containsItem(handle) && (handles.count == 1 || index.insert(handle, position: 0) == nil) {
                handles[count] = handle
                count += 1
                unmark(handle) // mutant: deleted-keeps-mark
            }
            remove(UnsafeBufferPointer(rebasing: handles[..<count]))
            return count
        }
    }

    package mutating func deleteSections(_ sections: RawElements) -> Int {
        var isDeleted = [Bool](repeating: false, count: numberOfSections)
        var count = 0
        for handle in identifiers.sections.find(sections.identifiers) {
            guard let index = sectionIndex(handle), !isDeleted[index] else { continue }
            empty(index)
            isDeleted[index] = true
            count += 1
        }
        if count > 0 {
            self.sections = zip(self.sections, isDeleted).filter { !$0.1 }.map { $0.0 }
            renumberSections(from: 0)
        }
        return count
    }

    /// Removes a section and its items from all look-ups.
    private mutating func empty(_ index: Int) {
        for leaf in sections[index].leaves {
            leafDirectory.remove(leaf.number)
            leafNumbers.set(leaf.items, to: LeafDirectory.none)
            if marks != nil { for item in leaf.items { unmark(item) } }
        }
        if !sectionIndexes.isEmpty { sectionIndexes[sections[index].handle] = -1 }
        if marks != nil {
            let section = sections[index].handle
            updateMarks { marks in
                marks.reloadedSections.remove(section)
                marks.reconfiguredSections.remove(section)
            }
        }
    }

    /// Removes the marks of an item that is deleted.
    mutating func unmark(_ handle: Handle) {
        if marks == nil { return }
        updateMarks { marks in
            marks.reloadedItems.remove(handle)
            marks.reconfiguredItems.remove(handle)
        }
    }
}
