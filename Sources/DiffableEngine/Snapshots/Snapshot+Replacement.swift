extension Snapshot {
    /// Makes elements the items of a section, in their order; without an argument, those of the last one. An item that the section has already
    /// stays the same item and keeps its marks, and its revision where none is passed. Other items of the section are deleted.
    /// - Throws: `noSections`, `duplicateIdentifier` for an item that is named twice or is in another section, `unknownIdentifier`.
    /// - Complexity: O(k + items of the section)
    public mutating func replaceItems(_ items: [Element], inSection section: Identifier? = nil) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try replaceItems(items.unchecked, inSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in try replaceItems(items.unchecked, inSection: section) }
        }
    }

    package mutating func replaceItems(_ items: UncheckedElements, inSection section: RawIdentifier?) throws(DiffableError) {
        let call: StaticString = "replace_items"
        guard numberOfSections > 0 else { throw .noSections(call) }
        var index = numberOfSections - 1
        if let section { index = try self.index(ofSection: section, call) }
        var edited = compacted() ?? self
        try withHandles(items.identifiers.count) { (memory) throws(DiffableError) in
            let items = try items.interned(in: edited.identifiers.items, into: memory, call)
            try edited.replace(items, UnsafeBufferPointer(memory), inSectionAt: index, call)
        }
        self = edited
    }

    private mutating func replace(
        _ items: RawElements, _ handles: UnsafeBufferPointer<Handle>, inSectionAt index: Int, _ call: StaticString
    ) throws(DiffableError) {
        try items.requireUnique(handles, .item, call)
        let section = sections[index].handle
        var areElsewhere = false
        var (changed, revisions): ([Handle], [UInt64]) = ([], [])
        for (position, handle) in handles.enumerated() {
            let entry = leafDirectory.entry(leafNumbers[handle])
            if let entry, entry.section != section { areElsewhere = true } // mutant: replaces-from-elsewhere
            // The handle of a new item may still have the revision of an item that was deleted.
            guard let revision = items.revisions[position] ?? (entry == nil ? 0 : nil), revision != self.revisions[handle] else { continue }
            changed.append(handle)
            revisions.append(revision)
        }
        if areElsewhere { throw alreadyThere(items, handles, exceptIn: section, call) }
        guard numberOfItems - sections[index].count + handles.count <= Int(Int32.max) else { throw .tableFull(call) }
        let old = itemHandles(inSectionAt: index)
        old.withUnsafeBufferPointer { replace($0, with: handles, inSectionAt: index) }
        if !changed.isEmpty { self.revisions.set(changed, to: revisions) }
        if marks == nil { return }
        for handle in old where !containsItem(handle) { unmark(handle) } // mutant: replaced-keeps-mark
    }

    /// Replaces all items of a section. The leaves of items that both begin or end with stay shared with other snapshots.
    private mutating func replace(
        _ old: UnsafeBufferPointer<Handle>, with new: UnsafeBufferPointer<Handle>, inSectionAt index: Int
    ) {
        let both = min(old.count, new.count)
        var first = 0
        while first < both, old[first] == new[first] { first += 1 }
        var last = 0
        while last < both - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
        remove(UnsafeBufferPointer(rebasing: old[first..<old.count - last]))
        let inserted = UnsafeBufferPointer(rebasing: new[first..<new.count - last])
        if !inserted.isEmpty { insert(inserted, at: IndexPath(section: index, item: first)) }
    }
}
