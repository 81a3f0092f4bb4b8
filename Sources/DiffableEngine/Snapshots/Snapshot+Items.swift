// Items: append, prepend, insert and move. Items that are added become roots of a section, children of a parent, or
// siblings of an anchor.

extension Snapshot {
    /// Appends items to a section, or to the last one if no section is passed.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func appendItems(_ items: [Element], toSection section: Identifier? = nil) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try appendItems(items.unchecked, toSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in
                try appendItems(items.unchecked, toSection: section)
            }
        }
    }

    /// Inserts items at the front of a section, or of the last one if no section is passed.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func prependItems(_ items: [Element], toSection section: Identifier? = nil) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try prependItems(items.unchecked, toSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in
                try prependItems(items.unchecked, toSection: section)
            }
        }
    }

    /// Inserts items at the front of the children of another item.
    /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func prependItems(_ items: [Element], toParent parent: Identifier) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            try parent.withRaw { (parent) throws(DiffableError) in try prependItems(items.unchecked, toParent: parent) }
        }
    }

    /// Inserts items before the visible item at an index of a section, as its siblings. If the index is the number of
    /// visible items of the section, inserts them at its end. If no section is passed, inserts them into the last one.
    /// - Throws: `noSections`, `duplicateIdentifier`, `unknownIdentifier`; `invalidArgument` for any other index.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], at index: Int, inSection section: Identifier? = nil)
        throws(DiffableError)
    {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            guard let section else { return try insertItems(items.unchecked, at: index, inSection: nil) }
            try section.withRaw { (section) throws(DiffableError) in
                try insertItems(items.unchecked, at: index, inSection: section)
            }
        }
    }

    /// Appends items to the children of another item.
    /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
    /// - Complexity: O(k + log n + levels below the parent)
    public mutating func appendItems(_ items: [Element], toParent parent: Identifier) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            try parent.withRaw { (parent) throws(DiffableError) in try appendItems(items.unchecked, toParent: parent) }
        }
    }

    /// Inserts items before another item, as its siblings.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n)
    public mutating func insertItems(_ items: [Element], beforeItem anchor: Identifier) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertItems(items, beforeItem: anchor) }
        }
    }

    /// Inserts items after another item and everything below that, as its siblings.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + log n + levels below the anchor)
    public mutating func insertItems(_ items: [Element], afterItem anchor: Identifier) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertItems(items, afterItem: anchor) }
        }
    }

    @export(interface)
    package mutating func appendItems(
        _ items: UncheckedElements, toSection section: BorrowedIdentifier?, _ call: StaticString = "append_items"
    ) throws(DiffableError) {
        guard numberOfSections > 0 else { throw .noSections(call) }
        try add(items, at: .endOfSection(section), call)
    }

    /// Inserts items at any place.
    package mutating func insertItems(_ items: BorrowedElements, at destination: NamedDestination) throws(DiffableError)
    {
        try insertItems(items, at: destination, "insert_items")
    }

    package mutating func prependItems(_ items: UncheckedElements, toSection section: BorrowedIdentifier?)
        throws(DiffableError)
    {
        try add(items, at: .startOfSection(section), "prepend_items")
    }

    package mutating func prependItems(_ items: UncheckedElements, toParent parent: BorrowedIdentifier)
        throws(DiffableError)
    {
        try add(items, at: .startOfParent(parent), "prepend_items_to_parent")
    }

    package mutating func insertItems(_ items: UncheckedElements, at index: Int, inSection section: BorrowedIdentifier?)
        throws(DiffableError)
    {
        try add(items, at: .index(index, ofSection: section), "insert_items_at")
    }

    @export(interface)
    package mutating func appendItems(_ items: UncheckedElements, toParent parent: BorrowedIdentifier)
        throws(DiffableError)
    {
        try add(items, at: .endOfParent(parent), "append_items_to_parent")
    }

    /// Appends items by their handles in the tables of this list. Returns false and changes nothing if the list has
    /// trees, if an item is in the list already or is passed twice, if there would be too many items, or if the list
    /// has to move to new tables first.
    package mutating func appendItems(_ handles: BorrowedHandles, toSectionAt index: Int) -> Bool {
        guard storage.forest == nil, numberOfItems + handles.count <= Int(Int32.max), !hasMostlyDeadIdentifiers,
            leafNumbers.claim(handles, with: LeafDirectory.pending)
        else { return false }
        append(handles, toSection: index)
        setContents(ofNew: handles, to: .none)
        return true
    }

    @export(interface)
    package mutating func insertItems(_ items: BorrowedElements, beforeItem anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try insertItems(items, at: .item(anchor, offset: 0), "insert_items_before")
    }

    @export(interface)
    package mutating func insertItems(_ items: BorrowedElements, afterItem anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try insertItems(items, at: .item(anchor, offset: 1), "insert_items_after")
    }

    private mutating func insertItems(
        _ items: BorrowedElements, at destination: NamedDestination, _ call: StaticString
    ) throws(DiffableError) {
        if case .item(let anchor, _) = destination, items.contains(anchor) {
            throw .destination(.item, call, Identifier(anchor), isItself: "inserted")
        }
        try add(items.unchecked, at: destination, call)
    }

    private mutating func add(_ items: UncheckedElements, at destination: NamedDestination, _ call: StaticString)
        throws(DiffableError)
    {
        try compacting { (snapshot) throws(DiffableError) in
            try snapshot.withNewItems(items, call) { (snapshot, items) throws(DiffableError) in
                let place = try snapshot.require(destination, call)
                if !items.isEmpty { snapshot.insertNew(items, at: place) }
            }
        }
    }

    private mutating func insertNew(_ items: BorrowedHandles, at destination: Destination) {
        if case .endOfParent(let parent) = destination {
            return countingBranches(of: [parent]) { $0.insert(items, children: items, at: destination) }
        }
        insert(items, children: items, at: destination)
    }
}

/// A destination by the identifiers that were passed.
package enum NamedDestination {
    /// If the section is nil, the last one is meant. The same is true of the next two cases.
    case endOfSection(BorrowedIdentifier?)
    case startOfSection(BorrowedIdentifier?)
    /// Before the visible item at the index, or at the end of the section.
    case index(Int, ofSection: BorrowedIdentifier?)
    case endOfParent(BorrowedIdentifier)
    case startOfParent(BorrowedIdentifier)
    /// Before the item if the offset is 0. After the item and everything below it if the offset is 1.
    case item(BorrowedIdentifier, offset: Int)
}

extension Snapshot {
    func require(_ destination: NamedDestination, _ call: StaticString) throws(DiffableError) -> Destination {
        switch destination {
        case .endOfSection(let section): return .endOfSection(try requireIndex(ofSection: section, call))
        case .startOfSection(let section): return place(0, inSectionAt: try requireIndex(ofSection: section, call))
        case .index(let index, let section):
            let sectionIndex = try requireIndex(ofSection: section, call)
            let count = sections[sectionIndex].count
            if !(0...count).contains(index) {
                let name = identifiers.sections.identifier(sections[sectionIndex].handle)
                throw .outOfRange(call, index, count: count, of: isSectionSnapshot ? nil : name)
            }
            return place(index, inSectionAt: sectionIndex)
        case .endOfParent(let parent): return .endOfParent(try requireParent(parent, call))
        case .startOfParent(let parent):
            let item = try requireParent(parent, call)
            return node(item).hasChildren ? .before(node(item).first) : .endOfParent(item)
        case .item(let anchor, let offset):
            let item = try requireItem(anchor, call)
            return offset == 0 ? .before(item) : .after(item)
        }
    }

    /// Returns the index of a section, or that of the last section if none is named.
    private func requireIndex(ofSection section: BorrowedIdentifier?, _ call: StaticString) throws(DiffableError) -> Int
    {
        guard numberOfSections > 0 else { throw .noSections(call) }
        guard let section else { return numberOfSections - 1 }
        return try index(ofSection: section, call)
    }

    /// The handle of a parent, which must not be inserted by the same call. New items have handles and leaf numbers by
    /// now, so without this check an item could become its own parent.
    private func requireParent(_ parent: BorrowedIdentifier, _ call: StaticString) throws(DiffableError) -> Handle {
        let item = try requireItem(parent, call)
        if leafNumbers[item] == LeafDirectory.pending { throw unknownItem(parent, call) }
        return item
    }

    private func place(_ index: Int, inSectionAt section: Int) -> Destination {
        let path = IndexPath(section: section, item: index)
        return contains(path) ? .before(item(at: path)) : .endOfSection(section)
    }
}

extension Snapshot {
    /// Moves an item with everything below it before another item, as its sibling.
    /// - Throws: `invalidDestination`, also for an anchor that is below the item; `unknownIdentifier`.
    /// - Complexity: O(rows that move + log n + levels)
    public mutating func moveItem(_ item: Identifier, beforeItem anchor: Identifier) throws(DiffableError) {
        try item.withRaw { (item) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveItem(item, beforeItem: anchor) }
        }
    }

    /// Moves an item with everything below it after another item and everything below that, as its sibling.
    /// - Throws: `invalidDestination`, also for an anchor that is below the item; `unknownIdentifier`.
    /// - Complexity: O(rows that move + log n + levels)
    public mutating func moveItem(_ item: Identifier, afterItem anchor: Identifier) throws(DiffableError) {
        try item.withRaw { (item) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveItem(item, afterItem: anchor) }
        }
    }

    @export(interface)
    package mutating func moveItem(_ item: BorrowedIdentifier, beforeItem anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveItem(item, at: anchor, offset: 0, "move_item_before")
    }

    @export(interface)
    package mutating func moveItem(_ item: BorrowedIdentifier, afterItem anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveItem(item, at: anchor, offset: 1, "move_item_after")
    }

    private mutating func moveItem(
        _ item: BorrowedIdentifier, at anchor: BorrowedIdentifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        if BorrowedIdentifier.equal(item, anchor) {
            throw .destination(.item, call, Identifier(item), isItself: "moved")
        }
        let (moved, destination) = identifiers.items.find(item, anchor)
        leafNumbers.prefetch(destination)
        guard contains(moved) else { throw unknownItem(item, call) }
        guard contains(destination) else { throw unknownItem(anchor, call) }
        if storage.forest != nil, isItem(destination, atOrBelow: moved) {
            throw .moveBelowItself(call, Identifier(item), Identifier(anchor))
        }
        BorrowedHandles.one(moved) { moved in
            if storage.forest != nil {
                return moveSubtrees(moved, to: offset == 0 ? .before(destination) : .after(destination))
            }
            remove(moved)
            guard var location = locate(destination) else { return }
            location.offset += offset
            insert(moved, at: location)
        }
    }

    /// Moves items with everything below them to the end of a section, as roots, in the order of the array.
    /// - Throws: `duplicateIdentifier` for an item that is named twice or is below another one of them,
    ///   `unknownIdentifier`.
    /// - Complexity: O(rows that move · (log n + levels))
    public mutating func moveItems(_ items: [Identifier], toSection section: Identifier) throws(DiffableError) {
        let elements = items.map { Element($0) }
        try BorrowedElements.with(elements) { (items) throws(DiffableError) in
            try section.withRaw { (section) throws(DiffableError) in try moveItems(items, toSection: section) }
        }
    }

    @export(interface)
    package mutating func moveItems(_ items: BorrowedElements, toSection section: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveItems(items, to: .endOfSection(section), "move_items_to_section")
    }

    /// Moves items with everything below them to the end of the children of another item, in the order of the array.
    /// - Throws: `duplicateIdentifier` for an item that is named twice or is below another one of them;
    ///   `invalidDestination` for a parent that is one of the items or is below one; `unknownIdentifier`.
    /// - Complexity: O(rows that move · (log n + levels))
    public mutating func moveItems(_ items: [Identifier], toParent parent: Identifier) throws(DiffableError) {
        let elements = items.map { Element($0) }
        try BorrowedElements.with(elements) { (items) throws(DiffableError) in
            try parent.withRaw { (parent) throws(DiffableError) in try moveItems(items, toParent: parent) }
        }
    }

    @export(interface)
    package mutating func moveItems(_ items: BorrowedElements, toParent parent: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveItems(items, to: .endOfParent(parent), "move_items_to_parent")
    }

    /// Moves items with everything below them to any place except an index, in the order of the array. The item at an
    /// index could itself be one of the items that move.
    package mutating func moveItems(_ items: BorrowedElements, to destination: NamedDestination) throws(DiffableError) {
        try moveItems(items, to: destination, "move_items")
    }

    private mutating func moveItems(
        _ items: BorrowedElements, to destination: NamedDestination, _ call: StaticString
    ) throws(DiffableError) {
        try withItems(items, call) { (snapshot, handles) throws(DiffableError) in
            try items.requireUnique(handles, .item, call)
            // If a section is passed that is not in the list, it is unknown, even if the list has no sections.
            switch destination {
            case .endOfSection(let section?), .startOfSection(let section?):
                _ = try snapshot.index(ofSection: section, call)
            case .endOfSection(nil), .startOfSection(nil), .index, .endOfParent, .startOfParent, .item: break
            }
            var place = try snapshot.require(destination, call)
            if snapshot.storage.forest != nil { try snapshot.requireApart(handles, call) }
            try snapshot.requireNoneMoves(destination, with: items, handles, call)
            if handles.isEmpty { return }
            place = snapshot.place(place, of: destination, without: handles)
            if snapshot.storage.forest == nil, snapshot.moveRows(handles, to: place) { return }
            snapshot.moveSubtrees(handles, to: place)
        }
    }

    /// Moves items of a flat list. Returns false and does nothing if they become children.
    private mutating func moveRows(_ items: BorrowedHandles, to place: Destination) -> Bool {
        let (anchor, offset): (Handle, Int)
        switch place {
        case .endOfParent: return false
        case .endOfSection(let index):
            remove(items)
            append(items, toSection: index)
            return true
        case .before(let item): (anchor, offset) = (item, 0)
        case .after(let item): (anchor, offset) = (item, 1)
        }
        remove(items)
        guard var location = locate(anchor) else { return true }
        location.offset += offset
        insert(items, at: location)
        return true
    }

    /// Checks that the anchor or the parent of a destination neither moves itself nor is below an item that moves.
    private func requireNoneMoves(
        _ destination: NamedDestination, with items: BorrowedElements, _ handles: BorrowedHandles, _ call: StaticString
    ) throws(DiffableError) {
        let (anchor, isItem): (BorrowedIdentifier, Bool)
        switch destination {
        case .item(let item, _): (anchor, isItem) = (item, true)
        case .endOfParent(let parent), .startOfParent(let parent): (anchor, isItem) = (parent, false)
        case .endOfSection, .startOfSection, .index: return
        }
        let item = try requireItem(anchor, call)
        for (position, moved) in handles.enumerated() where self.isItem(item, atOrBelow: moved) {
            if isItem && moved == item { throw .destination(.item, call, Identifier(anchor), isItself: "moved") }
            throw .moveBelowItself(call, items.identifier(at: position), Identifier(anchor))
        }
    }

    /// Returns a place that does not depend on items that move. If the place is before the first item of a section or
    /// of a parent, and that item moves, the result is before the first sibling that stays.
    private func place(_ place: Destination, of destination: NamedDestination, without moved: BorrowedHandles)
        -> Destination
    {
        guard case .before(let first) = place else { return place }
        let siblings: [Handle]
        let end: Destination
        switch destination {
        case .startOfSection:
            guard let path = indexPath(ofItem: first) else { return place }
            (siblings, end) = (rootHandles(inSectionAt: path.section), .endOfSection(path.section))
        case .startOfParent: (siblings, end) = (childHandles(of: node(first).parent), .endOfParent(node(first).parent))
        case .endOfSection, .endOfParent, .index, .item: return place
        }
        var leaving = PositionIndex(capacity: moved.count)
        for item in moved { leaving.set(item, position: 0) }
        return siblings.first { leaving.position(of: $0) == nil }.map { .before($0) } ?? end
    }

    /// Checks that none of the items is below another one.
    private func requireApart(_ items: BorrowedHandles, _ call: StaticString) throws(DiffableError) {
        var moved = PositionIndex(capacity: items.count)
        for item in items { moved.set(item, position: 0) }
        for (position, item) in items.enumerated() {
            var ancestor = node(item).parent
            while ancestor != Node.none {
                if moved.position(of: ancestor) != nil {
                    let table = identifiers.items
                    throw .duplicateMove(call, table.identifier(item), position, below: table.identifier(ancestor))
                }
                ancestor = node(ancestor).parent
            }
        }
    }
}
