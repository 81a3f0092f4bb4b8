import DiffableEngine

/// The list that a snapshot had before all its items were deleted. When the snapshot is filled again, usually the same
/// values are added in the same order. A value that is expected next is compared once, and not hashed.
@usableFromInline
final class ExpectedList<Value: Hashable> {
    @usableFromInline let list: EngineList
    @usableFromInline let values: ValueTable<Value>
    /// All items of the list in depth-first order, read when the first item is added.
    @exclusivity(unchecked) @usableFromInline var handles: [UInt32] = []
    /// The positions of items in `handles`, if the list has trees.
    @exclusivity(unchecked) private var positions: [UInt32: Int] = [:]
    /// The position of the item that is expected next.
    @exclusivity(unchecked) @usableFromInline var next = 0
    /// How many unexpected values are skipped before the next one is searched for in the list. Each search increases
    /// it, to at most 64, and each expected value decreases it.
    @exclusivity(unchecked) @usableFromInline var patience = 0
    @exclusivity(unchecked) @usableFromInline var skipped = 0
    /// Whether a search found nothing after `patience` had grown to 7. Until a search finds its value, no value is
    /// compared with the expected one.
    @exclusivity(unchecked) @usableFromInline var isLost = false

    @usableFromInline
    init(_ list: EngineList, _ values: ValueTable<Value>) {
        self.list = list
        self.values = values
    }

    /// A copy, for a copy of the snapshot.
    @usableFromInline
    func copy() -> ExpectedList {
        let copy = ExpectedList(list, values)
        (copy.handles, copy.positions) = (handles, positions)
        (copy.next, copy.patience, copy.skipped, copy.isLost) = (next, patience, skipped, isLost)
        return copy
    }

    @usableFromInline
    var tables: KeyTables { list.tables }

    @usableFromInline
    func read() {
        handles = list.allHandles
        if list.hasTrees { positions = Dictionary(uniqueKeysWithValues: zip(handles, handles.indices)) }
    }

    /// The handles of values that are added to a list with the same tables. Nil if the tables are full. Does not check
    /// for duplicates, so two values may have the same handle.
    @inlinable
    func handles(of new: [Value]) -> [UInt32]? {
        if handles.isEmpty { read() }
        let (values, handles) = (values, handles)
        var known = ValuePages<Value>.Cursor(values.pages)
        let areSame = values.identity?.areSame
        /// Whether a value is the one that is expected at a position.
        func isExpected(_ value: Value, at position: Int) -> Bool {
            guard position < handles.count, let known = known.value(handles[position]) else { return false }
            return areSame?(known.pointee, value) ?? (known.pointee == value)
        }
        // The positions in the call and the keys of values that were not expected.
        var positions: [Int] = []
        var keys: [Int64] = []
        var result = [UInt32](unsafeUninitializedCapacity: new.count) { result, count in
            for position in 0..<new.count {
                var expected = next
                if isLost || !isExpected(new[position], at: expected) {
                    // If the expected item was deleted or replaced, the value is probably the item after it.
                    expected &+= 1
                    if isLost || !isExpected(new[position], at: expected) {
                        let key = values.hash(new[position])
                        positions.append(position)
                        keys.append(key)
                        result[position] = .max
                        search(new[position], key)
                        continue
                    }
                } else if patience > 0 {
                    patience &-= 1
                }
                result[position] = handles[expected]
                next = expected &+ 1
                assert(
                    !values.collisions.isEmpty || values.hash(new[position]) == list.key(handles[expected], .item),
                    Self.unequalHashesMessage(new[position]))
            }
            count = new.count
        }
        if keys.isEmpty { return result }
        guard let interned = list.intern(keys) else { return nil }
        for (position, handle) in zip(positions, interned) { result[position] = handle }
        return result
    }

    @usableFromInline
    static func unequalHashesMessage(_ value: Value) -> String {
        "two values of \(Value.self) are equal and have different hashes: \(value)"
    }

    /// Searches for a value in the list. If the list has the value, the item after it is expected next.
    @usableFromInline
    func search(_ value: Value, _ key: Int64) {
        if skipped < patience {
            skipped += 1
            return
        }
        skipped = 0
        patience = min(64, patience * 2 + 1)
        isLost = patience >= 7
        let handle = list.handle(key, .item)
        guard handle != .max, values.holds(value, at: handle),
            let position = list.hasTrees ? positions[handle] : list.globalIndex(key)
        else { return }
        isLost = false
        next = position + 1
    }
}
