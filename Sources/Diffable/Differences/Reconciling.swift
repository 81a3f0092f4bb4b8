import DiffableEngine

// Makes sure that two lists mean the same values by their keys, before the engine compares the lists.

extension DiffableDataSourceSnapshot {
    /// The same list, with keys that mean the same values as in an old list, and with marks for items and sections
    /// whose content differs from the old list. The engine compares the result with the old list.
    ///
    /// Equal values have equal keys, unless hashes collide. Then lists with different histories may mean different
    /// values by the same key. So for every key that both lists have, the values are compared, except values in shared
    /// pages. If a key means two different items or sections, the list is built again with the keys of the old list.
    ///
    /// - Throws: `duplicateIdentifier` if the data source compares items in another way than the snapshot, and two
    ///   items of the snapshot are the same for it.
    /// - Complexity: O(pages), and the values of pages with changes. O(n) if the lists do not share their tables, if an
    ///   item was renamed, or if the list is built again.
    func reconciled(with old: Self) throws(DiffableError) -> Reconciled {
        if values === old.values && list.isIdentical(to: old.list) { return Reconciled(self, nil) }
        return try values.reconciliation(self, old)
    }

    /// A list that is ready for the engine.
    @usableFromInline
    struct Reconciled {
        let snapshot: DiffableDataSourceSnapshot
        /// The handles of the list in the tables of the old list. Nil if both lists share their tables and no item was
        /// renamed, or if the list was built again. Then the engine computes what it needs.
        let aligned: AlignedKeys?

        @usableFromInline
        init(_ snapshot: DiffableDataSourceSnapshot, _ aligned: AlignedKeys?) {
            self.snapshot = snapshot
            self.aligned = aligned
        }
    }

    /// Does the work of `reconciled`, which calls it through `values.reconciliation`.
    @inlinable
    func makeReconciled(with old: Self) throws(DiffableError) -> Reconciled {
        if !hasKeys(like: old) { return Reconciled(try rebuilt(inKeysOf: old), nil) }
        let aligned = list.alignedKeys(with: old.list)
        var changedItems: [UInt32] = []
        var changedSections: [UInt32] = []
        let earlier = items.earlier.isEmpty ? [:] : earlierItems
        guard items.compare(.item, of: list, with: old.items, aligned, earlier, &changedItems),
            sections.compare(.section, of: list, with: old.sections, aligned, [:], &changedSections)
        else { return Reconciled(try rebuilt(inKeysOf: old), nil) }
        let hidden = aligned == nil ? [] : list.hiddenHandles
        if !hidden.isEmpty {
            let oldHandles = list.tables.translate(hidden, into: old.list.tables, .item)
            if !items.compareHidden(hidden, oldHandles, with: old.items, &changedItems) {
                return Reconciled(try rebuilt(inKeysOf: old), nil)
            }
        }
        if changedItems.isEmpty && changedSections.isEmpty { return Reconciled(self, aligned) }
        return Reconciled(marked(changedItems, changedSections), aligned)
    }

    /// Whether equal values are known to have equal keys in both lists.
    @inlinable
    func hasKeys(like old: Self) -> Bool {
        items.collisions.isEmpty && old.items.collisions.isEmpty && sections.collisions.isEmpty
            && old.sections.collisions.isEmpty
            && Identity.areEqual(items.identity, old.items.identity)
            && Identity.areEqual(sections.identity, old.sections.identity)
    }

    @usableFromInline
    func marked(_ items: [UInt32], _ sections: [UInt32]) -> Self {
        var copy = self
        // The handles are of this list, so marking them cannot fail.
        if !items.isEmpty { try? copy.list.mark(items.map { list.key($0, .item) }, .reconfiguredItems) }
        if !sections.isEmpty { try? copy.list.mark(sections.map { list.key($0, .section) }, .reconfiguredSections) }
        return copy
    }

    /// The same list, built again with the tables and keys of an old list.
    /// - Complexity: O(n), each value is hashed
    @inlinable
    func rebuilt(inKeysOf old: Self) throws(DiffableError) -> Self {
        let call: StaticString = "apply(_:animatingDifferences:)"
        let newSections = try old.sections.keys(of: sectionIdentifiers, .section, in: old.list, call)
        let newItems: ValueKeys
        do throws(DiffableError) {
            newItems = try old.items.keys(of: allItemIdentifiers, .item, in: old.list, call)
        } catch {
            throw error.comparing(by: old.items.identity, unlike: items.identity)
        }
        return try rebuilt(over: old, newSections, newItems)
    }

    @usableFromInline
    func rebuilt(over old: Self, _ newSections: ValueKeys, _ newItems: ValueKeys) throws(DiffableError) -> Self {
        var result = Self(old.list, old.sections.identity, old.items.identity)
        result.list.clear()
        (result.sections.collisions, result.items.collisions) = (newSections.collisions, newItems.collisions)
        do throws(EngineError) {
            try result.list.appendSections(keys: newSections.keys)
            try result.list.copyForest(of: list, inKeys: newItems.keys)
        } catch {
            throw DiffableError(error)
        }
        for (key, section) in zip(newSections.keys, sectionIdentifiers) {
            result.sections.pages.set(result.list.handle(key, .section), section)
        }
        result.setItems(allItemIdentifiers, result.list.handles(newItems.keys, .item))
        for mark in [Mark.reloadedSections, .reconfiguredSections] {
            let keys = markedSections(mark).compactMap { result.sections.find($0, .section, in: result.list)?.key }
            if !keys.isEmpty { try? result.list.mark(keys, mark) }
        }
        for (item, earlier) in renamedItems {
            guard let key = result.items.find(item, .item, in: result.list)?.key,
                let oldKey = old.items.find(earlier, .item, in: old.list)?.key
            else { continue }
            result.list.recordRename(key, from: oldKey)
            result.items.earlier[oldKey] = earlier
        }
        var (changedItems, changedSections): ([UInt32], [UInt32]) = ([], [])
        _ = result.items.compareSharedTables(old.items, &changedItems)
        _ = result.sections.compareSharedTables(old.sections, &changedSections)
        return result.marked(changedItems, changedSections)
    }
}

extension ValueTable {
    /// Compares the values that two lists mean by the same keys. Returns false if a key means two different items or
    /// sections. Otherwise appends the handles of values whose content differs.
    /// - Parameters:
    ///   - aligned: nil if both lists share their tables, and no item was renamed.
    ///   - earlier: the earlier values of renamed items, by the handles of these items. `aligned` pairs a renamed item
    ///     with what it was in the old list, so the two values differ. If the old value is the earlier value, the item
    ///     was renamed, and its key does not mean two different items.
    @inlinable
    func compare(
        _ kind: Kind, of list: EngineList, with old: ValueTable, _ aligned: AlignedKeys?, _ earlier: [UInt32: Value],
        _ changed: inout [UInt32]
    ) -> Bool {
        guard let aligned else { return compareSharedTables(old, &changed) }
        let identity = identity?.areSame
        var (values, oldValues) = (ValuePages<Value>.Cursor(pages), ValuePages<Value>.Cursor(old.pages))
        var position = 0
        var areSame = true
        aligned.oldHandles(kind).withUnsafeBufferPointer { oldHandles in
            list.forEachHandle(kind) { handles in
                for handle in handles {
                    let oldHandle = oldHandles[position]
                    position &+= 1
                    guard areSame, oldHandle != .max, let oldValue = oldValues.value(oldHandle),
                        let value = values.value(handle),
                        !ValuePages<Value>.areIdentical(value, oldValue)
                    else { continue }
                    areSame =
                        Self.compare(value.pointee, oldValue.pointee, identity, handle, &changed)
                        || earlier[handle].map { self.areSame($0, oldValue.pointee) } ?? false
                }
            }
        }
        return areSame
    }

    /// Like `compare`, for hidden items, which an `AlignedKeys` does not contain.
    @inlinable
    func compareHidden(_ handles: [UInt32], _ oldHandles: [UInt32], with old: ValueTable, _ changed: inout [UInt32])
        -> Bool
    {
        let identity = identity?.areSame
        return zip(handles, oldHandles).allSatisfy { handle, oldHandle in
            guard oldHandle != .max, let oldValue = old.pages[oldHandle], let value = pages[handle] else { return true }
            return Self.compare(value, oldValue, identity, handle, &changed)
        }
    }

    /// - Parameter areSame: nil for values that are their own identity.
    @inlinable
    @inline(__always)
    static func compare(
        _ value: Value, _ oldValue: Value, _ areSame: ((Value, Value) -> Bool)?, _ handle: UInt32,
        _ changed: inout [UInt32]
    ) -> Bool {
        guard let areSame else { return value == oldValue }
        if !areSame(value, oldValue) { return false }
        if value != oldValue { changed.append(handle) }
        return true
    }

    /// Like `compare`, for lists that share their tables. Only pages that are not shared have to be compared.
    @inlinable
    func compareSharedTables(_ old: ValueTable, _ changed: inout [UInt32]) -> Bool {
        let identity = identity?.areSame
        for index in 0..<min(pages.pages.count, old.pages.pages.count) {
            guard let page = pages.pages[index], let oldPage = old.pages.pages[index], page !== oldPage else {
                continue
            }
            let first = UInt32(truncatingIfNeeded: index &<< ValuePages<Value>.bits)
            let areSame = page.withUnsafeMutablePointers { header, values in
                oldPage.withUnsafeMutablePointers { oldHeader, oldValues in
                    for word in 0..<8 {
                        var both = header.pointee.present[word] & oldHeader.pointee.present[word]
                        while both != 0 {
                            let offset = word &<< 6 &+ both.trailingZeroBitCount
                            both &= both &- 1
                            if ValuePages<Value>.areIdentical(values + offset, oldValues + offset) { continue }
                            let handle = first &+ UInt32(truncatingIfNeeded: offset)
                            if !Self.compare(values[offset], oldValues[offset], identity, handle, &changed) {
                                return false
                            }
                        }
                    }
                    return true
                }
            }
            if !areSame { return false }
        }
        return true
    }
}

extension ValuePages {
    /// Whether two values have the same bits. Such a value has not changed, so `==` need not be called.
    @inlinable
    @inline(__always)
    static func areIdentical(_ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
        let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        var offset = 0
        while offset &+ 8 <= MemoryLayout<Value>.size {
            if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset &+= 8
        }
        while offset < MemoryLayout<Value>.size {
            if left.load(fromByteOffset: offset, as: UInt8.self) != right.load(fromByteOffset: offset, as: UInt8.self) {
                return false
            }
            offset &+= 1
        }
        return true
    }
}
