// Look-ups. A look-up that finds nothing returns nil. A look-up inside an unknown section throws. Counts, lists and
// indexes include only visible items.

extension Snapshot {
    /// - Complexity: O(s)
    public var sectionIdentifiers: [Identifier] {
        sections.map { identifiers.sections.identifier($0.handle) }
    }

    /// - Complexity: O(n)
    public var itemIdentifiers: [Identifier] {
        sections.flatMap { identifiers(of: $0) }
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(items of the section)
    public func itemIdentifiers(inSection section: Identifier) throws(DiffableError) -> [Identifier] {
        identifiers(of: sections[try index(ofSection: section, "item_identifiers")])
    }

    /// The index of a section that must be in the list.
    package func index(ofSection section: Identifier, _ call: StaticString) throws(DiffableError) -> Int {
        try section.withRaw { (section) throws(DiffableError) in try index(ofSection: section, call) }
    }

    func index(ofSection section: BorrowedIdentifier, _ call: StaticString) throws(DiffableError) -> Int {
        sectionIndex(try requireSection(section, call)) ?? 0
    }

    private func identifiers(of section: SectionStorage) -> [Identifier] {
        section.leaves.flatMap { $0.items.map { identifiers.items.identifier($0) } }
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func numberOfItems(inSection section: Identifier) throws(DiffableError) -> Int {
        sections[try index(ofSection: section, "number_of_items")].count
    }

    /// - Complexity: O(1)
    public func indexOfSection(_ section: Identifier) -> Int? {
        section.withRaw { indexOfSection($0) }
    }

    /// The index of an item counted over all sections.
    /// - Complexity: O(log n)
    @export(interface)
    public func indexOfItem(_ item: Identifier) -> Int? {
        item.withRaw { indexOfItem($0) }
    }

    /// - Complexity: O(log n)
    @export(interface)
    public func indexPath(ofItem item: Identifier) -> IndexPath? {
        item.withRaw { indexPath(ofItem: $0) }
    }

    /// The section of an item, visible or hidden.
    /// - Complexity: O(1) for a visible item
    public func sectionIdentifier(containingItem item: Identifier) -> Identifier? {
        item.withRaw { section(containingItem: $0) }.map { identifiers.sections.identifier($0) }
    }

    /// Whether an item is in the list, visible or hidden.
    /// - Complexity: O(1)
    public func containsItem(_ item: Identifier) -> Bool {
        item.withRaw { containsItem($0) }
    }

    /// - Complexity: O(1)
    public func containsSection(_ section: Identifier) -> Bool {
        indexOfSection(section) != nil
    }

    /// - Complexity: O(1)
    public func sectionIdentifier(at index: Int) -> Identifier? {
        sections.indices.contains(index) ? identifiers.sections.identifier(sections[index].handle) : nil
    }

    /// - Complexity: O(log n)
    public func itemIdentifier(at path: IndexPath) -> Identifier? {
        contains(path) ? identifiers.items.identifier(item(at: path)) : nil
    }

}

// The same look-ups for identifiers in the caller's memory.
extension Snapshot {
    @export(interface)
    package func indexOfSection(_ raw: BorrowedIdentifier) -> Int? {
        identifiers.sections.handle(of: raw).flatMap { sectionIndex($0) }
    }

    @export(interface)
    package func indexOfItem(_ raw: BorrowedIdentifier) -> Int? {
        indexPath(ofItem: raw).map { itemCounts.sum(before: $0.section) + $0.item }
    }

    @export(interface)
    package func indexPath(ofItem raw: BorrowedIdentifier) -> IndexPath? {
        identifiers.items.handle(of: raw).flatMap { indexPath(ofItem: $0) }
    }

    @export(interface)
    package func section(containingItem raw: BorrowedIdentifier) -> Handle? {
        identifiers.items.handle(of: raw).flatMap { leafDirectory.entry(leafNumbers[visibleAncestor(of: $0)])?.section }
    }

    @export(interface)
    package func containsItem(_ raw: BorrowedIdentifier) -> Bool {
        identifiers.items.handle(of: raw).map { contains($0) } ?? false
    }

    package func rawSection(at index: Int) -> BorrowedIdentifier? {
        sections.indices.contains(index) ? identifiers.sections.raw(sections[index].handle) : nil
    }

    package func rawItem(at path: IndexPath) -> BorrowedIdentifier? {
        contains(path) ? identifiers.items.raw(item(at: path)) : nil
    }

    /// The index path of the item at a position, which must exist. Positions are counted over all sections.
    package func indexPath(atPosition position: Int) -> IndexPath {
        let (section, item) = itemCounts.find(position)
        return IndexPath(section: section, item: item)
    }

    /// Calls `body` with the items of a section, beginning with the item at index `first`, but with at most `limit` of
    /// them. Returns how many items it passed.
    package func forEachItem(
        inSection index: Int, from first: Int, limit: Int, _ body: (BorrowedIdentifier) -> Void
    ) -> Int {
        let section = sections[index]
        guard first >= 0, first < section.count else { return 0 }
        var (leaf, offset) = section.counts.find(first)
        var count = 0
        while leaf < section.leaves.count && count < limit {
            let all = section.leaves[leaf].items
            let items = all.part(offset..<min(offset + limit - count, all.count))
            for item in items { body(identifiers.items.raw(item)) }
            count += items.count
            (leaf, offset) = (leaf + 1, 0)
        }
        return count
    }
}
