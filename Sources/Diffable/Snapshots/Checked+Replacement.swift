import DiffableEngine

// Edits that UIKit lacks, for programs that describe a part of a list anew.
extension DiffableDataSourceSnapshot.Checked {
    /// Gives items new content, and marks the items whose content differs, as `reconfigureItems` does. The other items
    /// do not change.
    ///
    /// An apply finds the items whose content changed even if you do not call this. Call it to learn before the apply
    /// which items these are: they are in `reconfiguredItemIdentifiers`. The content of an item that is its own identity
    /// never differs.
    /// - Returns: how many items differ.
    /// - Throws: `duplicateIdentifier` for an item that is named twice, `unknownIdentifier`.
    /// - Complexity: O(k)
    @discardableResult
    public mutating func updateItems(_ identifiers: [ItemIdentifierType]) throws(DiffableError) -> Int {
        try snapshot.update(identifiers, "updateItems(_:)")
    }

    /// Replaces the roots of a section by these items, in this order. Without a section, replaces the roots of the last
    /// one.
    ///
    /// A root of the section that is among the new items stays the same item. It keeps its marks and everything below
    /// it, and gets the new content. All other roots are deleted with everything below them.
    /// - Throws: `noSections`, `unknownIdentifier`; `duplicateIdentifier` for an item that is named twice, is in
    ///   another section, or is below another item.
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
        let new = try snapshot.keys(replacing: index, with: identifiers, call)
        let oldKeys = snapshot.list.keys(snapshot.list.allItemHandles(inSectionAt: index), .item)
        let tables = snapshot.list.tables
        do throws(EngineError) { try snapshot.list.replace(new.keys, inSectionAt: index) } catch {
            throw DiffableError(error)
        }
        snapshot.items.collisions = new.collisions
        if !(snapshot.list.tables == tables) { snapshot.follow(from: tables) }
        snapshot.removeValues(ofKeys: oldKeys)
        snapshot.setItems(identifiers, snapshot.list.handles(new.keys, .item))
    }
}

extension DiffableDataSourceSnapshot {
    /// The keys of the items that will be the roots of a section. Items that are new get free keys.
    fileprivate func keys(
        replacing index: Int, with new: [ItemIdentifierType], _ call: StaticString
    ) throws(DiffableError) -> ValueKeys {
        let keys = try items.keys(of: new, .item, in: list, call)
        let elsewhere = keys.known.filter { position, handle in
            list.path(handle)?.section != index || list.parent(ofItem: keys.keys[position]) != nil
        }
        if elsewhere.isEmpty { return keys }
        let first = elsewhere[0].position
        let child = list.parent(ofItem: keys.keys[first]).map {
            "; \(DiffableError.name(new[first])) is a child of item \(name(ofKey: $0)), not a root"
        }
        let hint = "\(child ?? ""); `moveItems(_:toSection:)` moves \(elsewhere.count == 1 ? "it" : "them")"
        throw duplicateInList(elsewhere, new, .item, call, hint: hint)
    }
}

extension EngineList {
    fileprivate mutating func replace(_ keys: [Int64], inSectionAt index: Int) throws(EngineError) {
        let section = BorrowedIdentifier.integer(key(handle(ofSectionAt: index), .section))
        try keys.withUnsafeBufferPointer { (keys) throws(EngineError) in
            try replaceItems(UncheckedElements(UncheckedIdentifiers(integers: keys)), inSection: section)
        }
    }
}

extension DiffableDataSourceSnapshot {
    /// Gives items new content, and marks those whose content differs. Returns how many differ. UIKit has no such call.
    @discardableResult
    public mutating func updateItems(_ identifiers: [ItemIdentifierType]) -> Int {
        do throws(DiffableError) { return try checked.updateItems(identifiers) } catch { error.stop() }
    }

    /// Replaces the roots of a section by these items, in this order. Without a section, replaces the roots of the last
    /// one. Roots that are among the new items stay with everything below them. All other roots are deleted. UIKit has
    /// no such call.
    public mutating func replaceItems(
        _ identifiers: [ItemIdentifierType], inSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.replaceItems(identifiers, inSection: sectionIdentifier) } catch {
            error.stop()
        }
    }
}
