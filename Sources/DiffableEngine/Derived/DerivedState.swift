import CLibc

/// Everything that a derived list knows. It is a value, so an apply that fails leaves the old one.
struct DerivedState {
    var derivation: Derivation
    /// What is known about each item of the origin, by its handle there.
    var items = PagedArray<DerivedItem>(absent: DerivedItem())
    /// The sort key and the content of each section that the section function returned.
    var sections = PagedArray<DerivedSection>(absent: DerivedSection())
    /// Long keys, and the contents of sections.
    var table: ContentTable?
    /// All items of the list, in their order. Unless the list is held, it shows all or a part of them.
    var list: Snapshot
    /// Whether rows wait until the list is released.
    var isHeld = false
    /// Whether a section got another sort key since this was set to false.
    var hasNewSectionKeys = false
    /// How many sections the table had when the list moved to it.
    var sectionCountWhenMoved = 0
    /// The key to which the sort functions append.
    let key = SortKey()

    /// An immutable state behind a reference. An apply of a list that is not derived stores nil and not an empty state.
    final class Kept {
        let state: DerivedState

        init(_ state: DerivedState) {
            self.state = state
        }
    }

    struct DerivedSection: BitwiseCopyable {
        var key = DerivedItem()
        var content: ContentHandle = 0
    }

    /// The state of an empty list.
    init(_ derivation: Derivation, of origin: Snapshot) {
        self.derivation = derivation
        list = Snapshot()
        list = emptyList(of: origin)
    }

    /// An empty list that shares the item table and the contents of another list. Sections that the section function
    /// returns get a table of their own: in the table of the origin, the sections of the origin would count as dead.
    func emptyList(of origin: Snapshot, sections: IdentifierTable? = nil) -> Snapshot {
        let known = origin.identifiers
        let tables =
            derivation.section == nil
            ? known : Identifiers(sections: sections ?? IdentifierTable(lock: known.items.lock), items: known.items)
        var list = Snapshot(SnapshotStorage(identifiers: tables))
        list.shareContents(of: origin)
        return list
    }

    // MARK: - Comparing

    /// Returns a number less than, equal to or greater than 0 if the left key comes before, is equal to, or comes after
    /// the right one.
    func compareKeys(_ left: DerivedItem, _ right: DerivedItem) -> Int {
        if left.high != right.high { return left.high < right.high ? -1 : 1 }
        if left.low != right.low { return left.low < right.low ? -1 : 1 }
        if !left.hasLongKey || left.longKey == right.longKey { return 0 }
        guard let table else { return 0 }
        // Keys that are in the table have more than 15 bytes, and so an address.
        let (first, second) = (table.bytes(left.longKey), table.bytes(right.longKey))
        let order = memcmp(
            first.baseAddress.unsafelyUnwrapped, second.baseAddress.unsafelyUnwrapped, min(first.count, second.count))
        return order != 0 ? Int(order) : first.count - second.count
    }

    /// Sorts items of the origin into the order of the list. They are passed in the order of the origin.
    /// - Complexity: O(n); at most O(n log n) if keys of more than 15 bytes begin with the same 15 bytes
    func sorted(_ items: [Handle]) -> [Handle] {
        if derivation.sort == nil || items.count < 2 { return items }
        var sorted = items.ascending { self.items[$0].low }.ascending { self.items[$0].high }
        if table == nil { return sorted }
        var start = 0
        while start < sorted.count {
            let first = self.items[sorted[start]]
            var end = start + 1
            if first.hasLongKey {
                while end < sorted.count, first.hasSameWords(as: self.items[sorted[end]]) { end += 1 }
            }
            if end - start > 1 {
                // Sort these long keys, which begin with the same bytes.
                let run = Array(copying: sorted[start..<end])
                let order = stableOrder(run.count) { compareKeys(self.items[run[$0]], self.items[run[$1]]) < 0 }
                for (offset, index) in order.enumerated() { sorted[start + offset] = run[index] }
            }
            start = end
        }
        return sorted
    }

    // MARK: - Calling the functions

    /// Calls the filter for an item, and drops all that was known about it.
    mutating func evaluate(_ item: Handle, of origin: Snapshot) throws(DiffableError) {
        var known = DerivedItem()
        known.passes = try passes(item, of: origin)
        items[item] = known
    }

    func passes(_ item: Handle, of origin: Snapshot) throws(DiffableError) -> Bool {
        guard let filter = derivation.filter else { return true }
        return try filter(origin.identifiers.items.raw(item), origin.content(ofHandle: item))
    }

    /// Calls the section and the sort function for an item that is in the list, unless they were called already.
    mutating func place(_ item: Handle, of origin: Snapshot) throws(DiffableError) {
        var known = items[item]
        let isRoot = origin.node(item).parent == Node.none
        let needsSection = derivation.section != nil && known.section == Node.none && isRoot
        let needsKey = derivation.sort != nil && !known.hasKey
        if !needsSection && !needsKey { return }
        let raw = origin.identifiers.items.raw(item)
        let content = origin.content(ofHandle: item)
        if needsSection, let section = derivation.section { known.section = try intern(try section(raw, content)) }
        if needsKey, let sort = derivation.sort {
            key.removeAll()
            try sort(raw, content, key)
            try setKey(of: &known)
        }
        items[item] = known
    }

    /// Adds a section that the section function returned. If it was returned before, its content is replaced.
    private mutating func intern(_ element: Element) throws(DiffableError) -> Handle {
        let handle = element.identifier.withRaw { list.identifiers.sections.intern($0) }
        guard let handle else { throw .tableFull("derive") }
        var section = sections[handle]
        if let content = element.content { try requireRoom(forBytes: content.bytes.count) }
        let content = element.content.map { store($0.bytes, $0.object, over: section.content) } ?? 0
        if content == section.content && section.key.hasKey { return handle }
        section.content = content
        sections[handle] = section
        try sortSection(handle, element)
        return handle
    }

    /// Calls the sort function of sections for one section.
    mutating func sortSection(_ section: Handle, _ element: Element) throws(DiffableError) {
        key.removeAll()
        try derivation.sectionSort?(element, key)
        let old = sections[section].key
        var new = old
        try setKey(of: &new)
        if compareKeys(old, new) != 0 { hasNewSectionKeys = true }
        sections.update(section) { $0.key = new }
    }

    /// Sets the key of an item or a section to the bytes that a function has written.
    private mutating func setKey(of item: inout DerivedItem) throws(DiffableError) {
        try requireRoom(forBytes: key.bytes.count)
        let old = item.longKey
        item.setKey(key.bytes) { store($0, nil, over: old) }
    }

    private func requireRoom(forBytes count: Int) throws(DiffableError) {
        if !ContentTable.hasRoom(for: ContentArena.maximumWordCount(1, byteCount: count), in: table) {
            throw .contentsFull("derive")
        }
    }

    /// Stores bytes, or returns the old handle if it has the same bytes. There must be room for them.
    private mutating func store(_ bytes: [UInt8], _ object: UnsafeMutableRawPointer?, over old: ContentHandle)
        -> ContentHandle
    {
        let table = table ?? ContentTable(words: 64, lock: list.identifiers.items.lock)
        self.table = table
        return table.store(bytes, object, over: old)
    }

    // MARK: - Sections

    /// Sets the content of a section of a list: to that of the section of the origin, or to what the section function
    /// returned. If neither knows the section, it keeps its old content.
    /// - Parameters:
    ///   - old: the previous list, which contains the old content.
    ///   - keepsOld: whether the section keeps its old content in any case.
    func setContent(
        ofSectionAt index: Int, of list: inout Snapshot, _ origin: Snapshot, old: Snapshot, keepsOld: Bool = false
    ) throws(DiffableError) {
        let section = list.sections[index].handle
        let oldIndex =
            old.identifiers === list.identifiers
            ? old.sectionIndex(section) : old.indexOfSection(list.identifiers.sections.raw(section))
        let known = oldIndex.map { old.sections[$0].content } ?? 0
        var content: ContentHandle?
        if keepsOld {
            content = nil
        } else if derivation.section == nil, let index = origin.sectionIndex(section) {
            content = origin.sections[index].content
        } else if derivation.section != nil, sections[section].key.hasKey {
            let new = sections[section].content
            let isStored =
                known != 0 && old.storage.contentTable === list.storage.contentTable
                && ContentComparison(table: old.storage.contentTable, otherTable: table).areEqual(known, new)
            if !isStored {
                content = new == 0 ? 0 : table.flatMap { list.copied(new, from: $0) }
                if content == nil { throw .contentsFull("derive") }
            }
        }
        guard let handle = content ?? list.copied(known, of: old) else { throw .contentsFull("derive") }
        if list.sections[index].content != handle { list.uniqueSection(index).content = handle }
    }
}

extension Snapshot {
    /// Takes over the contents of items from a list that has the same item table.
    mutating func shareContents(of other: Snapshot) {
        let storage = uniqueStorage
        storage.contents = other.contents
        if let table = other.storage.contentTable { storage.contentTable = table }
    }

    /// The content of an item by its handle.
    func content(ofHandle item: Handle) -> BorrowedContent? {
        contents.isEmpty ? nil : content(contents[item])
    }
}
