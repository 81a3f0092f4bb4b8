// The operations on trees that every edit consists of. They cannot fail: callers check the arguments first.

/// Where items are inserted or moved to.
enum Destination {
    case endOfSection(Int)
    case endOfParent(Handle)
    case before(Handle)
    /// After the item and everything below it.
    case after(Handle)
}

extension Snapshot {
    /// Inserts children with the rows below them. None of these may be in the list. The nodes of everything below the
    /// children must be complete.
    mutating func insert(_ rows: BorrowedHandles, children: BorrowedHandles, at destination: Destination) {
        insert(rows, at: destination)
        link(children, at: destination)
    }

    /// Inserts rows, before the children among them are linked.
    private mutating func insert(_ rows: BorrowedHandles, at destination: Destination) {
        switch destination {
        case .endOfSection(let index): append(rows, toSection: index)
        case .before(let item): insert(rows, beside: item, offset: 0)
        case .after(let item): insert(rows, beside: lastRow(of: item), offset: 1)
        case .endOfParent(let parent):
            let node = node(parent)
            if node.hasChildren {
                insert(rows, beside: lastRow(of: node.last), offset: 1)
            } else if node.isExpanded {
                insert(rows, beside: parent, offset: 1)
            } else {
                insertHidden(rows) { $0.append($1, toSection: 0) }
            }
        }
    }

    private mutating func insert(_ rows: BorrowedHandles, beside row: Handle, offset: Int) {
        if isVisible(row) {
            guard var location = locate(row) else { return }
            location.offset += offset
            insert(rows, at: location)
        } else {
            insertHidden(rows) { hidden, rows in
                guard var location = hidden.locate(row) else { return }
                location.offset += offset
                hidden.insert(rows, at: location)
            }
        }
    }

    private mutating func insertHidden(
        _ rows: BorrowedHandles, _ insert: (inout Snapshot, BorrowedHandles) -> Void
    ) {
        // A hidden item has no leaf number in this list. A new item still has the number `pending`.
        leafNumbers.set(rows, to: LeafDirectory.none)
        insert(&uniqueForest.hidden, rows)
    }

    /// Makes items children of the parent at a destination. Their rows have been inserted already.
    private mutating func link(_ children: BorrowedHandles, at destination: Destination) {
        guard let first = children.first, let last = children.last else { return }
        var parent = Node.none
        switch destination {
        case .endOfSection: break
        case .endOfParent(let item): parent = item
        case .before(let item), .after(let item): parent = node(item).parent
        }
        // Roots without children need no node.
        if storage.forest == nil && parent == Node.none { return }
        for child in children where node(child).parent != parent { updateNode(child) { $0.parent = parent } }
        if parent == Node.none { return }
        updateNode(parent) { node in
            node.childCount += children.count
            switch destination {
            case .before(let item): if node.first == item { node.first = first }
            case .after(let item): if node.last == item { node.last = last }
            case .endOfSection, .endOfParent:
                if !node.hasChildren { node.first = first }
                node.last = last
            }
        }
    }

    /// Removes items from the children of their parents. Their rows and those of their siblings must still be in the
    /// list, because siblings are found by their rows.
    /// - Parameter isRemoved: returns whether an item is removed.
    private mutating func unlink(_ items: [Handle], _ isRemoved: (Handle) -> Bool) {
        var parents = MarkSet()
        for item in items {
            let parent = node(item).parent
            if parent == Node.none || isRemoved(parent) { continue }
            parents.insert(parent)
            updateNode(parent) { $0.childCount -= 1 }
        }
        for parent in parents.members {
            var (first, last) = (node(parent).first, node(parent).last)
            while first != Node.none, isRemoved(first) { first = sibling(after: first) }
            while first != Node.none, isRemoved(last) { last = sibling(before: last) }
            updateNode(parent) { ($0.first, $0.last) = (first, first == Node.none ? first : last) }
        }
    }

    /// Removes rows, visible or hidden. Their nodes stay.
    private mutating func removeRows(_ rows: [Handle]) {
        let visible = rows.filter { isVisible($0) }
        visible.borrowed { remove($0) }
        if visible.count == rows.count { return }
        rows.filter { isHidden($0) }.borrowed { uniqueForest.hidden.remove($0) }
    }

    /// Deletes items with everything below them, and their marks. Returns how many items it deleted.
    mutating func deleteSubtrees(_ items: [Handle]) -> Int {
        var (deleted, roots) = (MarkSet(), [Handle]())
        for item in items where !deleted.contains(item) {
            roots.append(item)
            deleted.insert(item)
            for below in self.items(below: item) { deleted.insert(below) }
        }
        let all = deleted.members
        countingBranches(of: roots + roots.map { node($0).parent }) { list in
            list.unlink(roots) { deleted.contains($0) }
            list.removeRows(all)
            for item in all {
                list.unmark(item)
                if list.node(item) != Node() { list.updateNode(item) { $0 = Node() } }
            }
        }
        return all.count
    }

    /// Moves items with everything below them. No item may be below another one of them, and the destination must not
    /// be at or below any of them.
    mutating func moveSubtrees(_ items: BorrowedHandles, to destination: Destination) {
        let rows = items.flatMap { self.rows(of: $0) }
        var moved = PositionIndex(capacity: items.count)
        for item in items { moved.set(item, position: 0) }
        var touched = Array(items) + items.map { node($0).parent }
        if case .endOfParent(let parent) = destination { touched.append(parent) }
        countingBranches(of: touched) { list in
            list.unlink(Array(items)) { moved.position(of: $0) != nil }
            list.removeRows(rows)
            rows.borrowed { list.insert($0, children: items, at: destination) }
        }
    }

    /// Runs an edit that may change which roots are branches, and updates `SectionStorage.branchCount`.
    /// - Parameter items: all items that may become branches or roots, or cease to be. Other items, `Node.none` and
    ///   duplicates do no harm.
    mutating func countingBranches(of items: [Handle], _ edit: (inout Snapshot) -> Void) {
        var touched = MarkSet()
        for item in items where item != Node.none { touched.insert(item) }
        let all = touched.members
        for item in all { countBranch(item, -1) }
        edit(&self)
        for item in all { countBranch(item, 1) }
    }

    private mutating func countBranch(_ item: Handle, _ change: Int32) {
        let node = node(item)
        guard node.parent == Node.none, node.isBranch, let entry = leafDirectory.entry(leafNumbers[item]),
            let section = sectionIndex(entry.section)
        else { return }
        uniqueSection(section).branchCount += change
    }

    /// Expands or collapses an item. If it is expanded and is visible itself, the rows below it become visible.
    /// Otherwise they become hidden or stay hidden.
    mutating func setExpanded(_ item: Handle, _ isExpanded: Bool) {
        let node = node(item)
        if node.isExpanded == isExpanded { return }
        let rows = rows(below: item)
        removeRows(rows)
        updateNode(item) { $0.isExpanded = isExpanded }
        if rows.isEmpty { return }
        rows.borrowed { rows in
            if isExpanded {
                insert(rows, beside: item, offset: 1)
            } else {
                insertHidden(rows) { $0.append($1, toSection: 0) }
            }
        }
    }

    mutating func setExpandable(_ item: Handle, _ isExpandable: Bool) {
        if node(item).isExpandable == isExpandable { return }
        countingBranches(of: [item]) { $0.updateNode(item) { $0.isExpandable = isExpandable } }
    }
}
