import DiffableEngine

// Putting trees into a list, and taking trees out of a list, with their values.

extension DiffableDataSourceSnapshot {
    /// A list of one section, in which a section snapshot stores its items.
    typealias Tree = DiffableDataSourceSnapshot<OnlySection, ItemIdentifierType>

    /// The items of a tree that is added to a list, with the keys that they have in that list.
    struct NewTree {
        var list: EngineList
        /// The keys and the values of all items, in depth-first order.
        var keys: [Int64]
        let values: [ItemIdentifierType]
        var collisions: [Int64: Int] = [:]
    }

    /// - Throws: `duplicateIdentifier` if this list compares items in another way, and two items of the tree are the
    ///   same here.
    private func convertedToOwnKeys(_ tree: Tree, _ call: StaticString) throws(DiffableError) -> NewTree {
        let handles = tree.list.allHandles
        var new = NewTree(
            list: tree.list, keys: tree.list.keys(handles, .item), values: handles.compactMap { tree.items.pages[$0] })
        if items.collisions.isEmpty, tree.items.collisions.isEmpty,
            Identity.areEqual(items.identity, tree.items.identity)
        {
            let known = list.handles(new.keys, .item)
            let isTaken = known.indices.contains {
                known[$0] != .max && items.pages.contains(known[$0]) && !items.holds(new.values[$0], at: known[$0])
            }
            if !isTaken { return new }
        }
        let own = try items.keys(of: new.values, .item, in: list, call)
        new.collisions = own.collisions
        if own.keys == new.keys { return new }
        new.keys = own.keys
        new.list = EngineList.sectionSnapshot()
        do throws(EngineError) { try new.list.copyForest(of: tree.list, inKeys: own.keys) } catch {
            throw DiffableError(error)
        }
        return new
    }

    /// Those items of a tree that the list has already.
    private func known(_ new: NewTree) -> [(position: Int, handle: UInt32)] {
        list.handles(new.keys, .item).enumerated().filter { $1 != .max && items.pages.contains($1) }.map { ($0, $1) }
    }

    /// - Parameter replaced: items that the edit replaces. The tree may have them again.
    private func requireFree(_ new: NewTree, replacing replaced: Set<UInt32> = [], _ call: StaticString)
        throws(DiffableError)
    {
        let there = known(new).filter { !replaced.contains($0.handle) }
        if !there.isEmpty { throw duplicateInList(there, new.values, .item, call) }
    }

    /// - Parameter replaced: the items that the edit deletes, unless they are in the tree.
    private mutating func put(_ new: NewTree, _ edit: TreeEdit, replacing replaced: [UInt32] = []) throws(DiffableError)
    {
        let (tables, oldKeys) = (list.tables, list.keys(replaced, .item))
        do throws(EngineError) { try list.put(new.list, edit) } catch { throw DiffableError(error) }
        if !(list.tables == tables) { follow(from: tables) }
        items.collisions = new.collisions
        removeValues(ofKeys: oldKeys)
        setItems(new.values, list.handles(new.keys, .item))
    }

    /// Releases the values of keys that the list no longer has.
    mutating func removeValues(ofKeys keys: [Int64]) {
        items.removeAll(
            list.handles(keys.filter { !list.containsItem(BorrowedIdentifier.integer($0)) }, .item).filter {
                $0 != .max
            })
    }

    mutating func insert(_ tree: Tree, _ place: Place, _ anchor: ItemIdentifierType, _ call: StaticString)
        throws(DiffableError)
    {
        let new = try convertedToOwnKeys(tree, call)
        try requireFree(new, call)
        if tree.rootItemIdentifiers.contains(where: { items.areSame($0, anchor) }) {
            throw .destination(.item, call, anchor, isItself: "inserted")
        }
        try put(new, .insert(place, require(item: anchor, call).key))
    }

    /// Returns the tree, with the keys that its items have in this list.
    @discardableResult
    mutating func replaceChildren(
        of parent: ItemIdentifierType, using tree: Tree, _ call: StaticString
    ) throws(DiffableError) -> EngineList {
        let (key, handle) = try require(item: parent, call)
        let below = list.hasTrees ? list.items(below: handle) : []
        let new = try convertedToOwnKeys(tree, call)
        try requireFree(new, replacing: Set(below), call)
        try put(new, .replaceChildren(of: key), replacing: below)
        return new.list
    }

    mutating func set(_ tree: Tree, ofSection section: SectionIdentifierType, _ call: StaticString)
        throws(DiffableError)
    {
        let known = sections.find(section, .section, in: list)
        let named = try sections.keys(of: [section], .section, in: list, call)
        let replaced =
            known.flatMap { list.index(ofSectionHandle: $0.handle) }.map { list.allItemHandles(inSectionAt: $0) } ?? []
        let (new, own) = (try convertedToOwnKeys(tree, call), Set(replaced))
        let treeHandles = tree.list.allHandles
        for (position, handle) in self.known(new) where !own.contains(handle) {
            let treeHandle = treeHandles[position]
            // A visible item without children leaves its section.
            if list.path(handle) != nil, list.state(of: handle).numberOfChildren == 0, tree.list.path(treeHandle) != nil
            {
                continue
            }
            let other = list.path(handle) == nil ? sectionIdentifier(containingItem: new.values[position]) : nil
            throw DiffableError(
                .duplicateIdentifier,
                """
                item \(DiffableError.name(new.values[position])) is already \(place(ofItem: handle))\
                \(other.map { " in section \(DiffableError.name($0))" } ?? ""), and is also \
                \(tree.place(ofItem: treeHandle)) for section \(DiffableError.name(section))
                """, call: call, identifier: new.values[position], position: position)
        }
        try put(new, .set(ofSection: named.keys[0]), replacing: replaced)
        if known != nil { return }
        sections.collisions = named.collisions
        sections.pages.set(list.handle(named.keys[0], .section), section)
    }

    /// The tree of a section; an empty one for a section that the list lacks.
    func tree(ofSection section: SectionIdentifierType) -> Tree {
        guard let key = sections.find(section, .section, in: list)?.key else {
            return Tree(.sectionSnapshot(), nil, items.identity)
        }
        return tree(list.sectionSnapshot(of: .integer(key)))
    }

    func sectionSnapshot(ofSectionAt index: Int) -> DiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        DiffableDataSourceSectionSnapshot(tree(list.sectionSnapshot(ofSectionAt: index)))
    }

    /// The tree of everything below an item.
    func tree(below parent: ItemIdentifierType, includingParent: Bool, _ call: StaticString) -> Tree {
        let part = try? list.snapshot(of: .integer(required(parent, call)), includingParent: includingParent)
        return tree(part ?? .sectionSnapshot())
    }

    /// A part of this list, with its values.
    func tree(_ part: EngineList) -> Tree {
        var result = Tree(part, nil, items.identity)
        result.addItems(of: self)
        return result
    }

    /// A list with one of the sections only.
    func keepingOnly(sectionAt index: Int) -> Self {
        var result = Self(list, sections.identity, items.identity)
        result.list.clear()
        let section = list.handle(ofSectionAt: index)
        let key = list.key(section, .section)
        // The section is the only one, so this cannot fail.
        try? result.list.put(list.sectionSnapshot(ofSectionAt: index), .set(ofSection: key))
        result.sections.collisions = sections.collisions
        if let value = sections.pages[section] { result.sections.pages.set(result.list.handle(key, .section), value) }
        result.addItems(of: self)
        return result
    }

    /// Copies the values of all items from another list, where they have the same keys.
    private mutating func addItems<Section>(of other: DiffableDataSourceSnapshot<Section, ItemIdentifierType>) {
        items.collisions = other.items.collisions
        let handles = list.allHandles
        let known = list.tables == other.list.tables ? handles : other.list.handles(list.keys(handles, .item), .item)
        setItems(known.compactMap { other.items.pages[$0] }, handles)
    }

    /// The list of keys for an apply. Items that keep their expansion or children get them from the old list.
    func kept(from old: Self) throws(DiffableError) -> EngineList {
        do throws(EngineError) { return try list.keeping(stateOf: old.list) } catch { throw DiffableError(error) }
    }

    /// This list as it is after its apply, without marks. `list` is the list of keys that was applied. If `list` has
    /// items that were kept from the old list, their values are copied from `old`.
    func applied(as list: EngineList, over old: Self) -> Self {
        var result = self
        (result.list, result.expected) = (list, nil)
        result.forgetRenames()
        if !(list.tables == self.list.tables) { result.follow(from: self.list.tables) }
        if list.numberOfAllItems == self.list.numberOfAllItems { return result }
        for handle in list.allHandles where !result.items.pages.contains(handle) {
            if let value = old.item(ofKey: list.key(handle, .item)) { result.items.pages.set(handle, value) }
        }
        return result
    }

    /// The item with a key.
    func item(ofKey key: Int64) -> ItemIdentifierType? {
        let handle = list.handle(key, .item)
        return handle == .max ? nil : items.pages[handle]
    }

    /// The section with a key.
    func section(ofKey key: Int64) -> SectionIdentifierType? {
        let handle = list.handle(key, .section)
        return handle == .max ? nil : sections.pages[handle]
    }
}

/// The section of a section snapshot. It has no name.
@usableFromInline
struct OnlySection: Hashable, Sendable {}
