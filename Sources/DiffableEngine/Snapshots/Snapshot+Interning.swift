// Translates the identifiers of an edit to handles, and checks whether they are in the list. Every edit begins with
// this.

extension Snapshot {
    /// The handle of a section that must be in the list.
    func requireSection(_ raw: BorrowedIdentifier, _ call: StaticString) throws(DiffableError) -> Handle {
        // Items are usually appended to the last section.
        if let last = sections.last?.handle, BorrowedIdentifier.equal(identifiers.sections.raw(last), raw) {
            return last
        }
        guard let handle = identifiers.sections.handle(of: raw), sectionIndex(handle) != nil else {
            throw unknownSection(raw, call)
        }
        return handle
    }

    /// The handle of an item that must be in the list, visible or hidden.
    func requireItem(_ raw: BorrowedIdentifier, _ call: StaticString) throws(DiffableError) -> Handle {
        guard let handle = identifiers.items.handle(of: raw), contains(handle) else {
            throw unknownItem(raw, call)
        }
        return handle
    }

    /// The handle of an item that must be visible.
    func requireVisibleItem(_ raw: BorrowedIdentifier, _ call: StaticString) throws(DiffableError) -> Handle {
        let handle = try requireItem(raw, call)
        if isVisible(handle) { return handle }
        throw .hidden(call, Identifier(raw), below: identifiers.items.identifier(collapsedAncestor(of: handle)))
    }

    /// Checks that this is not a section snapshot.
    package func requireSections(_ call: StaticString) throws(DiffableError) {
        if storage.isSectionSnapshot {
            throw .sectionSnapshot(call, "a section snapshot has one section and no others")
        }
    }

    /// Runs an edit with the handles of items that must be in the list. There is one handle for each element, so a
    /// handle may occur twice.
    mutating func withItems(
        _ items: BorrowedElements, _ call: StaticString,
        _ edit: (inout Snapshot, BorrowedHandles) throws(DiffableError) -> Void
    ) throws(DiffableError) {
        try identifiers.items.withHandles(of: items.identifiers) { (handles) throws(DiffableError) in
            if let position = firstUnknown(of: handles) {
                throw unknownItem(items.identifiers[position], call, position: position)
            }
            try edit(&self, handles)
        }
    }

    private func firstUnknown(of handles: BorrowedHandles) -> Int? {
        guard let absent = leafNumbers.firstAbsent(of: handles) else { return nil }
        guard let forest = storage.forest else { return absent }
        return handles.indices[absent...].first { !isVisible(handles[$0]) && !forest.hidden.isVisible(handles[$0]) }
    }

    /// Runs an edit with the handles of items that must not be in the list yet. None may occur twice in the call. To
    /// check both, each handle first gets the leaf number `pending`, which fails if it has a leaf number already. If
    /// the edit fails, this is undone.
    mutating func withNewItems(
        _ unchecked: UncheckedElements, _ call: StaticString,
        _ edit: (inout Snapshot, BorrowedHandles) throws(DiffableError) -> Void
    ) throws(DiffableError) {
        try unchecked.withInterned(in: identifiers.items, call) { (items, handles) throws(DiffableError) in
            guard leafNumbers.claim(handles, with: LeafDirectory.pending) else {
                try items.requireUnique(handles, .item, call)
                throw duplicateInList(items, handles, call)
            }
            do throws(DiffableError) {
                guard numberOfItems + handles.count <= Int(Int32.max) else { throw .tableFull(call) }
                if let hidden = storage.forest?.hidden, handles.contains(where: { hidden.isVisible($0) }) {
                    // While an item is pending, it would be taken for a visible ancestor.
                    leafNumbers.set(handles, to: LeafDirectory.none)
                    throw duplicateInList(items, handles, call)
                }
                try requireRoom(for: items.contents, items.count, call)
                try edit(&self, handles)
            } catch {
                leafNumbers.set(handles, to: LeafDirectory.none)
                throw error
            }
            setContents(ofNew: handles, to: items.contents)
        }
    }

    /// Returns the error for items that are in the list already.
    /// - Parameter section: a section whose roots do not count as duplicates.
    func duplicateInList(
        _ items: BorrowedElements, _ handles: BorrowedHandles, exceptRootsOf section: Handle? = nil,
        _ call: StaticString
    ) -> DiffableError {
        let there = handles.indices.filter { position in
            let item = handles[position]
            if isHidden(item) { return true }
            guard let entry = leafDirectory.entry(leafNumbers[item]) else { return false }
            return entry.section != section || node(item).parent != Node.none
        }
        return .duplicateInList(
            .item, call,
            there.map { position in
                let item = handles[position]
                let isChildHere = section != nil && leafDirectory.entry(leafNumbers[item])?.section == section
                let place = isChildHere ? .child(of: identifiers.items.identifier(node(item).parent)) : place(of: item)
                return .init(identifier: items.identifier(at: position), position: position, place: place)
            })
    }

    /// Where an item is, for messages.
    func place(of item: Handle) -> DiffableError.Place {
        guard let path = indexPath(ofItem: item) else {
            return .below(identifiers.items.identifier(collapsedAncestor(of: item)))
        }
        let name = identifiers.sections.identifier(sections[path.section].handle)
        return storage.isSectionSnapshot ? .indexOfTree(path.item) : .item(section: name, path.item)
    }

    /// Checks that sections are new. They must not be in the list, and none may occur twice in the call.
    func requireNew(_ sections: BorrowedElements, _ handles: BorrowedHandles, _ call: StaticString)
        throws(DiffableError)
    {
        try sections.requireUnique(handles, .section, call)
        if handles.allSatisfy({ sectionIndex($0) == nil }) { return }
        let there = handles.indices.filter { sectionIndex(handles[$0]) != nil }
        throw .duplicateInList(
            .section, call,
            there.map { position in
                .init(
                    identifier: sections.identifier(at: position), position: position,
                    place: .indexOfSection(sectionIndex(handles[position]) ?? 0))
            })
    }

    /// Runs an edit that adds items. If most identifiers of one of the shared tables are dead, the snapshot moves to
    /// new tables first. If the edit fails, the snapshot keeps the old tables, because borrowed identifiers must stay
    /// valid. Moving takes linear time, but is rare: each time, more than half of the identifiers of that table are
    /// dropped.
    mutating func compacting(
        _ edit: (inout Snapshot) throws(DiffableError) -> Void
    ) throws(DiffableError) {
        // The edit is called at one place, because it is inlined there.
        var old: Snapshot?
        if let fresh = compacted() { (old, self) = (self, fresh) }
        do throws(DiffableError) {
            try edit(&self)
        } catch {
            if let old { self = old }
            throw error
        }
    }

    /// Returns the snapshot with new tables if most identifiers of one of the shared tables are dead. Otherwise, and if
    /// a new table becomes full, returns nil.
    func compacted() -> Snapshot? {
        hasMostlyDeadIdentifiers ? withFreshTables() : nil
    }

    /// Whether most identifiers of one of the shared tables are dead: they are not in this list, and are not expected
    /// to return.
    var hasMostlyDeadIdentifiers: Bool {
        let known = identifiers.counts
        return known.items > 2 * max(numberOfAllItems, expected.items) + 64
            || known.sections > 2 * max(numberOfSections, expected.sections) + 64
    }
}

extension Snapshot {
    /// The same list and marks, with new tables that have only the identifiers and contents of this list. nil if a
    /// table becomes full, which may happen with almost 4 GiB of identifiers, because their order changes.
    func withFreshTables() -> Snapshot? {
        try? withTables(Identifiers(), "apply")
    }

    /// The same list and marks with other tables.
    /// - Throws: `limitExceeded` if one of them becomes full.
    func withTables(_ tables: Identifiers, _ call: StaticString) throws(DiffableError) -> Snapshot {
        var copy = Snapshot(SnapshotStorage(identifiers: tables, isSectionSnapshot: isSectionSnapshot))
        let known = identifiers.items
        for section in sections {
            let raw = identifiers.sections.raw(section.handle)
            guard let handle = copy.identifiers.sections.intern(raw) else { throw .tableFull(call) }
            guard let content = copy.copied(section.content, of: self) else { throw .contentsFull(call) }
            copy.appendSection(handle, content: content)
            for leaf in section.leaves {
                guard let handles = known.copy(leaf.items, into: copy.identifiers.items) else {
                    throw .tableFull(call)
                }
                let last = copy.sections.count - 1
                handles.borrowed { copy.append($0, toSection: last) }
                if storage.forest == nil, !copy.copyContents(Array(leaf.items), of: self, to: handles) {
                    throw .contentsFull(call)
                }
            }
        }
        copy.renumberSections(0..<copy.numberOfSections)
        if storage.forest != nil {
            let all = withHidden(sections.indices.flatMap { itemHandles(inSectionAt: $0) })
            guard let handles = all.borrowed({ known.copy($0, into: copy.identifiers.items) }) else {
                throw .tableFull(call)
            }
            copy.addTrees(of: self, all, as: handles)
            guard copy.copyContents(all, of: self, to: handles) else { throw .contentsFull(call) }
            for (index, section) in sections.enumerated() {
                copy.uniqueSection(index).branchCount = section.branchCount
            }
        }
        guard marks != nil else { return copy }
        let fresh = copy.identifiers
        copy.updateMarks { marks in
            marks.reloadedItems = translate(reloadedItems, from: identifiers.items, to: fresh.items)
            marks.reconfiguredItems = translate(reconfiguredItems, from: identifiers.items, to: fresh.items)
            marks.reloadedSections = translate(reloadedSections, from: identifiers.sections, to: fresh.sections)
            marks.reconfiguredSections = translate(reconfiguredSections, from: identifiers.sections, to: fresh.sections)
            marks.renames = renames(in: fresh)
        }
        return copy
    }

    /// The renames of this list in the handles of other tables. The earlier identifiers, which are no longer in the
    /// list, are added to these tables.
    func renames(in tables: Identifiers) -> Renames {
        Renames(
            renames.all.compactMap { item, old in
                guard let item = tables.items.handle(of: identifiers.items.raw(item)),
                    let old = tables.items.intern(identifiers.items.raw(old))
                else { return nil }
                return (item, old)
            })
    }

    private func translate(_ marks: MarkSet, from old: IdentifierTable, to new: IdentifierTable) -> MarkSet {
        var result = MarkSet()
        for handle in old.translate(marks.members, into: new) { result.insert(handle) }
        return result
    }
}
