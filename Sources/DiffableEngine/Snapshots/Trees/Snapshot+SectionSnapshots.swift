// A section snapshot is the forest of one section of a list. It is a snapshot with one section, which has no name. In
// the storage, this section has the identifier 0.

extension Snapshot {
    /// An empty section snapshot with identifier tables of its own.
    public static func sectionSnapshot() -> Snapshot {
        Snapshot(SnapshotStorage(identifiers: Identifiers(), isSectionSnapshot: true)).emptySectionSnapshot
    }

    /// Whether the snapshot is the forest of one section. Sections cannot be added to it or taken from it.
    public var isSectionSnapshot: Bool { storage.isSectionSnapshot }

    /// An empty section snapshot that shares the tables of this snapshot.
    var emptySectionSnapshot: Snapshot {
        // `intern` does not fail: memory runs out before a table of sections is full.
        emptySectionSnapshot(withSection: identifiers.sections.intern(.integer(0)) ?? 0)
    }

    func emptySectionSnapshot(withSection section: Handle) -> Snapshot {
        let list = SnapshotStorage(identifiers: identifiers, isSectionSnapshot: true)
        list.sections = [SectionStorage(handle: section, content: 0)]
        list.itemCounts.append(0)
        list.contentTable = storage.contentTable
        return Snapshot(list)
    }

    /// The forest of a section; an empty forest for an unknown section.
    /// - Complexity: O(items of the section)
    @export(interface)
    public func sectionSnapshot(of section: Identifier) -> Snapshot {
        indexOfSection(section).map { sectionSnapshot(ofSectionAt: $0) } ?? emptySectionSnapshot
    }

    package func sectionSnapshot(ofSectionAt index: Int) -> Snapshot {
        var tree = emptySectionSnapshot
        tree.add(itemHandles(inSectionAt: index), of: self)
        return tree
    }

    /// Everything below an item, as a section snapshot.
    /// - Parameter includingParent: whether the item itself is the root.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(items below it)
    @export(interface)
    public func snapshot(of parent: Identifier, includingParent: Bool = false) throws(DiffableError) -> Snapshot {
        let item = try parent.withRaw { (parent) throws(DiffableError) in try requireItem(parent, "snapshot_of") }
        var tree = emptySectionSnapshot
        tree.add(includingParent ? rows(of: item) : rows(below: item), of: self)
        return tree
    }

    /// Replaces all items of a section by those of a section snapshot. If the section does not exist, it is appended.
    /// An item of the tree that is in another section leaves that section, if it has no children there and is visible
    /// both there and in the tree.
    /// - Parameter tree: a section snapshot.
    /// - Throws: `duplicateIdentifier` for any other item of the tree that is in another section; `invalidArgument`.
    /// - Complexity: O(items of the section and of the tree)
    public mutating func setSectionSnapshot(_ tree: Snapshot, ofSection section: Identifier) throws(DiffableError) {
        try setSectionSnapshot(tree, ofSection: section, "set_section_snapshot")
    }

    @export(interface)
    mutating func setSectionSnapshot(_ tree: Snapshot, ofSection section: Identifier, _ call: StaticString)
        throws(DiffableError)
    {
        try requireSections(call)
        try tree.requireTree(call)
        // The list is compacted before the items of the section are deleted. Afterwards they would count as dead
        // identifiers, although the tree may have most of them.
        var list = compacted() ?? self
        if !list.containsSection(section) { try list.appendSections([Element(section)]) }
        let index = try list.index(ofSection: section, call)
        var removed = list.rootHandles(inSectionAt: index)
        removed += try list.movedItems(of: tree, toSectionAt: index, call)
        _ = list.deleteSubtrees(removed)
        try list.insert(tree, at: .endOfSection(index), call)
        self = list
    }

    /// The items of other sections that have to move to a section, because the new tree of that section has them.
    private func movedItems(of tree: Snapshot, toSectionAt index: Int, _ call: StaticString) throws(DiffableError)
        -> [Handle]
    {
        // Searching for the section of each item would take as many steps as the item has ancestors.
        let own = allItemHandles(inSectionAt: index)
        var staying = PositionIndex(capacity: own.count)
        for item in own { staying.set(item, position: 0) }
        var moved: [Handle] = []
        for item in tree.allItemHandles {
            let handle =
                tree.identifiers === identifiers ? item : identifiers.items.handle(of: tree.identifiers.items.raw(item))
            guard let handle, contains(handle), staying.position(of: handle) == nil else { continue }
            guard isVisible(handle), tree.isVisible(item), !node(handle).hasChildren else {
                throw duplicate(handle, of: tree, item, index, call)
            }
            moved.append(handle)
        }
        return moved
    }

    private func duplicate(
        _ handle: Handle, of tree: Snapshot, _ item: Handle, _ index: Int, _ call: StaticString
    ) -> DiffableError {
        let name = identifiers.items.identifier(handle)
        var fragments: [DiffableError.Fragment] = [.text("\(call): item \(name) is already ")]
        fragments += place(of: handle).fragments
        if !isVisible(handle), let section = leafDirectory.entry(leafNumbers[collapsedAncestor(of: handle)])?.section {
            fragments.append(.text(" in section \(identifiers.sections.identifier(section))"))
        }
        fragments.append(.text(", and is also "))
        fragments += tree.place(of: item).fragments
        fragments.append(.text(" for section \(identifiers.sections.identifier(sections[index].handle))"))
        return DiffableError(.duplicateIdentifier, identifier: name, fragments)
    }

    /// Checks that this is a section snapshot.
    package func requireTree(_ call: StaticString) throws(DiffableError) {
        if !isSectionSnapshot { throw .sectionSnapshot(call, "a section snapshot expected, got a snapshot of a list") }
    }
}
