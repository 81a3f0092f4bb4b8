// Marks request cells for elements even if their contents did not change. They last for one apply.

extension Snapshot {
    /// Marks items to get new cells at the next apply. A content that is passed becomes that of the item.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [Element]) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in try reloadItems(items) }
    }

    /// Marks items to have the provider run again for their existing cells at the next apply. A content that is passed
    /// becomes that of the item.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureItems(_ items: [Element]) throws(DiffableError) {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in try reconfigureItems(items) }
    }

    /// Marks sections to get new cells for all their items at the next apply. A content that is passed becomes that of
    /// the section.
    /// - Throws: `duplicateIdentifier` for a section that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadSections(_ sections: [Element]) throws(DiffableError) {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in try reloadSections(sections) }
    }

    /// Marks sections to get new headers and footers at the next apply. Their items are not touched. A content that is
    /// passed becomes that of the section.
    /// - Throws: `duplicateIdentifier` for a section that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureSections(_ sections: [Element]) throws(DiffableError) {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in try reconfigureSections(sections) }
    }

    /// Gives items new contents, and marks the items whose content differs from the old one to be reconfigured. An
    /// element without content changes nothing.
    /// - Returns: how many items differ.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ items: [Element]) throws(DiffableError) -> Int {
        try BorrowedElements.with(items) { (items) throws(DiffableError) in try updateItems(items) }
    }

    /// Gives sections new contents, and marks the sections whose content differs from the old one to be reconfigured.
    /// Their items are not touched. An element without content changes nothing.
    /// - Returns: how many sections differ.
    /// - Throws: `duplicateIdentifier` for a section that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateSections(_ sections: [Element]) throws(DiffableError) -> Int {
        try BorrowedElements.with(sections) { (sections) throws(DiffableError) in try updateSections(sections) }
    }

    @export(interface)
    package mutating func updateSections(_ sections: BorrowedElements) throws(DiffableError) -> Int {
        try markSections(sections, .update, "update_sections")
    }

    @export(interface)
    package mutating func updateItems(_ items: BorrowedElements) throws(DiffableError) -> Int {
        try mark(items, .update)
    }

    @export(interface)
    package mutating func reloadItems(_ items: BorrowedElements) throws(DiffableError) {
        _ = try mark(items, .reload)
    }

    @export(interface)
    package mutating func reconfigureItems(_ items: BorrowedElements) throws(DiffableError) {
        _ = try mark(items, .reconfigure)
    }

    /// Sets the contents of items, and marks the items. An update marks only those whose content differs. Returns how
    /// many items were marked.
    private mutating func mark(_ items: BorrowedElements, _ edit: MarkingEdit) throws(DiffableError) -> Int {
        var count = 0
        try withItems(items, edit.call) { (snapshot, handles) throws(DiffableError) in
            try items.requireUnique(handles, .item, edit.call)
            try snapshot.requireRoom(for: items.contents, items.count, edit.call)
            let changed = snapshot.setContents(of: handles, to: items.contents)
            let marked = edit == .update ? changed : Array(handles)
            if marked.isEmpty { return }
            snapshot.updateMarks { marks in
                if edit == .reload {
                    marks.reloadedItems.insert(marked)
                } else {
                    marks.reconfiguredItems.insert(marked)
                }
            }
            count = marked.count
        }
        return count
    }

    @export(interface)
    package mutating func reloadSections(_ sections: BorrowedElements) throws(DiffableError) {
        _ = try markSections(sections, .reload, "reload_sections")
    }

    @export(interface)
    package mutating func reconfigureSections(_ sections: BorrowedElements) throws(DiffableError) {
        _ = try markSections(sections, .reconfigure, "reconfigure_sections")
    }

    /// Sets the contents of sections, and marks the sections. An update marks only those whose content differs. Returns
    /// how many sections were marked.
    private mutating func markSections(_ sections: BorrowedElements, _ edit: MarkingEdit, _ call: StaticString)
        throws(DiffableError) -> Int
    {
        var count = 0
        try requireSections(call)
        try identifiers.sections.withHandles(of: sections.identifiers) { (handles) throws(DiffableError) in
            if let position = handles.firstIndex(where: { sectionIndex($0) == nil }) {
                throw unknownSection(sections.identifiers[position], call, position: position)
            }
            try sections.requireUnique(handles, .section, call)
            try requireRoom(for: sections.contents, sections.count, call)
            preparingContents(sections.contents, sections.count) { list in
                for (position, handle) in handles.enumerated() {
                    guard let index = list.sectionIndex(handle) else { continue }
                    let old = list.sections[index].content
                    list.setContent(ofSectionAt: index, to: sections.contents, position)
                    if edit == .update && list.sections[index].content == old { continue }
                    list.updateMarks { marks in
                        if edit == .reload {
                            marks.reloadedSections.insert(handle)
                        } else {
                            marks.reconfiguredSections.insert(handle)
                        }
                    }
                    count += 1
                }
            }
        }
        return count
    }

    /// The items marked by `reloadItems`, in the order of marking.
    /// - Complexity: O(all marks)
    public var reloadedItemIdentifiers: [Identifier] {
        rawReloadedItems.map { Identifier($0) }
    }

    /// The items marked by `reconfigureItems`, in the order of marking.
    /// - Complexity: O(all marks)
    public var reconfiguredItemIdentifiers: [Identifier] {
        rawReconfiguredItems.map { Identifier($0) }
    }

    /// The sections marked by `reloadSections`, in the order of marking.
    /// - Complexity: O(all marks)
    public var reloadedSectionIdentifiers: [Identifier] {
        rawReloadedSections.map { Identifier($0) }
    }

    /// The sections marked by `reconfigureSections`, in the order of marking.
    /// - Complexity: O(all marks)
    public var reconfiguredSectionIdentifiers: [Identifier] {
        rawReconfiguredSections.map { Identifier($0) }
    }

    package var rawReloadedItems: [BorrowedIdentifier] {
        identifiers.items.raws(reloadedItems)
    }

    package var rawReconfiguredItems: [BorrowedIdentifier] {
        identifiers.items.raws(reconfiguredItems)
    }

    package var rawReloadedSections: [BorrowedIdentifier] {
        identifiers.sections.raws(reloadedSections)
    }

    package var rawReconfiguredSections: [BorrowedIdentifier] {
        identifiers.sections.raws(reconfiguredSections)
    }
}

extension IdentifierTable {
    /// The identifiers of marks, in the order of marking.
    fileprivate func raws(_ marks: MarkSet) -> [BorrowedIdentifier] {
        marks.members.map { raw($0) }
    }
}

/// An edit that marks items or sections.
enum MarkingEdit {
    case reload, reconfigure, update

    /// The name of the call that marks items.
    var call: StaticString {
        switch self {
        case .reload: "reload_items"
        case .reconfigure: "reconfigure_items"
        case .update: "update_items"
        }
    }
}
