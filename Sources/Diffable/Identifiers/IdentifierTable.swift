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
    /// How the last batch went: the next one mostly goes on likewise, be it of another call. Only speed depends on it.
    private var habit = Habit()
    /// What `handle(of:)` found last.
    private var last = Handle.max
    /// How many identifiers are worked on at once, under one lock and so that the waits for their memory overlap: as many as Swift
    /// has room for on the stack, which is 1,024 bytes.
    private static let batch = 42

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

    /// The handles of identifiers, new ones where they have none yet; nil when the table is full,
    /// or one of them is none.
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

    /// Those that are asked for one by one mostly come in order, too.
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

    /// The identifiers of handles in this table as handles of another; `Handle.max` for those it does not know.
    /// The locks are never held both at once. A row that nobody else has becomes the result: what is read of it is read
    /// before it is written.
    ///
    /// Both tables mostly met them in the same order: their records are the same bytes, and are compared as such. Where
    /// a batch of them is not, it is looked up one by one, and each time in a row twice as many.
    func translate(_ handles: consuming [Handle], into other: IdentifierTable) -> [Handle] {
        var names = handles
        names.withUnsafeMutableBufferPointer { names in
            let size = 128
            var most = size
            var first = 0
            while first < names.count {
                let batch = UnsafeMutableBufferPointer(rebasing: names[first..<min(first + size, names.count)])
                if let records = locked({ records(batch) }), let known = other.guess(records, batch.count) {
                    for index in 0..<batch.count { batch[index] = known &+ Handle(truncatingIfNeeded: index) }
                    first += batch.count
                    most = size
                } else {
                    let some = UnsafeMutableBufferPointer(rebasing: names[first..<min(first + most, names.count)])
                    other.look(RawIdentifiers(count: some.count) { [self] in read(some, from: $0, $1) }, some)
                    first += some.count
                    most *= 2
                }
            }
        }
        return names
    }

    /// The memory of records, if they lie in a row.
    @_optimize(speed)
    private func records(_ handles: UnsafeMutableBufferPointer<Handle>) -> IdentifierArena.Records? {
        let first = handles[0]
        var stray: Handle = 0
        for index in 0..<handles.count { stray |= handles[index] &- first ^ Handle(truncatingIfNeeded: index) }
        return stray == 0 ? records(from: Int(first), handles.count) : nil
    }

    private func records(from first: Int, _ count: Int) -> IdentifierArena.Records? {
        let end = first + count
        guard end <= offsets.count else { return nil }
        return arena.records(from: offsets[first], to: end == offsets.count ? nil : offsets[end])
    }

    /// The first handle of as many records as another table has in some memory, if they are what is expected next.
    private func guess(_ records: IdentifierArena.Records, _ count: Int) -> Handle? {
        locked {
            let first = habit.expected
            guard let known = self.records(from: Int(first), count), known == records else { return nil }
            habit.expected = first &+ Handle(truncatingIfNeeded: count)
            return first
        }
    }

    @_optimize(speed)
    private func read(
        _ handles: UnsafeMutableBufferPointer<Handle>, from first: Int, _ buffer: UnsafeMutableBufferPointer<RawIdentifier>
    ) -> Bool {
        locked {
            let (arena, offsets) = (arena, offsets)
            for index in 0..<buffer.count {
                buffer.initializeElement(at: index, to: arena.raw(at: offsets[Int(handles[first &+ index])]))
            }
            return true
        }
    }

    @_optimize(speed)
    private func enter(_ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) -> Bool {
        inBatches(raws, handles) { count in
            let needed = offsets.count &+ count
            if needed > slots.limit { slots.grow(to: needed) { hash(arena.raw(at: offsets[Int($0)])) } }
        } _: { raw, hash, slots in
            intern(raw, hash, slots)
        }
    }

    @_optimize(speed)
    private func look(_ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>) {
        _ = inBatches(raws, handles) { _ in } _: { raw, hash, slots in find(raw, hash, slots) ?? Handle.max }
    }

    private struct Habit {
        /// What comes behind the last one.
        var expected: Handle = 0
        var isInOrder = true
        var areKnown = true
    }

    /// An identifier of a batch that was not guessed.
    private struct Miss {
        var index: Int
        var hash: UInt64
        /// What it may be; `Handle.max` for nothing.
        var candidate = Handle.max
    }

    /// Takes the lock for each batch, after it was read: what reads it may be another table.
    ///
    /// Lists mostly come in the order in which their identifiers were met: the handle behind the last one is tried
    /// first, by comparing bytes, and the one behind that where something was deleted. What is not guessed right
    /// is taken for something between, hashed, and handed to `resolve`, which finds its handle or gives up.
    @inline(__always)
    private func inBatches(
        _ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, prepare: (Int) -> Void,
        _ resolve: (RawIdentifier, UInt64, HandleSlots) -> Handle?
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Miss.self, capacity: Self.batch) { misses in
            raws.forEachBatch(of: Self.batch) { first, raws in
                lock.lock()
                defer { lock.unlock() }
                prepare(raws.count)
                let (known, slots) = (offsets.count, slots)
                var (expected, isInOrder, areKnown) = (habit.expected, habit.isInOrder, habit.areKnown)
                if first == 0, isInOrder, Int(expected) >= known || !arena.matches(raws[0], at: offsets[Int(expected)]),
                    let handle = find(raws[0], hash(raws[0]), slots)
                {
                    expected = handle
                }
                var missed = 0
                var index = 0
                while index < raws.count {
                    if isInOrder {
                        let run = guess(raws[index...], expected, handles[(first &+ index)...])
                        index &+= run
                        expected &+= Handle(truncatingIfNeeded: run)
                        if index == raws.count { break }
                        if Int(expected) &+ 1 < known, arena.matches(raws[index], at: offsets[Int(expected) &+ 1]) {
                            expected &+= 1
                            continue
                        }
                    }
                    let hash = hash(raws[index])
                    if !slots.isEmpty { slots.prefetch(hash) }
                    misses[missed] = Miss(index: index, hash: hash)
                    missed &+= 1
                    index &+= 1
                }
                if areKnown && !slots.isEmpty { findCandidates(raws, misses, missed, slots) }
                var inRow = raws.count &- missed
                areKnown = false
                for miss in misses[0..<missed] {
                    let raw = raws[miss.index]
                    let isCandidate = Int(miss.candidate) < known && arena.matches(raw, at: offsets[Int(miss.candidate)])
                    guard let handle = isCandidate ? miss.candidate : resolve(raw, miss.hash, slots) else { return false }
                    handles[first &+ miss.index] = handle
                    if Int(handle) < known { areKnown = true }
                    // What comes behind the end of the batch follows its last, or goes on where that was put between.
                    if Int(handle) < known && (!isInOrder || miss.index == raws.count &- 1) {
                        if handle == expected { inRow &+= 1 }
                        expected = handle &+ 1
                    }
                }
                habit = Habit(expected: expected, isInOrder: inRow &* 2 >= raws.count, areKnown: areKnown)
                return true
            }
        }
    }

    /// How many identifiers are those of the handles from the expected one on, which they are given.
    @inline(never)
    @_optimize(speed)
    private func guess(
        _ raws: Slice<UnsafeMutableBufferPointer<RawIdentifier>>, _ expected: Handle,
        _ handles: Slice<UnsafeMutableBufferPointer<Handle>>
    ) -> Int {
        let (raws, handles) = (UnsafeMutableBufferPointer(rebasing: raws), UnsafeMutableBufferPointer(rebasing: handles))
        let (arena, offsets) = (arena, offsets)
        let most = min(raws.count, offsets.count &- Int(expected))
        var count = 0
        while count < most, arena.matches(raws[count], at: offsets[Int(expected) &+ count]) {
            handles[count] = expected &+ Handle(truncatingIfNeeded: count)
            count &+= 1
        }
        return count
    }

    /// Asks for the memory that comparing the misses with what they may be will need.
    @inline(__always)
    private func findCandidates(
        _ raws: UnsafeMutableBufferPointer<RawIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>, _ count: Int,
        _ slots: HandleSlots
    ) {
        for index in 0..<count {
            guard let handle = slots.candidate(misses[index].hash) else { continue }
            misses[index].candidate = handle
            offsets.prefetch(Int(handle))
        }
        let arena = arena
        for miss in misses[0..<count] where miss.candidate != Handle.max {
            arena.prefetch(raws[miss.index], at: offsets[Int(miss.candidate)])
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
    private func find(_ raw: RawIdentifier, _ hash: UInt64, _ slots: HandleSlots) -> Handle? {
        slots.isEmpty ? nil : slots.find(hash) { arena.matches(raw, at: offsets[Int($0)]) }.found
    }

    @inline(__always)
    private func intern(_ raw: RawIdentifier, _ hash: UInt64, _ slots: HandleSlots) -> Handle? {
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
