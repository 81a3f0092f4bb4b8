import DiffableEngine

extension DiffableDataSourceSnapshot.Checked {
    /// Appends sections.
    /// - Throws: `duplicateIdentifier`.
    /// - Complexity: O(k + s)
    @inlinable
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) throws(DiffableError) {
        let count = snapshot.list.numberOfSections
        try snapshot.addSections(identifiers, "appendSections(_:)") { (list, keys) throws(EngineError) in
            try list.appendSections(keys: keys)
        }
        setSections(identifiers, from: count)
    }

    /// Inserts sections before another one.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + s)
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try insertSections(identifiers, .before, toIdentifier, "insertSections(_:beforeSection:)")
    }

    /// Inserts sections after another one.
    /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(k + s)
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try insertSections(identifiers, .after, toIdentifier, "insertSections(_:afterSection:)")
    }

    private mutating func insertSections(
        _ new: [SectionIdentifierType], _ side: Side, _ anchor: SectionIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        let (key, handle) = try snapshot.requireAnchor(anchor, of: new, .section, snapshot.sections, call)
        let index = snapshot.list.index(ofSectionHandle: handle) ?? 0
        try snapshot.addSections(new, call) { (list, keys) throws(EngineError) in
            try list.insertSections(keys, side, section: key)
        }
        setSections(new, from: side == .before ? index : index + 1)
    }

    @inlinable
    mutating func setSections(_ new: [SectionIdentifierType], from first: Int) {
        for (offset, section) in new.enumerated() {
            snapshot.sections.pages.set(snapshot.list.handle(ofSectionAt: first + offset), section)
        }
    }

    /// Deletes sections with their items, and returns the number of deleted sections. Ignores sections that are not in
    /// the list, and repetitions.
    /// - Complexity: O(k + s + their items)
    @discardableResult
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) -> Int {
        let count = snapshot.list.numberOfSections
        let (keys, sections) = snapshot.known(identifiers, .section, snapshot.sections)
        if keys.isEmpty { return 0 }
        let items = sections.compactMap { snapshot.list.index(ofSectionHandle: $0) }.flatMap {
            snapshot.list.allItemHandles(inSectionAt: $0)
        }
        snapshot.list.delete(keys, .section)
        snapshot.sections.removeAll(sections)
        snapshot.items.removeAll(items)
        return count - snapshot.list.numberOfSections
    }

    /// Moves a section with its items before another one.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(s)
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try snapshot.move(
            identifier, .section, snapshot.sections, .before, toIdentifier, "moveSection(_:beforeSection:)")
    }

    /// Moves a section with its items after another one.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(s)
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try snapshot.move(identifier, .section, snapshot.sections, .after, toIdentifier, "moveSection(_:afterSection:)")
    }

    /// Marks sections so that the next apply shows them anew, with all their items. The passed sections replace those
    /// in the list, with their content.
    /// - Throws: `duplicateIdentifier` for a section that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reloadedSections, "reloadSections(_:)")
    }

    /// Marks sections so that the next apply gives them new headers and footers. Their items are not updated. The
    /// passed sections replace those in the list, with their content. UIKit has no such call.
    /// - Throws: `duplicateIdentifier` for a section that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureSections(_ identifiers: [SectionIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reconfiguredSections, "reconfigureSections(_:)")
    }

    private mutating func mark(
        _ sections: [SectionIdentifierType], _ mark: Mark, _ call: StaticString
    ) throws(DiffableError) {
        let (keys, handles) = try snapshot.find(sections, .section, snapshot.sections, call)
        try requireUnique(keys, .section, sections, call)
        do throws(EngineError) { try snapshot.list.mark(keys, mark) } catch { throw DiffableError(error) }
        for (handle, section) in zip(handles, sections) { snapshot.sections.pages.set(handle, section) }
    }
}
