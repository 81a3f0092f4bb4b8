// Stores the contents that edits give to items and sections.

extension Snapshot {
    /// Checks that new contents have room. Every edit does that before it changes anything.
    func requireRoom(for new: BorrowedContents, _ count: Int, _ call: StaticString) throws(DiffableError) {
        if !new.isEmpty && !ContentTable.hasRoom(for: new.maximumWordCount(count), in: storage.contentTable) {
            throw .tableFull(call)
        }
    }

    /// Runs an edit that stores contents. Makes a table for the first ones, and moves the list to a new table if most
    /// contents of the old one are dead. The old one exists until the edit is over, because a caller may pass contents
    /// that it has read from this list.
    mutating func preparingContents(_ new: BorrowedContents, _ count: Int, _ edit: (inout Snapshot) -> Void) {
        if new.isEmpty { return edit(&self) }
        let old = storage.contentTable
        if hasMostlyDeadContents { compactContents() }
        if storage.contentTable == nil {
            uniqueStorage.contentTable = ContentTable(words: new.wordCount(count), lock: identifiers.items.lock)
        }
        edit(&self)
        withExtendedLifetime(old) {}
    }

    /// Sets the contents of items that the list had not. An item that gets none may still have that of an item that was
    /// deleted.
    mutating func setContents(ofNew items: BorrowedHandles, to new: BorrowedContents) {
        if new.isEmpty {
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
    mutating func setContents(of items: BorrowedHandles, to new: BorrowedContents) -> [Handle] {
        var changed: [Handle] = []
        if new.isEmpty { return changed }
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

    /// Runs `body` with the handles of contents, which are stored unless an item has an equal one. Does not run it if
    /// each item keeps its content.
    private mutating func withStored(
        _ new: BorrowedContents, over items: BorrowedHandles, keepingOthers: Bool,
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
        return contentTable.store(start[position], over: old, keepingOthers: true)
    }
}
