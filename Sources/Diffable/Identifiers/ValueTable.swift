import DiffableEngine

/// The values of a list, and how they are found.
///
/// Values meet the engine as keys, which are integers. The key of a value is its hash, so that lists which know nothing of one another
/// give equal values the same key. If another value of the list has that key already, the value gets the next free one: open
/// addressing with linear probing. The engine numbers keys with dense handles, and the value of a handle is in a page.
///
/// So a value is hashed once when it is new to a list, and the engine finds, compares and orders integers. Whether two lists mean the
/// same value by a key is checked before they are compared (`Reconciling.swift`), since a hash may be that of two values.
@usableFromInline
struct ValueTable<Value: Hashable> {
    @usableFromInline var pages = ValuePages<Value>()
    /// nil for values that are their own identity.
    @usableFromInline let identity: Identity<Value>?
    /// The most steps that a key is away from the hash of its value. It stays when the value is removed.
    @usableFromInline var longestProbe = 0

    @inlinable
    init(_ identity: Identity<Value>?) {
        self.identity = identity
    }

    /// A table without values that finds keys as this one does.
    @inlinable
    var emptied: ValueTable {
        var table = ValueTable(identity)
        table.longestProbe = longestProbe
        return table
    }

    @inlinable
    @inline(__always)
    func hash(_ value: Value) -> Int64 {
        if let identity { return Int64(truncatingIfNeeded: identity.hash(value)) }
        return Int64(truncatingIfNeeded: value.hashValue)
    }

    /// The hashes of values.
    @inlinable
    func hashes(_ values: [Value]) -> [Int64] {
        if let hash = identity?.hash { return values.map { Int64(truncatingIfNeeded: hash($0)) } }
        return values.map { Int64(truncatingIfNeeded: $0.hashValue) }
    }

    @inlinable
    @inline(__always)
    func areSame(_ left: Value, _ right: Value) -> Bool {
        if let identity { return identity.areSame(left, right) }
        return left == right
    }

    /// Whether a handle has the same value.
    @inlinable
    @inline(__always)
    func holds(_ value: Value, at handle: UInt32) -> Bool {
        pages.withValue(handle) { known in
            guard let known else { return false }
            return areSame(known.pointee, value)
        }
    }

    /// The key and the handle of a value; nil if the list does not have it.
    /// - Parameter list: the list of these values.
    @inlinable
    func find(_ value: Value, _ kind: Kind, in list: EngineList) -> (key: Int64, handle: UInt32)? {
        var key = hash(value)
        for _ in 0...longestProbe {
            let handle = list.handle(key, kind)
            if handle != .max, holds(value, at: handle) { return (key, handle) }
            key &+= 1
        }
        return nil
    }

    /// Calls `body` with the position, the key and the handle of each value; without key and handle for one that the list lacks.
    /// Stops if `body` returns false.
    @inlinable
    func findAll(
        _ values: [Value], _ kind: Kind, in list: EngineList, _ body: (Int, (key: Int64, handle: UInt32)?) -> Bool
    ) {
        if values.count == 1 || longestProbe > 0 {
            for (position, value) in values.enumerated() where !body(position, find(value, kind, in: list)) { return }
            return
        }
        let keys = hashes(values)
        let handles = list.handles(keys, kind)
        for position in 0..<values.count {
            let isFound = handles[position] != .max && holds(values[position], at: handles[position])
            if !body(position, isFound ? (keys[position], handles[position]) : nil) { return }
        }
    }

    @usableFromInline
    mutating func removeAll(_ handles: [UInt32]) {
        for handle in handles { pages.remove(handle) }
    }

    /// Moves the values to the handles that the tables of a compacted list have.
    @usableFromInline
    mutating func translate(_ kind: Kind, from old: KeyTables, to new: KeyTables) {
        var moved = ValuePages<Value>()
        let handles = pages.handles
        for (from, to) in zip(handles, old.translate(handles, into: new, kind)) where to != .max {
            pages.withValue(from) { if let value = $0 { moved.set(to, value.pointee) } }
        }
        pages = moved
    }
}

/// - Throws: `duplicateIdentifier` for an item whose key is there twice.
func requireUnique<Item: Hashable & Sendable>(_ keys: [Int64], _ items: [Item], _ call: StaticString) throws(DiffableError) {
    var positions: [Int64: Int] = [:]
    for (position, key) in keys.enumerated() {
        if let first = positions.updateValue(position, forKey: key) {
            throw .twice(.item, call, items[position], at: first, and: position)
        }
    }
}

/// Keys for values that come into a list.
@usableFromInline
enum NewKeys: Sendable {
    case keys([Int64], longestProbe: Int)
    /// A value is in the call twice.
    case twice(Int, Int)
    /// Values are in the list already, with these handles.
    case there([(position: Int, handle: UInt32)])
}

extension ValueTable {
    /// The keys of values that come into a list. Each value is looked up.
    @usableFromInline
    func newKeys(_ values: [Value], _ kind: Kind, in list: EngineList) -> NewKeys {
        var there: [(position: Int, handle: UInt32)] = []
        var positions: [Int64: Int] = [:]
        var keys: [Int64] = []
        var longest = longestProbe
        for (position, value) in values.enumerated() {
            var key = hash(value)
            var probe = 0
            while true {
                if let other = positions[key] {
                    if areSame(values[other], value) { return .twice(other, position) } // mutant: typed-twice-in-call
                } else if !isTaken(key, kind, in: list) {
                    break
                }
                key &+= 1
                probe += 1
            }
            longest = max(longest, probe) // mutant: typed-probe-forgotten
            if let found = find(value, kind, in: list) { there.append((position, found.handle)) }
            positions[key] = position
            keys.append(key)
        }
        return there.isEmpty ? .keys(keys, longestProbe: longest) : .there(there)
    }

    /// Whether a value of the list has a key.
    @usableFromInline
    func isTaken(_ key: Int64, _ kind: Kind, in list: EngineList) -> Bool {
        let handle = list.handle(key, kind)
        return handle != .max && pages.contains(handle)
    }

    /// The keys that values have in the list, and free ones for those that it lacks.
    /// - Parameter longest: becomes the most steps that one of these keys is away from the hash of its value, if that is more.
    /// - Throws: `duplicateIdentifier` for a value that is passed twice.
    func keys(
        of values: [Value], _ kind: Kind, in list: EngineList, _ longest: inout Int, _ call: StaticString
    ) throws(DiffableError) -> [Int64] where Value: Sendable {
        var positions: [Int64: Int] = [:]
        var keys: [Int64] = []
        for (position, value) in values.enumerated() {
            var key: Int64
            if let known = find(value, kind, in: list) {
                key = known.key
                if let first = positions[key] { throw .twice(kind, call, value, at: first, and: position) }
            } else {
                key = hash(value)
                var probe = 0
                while true {
                    if let other = positions[key] {
                        if areSame(values[other], value) { throw .twice(kind, call, value, at: other, and: position) }
                    } else if !isTaken(key, kind, in: list) {
                        break
                    }
                    key &+= 1
                    probe += 1
                }
                longest = max(longest, probe)
            }
            positions[key] = position
            keys.append(key)
        }
        return keys
    }

    /// The first free key for a value that the list lacks, and the steps to it.
    func freeKey(_ value: Value, _ kind: Kind, in list: EngineList) -> (key: Int64, probe: Int) {
        var (key, probe) = (hash(value), 0)
        while isTaken(key, kind, in: list) {
            key &+= 1
            probe += 1
        }
        return (key, probe)
    }
}
