import DiffableEngine

/// The list that a snapshot had before all its items were deleted. When the snapshot is filled again, mostly the same values come in
/// the same order. A value that is the one expected next is compared once, and not hashed.
@usableFromInline
final class ExpectedList<Value: Hashable> {
    let list: EngineList
    @usableFromInline let values: ValueTable<Value>
    /// The items of the list and their keys, read when the first item comes.
    @exclusivity(unchecked) @usableFromInline var handles: [UInt32] = []
    @exclusivity(unchecked) @usableFromInline var keys: [Int64] = []
    /// The position of the item that is expected next.
    @exclusivity(unchecked) @usableFromInline var next = 0
    /// A value that was not expected is searched for in the list, unless the search before led nowhere: then the next `patience` values
    /// are not, at most 64.
    @exclusivity(unchecked) @usableFromInline var patience = 0
    @exclusivity(unchecked) @usableFromInline var skipped = 0

    @usableFromInline
    init(_ list: EngineList, _ values: ValueTable<Value>) {
        self.list = list
        self.values = values
    }

    /// For a copy of the snapshot.
    @usableFromInline
    func copy() -> ExpectedList {
        let copy = ExpectedList(list, values)
        (copy.handles, copy.keys) = (handles, keys)
        (copy.next, copy.patience, copy.skipped) = (next, patience, skipped)
        return copy
    }

    @usableFromInline
    func read() {
        handles.reserveCapacity(list.numberOfItems)
        list.forEachHandle { handles.append(contentsOf: $0) }
        keys = list.keys(handles, .item)
    }

    /// The keys of values that come into the list. They are not checked: two values may have the same key.
    @inlinable
    func keys(of new: [Value]) -> [Int64] {
        if handles.isEmpty { read() }
        let (values, handles) = (values, handles)
        let count = handles.count
        return [Int64](unsafeUninitializedCapacity: new.count) { result, resultCount in
            for position in 0..<new.count {
                if next < count {
                    if values.holds(new[position], at: handles[next]) {
                        result[position] = key(of: new[position], isAt: next)
                        if patience > 0 { patience &-= 1 }
                        continue
                    }
                    // Where an item was deleted or replaced, the one after it is next.
                    if next &+ 1 < count, values.holds(new[position], at: handles[next &+ 1]) {
                        result[position] = key(of: new[position], isAt: next &+ 1)
                        continue
                    }
                }
                result[position] = values.hash(new[position])
                search(new[position], result[position])
            }
            resultCount = new.count
        }
    }

    @inlinable
    @inline(__always)
    func key(of value: Value, isAt position: Int) -> Int64 {
        next = position &+ 1
        assert(
            values.longestProbe > 0 || values.hash(value) == keys[position],
            Self.flaw(value))
        return keys[position]
    }

    @usableFromInline
    static func flaw(_ value: Value) -> String {
        "two values of \(Value.self) are equal and have different hashes: \(value)"
    }

    /// Expects the item after a value next, if the list has the value.
    @usableFromInline
    func search(_ value: Value, _ key: Int64) {
        if skipped < patience {
            skipped += 1
            return
        }
        skipped = 0
        patience = min(64, patience * 2 + 1)
        let handle = list.handle(key, .item)
        guard handle != .max, values.holds(value, at: handle), let position = list.globalIndex(key) else { return }
        next = position + 1
    }
}
