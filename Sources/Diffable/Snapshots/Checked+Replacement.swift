import DiffableEngine

// Edits that UIKit lacks, for lists that are described anew in parts.
extension DiffableDataSourceSnapshot.Checked {
    /// Gives items new content, and marks those whose content differs, as `reconfigureItems` does. The others are not touched.
    ///
    /// The next apply finds items with other content by itself. This call is for who wants to know which ones they are now. An item that
    /// is its own identity has no other content, and never differs.
    /// - Returns: how many items differ.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) -> Int {
        let call: StaticString = "updateItems(_:)"
        let (keys, handles) = try find(identifiers, call)
        try requireUnique(keys, identifiers, call)
        let changed = identifiers.indices.filter { snapshot.items.pages[handles[$0]] != identifiers[$0] }
        if changed.isEmpty { return 0 }
        do throws(EngineError) {
            try snapshot.list.mark(changed.map { keys[$0] }, .reconfiguredItems)
        } catch {
            throw DiffableError(error)
        }
        for position in changed { snapshot.items.pages.set(handles[position], identifiers[position]) }
        return changed.count
    }

    /// Makes items those of a section, in this order; without a section, those of the last one.
    ///
    /// An item that the section has already stays the same item and keeps its marks; what is passed becomes its content. Other items of
    /// the section are deleted.
    /// - Throws: `noSections`, `duplicateIdentifier` for an item that is named twice or is in another section, `unknownIdentifier`.
    /// - Complexity: O(k + items of the section)
    public mutating func replaceItems(
        _ identifiers: [ItemIdentifierType], inSection sectionIdentifier: SectionIdentifierType? = nil
    ) throws(DiffableError) {
        let call: StaticString = "replaceItems(_:inSection:)"
        var index = snapshot.numberOfSections - 1
        if index < 0 { throw .noSections(call) }
        if let sectionIdentifier {
            let handle = try snapshot.require(section: sectionIdentifier, call).handle
            index = snapshot.list.index(ofSectionHandle: handle) ?? index
        }
        let (keys, longestProbe) = try snapshot.keys(replacing: index, with: identifiers, call)
        let oldKeys = snapshot.list.keys(snapshot.list.itemHandles(inSectionAt: index), .item)
        let tables = snapshot.list.tables
        do throws(EngineError) {
            try snapshot.list.replace(keys, inSectionAt: index)
        } catch {
            throw DiffableError(error)
        }
        snapshot.items.longestProbe = longestProbe
        if !(snapshot.list.tables == tables) { snapshot.follow(from: tables) }
        let gone = snapshot.list.handles(oldKeys, .item).filter { $0 != .max && !snapshot.list.containsItem($0) }
        snapshot.items.removeAll(gone)
        snapshot.setItems(identifiers, inSectionAt: index, from: 0)
    }
}

extension DiffableDataSourceSnapshot {
    /// The keys of items that are to be those of a section: their own, and free ones for items that are new.
    fileprivate func keys(
        replacing index: Int, with new: [ItemIdentifierType], _ call: StaticString
    ) throws(DiffableError) -> (keys: [Int64], longestProbe: Int) {
        var longest = items.longestProbe
        let keys = try items.keys(of: new, .item, in: list, &longest, call)
        let elsewhere = keys.enumerated().compactMap { position, key -> (position: Int, handle: UInt32)? in
            let handle = list.handle(key, .item)
            guard handle != .max, let path = list.path(handle), path.section != index else { return nil }
            return (position, handle)
        }
        if !elsewhere.isEmpty {
            let hint = "; `moveItems(_:toSection:)` moves \(elsewhere.count == 1 ? "it" : "them")"
            throw alreadyThere(elsewhere, new, .item, call, hint: hint)
        }
        return (keys, longest)
    }
}

extension EngineList {
    fileprivate mutating func replace(_ keys: [Int64], inSectionAt index: Int) throws(EngineError) {
        let section = RawIdentifier.integer(key(handle(ofSectionAt: index), .section))
        try keys.withUnsafeBufferPointer { (keys) throws(EngineError) in
            try replaceItems(UncheckedElements(UncheckedIdentifiers(integers: keys)), inSection: section)
        }
    }
}

extension DiffableDataSourceSnapshot {
    /// Gives items new content, and marks those whose content differs. Returns how many differ. UIKit has no such call.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ identifiers: [ItemIdentifierType]) -> Int {
        do throws(DiffableError) { return try checked.updateItems(identifiers) } catch { error.stop() }
    }

    /// Makes items those of a section, in this order; without a section, those of the last one. Items that the section has already stay
    /// the same, others are deleted. UIKit has no such call.
    /// - Precondition: as the throwing form in ``checked`` says.
    /// - Complexity: O(k + items of the section)
    public mutating func replaceItems(_ identifiers: [ItemIdentifierType], inSection sectionIdentifier: SectionIdentifierType? = nil) {
        do throws(DiffableError) { try checked.replaceItems(identifiers, inSection: sectionIdentifier) } catch { error.stop() }
    }
}
