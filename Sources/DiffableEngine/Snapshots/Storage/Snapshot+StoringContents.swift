// Stores the contents that edits give to items and sections.

extension Snapshot {
    /// Checks that the content table has room for new contents. Every edit does that before it changes anything.
    func requireRoom(for new: BorrowedContents, _ count: Int, _ call: StaticString) throws(DiffableError) {
        if !new.isEmpty && !ContentTable.hasRoom(for: new.maximumWordCount(count), in: storage.contentTable) {
            throw .contentsFull(call)
        }
    }

    /// Runs an edit that stores contents. Makes a content table if there is none, and moves the list to a new table if
    /// most contents of the old one are dead. The old table exists until the edit is over, because a caller may pass
    /// contents that it has read from this list.
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

    /// Sets the contents of items that were not in the list before. Items without a new content are also written,
    /// because a handle may still have the content of an item that was deleted.
    mutating func setContents(ofNew items: BorrowedHandles, to new: BorrowedContents) {
        if new.isEmpty {
            if !contents.isEmpty && !items.isEmpty { contents.set(items, to: nil) }
            return
        }
        withStored(new, over: items, keepingOthers: false) { snapshot, handles in
            snapshot.contents.set(items, to: handles.baseAddress)
        }
    }

    /// Sets the contents of items, none of which occurs twice. An item that gets no content keeps the one that it has.
    /// Returns the items whose contents changed, in their order.
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

    /// Stores the contents of items, and runs `body` with their handles. If an item has an equal content already, that
    /// content is kept, and is not stored again. Does not run `body` if every item keeps its content.
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

    /// Sets the content of a section. If the new content is none, the section keeps the one that it has.
    mutating func setContent(ofSectionAt index: Int, to new: BorrowedContents, _ position: Int) {
        let content = stored(new, position, over: sections[index].content)
        if content != sections[index].content { uniqueSection(index).content = content }
    }

    /// Stores a content unless it is equal to the old one, and returns its handle. Returns the handle of the old
    /// content if there is no new one.
    func stored(_ new: BorrowedContents, _ position: Int, over old: ContentHandle) -> ContentHandle {
        guard let start = new.start else { return old }
        return contentTable.store(start[position], over: old, keepingOthers: true)
    }
}
