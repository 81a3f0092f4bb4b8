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
        if new.contains(where: { snapshot.sections.areSame($0, anchor) }) {
            throw .destination(.section, call, anchor, isItself: "inserted")
        }
        guard let (key, handle) = snapshot.sections.find(anchor, .section, in: snapshot.list) else {
            _ = try snapshot.freeKeys(new, snapshot.sections, .section, call)
            throw snapshot.unknown(section: anchor, call)
        }
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

    /// Deletes sections with their items, and returns how many sections. One that is not in the list, or is named twice, is ignored.
    /// - Complexity: O(k + s + their items)
    @discardableResult
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) -> Int {
        let count = snapshot.list.numberOfSections
        var keys: [Int64] = []
        var (sections, items): ([UInt32], [UInt32]) = ([], [])
        snapshot.sections.findAll(identifiers, .section, in: snapshot.list) { _, found in
            guard let found else { return true }
            keys.append(found.key)
            sections.append(found.handle)
            guard let index = snapshot.list.index(ofSectionHandle: found.handle) else { return true }
            items += snapshot.list.allItemHandles(inSectionAt: index)
            return true
        }
        if keys.isEmpty { return 0 }
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
        try moveSection(identifier, .before, toIdentifier, "moveSection(_:beforeSection:)")
    }

    /// Moves a section with its items after another one.
    /// - Throws: `invalidDestination`, `unknownIdentifier`.
    /// - Complexity: O(s)
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) throws(DiffableError) {
        try moveSection(identifier, .after, toIdentifier, "moveSection(_:afterSection:)")
    }

    private mutating func moveSection(
        _ section: SectionIdentifierType, _ side: Side, _ anchor: SectionIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        if snapshot.sections.areSame(section, anchor) { throw .destination(.section, call, section, isItself: "moved") }
        let moved = try snapshot.require(section: section, call).key
        let destination = try snapshot.require(section: anchor, call).key
        do throws(EngineError) { try snapshot.list.move(section: moved, side, section: destination) } catch { throw DiffableError(error) }
    }

    /// Marks sections to be shown anew at the next apply, with all their items. What is passed becomes the content of the sections.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reloadedSections, "reloadSections(_:)")
    }

    /// Marks sections to get new headers and footers at the next apply. Their items are not touched. What is passed becomes the content
    /// of the sections. UIKit has no such call.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureSections(_ identifiers: [SectionIdentifierType]) throws(DiffableError) {
        try mark(identifiers, .reconfiguredSections, "reconfigureSections(_:)")
    }

    private mutating func mark(
        _ sections: [SectionIdentifierType], _ mark: Mark, _ call: StaticString
    ) throws(DiffableError) {
        var (keys, handles): ([Int64], [UInt32]) = ([], [])
        for (position, section) in sections.enumerated() {
            guard let found = snapshot.sections.find(section, .section, in: snapshot.list) else {
                throw snapshot.unknown(section: section, position: position, call)
            }
            keys.append(found.key)
            handles.append(found.handle)
        }
        do throws(EngineError) { try snapshot.list.mark(keys, mark) } catch { throw DiffableError(error) }
        for (handle, section) in zip(handles, sections) { snapshot.sections.pages.set(handle, section) }
    }
}
