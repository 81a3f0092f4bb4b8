import DiffableEngine

// Look-ups. A look-up that finds nothing returns nil. A look-up in an unknown section stops the program, as in UIKit.
// Counts, indexes and arrays contain visible items only. A hidden item, which is below a collapsed one, is found by its
// value.

extension DiffableDataSourceSnapshot {
    /// The number of visible items in all sections.
    /// - Complexity: O(1)
    @inlinable
    public var numberOfItems: Int { list.numberOfItems }

    /// The number of sections.
    /// - Complexity: O(1)
    @inlinable
    public var numberOfSections: Int { list.numberOfSections }

    /// The sections in order.
    /// - Complexity: O(s)
    public var sectionIdentifiers: [SectionIdentifierType] {
        (0..<numberOfSections).compactMap { section(at: $0) }
    }

    /// The visible items of all sections in order.
    /// - Complexity: O(n)
    @inlinable
    public var itemIdentifiers: [ItemIdentifierType] {
        var result: [ItemIdentifierType] = []
        result.reserveCapacity(numberOfItems)
        for index in 0..<numberOfSections { appendItems(ofSectionAt: index, to: &result) }
        return result
    }

    /// The visible items of a section in order.
    /// - Precondition: the section is in the list.
    /// - Complexity: O(items of the section)
    @inlinable
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        var result: [ItemIdentifierType] = []
        appendItems(ofSectionAt: index(of: identifier, "itemIdentifiers(inSection:)"), to: &result)
        return result
    }

    @inlinable
    func appendItems(ofSectionAt index: Int, to result: inout [ItemIdentifierType]) {
        list.forEachHandle(ofSectionAt: index, 0..<list.count(ofSectionAt: index)) { handles in
            for handle in handles { items.pages.withValue(handle) { if let item = $0 { result.append(item.pointee) } } }
        }
    }

    /// The number of visible items in a section.
    /// - Precondition: the section is in the list.
    /// - Complexity: O(1)
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        list.count(ofSectionAt: index(of: identifier, "numberOfItems(inSection:)"))
    }

    /// The index of a section that must be in the list.
    @usableFromInline
    func index(of section: SectionIdentifierType, _ call: StaticString) -> Int {
        guard let index = indexOfSection(section) else { unknown(section, .section, call).stop() }
        return index
    }

    /// The section of an item, visible or hidden.
    /// - Complexity: O(1) for a visible item, otherwise O(level)
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        guard let key = items.find(identifier, .item, in: list)?.key else { return nil }
        return list.section(containingItem: BorrowedIdentifier.integer(key)).flatMap { sections.pages[$0] }
    }

    /// The index of an item, counted over all sections; nil for a hidden item.
    /// - Complexity: O(log n)
    @inlinable
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        items.find(identifier, .item, in: list).flatMap { list.globalIndex($0.key) }
    }

    /// The index of a section.
    /// - Complexity: O(1)
    @inlinable
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.find(identifier, .section, in: list).flatMap { list.index(ofSectionHandle: $0.handle) }
    }

    /// The index path of an item; nil for a hidden item. UIKit's data source has this look-up, and its snapshot does
    /// not.
    /// - Complexity: O(log n)
    @inlinable
    public func indexPath(of identifier: ItemIdentifierType) -> DiffableIndexPath? {
        items.find(identifier, .item, in: list).flatMap { list.path($0.handle) }.map {
            DiffableIndexPath(item: $0.item, section: $0.section)
        }
    }

    /// The item at an index path; nil if there is none.
    /// - Complexity: O(log n)
    public func itemIdentifier(at indexPath: DiffableIndexPath) -> ItemIdentifierType? {
        item(at: indexPath.section, indexPath.item)
    }

    /// The item of the list, visible or hidden, that is the same as another value: for `Identifiable` items the one
    /// with the same `id`, with the content that it has in this list.
    /// - Complexity: O(1)
    @inlinable
    public func item(sameAs item: ItemIdentifierType) -> ItemIdentifierType? {
        items.find(item, .item, in: list).flatMap { items.pages[$0.handle] }
    }

    /// The section of the list that is the same as another value.
    /// - Complexity: O(1)
    @inlinable
    public func section(sameAs section: SectionIdentifierType) -> SectionIdentifierType? {
        sections.find(section, .section, in: list).flatMap { sections.pages[$0.handle] }
    }

    /// Whether the list has an item, visible or hidden.
    /// - Complexity: O(1)
    @inlinable
    public func contains(_ identifier: ItemIdentifierType) -> Bool {
        items.find(identifier, .item, in: list) != nil
    }

    /// The items that are marked to be reloaded, in the order of marking.
    /// - Complexity: O(marks)
    public var reloadedItemIdentifiers: [ItemIdentifierType] { markedItems(.reloadedItems) }

    /// The items that are marked to be reconfigured, in the order of marking. An item whose content changed needs no
    /// mark.
    /// - Complexity: O(marks)
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { markedItems(.reconfiguredItems) }

    /// The sections that are marked to be reloaded, in the order of marking.
    /// - Complexity: O(marks)
    public var reloadedSectionIdentifiers: [SectionIdentifierType] { markedSections(.reloadedSections) }

    /// The sections that are marked to be reconfigured, in the order of marking.
    /// - Complexity: O(marks)
    public var reconfiguredSectionIdentifiers: [SectionIdentifierType] { markedSections(.reconfiguredSections) }

    func markedItems(_ mark: Mark) -> [ItemIdentifierType] {
        list.marked(mark).compactMap { items.pages[list.handle($0, .item)] }
    }

    func markedSections(_ mark: Mark) -> [SectionIdentifierType] {
        list.marked(mark).compactMap { sections.pages[list.handle($0, .section)] }
    }
}

// Look-ups and deletions by `id`, for callers that do not have the items. UIKit has no such calls.
extension DiffableDataSourceSnapshot where ItemIdentifierType: Identifiable {
    /// The item of the list, visible or hidden, that has an `id`; nil if there is none.
    /// - Complexity: O(1) if the `id` is the identity of the items, otherwise O(n)
    public func item(withID id: ItemIdentifierType.ID) -> ItemIdentifierType? {
        items.find(id: id, in: list).flatMap { items.pages[$0] }
    }

    /// Deletes the items that have these `id`s, with everything below them, and returns how many were deleted. Ignores
    /// an `id` that no item has, and repetitions.
    /// - Complexity: O(deleted items * log n) if the `id` is the identity of the items; otherwise also O(n)
    @discardableResult
    public mutating func deleteItems(withIDs ids: [ItemIdentifierType.ID]) -> Int {
        if let identity = items.identity, identity.keyPath == nil {
            return deleteItems(ids.compactMap { item(withID: $0) })
        }
        let ids = Set(ids)
        return deleteItems(allItemIdentifiers.filter { ids.contains($0.id) })
    }
}
