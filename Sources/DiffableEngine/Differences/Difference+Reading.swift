// Reading many changes at once.

/// A change as it is read in bulk. The identifier is in the memory of one of the snapshots.
package struct ReadChange {
    package let identifier: BorrowedIdentifier
    package let paths: PackedChange
    package let isWithSection: Bool
}

extension Difference {
    /// Calls `body` with consecutive changes of a kind, in order.
    ///
    /// The changes of a kind are in the order of one of the lists, and their identifiers are read from that list. So
    /// the changes of items in the same leaf are read together.
    ///
    /// - Complexity: O(sections that are read * log s + leaves that are read * log n + changes that are read)
    package func read(_ kind: ChangeKind, _ range: Range<Int>, _ body: (ReadChange) -> Void) {
        let isOfOldList = kind == .deletedSections || kind == .deletedItems
        let identifiers = (isOfOldList ? old : new).identifiers
        let table = kind.isOfSections ? identifiers.sections : identifiers.items
        if kind.isOfSections {
            readSections(kind, range, of: table, isOfOldList, body)
        } else {
            readItems(kind, range, of: table, isOfOldList, body)
        }
    }

    private func readSections(
        _ kind: ChangeKind, _ range: Range<Int>, of table: IdentifierTable, _ isOfOldList: Bool,
        _ body: (ReadChange) -> Void
    ) {
        let (changes, snapshot) = (list(kind), isOfOldList ? old : new)
        for index in range {
            let paths = changes[index]
            let section = snapshot.sections[Int((isOfOldList ? paths.from : paths.to).section)]
            body(ReadChange(identifier: table.raw(section.handle), paths: paths, isWithSection: false))
        }
    }

    private func readItems(
        _ kind: ChangeKind, _ range: Range<Int>, of table: IdentifierTable, _ isOfOldList: Bool,
        _ body: (ReadChange) -> Void
    ) {
        let (changes, snapshot) = (list(kind), isOfOldList ? old : new)
        /// The index of the section of the last change, and whether that section was deleted or inserted.
        var (section, isWithSection) = (Int32(-1), false)
        /// The items of the leaf of the last change, and the index of the first of these items in the section.
        var (items, first) = (BorrowedHandles.none, 0)
        for index in range {
            let paths = changes[index]
            let path = isOfOldList ? paths.from : paths.to
            if path.section != section {
                section = path.section
                items = .none
                isWithSection = self.isWithSection(kind, index)
            }
            if !items.indices.contains(Int(path.item) - first) {
                let (leaf, offset) = snapshot.sections[Int(section)].leaf(containing: Int(path.item))
                (items, first) = (leaf.items, Int(path.item) - offset)
            }
            let handle = items[Int(path.item) - first]
            body(ReadChange(identifier: table.raw(handle), paths: paths, isWithSection: isWithSection))
        }
    }
}

// Finds the index path of an item in the other list, even if the item was renamed.
extension Difference {
    /// The index path that an item of the new list has in the old one; nil if it is not visible there.
    package func oldPath(ofItem item: Handle) -> IndexPath? {
        guard let renamed else { return old.indexPath(ofItem: item, from: new) }
        return old.indexPath(ofItem: renamed.oldHandle(of: item, translated: oldHandle(of: item)))
    }

    private func oldHandle(of item: Handle) -> Handle {
        new.identifiers === old.identifiers
            ? item : old.identifiers.items.handle(of: new.identifiers.items.raw(item)) ?? Handle.max
    }

    /// The index path that an item of the old list has in the new one; nil if it is not visible there.
    package func newPath(ofItem item: Handle) -> IndexPath? {
        if let now = renamed?.item(ofOldHandle: item) { return new.indexPath(ofItem: now) }
        return new.indexPath(ofItem: item, from: old)
    }
}

extension Difference {
    /// Returns the contents of a changed item or section in the old and in the new list. A content is nil if the
    /// element has none in that list, or is not visible there.
    ///
    /// - Complexity: O(log n)
    package func contents(_ paths: PackedChange) -> (old: BorrowedContent?, new: BorrowedContent?) {
        (old.content(at: paths.from), new.content(at: paths.to))
    }
}

extension Snapshot {
    fileprivate func content(at path: PackedIndexPath) -> BorrowedContent? {
        if path.section < 0 { return nil }
        return path.item < 0 ? content(ofSectionAt: Int(path.section)) : content(at: path.path)
    }
}
