/// The number of an identifier in its table. A table counts handles up from 0.
package typealias Handle = UInt32

/// Interns identifiers: it stores each one once, and returns its handle, which stands for it from then on.
///
/// A handle is never freed. When most identifiers of a table are dead, `Snapshot.compacting` moves the next snapshot to a new table.
///
/// Snapshots on several threads may share a table. Its methods take the lock, except those below "Under the lock", whose callers
/// hold it.
package final class IdentifierTable: @unchecked Sendable {
    let hash: SeededHash
    let lock = Lock()
    private(set) var arena = IdentifierArena()
    /// The offset in the arena of each identifier, by handle.
    private(set) var offsets = RawVector<IdentifierArena.Offset>()
    private(set) var slots = HandleHashTable()
    /// The most identifiers of a table. Higher handles are no identifiers: `Handle.max` means "none".
    private static let limit = 1 << 31
    var prediction = LookupPrediction()
    /// The handle that `handle(of:)` found last.
    private var last = Handle.max
    /// The number of identifiers in a batch. A batch is processed under one lock, and its waits for memory overlap. Its temporary
    /// buffers are on the stack, since Swift puts up to 1,024 bytes there.
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

    /// The handles of identifiers, new ones for those that have none yet. Stops at the first element that is not an identifier, or
    /// for which the table is full. The result then has fewer handles than there are elements.
    func internAll(_ raws: UncheckedIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = internAll(raws, into: handles)
        }
    }

    /// The handles that identifiers have; `Handle.max` for those that have none.
    package func find(_ raws: RawIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = findAll(raws, into: handles)
        }
    }

    /// The handle of an identifier, a new one if it has none yet; nil when the table is full.
    package func intern(_ raw: RawIdentifier) -> Handle? {
        withUnsafePointer(to: raw) { raw in
            var handle = Handle.max
            let raws = UncheckedIdentifiers(UnsafeBufferPointer(start: raw, count: 1))
            let count = withUnsafeMutablePointer(to: &handle) { internAll(raws, into: UnsafeMutableBufferPointer(start: $0, count: 1)) }
            return count == 1 ? handle : nil
        }
    }

    /// The handle of an identifier; nil if it has none. The handle after the last one found is tried first, for look-ups in order.
    package func handle(of raw: RawIdentifier) -> Handle? {
        locked {
            let next = Int(last) &+ 1
            let isNext = next < offsets.count && arena.matches(raw, at: offsets[next])
            guard let handle = isNext ? Handle(truncatingIfNeeded: next) : find(raw, hash(raw), slots) else { return nil }
            last = handle
            return handle
        }
    }

    /// The handles that two identifiers have, `Handle.max` for none. Both are looked up in one batch, so that their waits for memory
    /// overlap.
    func find(_ first: RawIdentifier, _ second: RawIdentifier) -> (Handle, Handle) {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: 2) { raws in
            raws.initializeElement(at: 0, to: first)
            raws.initializeElement(at: 1, to: second)
            return withUnsafeTemporaryAllocation(of: Handle.self, capacity: 2) { handles in
                findAll(RawIdentifiers(UnsafeBufferPointer(raws)), into: handles)
                return (handles[0], handles[1])
            }
        }
    }

    /// The identifier of a handle, in the memory of the table. It is valid as long as the table exists.
    package func raw(_ handle: Handle) -> RawIdentifier {
        locked { arena.raw(at: offsets[Int(handle)]) }
    }

    package func identifier(_ handle: Handle) -> Identifier {
        Identifier(raw(handle))
    }

    /// Writes the handles of identifiers to memory. Stops as the other `internAll` does, and returns how many handles it wrote.
    @_optimize(speed)
    func internAll(_ raws: UncheckedIdentifiers, into handles: UnsafeMutableBufferPointer<Handle>) -> Int {
        inBatches(raws, handles) { count in
            let needed = offsets.count &+ count
            if needed > slots.limit { slots.grow(to: needed) { hash(arena.raw(at: offsets[Int($0)])) } }
        } _: { raw, hash, slots in
            intern(raw, hash, slots)
        }
    }

    /// Writes the handles of identifiers to memory, `Handle.max` for those that have none. Returns how many identifiers there are.
    @_optimize(speed)
    @discardableResult
    func findAll(_ raws: RawIdentifiers, into handles: UnsafeMutableBufferPointer<Handle>) -> Int {
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

/// The identifier tables that related snapshots share. Sections and items have separate namespaces.
package final class Identifiers: Sendable {
    package let sections = IdentifierTable()
    package let items = IdentifierTable()

    package init() {}
}
