/// An identifier's number in its table. Numbers are given out from 0 on, without gaps.
package typealias Handle = UInt32

/// Makes identifiers dense: each one is hashed and compared once, and is a small number from then on.
///
/// Open addressing with linear probing, at most three quarters full. A slot is 32 bits: the handle in the
/// low bits, and in those that a handle of this table cannot reach a piece of the hash, so that a probe
/// that meets another identifier seldom looks at its bytes. Handles are never given back; a snapshot that
/// shares a table with too many dead ones moves to a fresh table (`Snapshot.sheddingDeadIdentifiers`).
///
/// Every method that is not private takes the lock: snapshots on several threads may share the table.
package final class IdentifierTable: @unchecked Sendable {
    private let hash: SeededHash
    private let lock = Lock()
    private var arena = IdentifierArena()
    private var offsets: [IdentifierArena.Offset] = []
    private var slots: [UInt32] = []
    /// Never a slot in use: a handle stays below three quarters of the slots, so its bits are never all ones.
    private static let empty = UInt32.max
    /// A table never has more: the last handles mean "none" and "empty slot" elsewhere.
    private static let limit = 1 << 31

    package convenience init() {
        self.init(hash: SeededHash())
    }

    init(hash: SeededHash) {
        self.hash = hash
    }

    deinit {
        arena.deallocate()
    }

    /// How many identifiers were ever given a handle.
    package var count: Int {
        locked { offsets.count }
    }

    /// The handles of identifiers, new ones where they have none yet; nil when the table is full.
    package func intern(count: Int, _ raw: (Int) -> RawIdentifier) -> [Handle]? {
        locked {
            var handles: [Handle] = []
            handles.reserveCapacity(count)
            var expected: Handle = 0
            for index in 0..<count {
                let raw = raw(index)
                if isExpected(raw, expected) {
                    handles.append(expected)
                } else if let handle = intern(raw) {
                    handles.append(handle)
                    expected = handle
                } else {
                    return nil
                }
                expected += 1
            }
            return handles
        }
    }

    /// The handles that identifiers have; nil for those that have none.
    package func find(count: Int, _ raw: (Int) -> RawIdentifier) -> [Handle?] {
        locked {
            var expected: Handle = 0
            return (0..<count).map { find(raw($0), &expected) }
        }
    }

    package func handle(of raw: RawIdentifier) -> Handle? {
        locked { find(raw) }
    }

    /// Where the identifier lies. Good for as long as the table lives.
    package func raw(_ handle: Handle) -> RawIdentifier {
        locked { arena.raw(at: offsets[Int(handle)]) }
    }

    package func identifier(_ handle: Handle) -> Identifier {
        Identifier(raw(handle))
    }

    /// The identifiers of handles in this table as handles of another; `Handle.max` for those it does not know.
    func translate(_ handles: [Handle], into other: IdentifierTable) -> [Handle] {
        let raws = locked { handles.map { arena.raw(at: offsets[Int($0)]) } }
        return other.locked {
            var expected: Handle = 0
            return raws.map { other.find($0, &expected) ?? Handle.max }
        }
    }

    @inline(__always)
    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: - Under the lock

    private func intern(_ raw: RawIdentifier) -> Handle? {
        if offsets.count >= slots.count / 4 * 3 { grow() }
        let (slot, found) = probe(raw)
        if let found { return found }
        guard offsets.count < Self.limit, let offset = arena.append(raw) else { return nil }
        let handle = Handle(offsets.count)
        offsets.append(offset)
        slots[slot.index] = slot.tag | handle
        return handle
    }

    /// Lists mostly come in the order in which their identifiers were met: the handle behind the last one is
    /// tried first, by comparing bytes, and only where that fails is anything hashed.
    @inline(__always)
    private func isExpected(_ raw: RawIdentifier, _ expected: Handle) -> Bool {
        Int(expected) < offsets.count && arena.matches(raw, at: offsets[Int(expected)])
    }

    @inline(__always)
    private func find(_ raw: RawIdentifier, _ expected: inout Handle) -> Handle? {
        let found = isExpected(raw, expected) ? expected : find(raw)
        if let found { expected = found + 1 }
        return found
    }

    private func find(_ raw: RawIdentifier) -> Handle? {
        slots.isEmpty ? nil : probe(raw).found
    }

    /// The slot an identifier is in, or the empty one it would go to, with the tag it has there.
    @inline(__always)
    private func probe(_ raw: RawIdentifier) -> (slot: (index: Int, tag: UInt32), found: Handle?) {
        let mask = slots.count &- 1
        let handles = UInt32(truncatingIfNeeded: mask)
        let hash = self.hash(raw)
        var index = Int(truncatingIfNeeded: hash) & mask
        let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~handles
        return slots.withUnsafeBufferPointer { slots in
            while true {
                let slot = slots[index]
                if slot == Self.empty { return ((index, tag), nil) }
                if slot & ~handles == tag {
                    let handle = slot & handles
                    if arena.matches(raw, at: offsets[Int(handle)]) { return ((index, tag), handle) }
                }
                index = (index &+ 1) & mask
            }
        }
    }

    private func grow() {
        let capacity = max(16, slots.count * 2)
        let mask = capacity - 1
        let handles = UInt32(mask)
        slots = [UInt32](repeating: Self.empty, count: capacity)
        for handle in 0..<offsets.count {
            let hash = self.hash(arena.raw(at: offsets[handle]))
            var index = Int(truncatingIfNeeded: hash) & mask
            while slots[index] != Self.empty { index = (index + 1) & mask }
            slots[index] = UInt32(truncatingIfNeeded: hash >> 32) & ~handles | UInt32(handle)
        }
    }
}

/// The two spaces of names that a family of snapshots shares.
package final class Identifiers: Sendable {
    package let sections = IdentifierTable()
    package let items = IdentifierTable()

    package init() {}
}
