extension Snapshot {
    /// Replaces the roots of a section, or of the last one if no section is passed, by the elements, in their order. A
    /// root that the section has already stays the same item, with everything below it and its marks, and with its
    /// content if none is passed. Other roots of the section are deleted with everything below them.
    /// - Throws: `noSections`; `duplicateIdentifier` for an item that is named twice, is in another section or is below
    ///   another item; `unknownIdentifier`.
    /// - Complexity: O(k + items of the section)
    public mutating func replaceItems(_ items: [Element], inSection section: Identifier? = nil) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try replaceItems(items.unchecked, inSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in
                try replaceItems(items.unchecked, inSection: section)
            }
        }
    }

    @export(interface)
    package mutating func replaceItems(_ items: UncheckedElements, inSection section: BorrowedIdentifier?)
        throws(DiffableError)
    {
        let call: StaticString = "replace_items"
        guard numberOfSections > 0 else { throw .noSections(call) }
        var index = numberOfSections - 1
        if let section { index = try self.index(ofSection: section, call) }
        var edited = compacted() ?? self
        try items.withInterned(in: edited.identifiers.items, call) { (items, handles) throws(DiffableError) in
            try edited.replace(items, handles, inSectionAt: index, call)
        }
        self = edited
    }

    private mutating func replace(
        _ items: BorrowedElements, _ handles: BorrowedHandles, inSectionAt index: Int, _ call: StaticString
    ) throws(DiffableError) {
        try items.requireUnique(handles, .item, call)
        let section = sections[index].handle
        var areElsewhere = false
        for handle in handles {
            if let entry = leafDirectory.entry(leafNumbers[handle]), entry.section != section { areElsewhere = true }
            if storage.forest != nil, contains(handle), node(handle).parent != Node.none { areElsewhere = true }
        }
        if areElsewhere { throw duplicateInList(items, handles, exceptRootsOf: section, call) }
        guard numberOfItems - sections[index].count + handles.count <= Int(Int32.max) else { throw .tableFull(call) }
        try requireRoom(for: items.contents, items.count, call)
        // The handle of a new item may still have the content of an item that was deleted.
        let added = contents.isEmpty ? [] : handles.filter { !contains($0) }
        if storage.forest != nil {
            replaceRoots(handles, inSectionAt: index)
        } else {
            let old = itemHandles(inSectionAt: index)
            old.borrowed { replace($0, with: handles, inSectionAt: index) }
            if marks != nil { for handle in old where !isVisible(handle) { unmark(handle) } }
        }
        added.borrowed { setContents(ofNew: $0, to: .none) }
        setContents(of: handles, to: items.contents)
    }

    /// Replaces the roots of a section in a list with trees. Roots that stay keep the rows below them. Other roots are
    /// deleted with everything below them.
    private mutating func replaceRoots(_ handles: BorrowedHandles, inSectionAt index: Int) {
        var staying = PositionIndex(capacity: handles.count)
        for handle in handles { staying.set(handle, position: 0) }
        let deleted = rootHandles(inSectionAt: index).filter { staying.position(of: $0) == nil }
        _ = deleteSubtrees(deleted)
        let old = itemHandles(inSectionAt: index)
        let rows = handles.flatMap { isVisible($0) ? self.rows(of: $0) : [$0] }
        old.borrowed { old in rows.borrowed { replace(old, with: $0, inSectionAt: index) } }
    }

    /// Replaces all items of a section. Items that are the same at the beginning and at the end of both lists are not
    /// touched, so their leaves stay shared with other snapshots.
    private mutating func replace(
        _ old: BorrowedHandles, with new: BorrowedHandles, inSectionAt index: Int
    ) {
        let both = min(old.count, new.count)
        var first = 0
        while first < both, old[first] == new[first] { first += 1 }
        var last = 0
        while last < both - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
        remove(old.part(first..<old.count - last))
        let inserted = new.part(first..<new.count - last)
        if !inserted.isEmpty { insert(inserted, at: IndexPath(section: index, item: first)) }
    }
}
