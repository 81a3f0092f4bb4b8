/// An identifier's number in its table. Numbers are given out from 0 on, without gaps.
package typealias Handle = UInt32

/// Makes identifiers dense: each one is hashed and compared once, and is a small number from then on.
///
/// Handles are never given back; a snapshot that shares a table with too many dead ones moves to a fresh table
/// (`Snapshot.compacting`).
///
/// Snapshots on several threads may share the table: methods take the lock, but for those that are only run under it.
package final class IdentifierTable: @unchecked Sendable {
    let hash: SeededHash
    let lock = Lock()
    private(set) var arena = IdentifierArena()
    /// Where the bytes of each handle lie.
    private(set) var offsets = RawVector<IdentifierArena.Offset>()
    private(set) var slots = HandleHashTable()
    /// A table never has more: the last handles mean "none" and "empty slot" elsewhere.
    private static let limit = 1 << 31
    var prediction = LookupPrediction()
    /// What `handle(of:)` found last.
    private var last = Handle.max
    /// How many identifiers are worked on at once, under one lock and so that the waits for their memory overlap: as many as Swift
    /// has room for on the stack, which is 1,024 bytes.
    static let batch = 42

    package convenience init() {
        self.init(hash: SeededHash())
    }

    init(hash: SeededHash) {
        self.hash = hash
    }

    deinit {
        arena.deallocate()
        offsets.deallocate()
        slots.deallocate()
    }

    /// How many identifiers were ever given a handle.
    package var count: Int {
        locked { offsets.count }
    }

    /// The handles of identifiers, new ones for those that have none yet; nil when the table is full.
    package func intern(_ raws: RawIdentifiers) -> [Handle]? {
        let handles = internAll(raws.unchecked)
        return handles.count == raws.count ? handles : nil
    }

    /// The handles of identifiers, new ones for those that have none yet, up to the first that is not an identifier or for which the
    /// table is full. Whoever gets fewer handles than there are elements has no others: there is no memory that was not written.
    func internAll(_ raws: UncheckedIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = internAll(raws, handles)
        }
    }

    /// The handles that identifiers have; `Handle.max` for those that have none.
    package func find(_ raws: RawIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = findAll(raws, handles)
        }
    }

    /// Sequential look-ups usually hit `last + 1`.
    package func handle(of raw: RawIdentifier) -> Handle? {
        locked {
            let next = Int(last) &+ 1
            let isNext = next < offsets.count && arena.matches(raw, at: offsets[next])
            guard let handle = isNext ? Handle(truncatingIfNeeded: next) : find(raw, hash(raw), slots) else { return nil }
            last = handle
            return handle
        }
    }

    /// Where the identifier lies. Good for as long as the table lives.
    package func raw(_ handle: Handle) -> RawIdentifier {
        locked { arena.raw(at: offsets[Int(handle)]) }
    }

    package func identifier(_ handle: Handle) -> Identifier {
        Identifier(raw(handle))
    }

    @_optimize(speed)
    private func internAll(_ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) -> Int {
        inBatches(raws, handles) { count in
            let needed = offsets.count &+ count
            if needed > slots.limit { slots.grow(to: needed) { hash(arena.raw(at: offsets[Int($0)])) } }
        } _: { raw, hash, slots in
            intern(raw, hash, slots)
        }
    }

    @_optimize(speed)
    @discardableResult
    func findAll(_ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) -> Int {
        inBatches(raws.unchecked, handles) { _ in } _: { raw, hash, slots in find(raw, hash, slots) ?? Handle.max }
    }

    @inline(__always)
    func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: - Under the lock

    @inline(__always)
    func find(_ raw: RawIdentifier, _ hash: UInt64, _ slots: HandleHashTable) -> Handle? {
        slots.isEmpty ? nil : slots.find(hash) { arena.matches(raw, at: offsets[Int($0)]) }.found
    }

    @inline(__always)
    private func intern(_ raw: RawIdentifier, _ hash: UInt64, _ slots: HandleHashTable) -> Handle? {
        let (slot, found) = slots.find(hash) { arena.matches(raw, at: offsets[Int($0)]) }
        if let found { return found }
        guard offsets.count < Self.limit, let offset = arena.append(raw) else { return nil }
        let handle = Handle(truncatingIfNeeded: offsets.count)
        offsets.append(offset)
        slots.fill(slot, hash, handle)
        return handle
    }
}

/// The two spaces of names that a family of snapshots shares.
package final class Identifiers: Sendable {
    package let sections = IdentifierTable()
    package let items = IdentifierTable()

    package init() {}
}
