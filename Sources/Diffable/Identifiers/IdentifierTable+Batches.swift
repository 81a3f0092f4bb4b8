// Many identifiers at once, so that the waits for their memory overlap. What is private here runs under the lock.

extension IdentifierTable {
    struct Habit {
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
    func inBatches(
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
}
