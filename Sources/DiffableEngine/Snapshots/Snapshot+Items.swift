// Items: append, insert and move.

extension Snapshot {
    /// Appends items to a section; without an argument, to the last one.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func appendItems(_ items: [Element], toSection section: Identifier? = nil) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try appendItems(items.unchecked, toSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in try appendItems(items.unchecked, toSection: section) }
        }
    }

    /// Inserts items before another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], beforeItem anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertItems(items, beforeItem: anchor) }
        }
    }

    /// Inserts items after another one, into its section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], afterItem anchor: Identifier) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertItems(items, afterItem: anchor) }
        }
    }

    package mutating func appendItems(_ items: UncheckedElements, toSection section: RawIdentifier?) throws(DiffableError) {
        guard numberOfSections > 0 else { throw .noSections("append_items") }
        try add(items, at: .end(ofSection: section), "append_items")
    }

    /// Appends items by their handles in the tables of this list. Returns false and changes nothing if one is in the list, or is passed
    /// twice, or if the list has to move to new tables first.
    package mutating func appendItems(_ handles: UnsafeBufferPointer<Handle>, toSectionAt index: Int) -> Bool {
        guard numberOfItems + handles.count <= Int(Int32.max), !hasMostlyDeadIdentifiers,
            leafNumbers.claim(handles, with: LeafDirectory.pending)
        else { return false }
        append(handles, toSection: index)
        if !revisions.isEmpty { revisions.set(handles, to: 0) }
        return true
    }

    package mutating func insertItems(_ items: RawElements, beforeItem anchor: RawIdentifier) throws(DiffableError) {
        try insertItems(items, at: anchor, offset: 0, "insert_items_before")
    }

    package mutating func insertItems(_ items: RawElements, afterItem anchor: RawIdentifier) throws(DiffableError) {
        try insertItems(items, at: anchor, offset: 1, "insert_items_after")
    }

    private mutating func insertItems(
        _ items: RawElements, at anchor: RawIdentifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if items.contains(anchor) { throw .destination(.item, call, Identifier(anchor), isItself: "inserted") }
        try add(items.unchecked, at: .item(anchor, offset: offset), call)
    }

    /// Where new items are added.
    private enum Destination {
        /// Without a section, the last one.
        case end(ofSection: RawIdentifier?)
        case item(RawIdentifier, offset: Int)
    }

    private mutating func add(_ items: UncheckedElements, at destination: Destination, _ call: StaticString) throws(DiffableError) {
        try compacting { (snapshot) throws(DiffableError) in
            try snapshot.withNewItems(items, call) { (snapshot, items) throws(DiffableError) in
                switch destination {
                case .end(let section):
                    let handle = try section.map { (section) throws(DiffableError) in try snapshot.requireSection(section, call) }
                    snapshot.append(items, toSection: handle.flatMap { snapshot.sectionIndex($0) } ?? snapshot.numberOfSections - 1)
                case .item(let anchor, let offset):
                    let handle = try snapshot.requireItem(anchor, call)
                    guard !items.isEmpty, var location = snapshot.locate(handle) else { return }
                    location.offset += offset
                    snapshot.insert(items, at: location)
                }
            }
        }
    }
}

extension Snapshot {
    /// Moves an item before another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, beforeItem anchor: Identifier) throws(DiffableError) {
        try item.withRaw { (item) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveItem(item, beforeItem: anchor) }
        }
    }

    /// Moves an item after another one, possibly into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, afterItem anchor: Identifier) throws(DiffableError) {
        try item.withRaw { (item) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveItem(item, afterItem: anchor) }
        }
    }

    package mutating func moveItem(_ item: RawIdentifier, beforeItem anchor: RawIdentifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 0, "move_item_before")
    }

    package mutating func moveItem(_ item: RawIdentifier, afterItem anchor: RawIdentifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 1, "move_item_after")
    }

    private mutating func moveItem(
        _ item: RawIdentifier, at anchor: RawIdentifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if RawIdentifier.equal(item, anchor) { throw .destination(.item, call, Identifier(item), isItself: "moved") }
        let (moved, destination) = identifiers.items.find(item, anchor)
        leafNumbers.prefetch(destination)
        guard containsItem(moved) else { throw .unknown(.item, call, Identifier(item)) }
        guard containsItem(destination) else { throw .unknown(.item, call, Identifier(anchor)) }
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
        try RawElements.with(elements) { (items) throws(DiffableError) in
            try section.withRaw { (section) throws(DiffableError) in try moveItems(items, toSection: section) }
        }
    }

    package mutating func moveItems(_ items: RawElements, toSection section: RawIdentifier) throws(DiffableError) {
        let call: StaticString = "move_items_to_section"
        try withItems(items, call) { (snapshot, handles) throws(DiffableError) in
            try items.requireUnique(handles, .item, call)
            let destination = try snapshot.requireSection(section, call)
            snapshot.remove(handles)
            if let index = snapshot.sectionIndex(destination) { snapshot.append(handles, toSection: index) }
        }
    }
}
