// Contents of items and sections: reading, comparing and copying them.

extension Snapshot {
    /// The content of an item; nil if the item has none, or is not in the list.
    /// - Complexity: O(size of the content)
    public func content(ofItem item: Identifier) -> Content? {
        item.withRaw { content(ofItem: $0) }.map { Content($0) }
    }

    /// The content of a section; nil if the section has none, or is not in the list.
    /// - Complexity: O(size of the content)
    public func content(ofSection section: Identifier) -> Content? {
        section.withRaw { content(ofSection: $0) }.map { Content($0) }
    }

    /// The content of an item as a number; nil for an unknown item, 0 if there is no content or it is not a number.
    /// - Complexity: O(size of the content)
    public func revision(ofItem item: Identifier) -> UInt64? {
        containsItem(item) ? content(ofItem: item)?.revision ?? 0 : nil
    }

    /// The content of a section as a number; nil for an unknown section, 0 if there is no content or it is not a
    /// number.
    /// - Complexity: O(size of the content)
    public func revision(ofSection section: Identifier) -> UInt64? {
        containsSection(section) ? content(ofSection: section)?.revision ?? 0 : nil
    }

    /// The content of an item, which is not copied. It is valid as long as a snapshot has this content table.
    @export(interface)
    package func content(ofItem raw: BorrowedIdentifier) -> BorrowedContent? {
        identifiers.items.handle(of: raw).flatMap { contains($0) ? content(contents[$0]) : nil }
    }

    @export(interface)
    package func content(ofSection raw: BorrowedIdentifier) -> BorrowedContent? {
        indexOfSection(raw).flatMap { content(sections[$0].content) }
    }

    /// - Parameter path: the index path of an item, which must exist.
    package func content(at path: IndexPath) -> BorrowedContent? {
        contents.isEmpty ? nil : content(contents[item(at: path)])
    }

    /// - Parameter index: the index of a section, which must exist.
    package func content(ofSectionAt index: Int) -> BorrowedContent? {
        content(sections[index].content)
    }

    /// The content table. It exists if an item or a section has a content, that is, if its content handle is not 0.
    var contentTable: ContentTable { storage.contentTable.unsafelyUnwrapped }

    func content(_ handle: ContentHandle) -> BorrowedContent? {
        handle == 0 ? nil : contentTable[handle]
    }

    // MARK: - Comparing

    /// Compares contents of this list with those of another one.
    func contentComparison(with list: Snapshot) -> ContentComparison {
        ContentComparison(table: storage.contentTable, otherTable: list.storage.contentTable)
    }

    // MARK: - Copying

    /// Copies a content of another list to the table of this one, and returns its handle there; nil if the table is
    /// full.
    mutating func copied(_ content: ContentHandle, of other: Snapshot) -> ContentHandle? {
        content == 0 || storage.contentTable === other.storage.contentTable
            ? content : copied(content, from: other.contentTable)
    }

    /// Copies a content of another table to the table of this list, and returns its handle there; nil if the table is
    /// full.
    mutating func copied(_ content: ContentHandle, from table: ContentTable) -> ContentHandle? {
        if storage.contentTable == nil {
            uniqueStorage.contentTable = ContentTable(words: table.wordCount(content), lock: identifiers.items.lock)
        }
        return contentTable.copy(content, of: table)
    }

    /// Gives a section the content of the first section of another list. Changes nothing if that first section has no
    /// content, or if the contents are equal.
    mutating func copyContent(ofSectionAt index: Int, fromFirstSectionOf list: Snapshot, _ call: StaticString)
        throws(DiffableError)
    {
        let content = list.sections[0].content
        if content == 0 || contentComparison(with: list).areEqual(sections[index].content, content) { return }
        if hasMostlyDeadContents { compactContents() }
        guard let copy = copied(content, of: list) else { throw .contentsFull(call) }
        uniqueSection(index).content = copy
    }

    /// Copies the contents of items of another list.
    /// - Parameter copies: the handles that the items have in this list.
    /// - Returns: false if the table is full.
    mutating func copyContents(_ items: [Handle], of other: Snapshot, to copies: [Handle]) -> Bool {
        if contents.isEmpty && other.contents.isEmpty { return true }
        var new: [ContentHandle] = []
        new.reserveCapacity(items.count)
        for item in items {
            guard let content = copied(other.contents[item], of: other) else { return false }
            new.append(content)
        }
        contents.set(copies, to: new)
        return true
    }

    // MARK: - Compaction

    /// Whether this list uses less than a third of the memory of the content table. False as long as the table grew
    /// little since the last count, and while the list is being filled again.
    var hasMostlyDeadContents: Bool {
        guard let table = storage.contentTable, table.mayBeMostlyDead,
            numberOfAllItems >= expected.items || table.count > expected.words
        else { return false }
        var alive = 0
        for (index, section) in sections.enumerated() {
            alive += table.wordCount(section.content)
            for item in allItemHandles(inSectionAt: index) { alive += table.wordCount(contents[item]) }
        }
        return table.isMostlyDead(alive: alive)
    }

    /// Moves the contents of the list to a new table.
    mutating func compactContents() {
        let old = self
        // Not `uniqueStorage`: compiled for size, Embedded Swift 6.3 retains the storage for `old` only after the check
        // whether the storage is unique. The check would find it unique, and the edits below would change `old` as
        // well.
        let fresh = old.storage.copy()
        (fresh.contentTable, fresh.contents) = (nil, PagedArray(absent: 0))
        self = Snapshot(fresh)
        marks = old.marks
        // A new table has room for what the old one had.
        for (index, section) in old.sections.enumerated() {
            if section.content != 0 {
                uniqueSection(index).content = copied(section.content, of: old).unsafelyUnwrapped
            }
            let items = old.allItemHandles(inSectionAt: index)
            _ = copyContents(items, of: old, to: items)
        }
    }
}
