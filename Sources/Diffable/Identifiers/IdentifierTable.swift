/// An identifier's number in its table. Numbers are given out from 0 on, without gaps.
package typealias Handle = UInt32

/// Makes identifiers dense: each one is hashed and compared once, and is a small number from then on.
///
/// Handles are never given back; a snapshot that shares a table with too many dead ones moves to a fresh table
/// (`Snapshot.sheddingDeadIdentifiers`).
///
/// Every method that is not private takes the lock: snapshots on several threads may share the table.
package final class IdentifierTable: @unchecked Sendable {
    private let hash: SeededHash
    private let lock = Lock()
    private var arena = IdentifierArena()
    /// Where the bytes of each handle lie.
    private var offsets = RawVector<IdentifierArena.Offset>()
    private var slots = HandleSlots()
    /// A table never has more: the last handles mean "none" and "empty slot" elsewhere.
    private static let limit = 1 << 31
    /// How many identifiers are worked on at once, under one lock and so that the waits for their memory overlap.
    private static let batch = 64

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

    /// The handles of identifiers, new ones where they have none yet; nil when the table is full.
    package func intern(_ raws: RawIdentifiers) -> [Handle]? {
        var isFull = false
        let handles = [Handle](unsafeUninitializedCapacity: raws.count) { handles, count in
            isFull = !enter(raws, handles)
            count = isFull ? 0 : raws.count
        }
        return isFull ? nil : handles
    }

    /// The handles that identifiers have; `Handle.max` for those that have none.
    package func find(_ raws: RawIdentifiers) -> [Handle] {
        [Handle](unsafeUninitializedCapacity: raws.count) { handles, count in
            look(raws, handles)
            count = raws.count
        }
    }

    package func handle(of raw: RawIdentifier) -> Handle? {
        locked { find(raw, hash(raw)) }
    }

    /// Where the identifier lies. Good for as long as the table lives.
    package func raw(_ handle: Handle) -> RawIdentifier {
        locked { arena.raw(at: offsets[Int(handle)]) }
    }

    package func identifier(_ handle: Handle) -> Identifier {
        Identifier(raw(handle))
    }

    /// The identifiers of handles in this table as handles of another; `Handle.max` for those it does not know.
    /// The locks are never held both at once.
    func translate(_ handles: [Handle], into other: IdentifierTable) -> [Handle] {
        other.find(
            RawIdentifiers(count: handles.count) { [self] first, buffer in
                locked {
                    for index in buffer.indices {
                        buffer.initializeElement(at: index, to: arena.raw(at: offsets[Int(handles[first &+ index])]))
                    }
                }
            })
    }

    @_optimize(speed)
    private func enter(_ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) -> Bool {
        inBatches(raws, handles) { count in
            let needed = offsets.count &+ count
            if needed > slots.limit { slots.grow(to: needed, count: offsets.count) { hash(arena.raw(at: offsets[Int($0)])) } }
        } _: { raw, hash in
            intern(raw, hash)
        }
    }

    @_optimize(speed)
    private func look(_ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) {
        _ = inBatches(raws, handles) { _ in } _: { raw, hash in find(raw, hash) ?? Handle.max }
    }

    /// Takes the lock for each batch, after it was read: what reads it may be another table.
    ///
    /// Lists mostly come in the order in which their identifiers were met: a guess is tried first, by comparing
    /// bytes, and only where that fails is anything hashed. Where it fails mostly, a batch is hashed at once.
    /// `resolve` finds the handle, or gives up.
    @inline(__always)
    private func inBatches(
        _ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, prepare: (Int) -> Void,
        _ resolve: (RawIdentifier, UInt64) -> Handle?
    ) -> Bool {
        var guess = HandleGuess()
        var isInOrder = true
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.batch) { hashes in
            raws.forEachBatch(of: Self.batch) { first, raws in
                lock.lock()
                defer { lock.unlock() }
                prepare(raws.count)
                let known = offsets.count
                if !isInOrder { hashAll(raws, hashes) }
                var hits = 0
                for index in raws.indices {
                    let raw = raws[index]
                    if isInOrder, let handle = guess.next({ Int($0) < known && arena.matches(raw, at: offsets[Int($0)]) }) {
                        handles[first &+ index] = handle
                        hits &+= 1
                        continue
                    }
                    guard let handle = resolve(raw, isInOrder ? hash(raw) : hashes[index]) else { return false }
                    handles[first &+ index] = handle
                    // What is new stands between what was there.
                    if Int(handle) < known && guess.jump(to: handle) { hits &+= 1 }
                }
                isInOrder = hits &* 2 >= raws.count
                return true
            }
        }
    }

    /// Hashes a batch, and asks for the memory that looking it up will need.
    @inline(__always)
    private func hashAll(_ raws: UnsafeMutableBufferPointer<RawIdentifier>, _ hashes: UnsafeMutableBufferPointer<UInt64>) {
        for index in raws.indices { hashes[index] = hash(raws[index]) }
        if slots.isEmpty { return }
        for index in raws.indices { slots.prefetch(hashes[index]) }
        for index in raws.indices {
            if let handle = slots.guess(hashes[index]) { offsets.prefetch(Int(handle)) }
        }
        for index in raws.indices {
            if let handle = slots.guess(hashes[index]) { arena.prefetch(offsets[Int(handle)]) }
        }
    }

    @inline(__always)
    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: - Under the lock

    @inline(__always)
    private func find(_ raw: RawIdentifier, _ hash: UInt64) -> Handle? {
        slots.isEmpty ? nil : slots.find(hash) { arena.matches(raw, at: offsets[Int($0)]) }.found
    }

    @inline(__always)
    private func intern(_ raw: RawIdentifier, _ hash: UInt64) -> Handle? {
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
