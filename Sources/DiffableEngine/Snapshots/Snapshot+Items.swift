// Items: append and insert.

extension Snapshot {
    /// Appends items to a section; to the last one where none is named.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func appendItems(_ items: [Element], toSection section: Identifier? = nil) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            try appendItems(items.unchecked) { (snapshot) throws(DiffableError) in
                try section.map { (section) throws(DiffableError) in try snapshot.requireSection(section, "append_items") }
            }
        }
    }

    /// Inserts items in front of another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], beforeItem anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try insertItems(items, beforeItem: anchor) }
    }

    /// Inserts items behind another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], afterItem anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try insertItems(items, afterItem: anchor) }
    }

    package mutating func appendItems(_ items: UncheckedElements, toSection section: RawIdentifier?) throws(DiffableError) {
        try appendItems(items) { (snapshot) throws(DiffableError) in
            try section.map { (section) throws(DiffableError) in try snapshot.requireSection(section, "append_items") }
        }
    }

    private mutating func appendItems(
        _ items: UncheckedElements, toSection find: (Snapshot) throws(DiffableError) -> Handle?
    ) throws(DiffableError) {
        guard numberOfSections > 0 else { throw .noSections("append_items") }
        try compacting { (snapshot) throws(DiffableError) in
            try snapshot.withNewItems(items, "append_items") { (snapshot, items) throws(DiffableError) in
                let index = try find(snapshot).flatMap { snapshot.sectionIndex($0) } ?? snapshot.numberOfSections - 1
                snapshot.append(items, toSection: index)
            }
        }
    }

    package mutating func insertItems(_ items: RawElements, beforeItem anchor: Identifier) throws(DiffableError) {
        try insertItems(items, at: anchor, offset: 0, "insert_items_before")
    }

    package mutating func insertItems(_ items: RawElements, afterItem anchor: Identifier) throws(DiffableError) {
        try insertItems(items, at: anchor, offset: 1, "insert_items_after")
    }

    private mutating func insertItems(
        _ items: RawElements, at anchor: Identifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if anchor.withRaw({ items.contains($0) }) { throw .destination(.item, call, anchor, isItself: "inserted") }
        try compacting { (snapshot) throws(DiffableError) in
            try snapshot.withNewItems(items.unchecked, call) { (snapshot, items) throws(DiffableError) in
                let handle = try snapshot.requireItem(anchor, call)
                guard !items.isEmpty, var location = snapshot.locate(handle) else { return }
                location.offset += offset
                snapshot.insert(items, at: location)
            }
        }
    }
}
