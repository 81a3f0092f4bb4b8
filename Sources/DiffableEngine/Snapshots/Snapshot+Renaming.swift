extension Snapshot {
    /// Gives an item another identifier. It keeps its place, its content, its expansion and what is below it. An apply
    /// reconfigures its row, and neither deletes nor inserts one.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` if another item of the list has the new identifier.
    /// - Complexity: O(rows below the item + log n + earlier renames); the next apply compares all items
    public mutating func renameItem(_ item: Identifier, to new: Identifier) throws(DiffableError) {
        try item.withRaw { (item) throws(DiffableError) in
            try new.withRaw { (new) throws(DiffableError) in try renameItem(item, to: new) }
        }
    }

    @export(interface)
    package mutating func renameItem(_ item: BorrowedIdentifier, to new: BorrowedIdentifier) throws(DiffableError) {
        let call: StaticString = "rename_item"
        if BorrowedIdentifier.equal(item, new) {
            _ = try requireItem(item, call)
            return
        }
        try compacting { (list) throws(DiffableError) in
            let old = try list.requireItem(item, call)
            guard let handle = list.identifiers.items.intern(new) else { throw .tableFull(call) }
            if list.contains(handle) {
                throw .duplicateInList(
                    .item, call, [.init(identifier: Identifier(new), position: nil, place: list.place(of: handle))])
            }
            list.replace(old, with: handle)
        }
    }

    /// Replaces an item by an item that is not in the list.
    mutating func replace(_ old: Handle, with new: Handle) {
        if !contents.isEmpty { contents.set([new], to: [contents[old]]) }
        let (node, children) = (node(old), childHandles(of: old))
        BorrowedHandles.one(new) { insert($0, children: $0, at: .before(old)) }
        if storage.forest != nil {
            setExpandable(new, node.isExpandable)
            setExpanded(new, node.isExpanded)
            if node.keepsExpansion || node.keepsChildren {
                updateNode(new) { ($0.keepsExpansion, $0.keepsChildren) = (node.keepsExpansion, node.keepsChildren) }
            }
            if !children.isEmpty { children.borrowed { moveSubtrees($0, to: .endOfParent(new)) } }
        }
        let isReloaded = reloadedItems.contains(old)
        updateMarks { marks in
            marks.renames.rename(old, to: new)
            if isReloaded { marks.reloadedItems.insert(new) }
            marks.reloadedItems.remove(old)
            marks.reconfiguredItems.remove(old)
            marks.reconfiguredItems.insert(new)
        }
        if storage.forest != nil { _ = deleteSubtrees([old]) } else { BorrowedHandles.one(old) { remove($0) } }
    }

    /// The items that were renamed: a pair for each earlier identifier of an item, the most recent one first.
    package var renamedItems: [(item: Identifier, old: Identifier)] {
        renames.all.map { (identifiers.items.identifier($0.item), identifiers.items.identifier($0.old)) }
    }

    /// Records that items of this list had other identifiers in an earlier list. It is used to undo renames.
    package mutating func recordRenames(_ renames: [(item: Identifier, old: Identifier)]) {
        for (item, old) in renames {
            guard let handle = item.withRaw({ handle(ofItem: $0) }),
                let old = old.withRaw({ identifiers.items.intern($0) })
            else { continue }
            updateMarks { marks in
                marks.renames.add([(handle, old)])
                marks.reconfiguredItems.insert(handle)
            }
        }
    }
}

/// The items that were renamed, with each identifier that they had before.
struct Renames {
    private(set) var all: [(item: Handle, old: Handle)] = []

    var isEmpty: Bool { all.isEmpty }

    init() {}

    init(_ all: [(item: Handle, old: Handle)]) {
        self.all = all
    }

    /// An item that is renamed again keeps all of its earlier names, because a snapshot may be applied in between. The
    /// most recent name comes first.
    mutating func rename(_ item: Handle, to new: Handle) {
        let names = [item] + all.filter { $0.item == item }.map { $0.old }
        forget(item)
        all = names.filter { $0 != new }.map { (new, $0) } + all
    }

    /// Adds the renames of another list.
    mutating func add(_ renames: [(item: Handle, old: Handle)]) {
        all += renames
    }

    mutating func forget(_ item: Handle) {
        all.removeAll { $0.item == item }
    }
}

extension Snapshot {
    var renames: Renames { marks?.renames ?? Renames() }

    var hasRenames: Bool { marks.map { !$0.renames.isEmpty } ?? false }

    /// Returns the handles that items of this list have in an old list. For a renamed item, this is its earlier handle.
    /// For an item that the tables of the old list lack, and for a new item that has the earlier identifier of a
    /// renamed item, it is `Handle.max`.
    func oldHandles(of items: consuming [Handle], in old: Snapshot) -> [Handle] {
        if !hasRenames { return translate(items, into: old) }
        let (items, renames) = (items, RenamedItems(of: self, since: old))
        var result = translate(items, into: old)
        for position in items.indices {
            result[position] = renames.oldHandle(of: items[position], translated: result[position])
        }
        return result
    }

    fileprivate func translate(_ items: consuming [Handle], into old: Snapshot) -> [Handle] {
        identifiers === old.identifiers ? items : identifiers.items.translate(items, into: old.identifiers.items)
    }
}

/// The renamed items of a list that are in an old list under an earlier identifier, and not under their current one.
struct RenamedItems {
    private(set) var pairs: [(item: Handle, old: Handle)] = []
    /// The index in `pairs` of each item.
    private var byItem: PositionIndex
    /// The index in `pairs` of each earlier handle.
    private var byOldHandle: PositionIndex

    init(of list: Snapshot, since old: Snapshot) {
        let renames = list.renames.all
        let (names, oldNames) = (
            list.translate(renames.map { $0.item }, into: old), list.translate(renames.map { $0.old }, into: old)
        )
        (byItem, byOldHandle) = (PositionIndex(capacity: renames.count), PositionIndex(capacity: renames.count))
        // An old item belongs to the item whose first name it has, even if another item had that name for a while.
        var byFirstName = PositionIndex(capacity: renames.count)
        for position in renames.indices
        where position + 1 == renames.count || renames[position + 1].item != renames[position].item {
            byFirstName.set(oldNames[position], position: position)
        }
        for position in renames.indices where old.contains(oldNames[position]) && !old.contains(names[position]) {
            let item = renames[position].item
            if byItem.position(of: item) != nil || byOldHandle.position(of: oldNames[position]) != nil { continue }
            if let first = byFirstName.position(of: oldNames[position]), renames[first].item != item { continue }
            byItem.set(item, position: pairs.count)
            byOldHandle.set(oldNames[position], position: pairs.count)
            pairs.append((item, oldNames[position]))
        }
    }

    /// - Parameter translated: the handle that the identifier of the item has in the tables of the old list.
    func oldHandle(of item: Handle, translated: Handle) -> Handle {
        if let old = oldHandle(of: item) { return old }
        return byOldHandle.position(of: translated) == nil ? translated : Handle.max
    }

    /// The handle that a renamed item has in the old list; nil for any other item.
    func oldHandle(of item: Handle) -> Handle? { byItem.position(of: item).map { pairs[$0].old } }

    /// The renamed item whose handle in the old list is `old`; nil if there is none.
    func item(ofOldHandle old: Handle) -> Handle? {
        byOldHandle.position(of: old).map { pairs[$0].item }
    }
}
