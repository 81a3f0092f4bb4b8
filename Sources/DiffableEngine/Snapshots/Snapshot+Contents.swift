// Contents of items and sections: setting, comparing and copying them.

extension Snapshot {
    /// The content of an item; nil if it has none, or if it is unknown.
    /// - Complexity: O(size)
    public func content(ofItem item: Identifier) -> Content? {
        item.withRaw { content(ofItem: $0) }.map { Content($0) }
    }

    /// The content of a section; nil if it has none, or if it is unknown.
    /// - Complexity: O(size)
    public func content(ofSection section: Identifier) -> Content? {
        section.withRaw { content(ofSection: $0) }.map { Content($0) }
    }

    /// The number that is the content of an item; nil for an unknown item, 0 if the content is no number.
    /// - Complexity: O(size)
    public func revision(ofItem item: Identifier) -> UInt64? {
        containsItem(item) ? content(ofItem: item)?.revision ?? 0 : nil
    }

    /// The number that is the content of a section; nil for an unknown section, 0 if the content is no number.
    /// - Complexity: O(size)
    public func revision(ofSection section: Identifier) -> UInt64? {
        containsSection(section) ? content(ofSection: section)?.revision ?? 0 : nil
    }

    /// The content in the memory of the table, which exists as long as a snapshot that shares it.
    @export(interface)
    package func content(ofItem raw: RawIdentifier) -> BorrowedContent? {
        identifiers.items.handle(of: raw).flatMap { contains($0) ? content(contents[$0]) : nil }
    }

    @export(interface)
    package func content(ofSection raw: RawIdentifier) -> BorrowedContent? {
        indexOfSection(raw).flatMap { content(sections[$0].content) }
    }

    /// - Parameter path: of an item that must exist.
    package func content(at path: IndexPath) -> BorrowedContent? {
        contents.isEmpty ? nil : content(contents[item(at: path)])
    }

    /// - Parameter index: of a section that must exist.
    package func content(ofSectionAt index: Int) -> BorrowedContent? {
        content(sections[index].content)
    }

    /// The table, for those who have a handle of a content that is not 0.
    private var contentTable: ContentTable { storage.contentTable.unsafelyUnwrapped }

    func content(_ handle: ContentHandle) -> BorrowedContent? {
        handle == 0 ? nil : contentTable[handle]
    }

    // MARK: - Setting

    /// Checks that new contents have room. Every edit does that before it changes anything.
    func requireRoom(for new: BorrowedContents, _ count: Int, _ call: StaticString) throws(DiffableError) {
        if !new.areNone && !ContentTable.hasRoom(for: new.mostWords(count), in: storage.contentTable) { throw .tableFull(call) }
    }

    /// Runs an edit that stores contents. Makes a table for the first ones, and moves the list to a new table if most contents of the old
    /// one are dead. The old one exists until the edit is over, because a caller may pass contents that it has read from this list.
    mutating func preparingContents(_ new: BorrowedContents, _ count: Int, _ edit: (inout Snapshot) -> Void) {
        if new.areNone { return edit(&self) }
        let old = storage.contentTable
        if hasMostlyDeadContents { compactContents() }
        if storage.contentTable == nil {
            uniqueStorage.contentTable = ContentTable(words: new.wordCount(count), lock: identifiers.items.lock)
        }
        edit(&self)
        withExtendedLifetime(old) {}
    }

    /// Sets the contents of items that the list had not. An item that gets none may still have that of an item that was deleted.
    mutating func setContents(ofNew items: UnsafeBufferPointer<Handle>, to new: BorrowedContents) {
        if new.areNone {
            if !contents.isEmpty && !items.isEmpty { contents.set(items, to: nil) }
            return
        }
        withStored(new, over: items, keepingOthers: false) { snapshot, handles in
            snapshot.contents.set(items, to: handles.baseAddress)
        }
    }

    /// Sets the contents of items, which all differ. An item that gets none keeps the one that it has.
    /// Returns the items whose content is another one now, in their order.
    @discardableResult
    mutating func setContents(of items: UnsafeBufferPointer<Handle>, to new: BorrowedContents) -> [Handle] {
        var changed: [Handle] = []
        if new.areNone { return changed }
        withStored(new, over: items, keepingOthers: true) { snapshot, handles in
            var contents: [ContentHandle] = []
            for position in 0..<items.count where handles[position] != snapshot.contents[items[position]] {
                changed.append(items[position])
                contents.append(handles[position])
            }
            snapshot.contents.set(changed, to: contents)
        }
        return changed
    }

    /// Runs `body` with the handles of contents, which are stored unless an item has an equal one. Does not run it if each item keeps its
    /// content.
    private mutating func withStored(
        _ new: BorrowedContents, over items: UnsafeBufferPointer<Handle>, keepingOthers: Bool,
        _ body: (inout Snapshot, UnsafeMutableBufferPointer<ContentHandle>) -> Void
    ) {
        guard let start = new.start else { return }
        preparingContents(new, items.count) { list in
            withUnsafeTemporaryAllocation(of: ContentHandle.self, capacity: items.count) { handles in
                if list.contents.isEmpty {
                    handles.initialize(repeating: 0)
                } else {
                    for position in 0..<items.count { handles[position] = list.contents[items[position]] }
                }
                if list.contentTable.store(start, over: handles, keepingOthers: keepingOthers) { body(&list, handles) }
            }
        }
    }

    /// Sets the content of a section. A section that gets none keeps the one that it has.
    mutating func setContent(ofSectionAt index: Int, to new: BorrowedContents, _ position: Int) {
        let content = stored(new, position, over: sections[index].content)
        if content != sections[index].content { uniqueSection(index).content = content }
    }

    /// The handle of a content, which is stored unless it is equal to an old one; that of the old one for no content.
    func stored(_ new: BorrowedContents, _ position: Int, over old: ContentHandle) -> ContentHandle {
        guard let start = new.start else { return old }
        var handle = old
        withUnsafeMutablePointer(to: &handle) {
            _ = contentTable.store(start + position, over: UnsafeMutableBufferPointer(start: $0, count: 1), keepingOthers: true)
        }
        return handle
    }

    // MARK: - Comparing

    /// Compares contents of this list with those of another one.
    func contentComparison(with list: Snapshot) -> ContentComparison {
        ContentComparison(table: storage.contentTable, otherTable: list.storage.contentTable)
    }

    /// Calls `body` with the items whose contents have other handles in another list, which shares the identifier tables. If the lists do not
    /// share their contents, these are all items.
    @inline(__always)
    func forEachDifferentContentHandle(from other: Snapshot, _ body: (Handle) -> Void) {
        guard let table = storage.contentTable, let otherTable = other.storage.contentTable, table !== otherTable else {
            return contents.forEachDifference(from: other.contents, body)
        }
        for section in sections { for leaf in section.leaves { for item in leaf.items { body(item) } } }
    }

    // MARK: - Copying

    /// The content of another list in the table of this one; nil if the table is full.
    mutating func copied(_ content: ContentHandle, of other: Snapshot) -> ContentHandle? {
        content == 0 || storage.contentTable === other.storage.contentTable ? content : copied(content, from: other.contentTable)
    }

    /// The content of another table in that of this list; nil if the table is full.
    mutating func copied(_ content: ContentHandle, from table: ContentTable) -> ContentHandle? {
        if storage.contentTable == nil {
            uniqueStorage.contentTable = ContentTable(words: table.wordCount(content), lock: identifiers.items.lock)
        }
        return contentTable.copy(content, of: table)
    }

    /// Gives a section the content of the first section of another list, unless that has none or they are equal.
    mutating func copyContent(ofSectionAt index: Int, fromFirstSectionOf list: Snapshot, _ call: StaticString) throws(DiffableError) {
        let content = list.sections[0].content
        if content == 0 || contentComparison(with: list).areEqual(sections[index].content, content) { return }
        if hasMostlyDeadContents { compactContents() }
        guard let copy = copied(content, of: list) else { throw .tableFull(call) }
        uniqueSection(index).content = copy
    }

    /// Copies the contents of items of another list.
    /// - Parameter copies: the items in the handles of this list.
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

    /// Whether most contents of the table are not those of this list. Says no while a list is being filled again.
    var hasMostlyDeadContents: Bool {
        guard let table = storage.contentTable, table.mayBeMostlyDead, numberOfAllItems >= expected.items else { return false }
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
        // Not `uniqueStorage`: compiled for size, Embedded Swift 6.3 asks whether the storage is unique before it retains it for `old`.
        let fresh = old.storage.copy()
        (fresh.contentTable, fresh.contents) = (nil, PagedArray(absent: 0))
        self = Snapshot(fresh)
        marks = old.marks
        // A new table has room for what the old one had.
        for (index, section) in old.sections.enumerated() {
            if section.content != 0 { uniqueSection(index).content = copied(section.content, of: old).unsafelyUnwrapped }
            let items = old.allItemHandles(inSectionAt: index)
            _ = copyContents(items, of: old, to: items)
        }
    }
}
