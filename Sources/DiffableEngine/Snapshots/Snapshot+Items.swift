// Items: append, insert and move.

extension Snapshot {
    /// Appends items to a section; without an argument, to the last one.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func appendItems(_ items: [Element], toSection section: Identifier? = nil) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            try appendItems(items.unchecked) { (snapshot) throws(DiffableError) in
                try section.map { (section) throws(DiffableError) in try snapshot.requireSection(section, "append_items") }
            }
        }
    }

    /// Inserts items before another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], beforeItem anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try insertItems(items, beforeItem: anchor) }
    }

    /// Inserts items after another one, into its section.
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

extension Snapshot {
    /// Moves an item before another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, beforeItem anchor: Identifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 0, "move_item_before")
    }

    /// Moves an item after another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, afterItem anchor: Identifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 1, "move_item_after")
    }

    private mutating func moveItem(
        _ item: Identifier, at anchor: Identifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if item == anchor { throw .destination(.item, call, item, isItself: "moved") }
        let (moved, destination) = item.withRaw { item in anchor.withRaw { anchor in identifiers.items.find(item, anchor) } }
        leafNumbers.prefetch(destination)
        guard containsItem(moved) else { throw .unknown(.item, call, item) }
        guard containsItem(destination) else { throw .unknown(.item, call, anchor) }
        withUnsafePointer(to: moved) { moved in
            let moved = UnsafeBufferPointer(start: moved, count: 1)
            remove(moved)
            guard var location = locate(destination) else { return }
            location.offset += offset
            insert(moved, at: location)
        }
    }

    /// Moves items to the end of a section, in the order of the array.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k log n)
    public mutating func moveItems(_ items: [Identifier], toSection section: Identifier) throws(DiffableError) {
        let elements = items.map { Element($0) }
        try RawElements.with(elements) { (items) throws(DiffableError) in try moveItems(items, toSection: section) }
    }

    package mutating func moveItems(_ items: RawElements, toSection section: Identifier) throws(DiffableError) {
        let call: StaticString = "move_items_to_section"
        let handles = try requireItems(items, call)
        try items.requireUnique(handles, .item, call)
        let destination = try requireSection(section, call)
        handles.withUnsafeBufferPointer { handles in
            remove(handles)
            if let index = sectionIndex(destination) { append(handles, toSection: index) }
        }
    }
}
