import DiffableEngine

extension DiffableDataSourceSnapshot {
    /// The edits in their throwing form, for data that is not trusted.
    ///
    ///     try snapshot.checked.appendItems(decoded, toSection: .results)
    ///
    /// Each edit succeeds as a whole, or throws a ``DiffableError`` and changes nothing. Names and labels are those of
    /// the edits that stop the program. To be able to undo several edits together, edit a copy.
    ///
    /// `checked` edits the snapshot in place and cannot be copied, so `var edits = snapshot.checked` does not compile.
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
            beginEdit()
            // There must be no other reference to the storage while it is edited. Otherwise it would be copied.
            var checked = Checked(consume self)
            defer { self = checked.snapshot }
            yield &checked
        }
    }
}

// Edits that snapshots and section snapshots have under different names. `call` is the name for messages.
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

    /// The key and handle of the section to which items are added; nil if no section is given, which means the last
    /// one.
    @inlinable
    func requireSection(
        _ section: SectionIdentifierType?, for new: [ItemIdentifierType], _ call: StaticString
    ) throws(DiffableError) -> (key: Int64, handle: UInt32)? {
        if list.numberOfSections == 0 { throw .noSections(call) }
        guard let section else { return nil }
        if let found = sections.find(section, .section, in: list) { return found }
        _ = try freeKeys(new, items, .item, call)
        throw unknown(section, .section, call)
    }

    /// Adds items before the visible item at an index of a section. If the index is the number of its visible items,
    /// adds them at the end of the section.
    mutating func add(
        _ new: [ItemIdentifierType], at index: Int, inSection section: SectionIdentifierType?, _ call: StaticString
    ) throws(DiffableError) {
        if list.numberOfSections == 0 { _ = try freeKeys(new, items, .item, call) }
        let known = try requireSection(section, for: new, call)
        let sectionIndex = known.flatMap { list.index(ofSectionHandle: $0.handle) } ?? list.numberOfSections - 1
        let count = list.count(ofSectionAt: sectionIndex)
        if !(0...count).contains(index) {
            _ = try freeKeys(new, items, .item, call)
            let section = self.section(at: sectionIndex)
            throw DiffableError(
                .invalidArgument,
                """
                there is no index \(index); section \(section.map { DiffableError.name($0) } ?? "") has \
                \(count == 1 ? "1 item" : "\(count) items")
                """, call: call, identifier: section)
        }
        let keys = try addItems(new, call) { (list, keys) throws(EngineError) in
            try list.insert(keys, at: index, inSection: known?.key)
        }
        setItems(new, list.handles(keys, .item))
    }

    /// Adds items before, after or below another item.
    @inlinable
    mutating func add(
        _ new: [ItemIdentifierType], _ place: Place, _ anchor: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        let key = try requireAnchor(anchor, of: new, .item, items, isBeside: place != .below, call).key
        let keys = try addItems(new, call) { (list, keys) throws(EngineError) in try list.insert(keys, place, item: key)
        }
        setItems(new, list.handles(keys, .item))
    }

    /// The key and handle of the value beside or below which new values are inserted.
    @inlinable
    func requireAnchor<Value: Hashable & Sendable>(
        _ anchor: Value, of new: [Value], _ kind: Kind, _ table: ValueTable<Value>, isBeside: Bool = true,
        _ call: StaticString
    ) throws(DiffableError) -> (key: Int64, handle: UInt32) {
        if isBeside, new.contains(where: { table.areSame($0, anchor) }) {
            throw .destination(kind, call, anchor, isItself: "inserted")
        }
        if let found = table.find(anchor, kind, in: list) { return found }
        _ = try freeKeys(new, table, kind, call)
        throw unknown(anchor, kind, call)
    }

    /// The keys and handles of values that must be in the list.
    @inlinable
    func find<Value: Hashable & Sendable>(
        _ values: [Value], _ kind: Kind, _ table: ValueTable<Value>, _ call: StaticString
    ) throws(DiffableError) -> (keys: [Int64], handles: [UInt32]) {
        var unknown: Int?
        let found = known(values, kind, table) {
            unknown = $0
            return false
        }
        if let unknown { throw self.unknown(values[unknown], kind, position: unknown, call) }
        return found
    }

    /// The keys and handles of those values that the list has.
    /// - Parameter isIgnored: called with the position of a value that the list lacks; ends the search if it returns
    ///   false.
    @inlinable
    func known<Value>(
        _ values: [Value], _ kind: Kind, _ table: ValueTable<Value>, orElse isIgnored: (Int) -> Bool = { _ in true }
    ) -> (keys: [Int64], handles: [UInt32]) {
        var (keys, handles): ([Int64], [UInt32]) = ([], [])
        table.findAll(values, kind, in: list) { position, found in
            guard let found else { return isIgnored(position) }
            keys.append(found.key)
            handles.append(found.handle)
            return true
        }
        return (keys, handles)
    }

    @inlinable
    mutating func mark(_ new: [ItemIdentifierType], _ mark: Mark, _ call: StaticString) throws(DiffableError) {
        let (keys, handles) = try find(new, .item, items, call)
        try requireUnique(keys, .item, new, call)
        do throws(EngineError) { try list.mark(keys, mark) } catch { throw DiffableError(error) }
        for (handle, item) in zip(handles, new) { items.pages.set(handle, item) }
    }

    /// Gives items new content, and marks those whose content differs. Returns how many differ.
    mutating func update(_ new: [ItemIdentifierType], _ call: StaticString) throws(DiffableError) -> Int {
        let (keys, handles) = try find(new, .item, items, call)
        try requireUnique(keys, .item, new, call)
        let changed = new.indices.filter { items.pages[handles[$0]] != new[$0] }
        if changed.isEmpty { return 0 }
        do throws(EngineError) { try list.mark(changed.map { keys[$0] }, .reconfiguredItems) } catch {
            throw DiffableError(error)
        }
        for position in changed { items.pages.set(handles[position], new[position]) }
        return changed.count
    }
}

extension DiffableDataSourceSnapshot {
    /// Runs an edit that adds items, with their keys, and returns the keys.
    @inlinable
    @discardableResult
    mutating func addItems(
        _ new: [ItemIdentifierType], _ call: StaticString,
        _ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void
    ) throws(DiffableError) -> [Int64] {
        let expected = expectedHandles(of: new).map { list.keys($0, .item) }
        let keys = try add(new, .item, items, expected ?? items.hashes(new), call, edit)
        if !keys.collisions.isEmpty { items.collisions = keys.collisions }
        return keys.keys
    }

    /// Runs an edit that adds sections, with their keys.
    @inlinable
    mutating func addSections(
        _ new: [SectionIdentifierType], _ call: StaticString,
        _ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void
    ) throws(DiffableError) {
        let keys = try add(new, .section, sections, sections.hashes(new), call, edit)
        if !keys.collisions.isEmpty { sections.collisions = keys.collisions }
    }

    /// Runs an edit that adds values, with their hashes as keys. If the engine refuses these, usually because a key is
    /// already taken, or if the table has collisions, the values are looked up one by one: a value is a duplicate, or
    /// it gets a free key.
    @inlinable
    mutating func add<Value: Hashable & Sendable>(
        _ new: [Value], _ kind: Kind, _ table: ValueTable<Value>, _ hashes: [Int64], _ call: StaticString,
        _ edit: (inout EngineList, [Int64]) throws(EngineError) -> Void
    ) throws(DiffableError) -> ValueKeys {
        let tables = list.tables
        var keys = ValueKeys(hashes, table.collisions)
        if !table.collisions.isEmpty || (try? edit(&list, hashes)) == nil {
            keys = try freeKeys(new, table, kind, call)
            do throws(EngineError) { try edit(&list, keys.keys) } catch { throw DiffableError(error) }
        }
        if !(list.tables == tables) { follow(from: tables) }
        return keys
    }

    /// Appends items to a list that is described anew, by the handles of the expected items. Returns false and appends
    /// nothing if the list has trees or expects no items, or if the engine refuses the new items. The caller then calls
    /// `addItems`, which appends them or throws the error.
    @inlinable
    mutating func appendExpected(_ new: [ItemIdentifierType], toSectionAt index: Int) -> Bool {
        guard list.takesHandles, let handles = expectedHandles(of: new) else { return false }
        // Often a list is described exactly as it was.
        if let old = expected, handles == old.handles, list.hasOnlySection(of: old.list) {
            list = old.list
        } else if !list.append(handles, toSectionAt: index) {
            return false
        }
        setItems(new, handles)
        return true
    }

    /// The handles that items get in a list that is described anew; nil if the list expects no items.
    @inlinable
    mutating func expectedHandles(of new: [ItemIdentifierType]) -> [UInt32]? {
        guard let tables = expected?.tables, items.collisions.isEmpty else { return nil }
        // An edit may have moved the list to new tables, where its items have other handles.
        if !(list.tables == tables) {
            expected = nil
            return nil
        }
        if !isKnownUniquelyReferenced(&expected) { expected = expected?.copy() }
        return expected?.handles(of: new)
    }

    /// Keys for values that must not be in the list.
    @inlinable
    func freeKeys<Value: Hashable & Sendable>(
        _ new: [Value], _ table: ValueTable<Value>, _ kind: Kind, _ call: StaticString
    ) throws(DiffableError) -> ValueKeys {
        let keys = try table.keys(of: new, kind, in: list, call)
        if !keys.known.isEmpty { throw duplicateInList(keys.known, new, kind, call) }
        return keys
    }

    @usableFromInline
    func duplicateInList<Value: Hashable & Sendable>(
        _ there: [(position: Int, handle: UInt32)], _ new: [Value], _ kind: Kind, _ call: StaticString,
        hint: String = ""
    ) -> DiffableError {
        let named = 3
        let places = there.prefix(named).map { position, handle in
            let value = "\(kind.word) \(DiffableError.name(new[position])) is already"
            return kind == .item
                ? "\(value) \(place(ofItem: handle))"
                : "\(value) at index \(list.index(ofSectionHandle: handle) ?? 0) of the sections"
        }
        let more = there.count > named ? "; and \(there.count - named) more" : ""
        return DiffableError(
            .duplicateIdentifier, "\(places.joined(separator: "; "))\(more)\(hint)", call: call,
            identifier: new[there[0].position],
            position: there[0].position)
    }

    /// The key and handle of a section that must be in the list.
    @inlinable
    func require(section: SectionIdentifierType, _ call: StaticString) throws(DiffableError) -> (
        key: Int64, handle: UInt32
    ) {
        try require(section, .section, sections, call)
    }

    /// The key and handle of an item that must be in the list.
    @inlinable
    func require(item: ItemIdentifierType, _ call: StaticString) throws(DiffableError) -> (key: Int64, handle: UInt32) {
        try require(item, .item, items, call)
    }

    @inlinable
    func require<Value: Hashable & Sendable>(
        _ value: Value, _ kind: Kind, _ table: ValueTable<Value>, _ call: StaticString
    ) throws(DiffableError) -> (key: Int64, handle: UInt32) {
        guard let found = table.find(value, kind, in: list) else { throw unknown(value, kind, call) }
        return found
    }

    /// Moves an item before or after another item, or a section before or after another section.
    @inlinable
    mutating func move<Value: Hashable & Sendable>(
        _ value: Value, _ kind: Kind, _ table: ValueTable<Value>, _ side: Side, _ anchor: Value, _ call: StaticString
    ) throws(DiffableError) {
        if table.areSame(value, anchor) { throw .destination(kind, call, value, isItself: "moved") }
        let moved = try require(value, kind, table, call).key
        let destination = try require(anchor, kind, table, call).key
        if kind == .item { try requireOutside(destination, of: moved, call) }
        do throws(EngineError) { try list.move(moved, kind, side, destination) } catch { throw DiffableError(error) }
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
