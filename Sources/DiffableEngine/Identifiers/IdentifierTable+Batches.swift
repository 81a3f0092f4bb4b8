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
        /// What it is, as far as that was found out; else `Handle.max`.
        var found = Handle.max
    }

    /// Takes the lock for each batch, after it was read: what reads it may be another table.
    ///
    /// Lists mostly come in the order in which their identifiers were met: the handle behind the last one is tried
    /// first, by comparing bytes, and the one behind that where something was deleted. What is not guessed right
    /// is taken for something between, hashed, and handed to `resolve`, which finds its handle or gives up.
    @inline(__always)
    func inBatches(
        _ raws: RawIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, prepare: (Int) -> Void,
        _ resolve: (RawIdentifier, UInt64, HandleHashTable) -> Handle?
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
                if areKnown && !slots.isEmpty { find(raws, UnsafeMutableBufferPointer(rebasing: misses[0..<missed]), slots) }
                var inRow = raws.count &- missed
                areKnown = false
                for miss in misses[0..<missed] {
                    let raw = raws[miss.index]
                    guard let handle = miss.found != Handle.max ? miss.found : resolve(raw, miss.hash, slots) else { return false }
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

    /// Finds most of what is known, by the first candidate of each. A search reads a line of slots, there where the bytes lie,
    /// there the bytes. Between asking for one of them and reading it the searches of `ahead` others come in turn: where all of a batch
    /// are asked for at once, they are more than the processor can wait for.
    @inline(never)
    @_optimize(speed)
    private func find(
        _ raws: UnsafeMutableBufferPointer<RawIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>, _ slots: HandleHashTable
    ) {
        let (arena, offsets) = (arena, offsets)
        let count = misses.count
        let ahead = min(12, count)
        for first in 0..<count &+ 2 &* ahead {
            if first < count, let candidate = slots.candidate(misses[first].hash) {
                misses[first].found = candidate
                offsets.prefetch(Int(candidate))
            }
            let second = first &- ahead
            if second >= 0, second < count, misses[second].found != Handle.max {
                arena.prefetch(raws[misses[second].index], at: offsets[Int(misses[second].found)])
            }
            let third = second &- ahead
            if third >= 0, misses[third].found != Handle.max,
                !arena.matches(raws[misses[third].index], at: offsets[Int(misses[third].found)])
            {
                misses[third].found = Handle.max
            }
        }
    }
}
