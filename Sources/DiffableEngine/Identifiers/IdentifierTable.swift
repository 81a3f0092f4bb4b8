/// The number of an identifier in its table. A table counts handles up from 0.
package typealias Handle = UInt32

/// Interns identifiers: it stores each one once, and returns its handle, which stands for it from then on.
///
/// A handle is never freed. When most identifiers of a table are dead, the next edit that adds elements moves its
/// snapshot to new tables. See `Snapshot.compacting`.
///
/// Snapshots on several threads may share a table. Methods that look identifiers up take the lock. Members below "Under
/// the lock" are used only while the lock is held. Reading the identifier of a handle needs no lock, because a handle
/// is given away only after its record was written, and records never move.
package final class IdentifierTable: @unchecked Sendable {
    let hash: SeededHash
    let lock: Lock
    /// nil until the first identifiers are interned. After that, it is never replaced.
    @exclusivity(unchecked) private(set) var arena: IdentifierArena?
    @exclusivity(unchecked) private(set) var slots = HandleHashTable()
    @exclusivity(unchecked) var prediction = LookupPrediction()
    /// The handle that `handle(of:)` found last.
    @exclusivity(unchecked) private var last = Handle.max
    /// The number of identifiers in a batch. The lock is taken once for a batch, and its waits for memory overlap. The
    /// misses of a batch, of 24 bytes each, are on the stack, because Swift puts up to 1,024 bytes there. A buffer for
    /// the elements themselves takes more on 64-bit machines, and is on the heap.
    static let batch = 42

    package convenience init() {
        self.init(lock: Lock())
    }

    /// - Parameter lock: may be shared with other tables. No method calls a method of another table while it holds the
    ///   lock.
    init(hash: SeededHash = SeededHash(), lock: Lock = Lock()) {
        self.hash = hash
        self.lock = lock
    }

    deinit {
        slots.deallocate()
        arena?.deallocate()
    }

    /// How many identifiers were ever given a handle.
    package var count: Int {
        locked { known }
    }

    /// Returns the handles of identifiers. Identifiers that have none yet get new ones. Returns nil if the table is
    /// full.
    package func intern(_ raws: BorrowedIdentifiers) -> [Handle]? {
        let handles = internAll(raws.unchecked)
        return handles.count == raws.count ? handles : nil
    }

    /// Returns the handles of identifiers. Identifiers that have none yet get new ones. Stops before a batch that has
    /// an element that is not an identifier, or for which the table has no room. The result then has fewer handles than
    /// there are elements.
    func internAll(_ raws: UncheckedIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = internAll(raws, into: handles)
        }
    }

    /// Writes the handles of identifiers to memory. Stops as the other `internAll` does, and returns how many handles
    /// it wrote.
    func internAll(_ raws: UncheckedIdentifiers, into handles: UnsafeMutableBufferPointer<Handle>) -> Int {
        lookUp(raws, handles, adding: true)
    }

    /// Returns the handle of an identifier. If it has none yet, it gets a new one. Returns nil if the table is full.
    package func intern(_ raw: BorrowedIdentifier) -> Handle? {
        withUnsafePointer(to: raw) { raw in
            var handle = Handle.max
            let raws = UncheckedIdentifiers(UnsafeBufferPointer(start: raw, count: 1))
            let count = withUnsafeMutablePointer(to: &handle) {
                internAll(raws, into: UnsafeMutableBufferPointer(start: $0, count: 1))
            }
            return count == 1 ? handle : nil
        }
    }

    /// The handles that identifiers have; `Handle.max` for those that have none.
    package func find(_ raws: BorrowedIdentifiers) -> [Handle] {
        [Handle](capacity: raws.count) { handles, count in
            count = findAll(raws, into: handles)
        }
    }

    /// Writes the handles of identifiers to memory, `Handle.max` for those that have none. Returns how many identifiers
    /// there are.
    @discardableResult
    func findAll(_ raws: BorrowedIdentifiers, into handles: UnsafeMutableBufferPointer<Handle>) -> Int {
        lookUp(raws.unchecked, handles, adding: false)
    }

    /// Calls `body` with the handles of identifiers, `Handle.max` for those that have none.
    func withHandles<Result>(
        of raws: BorrowedIdentifiers, _ body: (BorrowedHandles) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        try DiffableEngine.withHandles(raws.count) { (handles) throws(DiffableError) in
            findAll(raws, into: handles)
            return try body(BorrowedHandles(handles))
        }
    }

    /// Returns the handles of two identifiers, `Handle.max` for an identifier that has none. Both are looked up in one
    /// batch, so that their waits for memory overlap.
    func find(_ first: BorrowedIdentifier, _ second: BorrowedIdentifier) -> (Handle, Handle) {
        withUnsafeTemporaryAllocation(of: BorrowedIdentifier.self, capacity: 2) { raws in
            raws.initializeElement(at: 0, to: first)
            raws.initializeElement(at: 1, to: second)
            return withUnsafeTemporaryAllocation(of: Handle.self, capacity: 2) { handles in
                findAll(BorrowedIdentifiers(UnsafeBufferPointer(raws)), into: handles)
                return (handles[0], handles[1])
            }
        }
    }

    /// Returns the handle of an identifier; nil if it has none. The handle after the one that was found last is tried
    /// first, because look-ups are often in order.
    package func handle(of raw: BorrowedIdentifier) -> Handle? {
        locked {
            guard let arena else { return nil }
            let next = last &+ 1
            let isNext = next < Handle(truncatingIfNeeded: arena.count) && arena.matches(raw, next)
            guard let handle = isNext ? next : find(raw, hash(raw), arena) else { return nil }
            last = handle
            return handle
        }
    }

    /// The identifier of a handle, in the memory of the table. It is valid as long as the table exists.
    @inline(__always)
    package func raw(_ handle: Handle) -> BorrowedIdentifier {
        arena.unsafelyUnwrapped.raw(handle)
    }

    package func identifier(_ handle: Handle) -> Identifier {
        Identifier(raw(handle))
    }

    @inline(__always)
    func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: - Under the lock

    var known: Int { arena?.count ?? 0 }

    @inline(__always)
    func find(_ raw: BorrowedIdentifier, _ hash: UInt64, _ arena: IdentifierArena) -> Handle? {
        slots.find(hash) { arena.matches(raw, $0) }.found
    }

    /// Makes room for another handle in the hash table.
    @inline(never)
    func grow(_ arena: IdentifierArena) {
        slots.grow(to: arena.count + 1) { hash(arena.raw($0)) }
    }

    /// Makes room for the first identifiers of the table.
    @inline(never)
    func makeArena(for raws: UncheckedIdentifiers) -> IdentifierArena {
        let arena = IdentifierArena(for: raws)
        self.arena = arena
        if let group = arena.slotGroup {
            slots = HandleHashTable(in: group)
        } else {
            slots.grow(to: min(raws.count, arena.firstCapacity)) { _ in 0 }
        }
        return arena
    }
}

/// The identifier tables that related snapshots share. Sections and items have separate namespaces.
package final class Identifiers: Sendable {
    package let sections: IdentifierTable
    package let items: IdentifierTable

    package init() {
        let lock = Lock()
        sections = IdentifierTable(lock: lock)
        items = IdentifierTable(lock: lock)
    }

    /// - Parameter sections: must share the lock of `items`.
    init(sections: IdentifierTable, items: IdentifierTable) {
        (self.sections, self.items) = (sections, items)
    }

    /// How many identifiers of both kinds were ever given a handle.
    var counts: (sections: Int, items: Int) {
        sections.locked { (sections.known, items.known) }
    }
}
