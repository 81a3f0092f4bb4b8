// Marks request a cell although the content did not change. They last for one apply.

extension Snapshot {
    /// Marks items to get new cells at the next apply. A revision that is passed becomes that of the item.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadItems(_ items: [Element]) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try reloadItems(items) }
    }

    /// Marks items to have the provider run again for their existing cells at the next apply. A revision that is passed
    /// becomes that of the item.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reconfigureItems(_ items: [Element]) throws(DiffableError) {
        try RawElements.with(items) { (items) throws(DiffableError) in try reconfigureItems(items) }
    }

    /// Marks sections to get new cells for all their items at the next apply. A revision that is passed becomes that of the
    /// section.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(k)
    public mutating func reloadSections(_ sections: [Element]) throws(DiffableError) {
        try RawElements.with(sections) { (sections) throws(DiffableError) in try reloadSections(sections) }
    }

    package mutating func reloadItems(_ items: RawElements) throws(DiffableError) {
        let handles = try requireItems(items, "reload_items")
        setRevisions(of: handles, items)
        updateMarks { $0.reloadedItems.insert(handles) }
    }

    package mutating func reconfigureItems(_ items: RawElements) throws(DiffableError) {
        let handles = try requireItems(items, "reconfigure_items")
        setRevisions(of: handles, items)
        updateMarks { $0.reconfiguredItems.insert(handles) }
    }

    package mutating func reloadSections(_ sections: RawElements) throws(DiffableError) {
        for (position, handle) in try requireSections(sections, "reload_sections").enumerated() {
            updateMarks { $0.reloadedSections.insert(handle) }
            let index = Int(sectionIndexes[handle])
            if let revision = sections.revisions[position], revision != self.sections[index].revision {
                uniqueSection(index).revision = revision
            }
        }
    }

    private mutating func setRevisions(of handles: [Handle], _ items: RawElements) {
        if items.revisions.areNone { return }
        var (changed, new): ([Handle], [UInt64]) = ([], [])
        for position in ascendingOrder(of: handles.map { UInt64($0) }) {
            guard let revision = items.revisions[position] else { continue }
            changed.append(handles[position])
            new.append(revision)
        }
        revisions.set(changed, to: new)
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

    package var rawReloadedItems: [RawIdentifier] {
        reloadedItems.members.map { identifiers.items.raw($0) }
    }

    package var rawReconfiguredItems: [RawIdentifier] {
        reconfiguredItems.members.map { identifiers.items.raw($0) }
    }

    package var rawReloadedSections: [RawIdentifier] {
        reloadedSections.members.map { identifiers.sections.raw($0) }
    }
}
