import DiffableEngine

/// The values of a list, and how they are found.
///
/// For the engine, each value is a key, which is an integer. The key of a value is its mixed hash, so that lists which
/// know nothing of one another give equal values the same key. If another value of the list has that key already, the
/// value gets the next free one: open addressing with linear probing. The engine numbers keys with dense handles, and
/// the value of a handle is in a page.
///
/// So a value is hashed once when it is new to a list, and the engine finds, compares and orders integers. Whether two
/// lists mean the same value by a key is checked before they are compared (`Reconciling.swift`), because two values may
/// have the same hash.
@usableFromInline
struct ValueTable<Value: Hashable> {
    @usableFromInline var pages = ValuePages<Value>()
    /// nil for values that are their own identity.
    @usableFromInline let identity: Identity<Value>?
    /// For each hash with a value whose key differs from the hash, because another value had that key already: the
    /// largest number of steps from the hash to a key. A look-up tries that many more keys. For all other hashes, it
    /// tries only one. An entry stays when its values are removed.
    @usableFromInline var collisions: [Int64: Int] = [:]
    /// The earlier values of items that were renamed since the last apply, by their earlier keys.
    @usableFromInline var earlier: [Int64: Value] = [:]

    @inlinable
    init(_ identity: Identity<Value>?) {
        self.identity = identity
    }

    /// A table without values that has the same identity and collisions.
    @inlinable
    var emptied: ValueTable {
        var table = ValueTable(identity)
        table.collisions = collisions
        return table
    }

    @inlinable
    @inline(__always)
    func hash(_ value: Value) -> Int64 {
        if let identity { return Self.mixed(identity.hash(value)) }
        return Self.mixed(value.hashValue)
    }

    /// The hashes of values.
    @inlinable
    func hashes(_ values: [Value]) -> [Int64] {
        if let hash = identity?.hash { return values.map { Self.mixed(hash($0)) } }
        return values.map { Self.mixed($0.hashValue) }
    }

    /// Spreads hashes, so that the probes of adjacent ones do not run into one another. Different hashes stay
    /// different. This is the finalizer of SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
    /// Generators", OOPSLA 2014.
    @inlinable
    @inline(__always)
    static func mixed(_ hash: Int) -> Int64 {
        var bits = UInt64(truncatingIfNeeded: hash)
        bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
        return Int64(truncatingIfNeeded: bits ^ bits &>> 31)
    }

    @inlinable
    @inline(__always)
    func areSame(_ left: Value, _ right: Value) -> Bool {
        if let identity { return identity.areSame(left, right) }
        return left == right
    }

    /// Whether the value at a handle is the same item or section as `value`.
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
        let hash = hash(value)
        var key = hash
        for _ in 0...(collisions.isEmpty ? 0 : collisions[hash] ?? 0) {
            let handle = list.handle(key, kind)
            if handle != .max, holds(value, at: handle) { return (key, handle) }
            key &+= 1
        }
        return nil
    }

    /// The handle of the value with an `id`. If `id` is not the identity of the values, all values are searched.
    func find(id: Value.ID, in list: EngineList) -> UInt32? where Value: Identifiable {
        guard let identity, identity.keyPath == nil else { return list.allHandles.first { pages[$0]?.id == id } }
        let hash = Self.mixed(id.hashValue)
        return (0...Int64(collisions[hash] ?? 0)).lazy.map { list.handle(hash &+ $0, .item) }.first {
            $0 != .max && pages[$0]?.id == id
        }
    }

    /// Calls `body` with the position, the key and the handle of each value. Key and handle are nil for a value that
    /// the list lacks. Stops if `body` returns false.
    @inlinable
    func findAll(
        _ values: [Value], _ kind: Kind, in list: EngineList, _ body: (Int, (key: Int64, handle: UInt32)?) -> Bool
    ) {
        if values.count == 1 || !collisions.isEmpty {
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

/// - Throws: `duplicateIdentifier` for an item or a section whose key occurs twice.
@usableFromInline
func requireUnique<Value: Hashable & Sendable>(
    _ keys: [Int64], _ kind: Kind, _ values: [Value], _ call: StaticString
) throws(DiffableError) {
    var positions: [Int64: Int] = [:]
    for (position, key) in keys.enumerated() {
        if let first = positions.updateValue(position, forKey: key) {
            throw .duplicateInCall(kind, call, values[position], at: first, and: position)
        }
    }
}

/// The keys of values that are added to a list.
@usableFromInline
struct ValueKeys: Sendable {
    @usableFromInline var keys: [Int64]
    /// The values that the list has already, with their positions in the call.
    @usableFromInline var known: [(position: Int, handle: UInt32)] = []
    /// The collisions of the table after these keys are added.
    @usableFromInline var collisions: [Int64: Int]

    @inlinable
    init(_ keys: [Int64], _ collisions: [Int64: Int]) {
        self.keys = keys
        self.collisions = collisions
    }
}

extension ValueTable where Value: Sendable {
    /// The keys that values have in the list, and free ones for those that it lacks.
    /// - Throws: `duplicateIdentifier` for a value that is passed twice.
    @inlinable
    func keys(of values: [Value], _ kind: Kind, in list: EngineList, _ call: StaticString) throws(DiffableError)
        -> ValueKeys
    {
        var result = ValueKeys([], collisions)
        var positions: [Int64: Int] = [:]
        for (position, value) in values.enumerated() {
            let hash = hash(value)
            let known = collisions.isEmpty ? 0 : collisions[hash] ?? 0
            var (steps, free, handle): (Int64, Int64?, UInt32) = (0, nil, .max)
            // The search goes on after a free key, because the key may have become free after the value received a
            // later one.
            while steps <= known || free == nil {
                let key = hash &+ steps
                handle = list.handle(key, kind)
                if handle != .max, holds(value, at: handle) { break }
                if free == nil, handle == .max || !pages.contains(handle) {
                    let other = positions[key]
                    if let other, areSame(values[other], value) {
                        throw .duplicateInCall(kind, call, value, at: other, and: position)
                    }
                    if other == nil { free = steps }
                }
                handle = .max
                steps += 1
            }
            if handle == .max {
                steps = free ?? 0
                if steps > known { result.collisions[hash] = max(result.collisions[hash] ?? 0, Int(steps)) }
            } else {
                result.known.append((position, handle))
            }
            let key = hash &+ steps
            if let first = positions.updateValue(position, forKey: key) {
                throw .duplicateInCall(kind, call, value, at: first, and: position)
            }
            result.keys.append(key)
        }
        return result
    }
}
