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
        try withItems(items, "reload_items") { (snapshot, handles) throws(DiffableError) in
            snapshot.setRevisions(of: handles, items.revisions)
            if !handles.isEmpty { snapshot.updateMarks { $0.reloadedItems.insert(Array(handles)) } }
        }
    }

    package mutating func reconfigureItems(_ items: RawElements) throws(DiffableError) {
        try withItems(items, "reconfigure_items") { (snapshot, handles) throws(DiffableError) in
            snapshot.setRevisions(of: handles, items.revisions)
            if !handles.isEmpty { snapshot.updateMarks { $0.reconfiguredItems.insert(Array(handles)) } }
        }
    }

    package mutating func reloadSections(_ sections: RawElements) throws(DiffableError) {
        try withHandles(sections.count) { (handles) throws(DiffableError) in
            identifiers.sections.findAll(sections.identifiers, into: handles)
            if let position = handles.firstIndex(where: { sectionIndex($0) == nil }) {
                throw .unknown(.section, "reload_sections", sections.identifier(at: position), position: position)
            }
            for (position, handle) in handles.enumerated() {
                updateMarks { $0.reloadedSections.insert(handle) }
                if let revision = sections.revisions[position], let index = sectionIndex(handle), revision != self.sections[index].revision {
                    uniqueSection(index).revision = revision
                }
            }
        }
    }

    private mutating func setRevisions(of handles: UnsafeBufferPointer<Handle>, _ new: RawRevisions) {
        guard let start = new.start else { return }
        // An array is set page by page, if its handles are in order.
        if case .array = new, handles.ascendsStrictly {
            return revisions.set(handles, to: start)
        }
        var (changed, revisions): ([Handle], [UInt64]) = ([], [])
        for position in ascendingOrder(of: handles.map { UInt64($0) }) {
            guard let revision = new[position] else { continue }
            changed.append(handles[position])
            revisions.append(revision)
        }
        self.revisions.set(changed, to: revisions)
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
