import DiffableEngine

// An item that becomes another one and stays the same row. UIKit has no such calls.
extension DiffableDataSourceSnapshot.Checked {
    /// Replaces an item by another one, which takes over its place, its expansion and everything below it. So an item
    /// that is its own identity gets another name, and an `Identifiable` item another `id`, for example that of the
    /// server.
    ///
    /// The next apply reconfigures the row, and neither deletes nor inserts one. `old` of the change is the earlier
    /// item, `new` the new one. An item that is replaced by itself, with other content, gets that content.
    /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for a new item that is in the list already.
    /// - Complexity: O(rows below the item + log n); the next apply compares all items.
    public mutating func renameItem(_ identifier: ItemIdentifierType, to newIdentifier: ItemIdentifierType)
        throws(DiffableError)
    {
        try snapshot.rename(identifier, to: newIdentifier, "renameItem(_:to:)")
    }
}

extension DiffableDataSourceSnapshot {
    /// Replaces an item by another one, whose row it stays: the next apply reconfigures the row. UIKit has no such
    /// call.
    public mutating func renameItem(_ identifier: ItemIdentifierType, to newIdentifier: ItemIdentifierType) {
        do throws(DiffableError) { try checked.renameItem(identifier, to: newIdentifier) } catch { error.stop() }
    }

    fileprivate mutating func rename(
        _ item: ItemIdentifierType, to new: ItemIdentifierType, _ call: StaticString
    ) throws(DiffableError) {
        let (key, handle) = try require(item: item, call)
        if items.areSame(item, new) { return items.pages.set(handle, new) }
        let keys = unlikeEarlier(try freeKeys([new], items, .item, call), of: new)
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

    /// The free key of a value, or another one if that was the key of another item that was renamed: the engine would
    /// take one for the other.
    private func unlikeEarlier(_ keys: ValueKeys, of value: ItemIdentifierType) -> ValueKeys {
        let hash = items.hash(value)
        var keys = keys
        var key: Int64 { keys.keys[0] }
        var isHeld: Bool { list.handle(key, .item) != .max && items.pages.contains(list.handle(key, .item)) }
        while isHeld || items.earlier[key].map({ !items.areSame($0, value) }) ?? false { keys.keys[0] &+= 1 }
        let steps = Int(key &- hash)
        if steps > 0 { keys.collisions[hash] = max(keys.collisions[hash] ?? 0, steps) }
        return keys
    }

    /// The items that were renamed since the last apply, and what they were before.
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

    /// Returns this list with renames: each `item` is the item that is called `old` in the list that it will replace.
    func noting(renames: [(item: ItemIdentifierType, old: ItemIdentifierType)]) -> Self {
        var result = self
        for (item, old) in renames {
            // Only one value is passed, so it cannot be a duplicate.
            guard let key = items.find(item, .item, in: list)?.key,
                var keys = try? result.items.keys(of: [old], .item, in: result.list, "undo()")
            else { continue }
            if keys.known.isEmpty { keys = result.unlikeEarlier(keys, of: old) }
            result.items.collisions = keys.collisions
            result.items.earlier[keys.keys[0]] = old
            result.list.noteRename(key, from: keys.keys[0])
        }
        return result
    }
}
