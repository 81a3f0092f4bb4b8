extension Snapshot {
    /// Appends sections.
    /// - Throws: `duplicateIdentifier`.
    /// - Complexity: O(k + s)
    public mutating func appendSections(_ sections: [Element]) throws(DiffableError) {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in try appendSections(sections) }
    }

    /// Inserts sections before another section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + s)
    public mutating func insertSections(_ sections: [Element], beforeSection anchor: Identifier) throws(DiffableError) {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertSections(sections, beforeSection: anchor) }
        }
    }

    /// Inserts sections after another section.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + s)
    public mutating func insertSections(_ sections: [Element], afterSection anchor: Identifier) throws(DiffableError) {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try insertSections(sections, afterSection: anchor) }
        }
    }

    /// Moves a section with its items before another one.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(s)
    public mutating func moveSection(_ section: Identifier, beforeSection anchor: Identifier) throws(DiffableError) {
        try section.withRaw { (section) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveSection(section, beforeSection: anchor) }
        }
    }

    /// Moves a section with its items after another one.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(s)
    public mutating func moveSection(_ section: Identifier, afterSection anchor: Identifier) throws(DiffableError) {
        try section.withRaw { (section) throws(DiffableError) in
            try anchor.withRaw { (anchor) throws(DiffableError) in try moveSection(section, afterSection: anchor) }
        }
    }

    @export(interface)
    package mutating func appendSections(_ sections: BorrowedElements) throws(DiffableError) {
        try insertNew(sections, at: nil, offset: 0, "append_sections")
    }

    @export(interface)
    package mutating func insertSections(_ sections: BorrowedElements, beforeSection anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try insertSections(sections, at: anchor, offset: 0, "insert_sections_before")
    }

    @export(interface)
    package mutating func insertSections(_ sections: BorrowedElements, afterSection anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try insertSections(sections, at: anchor, offset: 1, "insert_sections_after")
    }

    private mutating func insertSections(
        _ sections: BorrowedElements, at anchor: BorrowedIdentifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        try requireSections(call)
        if sections.contains(anchor) { throw .destination(.section, call, Identifier(anchor), isItself: "inserted") }
        try insertNew(sections, at: anchor, offset: offset, call)
    }

    @export(interface)
    package mutating func moveSection(_ section: BorrowedIdentifier, beforeSection anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveSection(section, at: anchor, offset: 0, "move_section_before")
    }

    @export(interface)
    package mutating func moveSection(_ section: BorrowedIdentifier, afterSection anchor: BorrowedIdentifier)
        throws(DiffableError)
    {
        try moveSection(section, at: anchor, offset: 1, "move_section_after")
    }

    private mutating func moveSection(
        _ section: BorrowedIdentifier, at anchor: BorrowedIdentifier, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        try requireSections(call)
        if BorrowedIdentifier.equal(section, anchor) {
            throw .destination(.section, call, Identifier(section), isItself: "moved")
        }
        let from = try index(ofSection: section, call)
        let destination = try index(ofSection: anchor, call)
        let to = destination - (from < destination ? 1 : 0) + offset
        sections.move(from: from, to: to)
        itemCounts.move(from: from, to: to)
        renumberSections(min(from, to)..<max(from, to) + 1)
    }

    /// Inserts sections before or after an anchor, or at the end if there is none. The anchor is looked up after the
    /// sections were checked.
    private mutating func insertNew(
        _ new: BorrowedElements, at anchor: BorrowedIdentifier?, offset: Int, _ call: StaticString
    ) throws(DiffableError) {
        try requireSections(call)
        try compacting { (snapshot) throws(DiffableError) in
            try new.unchecked.withInterned(in: snapshot.identifiers.sections, call) {
                (new, handles) throws(DiffableError) in
                try snapshot.requireNew(new, handles, call)
                let found = try anchor.map { (anchor) throws(DiffableError) in
                    try snapshot.index(ofSection: anchor, call) + offset
                }
                try snapshot.requireRoom(for: new.contents, new.count, call)
                snapshot.insert(handles, new.contents, at: found ?? snapshot.numberOfSections)
            }
        }
    }

    private mutating func insert(_ new: BorrowedHandles, _ contents: BorrowedContents, at index: Int) {
        let behind = index == numberOfSections ? [] : Array(sections[index...])
        sections.removeLast(behind.count)
        preparingContents(contents, new.count) { list in
            for position in new.indices {
                list.sections.append(
                    SectionStorage(handle: new[position], content: list.stored(contents, position, over: 0)))
                list.itemCounts.append(0)
            }
        }
        if behind.isEmpty { return renumberSections(index..<numberOfSections) }
        sections += behind
        renumberSections(from: index)
    }

    /// Appends a section without items. The caller must call `renumberSections` afterwards.
    mutating func appendSection(_ handle: Handle, content: ContentHandle = 0) {
        sections.append(SectionStorage(handle: handle, content: content))
        itemCounts.append(0)
    }

    /// Keeps only some of the sections, in the order in which they are passed.
    mutating func keepSections(_ kept: [SectionStorage]) {
        if kept.count < sections.count && !sectionIndexes.isEmpty {
            for section in sections { sectionIndexes[section.handle] = -1 }
        }
        sections = kept
        renumberSections(from: 0)
    }

    /// Updates the indexes of sections from the first inserted or deleted one on, and the counts of all.
    mutating func renumberSections(from first: Int) {
        renumberSections(first..<numberOfSections)
        itemCounts = FenwickTree(sections.lazy.map { $0.count })
    }

    /// Updates the indexes of some sections, after sections were inserted, moved or deleted. If there are few sections,
    /// no indexes are stored.
    mutating func renumberSections(_ range: Range<Int>) {
        if numberOfSections <= Self.fewSections {
            if !sectionIndexes.isEmpty { sectionIndexes = PagedArray(absent: -1) }
            return
        }
        let changed = sectionIndexes.isEmpty ? 0..<numberOfSections : range
        for index in changed { sectionIndexes.set(sections[index].handle, to: Int32(index)) }
    }
}
