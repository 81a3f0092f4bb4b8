extension Snapshot {
    /// Applies a patch: this list becomes the one that the patch leads to, without marks.
    /// - Throws: `wrongVersion` if the patch starts from another list; `malformed` if the bytes are not a valid patch;
    ///   `limitExceeded`.
    /// - Complexity: O(changes · log n) for changes of items in a list without trees whose version is known; otherwise
    ///   O(n)
    public mutating func apply(patch: [UInt8]) throws(DiffableError) {
        try patch.withUnsafeBufferPointer { (bytes) throws(DiffableError) in
            try apply(patch: UnsafeRawBufferPointer(bytes))
        }
    }

    @export(interface)
    package mutating func apply(patch bytes: UnsafeRawBufferPointer, _ call: StaticString = "apply_patch")
        throws(DiffableError)
    {
        var patch = try PatchReader(bytes, call)
        let version = self.version
        if patch.from != version {
            throw DiffableError(
                .wrongVersion,
                "\(call): the patch starts from version \(patch.from.text), and the list has version \(version.text)")
        }
        try patch.readEdits(numberOfElements)
        let base = compacted() ?? withoutMarks
        let isFlat =
            storage.forest == nil && patch.levels.isEmpty && patch.expandedToggles.isEmpty
            && patch.expandableToggles.isEmpty
        var list: Snapshot?
        if isFlat { list = try base.patchedInPlace(&patch, version) }
        if list == nil { list = try base.patchedAsWhole(&patch) }
        if let list { self = list }
    }

    // MARK: - As a whole

    private func patchedAsWhole(_ patch: inout PatchReader) throws(DiffableError) -> Snapshot {
        let old = allElements
        var elements: [ListElement] = []
        elements.reserveCapacity(patch.count)
        var levels = patch.levels
        var failure: DiffableError?
        var (reading, level) = (patch, Int32(-1))
        var inserted = MarkSet()
        patch.edits.forEachPiece(patch.count) { piece in
            for offset in 0..<piece.count where failure == nil {
                do throws(DiffableError) {
                    let difference = Int32(truncatingIfNeeded: levels.difference(at: piece.first + offset))
                    var element: ListElement
                    if let position = piece.old {
                        element = old[position + offset]
                        let wasSection = element.isSection
                        element.level &+= difference
                        if element.isSection != wasSection {
                            throw patch.error("an item becomes a section, or a section an item")
                        }
                    } else {
                        element = try insertion(&reading, 1 &+ difference, &inserted)
                    }
                    if element.level < 0 || element.level > level + 1 {
                        throw patch.error("there is an element at a level that it cannot have")
                    }
                    level = element.level
                    elements.append(element)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        guard elements.toggle(.expanded, patch.expandedToggles), elements.toggle(.expandable, patch.expandableToggles)
        else {
            throw patch.error("there are flags of sections")
        }
        if isSectionSnapshot, elements.count(where: { $0.isSection }) != 1 || elements[0].handle != sections[0].handle {
            throw patch.error("there are other sections in a section snapshot")
        }
        let storage = SnapshotStorage(identifiers: identifiers, isSectionSnapshot: isSectionSnapshot)
        (storage.contentTable, storage.contents) = (self.storage.contentTable, contents)
        var list = Snapshot(storage)
        list.fill(with: elements)
        for section in sections where section.content != 0 {
            if let index = list.sectionIndex(section.handle) { list.uniqueSection(index).content = section.content }
        }
        let contents = try reading.readContents(elements.count)
        try list.set(
            contents.map { (element: elements[$0.position], content: $0.content) }, from: self, inserted.members,
            reading.reader.call)
        try reading.finish(self) { old[$0] }
        if list.version != patch.to {
            throw patch.error("the patch leads to another list than it promises")
        }
        return list
    }

    /// Reads the identifier of an inserted element.
    private func insertion(
        _ patch: inout PatchReader, _ level: Int32, _ inserted: inout MarkSet
    ) throws(DiffableError) -> ListElement {
        let start = patch.reader.offset
        let raw = try patch.identifier()
        guard let handle = (level == 0 ? identifiers.sections : identifiers.items).intern(raw) else {
            throw .tableFull(patch.reader.call)
        }
        // A section and an item may have the same handle, so the highest bit marks handles of sections.
        let key = level == 0 ? handle | 1 << 31 : handle
        if (level == 0 ? sectionIndex(handle) != nil : contains(handle)) || inserted.contains(key) {
            let kind: StaticString = level == 0 ? "section" : "item"
            throw patch.reader.error("\(kind) \(Identifier(raw)) is inserted, and is in the list already,", at: start)
        }
        inserted.insert(key)
        return ListElement(handle: handle, level: level)
    }

    // MARK: - In place

    /// Applies a patch of a list without trees that inserts no sections. Returns nil if sections are deleted or moved,
    /// or if the new list is empty.
    private func patchedInPlace(_ patch: inout PatchReader, _ version: Digest) throws(DiffableError) -> Snapshot? {
        var list = self
        var removed: [Handle] = []
        var hasSections = false
        for run in patch.removed {
            forEachElement(in: run.first..<run.end) { element in
                if element.isSection { hasSections = true }
                removed.append(element.handle)
            }
        }
        if hasSections || patch.count == 0 { return nil }
        var moved: [[Handle]] = []
        for move in patch.edits.moved {
            var handles: [Handle] = []
            forEachElement(in: move.from..<move.from + move.count) { handles.append($0.handle) }
            moved.append(handles)
        }
        removed.borrowed { list.remove($0) }
        var reading = patch
        var (inserted, new) = (MarkSet(), [Handle]())
        var next = 0
        for run in patch.edits.inserted {
            while next < moved.count, patch.edits.moved[next].to < run.first {
                try list.place(moved[next], at: patch.edits.moved[next].to, patch)
                next += 1
            }
            var handles: [Handle] = []
            for _ in 0..<run.count {
                handles.append(try insertion(&reading, 1, &inserted).handle)
            }
            new += handles
            try list.place(handles, at: run.first, patch)
        }
        while next < moved.count {
            try list.place(moved[next], at: patch.edits.moved[next].to, patch)
            next += 1
        }
        let contents = try reading.readContents(patch.count)
        let elements = contents.map { (element: list.element(at: list.path(at: $0.position)), content: $0.content) }
        var isNew = PositionIndex(capacity: new.count)
        for handle in new { isNew.set(handle, position: 0) }
        var changed: [(old: Int, new: Int)] = []
        for (index, (element, _)) in elements.enumerated()
        where element.isSection || isNew.position(of: element.handle) == nil {
            let path =
                element.isSection
                ? sectionIndex(element.handle).map { PackedIndexPath(section: $0) }
                : indexPath(ofItem: element.handle).map { PackedIndexPath($0) }
            if let path { changed.append((position(path), contents[index].position)) }
        }
        try list.set(elements, from: self, new, reading.reader.call)
        try reading.finish(self) { element(at: path(at: $0)) }
        var terms = DigestTerms()
        terms.toggle(patch.edits, from: self, to: list, changed: changed)
        var reached = version
        reached ^= terms.sum
        if reached != patch.to { throw patch.error("the patch leads to another list than it promises") }
        list.setKnownVersion(reached)
        return list
    }

    /// Inserts items at a position. The elements before it must be in their places already.
    private mutating func place(_ items: [Handle], at position: Int, _ patch: PatchReader) throws(DiffableError) {
        if position == 0 || position > numberOfElements {
            throw patch.error("there are items that are in no section")
        }
        let before = path(at: position - 1)
        let path = IndexPath(section: Int(before.section), item: Int(before.item) + 1)
        items.borrowed { insert($0, at: path) }
    }

    /// Sets contents of elements.
    /// - Parameter inserted: the handles of the elements that the base does not have, as `insertion` marks them. Their
    ///   old contents are removed first, because a handle may still have the content of an item that was deleted.
    private mutating func set(
        _ new: [(element: ListElement, content: BorrowedContent?)], from base: Snapshot, _ inserted: [Handle],
        _ call: StaticString
    ) throws(DiffableError) {
        if !contents.isEmpty {
            let items = inserted.filter { $0 & 1 << 31 == 0 }
            if !items.isEmpty { items.borrowed { contents.set($0, to: nil) } }
        }
        var added = NewContents()
        for (element, content) in new {
            if let content {
                try added.add(element, content, to: &self, call)
            } else if element.isSection {
                if let index = sectionIndex(element.handle) { uniqueSection(index).content = 0 }
            } else {
                contents.set(element.handle, to: 0)
            }
        }
        try added.finish(&self, call)
    }
}
