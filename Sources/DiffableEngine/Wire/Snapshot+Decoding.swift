extension Snapshot {
    /// Decodes the list in a snapshot document.
    /// - Throws: `malformed` if the bytes are not a snapshot document; `limitExceeded` if the list does not fit in the
    ///   tables.
    /// - Complexity: O(size)
    public init(decoding bytes: [UInt8]) throws(DiffableError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(DiffableError) in
            try Self.decoded(UnsafeRawBufferPointer(bytes)).list
        }
    }

    /// - Returns: the name in the memory of the document; nil if the list has none.
    @export(interface)
    package static func decoded(
        _ bytes: UnsafeRawBufferPointer, _ call: StaticString = "decode"
    ) throws(DiffableError) -> (list: Snapshot, name: UnsafeRawBufferPointer?) {
        var decoder = SnapshotDecoder(bytes, call)
        return try decoder.decode()
    }
}

private struct SnapshotDecoder {
    private var reader: DocumentReader
    private let tables = Identifiers()
    private var elements: [ListElement] = []
    private var isSectionSnapshot = false
    /// How many items were read.
    private var itemCount = 0
    /// Identifiers that are interned together. The first batch decides how much room the new table has at first.
    private var batch: [BorrowedIdentifier] = []
    private static let batchSize = 1 << 16

    init(_ bytes: UnsafeRawBufferPointer, _ call: StaticString) {
        reader = DocumentReader(bytes, call)
    }

    mutating func decode() throws(DiffableError) -> (list: Snapshot, name: UnsafeRawBufferPointer?) {
        let name = try reader.beginning(.snapshot)
        let start = reader.offset
        var levels = try reader.levels()
        let expanded = try reader.positions()
        let expandable = try reader.positions()
        try readIdentifiers(&levels)
        let end = max(levels.end, expanded.last?.end ?? 0, expandable.last?.end ?? 0)
        guard end <= elements.count, elements.toggle(.expanded, expanded), elements.toggle(.expandable, expandable)
        else {
            throw reader.error(
                "there are levels or flags for elements that do not exist or cannot have them", at: start)
        }
        var list = Snapshot(SnapshotStorage(identifiers: tables, isSectionSnapshot: isSectionSnapshot))
        list.fill(with: elements)
        let elements = elements
        let call = reader.call
        var contents = NewContents()
        // None of the contents that are stored here is dead. As long as the expected counts are above those of the
        // list, no time is spent on counting dead contents.
        list.uniqueStorage.expected = (elements.count + 1, elements.count + 1, .max)
        try reader.contents(elements.count, mayBeNull: false) { (position, content, _) throws(DiffableError) in
            try contents.add(elements[position], content ?? .none, to: &list, call)
        }
        try contents.finish(&list, call)
        list.uniqueStorage.expected = (0, 0, 0)
        try reader.end()
        return (list, name)
    }

    private mutating func readIdentifiers(_ levels: inout LevelReader) throws(DiffableError) {
        let count = try reader.array()
        var (position, level, sectionCount) = (0, -1, 0)
        while position < count {
            let start = reader.offset
            let (difference, end) = levels.run(at: position)
            // A section has the level 0, and an item at most one more than the element before it.
            if difference < -1 || difference > level {
                throw reader.error("there is an element at a level that it cannot have", at: start)
            }
            level = difference + 1
            if level > 0 {
                let items = min(end, count) - position
                try readItems(items, level)
                position += items
                continue
            }
            if isSectionSnapshot { throw reader.error("there is a second section of a section snapshot", at: start) }
            isSectionSnapshot = position == 0 && reader.null()
            let identifier = isSectionSnapshot ? .integer(0) : try reader.identifier()
            guard let handle = tables.sections.intern(identifier) else { throw .tableFull(reader.call) }
            if Int(handle) != sectionCount { throw reader.error("a section occurs twice", at: start) }
            elements.append(.section(handle))
            (position, sectionCount) = (position + 1, sectionCount + 1)
        }
    }

    /// Reads identifiers of items of one level. None of them may have occurred before.
    private mutating func readItems(_ count: Int, _ level: Int) throws(DiffableError) {
        var remaining = count
        while remaining > 0 {
            let (start, size) = (reader.offset, min(remaining, Self.batchSize))
            batch.removeAll(keepingCapacity: true)
            for _ in 0..<size { batch.append(try reader.identifier()) }
            guard let handles = batch.withUnsafeBufferPointer({ tables.items.intern(BorrowedIdentifiers($0)) }) else {
                throw .tableFull(reader.call)
            }
            for index in 0..<size {
                if Int(handles[index]) != itemCount {
                    let identifier = Identifier(batch[index]).quoted
                    throw reader.error("item \(identifier) occurs twice, among the items that begin", at: start)
                }
                elements.append(ListElement(handle: handles[index], level: Int32(truncatingIfNeeded: level)))
                itemCount &+= 1
            }
            remaining -= size
        }
    }
}

/// Contents of elements, in the memory of a document. Those of items are stored in batches.
struct NewContents {
    private var items: [Handle] = []
    private var contents: [BorrowedContent] = []
    private var byteCount = 0
    private static let batchSize = 1 << 13

    mutating func add(
        _ element: ListElement, _ content: BorrowedContent, to list: inout Snapshot, _ call: StaticString
    ) throws(DiffableError) {
        if element.isSection {
            return try store([content], byteCount: content.byteCount, call, in: &list) { (list, new) in
                if let index = list.sectionIndex(element.handle) { list.setContent(ofSectionAt: index, to: new, 0) }
            }
        }
        items.append(element.handle)
        contents.append(content)
        byteCount += content.byteCount
        if items.count == Self.batchSize { try finish(&list, call) }
    }

    mutating func finish(_ list: inout Snapshot, _ call: StaticString) throws(DiffableError) {
        if items.isEmpty { return }
        let items = items
        try store(contents, byteCount: byteCount, call, in: &list) { (list, new) in
            items.borrowed { list.setContents(ofNew: $0, to: new) }
        }
        self.items.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    private func store(
        _ contents: [BorrowedContent], byteCount: Int, _ call: StaticString, in list: inout Snapshot,
        _ body: (inout Snapshot, BorrowedContents) -> Void
    ) throws(DiffableError) {
        try contents.withUnsafeBufferPointer { (contents) throws(DiffableError) in
            let new = BorrowedContents(contents.baseAddress, byteCount: byteCount)
            try list.requireRoom(for: new, contents.count, call)
            list.preparingContents(new, contents.count) { list in body(&list, new) }
        }
    }
}
