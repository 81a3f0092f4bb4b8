import DiffableEngine

// An item that becomes another one and stays the same row. UIKit has no such calls.
extension DiffableDataSourceSnapshot.Checked {
    /// Replaces an item by another one, which takes over its place, its expansion and everything below it. Use it to
    /// give another name to an item that is its own identity, or another `id` to an `Identifiable` item, for example
    /// the `id` that a server assigned.
    ///
    /// The next apply reconfigures the row instead of deleting and inserting one. In this change, `old` is the earlier
    /// item and `new` is the new item. If both are the same item, it gets the content of the new one.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for a new item that is in the list already.
    /// - Complexity: O(rows below the item + log n + earlier renames); the next apply compares all items.
    public mutating func renameItem(_ identifier: ItemIdentifierType, to newIdentifier: ItemIdentifierType)
        throws(DiffableError)
    {
        try snapshot.rename(identifier, to: newIdentifier, "renameItem(_:to:)")
    }
}

extension DiffableDataSourceSnapshot {
    /// Replaces an item by another one, which keeps the row: the next apply reconfigures it. UIKit has no such call.
    public mutating func renameItem(_ identifier: ItemIdentifierType, to newIdentifier: ItemIdentifierType) {
        do throws(DiffableError) { try checked.renameItem(identifier, to: newIdentifier) } catch { error.stop() }
    }

    fileprivate mutating func rename(
        _ item: ItemIdentifierType, to new: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        let (key, handle) = try require(item: item, call)
        if items.areSame(item, new) { return items.pages.set(handle, new) }
        let keys = replacingEarlierKey(try freeKeys([new], items, .item, call), of: new)
        let (tables, value) = (list.tables, items.pages[handle])
        // Another item may have had this key at the last apply, and was renamed since.
        let isTaken = list.renamedKeys.contains { $0.old == key }
        do throws(EngineError) { try list.rename(key, to: keys.keys[0]) } catch { throw DiffableError(error) }
        if !(list.tables == tables) { follow(from: tables) }
        items.collisions = keys.collisions
        if !isTaken { items.earlier[key] = value }
        items.pages.remove(list.handle(key, .item))
        setItems([new], list.handles(keys.keys, .item))
    }

    /// Replaces the free key of a value if another item had this key at the last apply and was renamed since, because
    /// the engine would confuse the two items.
    private func replacingEarlierKey(_ keys: ValueKeys, of value: ItemIdentifierType) -> ValueKeys {
        let hash = items.hash(value)
        var keys = keys
        var key: Int64 { keys.keys[0] }
        var isHeld: Bool { list.handle(key, .item) != .max && items.pages.contains(list.handle(key, .item)) }
        while isHeld || items.earlier[key].map({ !items.areSame($0, value) }) ?? false { keys.keys[0] &+= 1 }
        let steps = Int(key &- hash)
        if steps > 0 { keys.collisions[hash] = max(keys.collisions[hash] ?? 0, steps) }
        return keys
    }

    /// The items that were renamed since the last apply, and their earlier values.
    var renamedItems: [(item: ItemIdentifierType, old: ItemIdentifierType)] {
        list.renamedKeys.compactMap { item, old in
            if let item = self.item(ofKey: item), let old = items.earlier[old] { (item, old) } else { nil }
        }
    }

    /// The earlier values of renamed items, by their handles.
    @usableFromInline
    var earlierItems: [UInt32: ItemIdentifierType] {
        list.renamedKeys.reduce(into: [:]) { $0[list.handle($1.item, .item)] = items.earlier[$1.old] }
    }

    mutating func forgetRenames() {
        if !items.earlier.isEmpty { items.earlier = [:] }
    }

    /// Returns this list with renames: each `item` of this list is the item `old` of the list that this one will
    /// replace.
    func recordingRenames(_ renames: [(item: ItemIdentifierType, old: ItemIdentifierType)]) -> Self {
        var result = self
        for (item, old) in renames {
            // Only one value is passed, so it cannot be a duplicate.
            guard let key = items.find(item, .item, in: list)?.key,
                var keys = try? result.items.keys(of: [old], .item, in: result.list, "undo()")
            else { continue }
            if keys.known.isEmpty { keys = result.replacingEarlierKey(keys, of: old) }
            result.items.collisions = keys.collisions
            result.items.earlier[keys.keys[0]] = old
            result.list.recordRename(key, from: keys.keys[0])
        }
        return result
    }
}
