extension Snapshot {
    /// Moves an item in front of another one, also into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, beforeItem anchor: Identifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 0, "move_item_before")
    }

    /// Moves an item behind another one, also into another section.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(log n)
    public mutating func moveItem(_ item: Identifier, afterItem anchor: Identifier) throws(DiffableError) {
        try moveItem(item, at: anchor, offset: 1, "move_item_after")
    }

    private mutating func moveItem(
        _ item: Identifier, at anchor: Identifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if item == anchor { throw .destination(.item, call, item, isItself: "moved") }
        // Both at once, so that the waits for their memory overlap.
        let handles = item.withRaw { item in
            anchor.withRaw { anchor in identifiers.items.find(RawIdentifiers(count: 2) { $0 == 0 ? item : anchor }) }
        }
        let (moved, destination) = (handles[0], handles[1])
        leafNumbers.prefetch(destination)
        guard containsItem(moved) else { throw .unknown(.item, call, item) }
        guard containsItem(destination) else { throw .unknown(.item, call, anchor) }
        remove([moved])
        guard var location = locate(destination) else { return }
        location.offset += offset
        insert([moved], at: location)
    }

    /// Moves items to the end of a section, in the order given.
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
        remove(handles)
        guard let index = sectionIndex(destination) else { return }
        append(handles, toSection: index)
    }
}
