// Deleting is idempotent: unknown identifiers and repeated ones are ignored. But the string "3" is probably a mistake
// if the list has the integer 3, and so is 3 if the list has "3". The C API refuses to delete such a look-alike.

extension Snapshot {
    /// Deletes items with everything below them, and returns how many items it deleted.
    /// - Complexity: O(k + deleted items · (log n + levels + renames))
    @discardableResult
    public mutating func deleteItems(_ items: [Identifier]) -> Int {
        let elements = items.map { Element($0) }
        return
            (try? BorrowedElements.with(elements) { (items) throws(DiffableError) in
                try deleteItems(items, refusingLookAlikesIn: nil)
            }) ?? 0
    }

    /// Deletes sections with their items, and returns how many sections it deleted. The list must not be a section
    /// snapshot, which always has exactly one section. This is not checked.
    /// - Complexity: O(k + s + their items); with renames, O(their items · renames)
    @discardableResult
    public mutating func deleteSections(_ sections: [Identifier]) -> Int {
        let elements = sections.map { Element($0) }
        return
            (try? BorrowedElements.with(elements) { (sections) throws(DiffableError) in
                try deleteSections(sections, refusingLookAlikesIn: nil)
            }) ?? 0
    }

    /// Deletes all sections with all their items. In a section snapshot, deletes all items.
    /// - Complexity: O(1)
    @export(interface)
    public mutating func clear() {
        self = isSectionSnapshot ? emptySectionSnapshot : emptied
    }

    /// The same as `clear()`, under the name that it has in UIKit.
    /// - Complexity: O(1)
    public mutating func deleteAllItems() {
        clear()
    }

    /// - Parameter call: the name of the call, for errors. If it is nil, look-alikes are ignored.
    /// - Throws: `unknownIdentifier` for a look-alike.
    @export(interface)
    package mutating func deleteItems(_ items: BorrowedElements, refusingLookAlikesIn call: StaticString?)
        throws(DiffableError) -> Int
    {
        try identifiers.items.withHandles(of: items.identifiers) { (handles) throws(DiffableError) in
            if let call {
                for (position, handle) in handles.enumerated() where !contains(handle) {
                    try requireNoLookAlike(ofItem: items.identifiers[position], call, position: position)
                }
            }
            if storage.forest != nil { return deleteSubtrees(handles.filter { contains($0) }) }
            if handles.count == 1 {
                if !isVisible(handles[0]) { return 0 }
                unmark(handles[0])
                remove(handles)
                return 1
            }
            var index = PositionIndex(capacity: handles.count)
            let deleted = handles.filter { isVisible($0) && index.insert($0, position: 0) == nil }
            for item in deleted { unmark(item) }
            deleted.borrowed { remove($0) }
            return deleted.count
        }
    }

    /// The list must not be a section snapshot.
    /// - Parameter call: the name of the call, for errors. If it is nil, look-alikes are ignored.
    /// - Throws: `unknownIdentifier` for a look-alike.
    @export(interface)
    package mutating func deleteSections(_ sections: BorrowedElements, refusingLookAlikesIn call: StaticString?)
        throws(DiffableError) -> Int
    {
        let handles = identifiers.sections.find(sections.identifiers)
        if let call {
            for (position, handle) in handles.enumerated() where sectionIndex(handle) == nil {
                try requireNoLookAlike(ofSection: sections.identifiers[position], call, position: position)
            }
        }
        var isDeleted = [Bool](repeating: false, count: numberOfSections)
        var count = 0
        for handle in handles {
            guard let index = sectionIndex(handle), !isDeleted[index] else { continue }
            removeFromLookUps(sectionAt: index)
            isDeleted[index] = true
            count += 1
        }
        if count > 0 {
            self.sections = zip(self.sections, isDeleted).filter { !$0.1 }.map { $0.0 }
            renumberSections(from: 0)
        }
        return count
    }

    /// Removes a section and its items from all look-ups, with their marks. `sections` still has it.
    private mutating func removeFromLookUps(sectionAt index: Int) {
        if storage.forest != nil { deleteTrees(ofSectionAt: index) }
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

    /// Removes the hidden items of a section, and the nodes of all its items.
    private mutating func deleteTrees(ofSectionAt index: Int) {
        let all = allItemHandles(inSectionAt: index)
        let hidden = all.filter { isHidden($0) }
        hidden.borrowed { uniqueForest.hidden.remove($0) }
        for item in hidden { unmark(item) }
        for item in all where node(item) != Node() { updateNode(item) { $0 = Node() } }
    }

    /// Removes the marks of an item that is deleted.
    mutating func unmark(_ handle: Handle) {
        if marks == nil { return }
        updateMarks { marks in
            marks.reloadedItems.remove(handle)
            marks.reconfiguredItems.remove(handle)
            marks.renames.forget(handle)
        }
    }
}
