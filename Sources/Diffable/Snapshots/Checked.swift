import DiffableEngine

extension DiffableDataSourceSnapshot {
    /// The edits in their throwing form, for data that is not trusted.
    ///
    ///     try snapshot.checked.appendItems(decoded, toSection: .results)
    ///
    /// Each edit succeeds as a whole, or throws a ``DiffableError`` and changes nothing. All edits have one scheme, names and labels are
    /// the same, and the word tells that a rule is checked at run time. Several edits are undone together by editing a copy.
    ///
    /// It edits the snapshot in place and cannot be copied, so `var edits = snapshot.checked` does not compile.
    public struct Checked: ~Copyable {
        @usableFromInline var snapshot: DiffableDataSourceSnapshot

        @inlinable
        init(_ snapshot: DiffableDataSourceSnapshot) {
            self.snapshot = snapshot
        }
    }

    /// The edits in their throwing form.
    @inlinable
    public var checked: Checked {
        _read { yield Checked(self) }
        _modify {
            // Nothing else may hold the storage while it is edited, or it would be copied.
            var checked = Checked(consume self)
            defer { self = checked.snapshot }
            yield &checked
        }
    }
}

// Edits under the names of several types: those of snapshots, and those of section snapshots. `call` is the name for messages.
extension DiffableDataSourceSnapshot {
    /// Adds items to the end of a section, or of the last section if none is given.
    @inlinable
    mutating func addRoots(
        _ new: [ItemIdentifierType], toSection section: (key: Int64, handle: UInt32)? = nil, _ call: StaticString
    ) throws(DiffableError) {
        let index = section.flatMap { list.index(ofSectionHandle: $0.handle) } ?? list.numberOfSections - 1
        if appendExpected(new, toSectionAt: index) { return }
        let key = section?.key
        try addItems(new, call) { (list, keys) throws(EngineError) in try list.append(keys, toSection: key) }
        setItems(new, inSectionAt: index, from: list.count(ofSectionAt: index) - new.count)
    }

    /// Adds items before or after another one, or below it.
    @inlinable
    mutating func add(
        _ new: [ItemIdentifierType], _ place: Place, _ anchor: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        if place != .below, new.contains(where: { items.areSame($0, anchor) }) {
            throw .destination(.item, call, anchor, isItself: "inserted")
        }
        guard let (key, _) = items.find(anchor, .item, in: list) else {
            _ = try freeKeys(new, items, .item, call)
            throw unknown(item: anchor, call)
        }
        let keys = try addItems(new, call) { (list, keys) throws(EngineError) in try list.insert(keys, place, item: key) }
        setItems(new, list.handles(keys, .item))
    }

    /// The keys and handles of items that must be in the list.
    @inlinable
    func find(
        _ items: [ItemIdentifierType], _ call: StaticString
    ) throws(DiffableError) -> (keys: [Int64], handles: [UInt32]) {
        var (keys, handles): ([Int64], [UInt32]) = ([], [])
        var unknown: Int?
        self.items.findAll(items, .item, in: list) { position, found in
            guard let found else {
                unknown = position
                return false
            }
            keys.append(found.key)
            handles.append(found.handle)
            return true
        }
        if let unknown { throw self.unknown(item: items[unknown], position: unknown, call) }
        return (keys, handles)
    }

    /// The keys of those items that the list has.
    func knownKeys(_ items: [ItemIdentifierType]) -> [Int64] {
        items.compactMap { self.items.find($0, .item, in: list)?.key }
    }

    @inlinable
    mutating func mark(_ new: [ItemIdentifierType], _ mark: Mark, _ call: StaticString) throws(DiffableError) {
        let (keys, handles) = try find(new, call)
        do throws(EngineError) { try list.mark(keys, mark) } catch { throw DiffableError(error) }
        for (handle, item) in zip(handles, new) { items.pages.set(handle, item) }
    }

    /// Gives items new content, and marks those whose content differs. Returns how many differ.
    mutating func update(_ new: [ItemIdentifierType], _ call: StaticString) throws(DiffableError) -> Int {
        let (keys, handles) = try find(new, call)
        try requireUnique(keys, new, call)
        let changed = new.indices.filter { items.pages[handles[$0]] != new[$0] }
        if changed.isEmpty { return 0 }
        do throws(EngineError) { try list.mark(changed.map { keys[$0] }, .reconfiguredItems) } catch { throw DiffableError(error) }
        for position in changed { items.pages.set(handles[position], new[position]) }
        return changed.count
    }
}

extension DiffableDataSourceSnapshot {
    /// Runs an edit that adds values, with their keys, and returns the keys. First the keys are their hashes. If the engine refuses them, a
    /// key is taken, and the values are looked up one by one: either one is a duplicate, or it gets another key.
    @inlinable
    @discardableResult
    mutating func addItems(
        _ new: [ItemIdentifierType], _ call: StaticString, _ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void
    ) throws(DiffableError) -> [Int64] {
        let tables = list.tables
        var keys = expectedHandles(of: new).map { list.keys($0, .item) } ?? items.hashes(new)
        if !items.collisions.isEmpty || !attempt(edit, keys) {
            let free = try freeKeys(new, items, .item, call)
            keys = free.keys
            do throws(EngineError) { try edit(&list, keys) } catch { throw DiffableError(error) }
            items.collisions = free.collisions
        }
        if !(list.tables == tables) { follow(from: tables) } // mutant: typed-compacted
        return keys
    }

    /// The same for sections.
    @inlinable
    mutating func addSections(
        _ new: [SectionIdentifierType], _ call: StaticString, _ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void
    ) throws(DiffableError) {
        let tables = list.tables
        if !sections.collisions.isEmpty || !attempt(edit, sections.hashes(new)) {
            let free = try freeKeys(new, sections, .section, call)
            do throws(EngineError) { try edit(&list, free.keys) } catch { throw DiffableError(error) }
            sections.collisions = free.collisions
        }
        if !(list.tables == tables) { follow(from: tables) }
    }

    /// Appends items to a list that is described anew, those that are expected by their handles. Returns false and appends nothing if the
    /// list expects none, or if the engine refuses: `addItems` then appends them, or says why it cannot.
    @inlinable
    mutating func appendExpected(_ new: [ItemIdentifierType], toSectionAt index: Int) -> Bool {
        guard list.takesHandles, let handles = expectedHandles(of: new), list.append(handles, toSectionAt: index) else { return false }
        setItems(new, handles)
        return true
    }

    /// The handles that items get in a list that is described anew; nil if the list expects no items.
    @inlinable
    mutating func expectedHandles(of new: [ItemIdentifierType]) -> [UInt32]? {
        guard let tables = expected?.tables, items.collisions.isEmpty else { return nil }
        // An edit may have moved the list to new tables, where its items have other handles.
        if !(list.tables == tables) { // mutant: typed-expected-tables
            expected = nil
            return nil
        }
        if !isKnownUniquelyReferenced(&expected) { expected = expected?.copy() }
        return expected?.handles(of: new)
    }

    /// Returns false if the engine refuses.
    @inlinable
    mutating func attempt(_ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void, _ keys: [Int64]) -> Bool {
        do throws(EngineError) {
            try edit(&list, keys)
            return true
        } catch {
            return false
        }
    }

    /// Keys for values that must not be in the list.
    @inlinable
    func freeKeys<Value: Hashable & Sendable>(
        _ new: [Value], _ table: ValueTable<Value>, _ kind: Kind, _ call: StaticString
    ) throws(DiffableError) -> ValueKeys {
        let keys = try table.keys(of: new, kind, in: list, call)
        if !keys.known.isEmpty { throw alreadyThere(keys.known, new, kind, call) }
        return keys
    }

    @usableFromInline
    func alreadyThere<Value: Hashable & Sendable>(
        _ there: [(position: Int, handle: UInt32)], _ new: [Value], _ kind: Kind, _ call: StaticString, hint: String = ""
    ) -> DiffableError {
        let named = 3
        let places = there.prefix(named).map { position, handle in
            let value = "\(kind.word) \(DiffableError.name(new[position])) is already"
            return kind == .item
                ? "\(value) \(place(ofItem: handle))" : "\(value) at index \(list.index(ofSectionHandle: handle) ?? 0) of the sections"
        }
        let more = there.count > named ? "; and \(there.count - named) more" : ""
        return DiffableError(
            .duplicateIdentifier, "\(places.joined(separator: "; "))\(more)\(hint)", call: call, identifier: new[there[0].position],
            position: there[0].position)
    }

    /// The key and handle of a section that must be in the list.
    @inlinable
    func require(section: SectionIdentifierType, _ call: StaticString) throws(DiffableError) -> (key: Int64, handle: UInt32) {
        guard let found = sections.find(section, .section, in: list) else { throw unknown(section: section, call) }
        return found
    }

    /// The key and handle of an item that must be in the list.
    @inlinable
    func require(item: ItemIdentifierType, _ call: StaticString) throws(DiffableError) -> (key: Int64, handle: UInt32) {
        guard let found = items.find(item, .item, in: list) else { throw unknown(item: item, call) }
        return found
    }

    /// Sets the values of handles.
    @inlinable
    mutating func setItems(_ new: [ItemIdentifierType], _ handles: [UInt32]) {
        if new.isEmpty { return }
        makeValuesUnique()
        let values = values
        handles.withUnsafeBufferPointer { handles in
            new.withUnsafeBufferPointer { if let new = $0.baseAddress { values.items.pages.set(handles, new) } }
        }
    }

    /// Sets the values of items that were added to a section, from an index on.
    @inlinable
    mutating func setItems(_ new: [ItemIdentifierType], inSectionAt index: Int, from first: Int) {
        if new.isEmpty { return }
        makeValuesUnique()
        let values = values
        new.withUnsafeBufferPointer { new in
            var position = 0
            list.forEachHandle(ofSectionAt: index, first..<first + new.count) { handles in
                values.items.pages.set(handles, new.baseAddress! + position)
                position += handles.count
            }
        }
    }
}
