// Looks identifiers up in batches, so that the waits for their memory overlap. Callers of the private functions hold the lock.

extension IdentifierTable {
    /// An identifier of a batch that was not predicted.
    private struct Miss {
        var index: Int
        var hash: UInt64
        /// Its handle, once it is found; else `Handle.max`.
        var found = Handle.max
    }

    /// Writes the handles of identifiers to memory. Stops at the first element that is not an identifier, or for which `resolve` returns
    /// nil. Returns how many handles are valid.
    ///
    /// The identifier of the predicted handle is compared first, and then that of the next handle, in case an identifier was deleted.
    /// Any other identifier is a miss. It is hashed, and passed to `resolve` if it was not found.
    @inline(__always)
    func inBatches(
        _ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, prepare: (Int) -> Void,
        _ resolve: (RawIdentifier, UInt64, HandleHashTable) -> Handle?
    ) -> Int {
        withUnsafeTemporaryAllocation(of: Miss.self, capacity: Self.batch) { misses in
            raws.forEachBatch(of: Self.batch) { first, raws in
                lock.lock()
                defer { lock.unlock() }
                prepare(raws.count)
                let (known, slots) = (offsets.count, slots)
                var prediction = prediction
                // A call may begin anywhere in the list. So its first identifier is looked up at once, and the prediction continues there.
                if first == 0, prediction.isInOrder, !matches(raws[0], prediction.next, known), let handle = find(raws[0], hash(raws[0]), slots) {
                    prediction.resume(at: handle)
                }
                var missed = 0
                var index = 0
                while index < raws.count {
                    if prediction.isInOrder {
                        let run = predictedCount(raws[index...], prediction.next, handles[(first &+ index)...])
                        index &+= run
                        prediction.hit(run)
                        if index == raws.count { break }
                        if matches(raws[index], prediction.next &+ 1, known) {
                            prediction.resume(at: prediction.next &+ 1)
                            continue
                        }
                    }
                    let hash = hash(raws[index])
                    if !slots.isEmpty { slots.prefetch(hash) }
                    misses[missed] = Miss(index: index, hash: hash)
                    missed &+= 1
                    index &+= 1
                }
                if prediction.areMissesKnown && !slots.isEmpty {
                    find(raws, UnsafeMutableBufferPointer(rebasing: misses[0..<missed]), slots)
                }
                for miss in misses[0..<missed] {
                    let raw = raws[miss.index]
                    guard let handle = miss.found != Handle.max ? miss.found : resolve(raw, miss.hash, slots) else { return false }
                    handles[first &+ miss.index] = handle
                    prediction.miss(handle, isKnown: Int(handle) < known, isLastOfBatch: miss.index == raws.count &- 1)
                }
                prediction.endBatch(of: raws.count)
                self.prediction = prediction
                return true
            }
        }
    }

    @inline(__always)
    private func matches(_ raw: RawIdentifier, _ handle: Handle, _ known: Int) -> Bool {
        Int(handle) < known && arena.matches(raw, at: offsets[Int(handle)])
    }

    /// How many identifiers have consecutive handles from the predicted one on. Writes these handles.
    @inline(never)
    @_optimize(speed)
    private func predictedCount(
        _ raws: Slice<UnsafeBufferPointer<RawIdentifier>>, _ predicted: Handle,
        _ handles: Slice<UnsafeMutableBufferPointer<Handle>>
    ) -> Int {
        let (raws, handles) = (UnsafeBufferPointer(rebasing: raws), UnsafeMutableBufferPointer(rebasing: handles))
        let (arena, offsets) = (arena, offsets)
        let most = min(raws.count, offsets.count &- Int(predicted))
        var count = 0
        while count < most, arena.matches(raws[count], at: offsets[Int(predicted) &+ count]) {
            handles[count] = predicted &+ Handle(truncatingIfNeeded: count)
            count &+= 1
        }
        return count
    }

    /// Finds most of the known identifiers, by the first candidate of each. A search reads a group of slots, then the offset of a record,
    /// then the record. Each is prefetched `ahead` searches before it is read. A whole batch would be more requests than a processor
    /// can have at the same time.
    @inline(never)
    @_optimize(speed)
    private func find(
        _ raws: UnsafeBufferPointer<RawIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>, _ slots: HandleHashTable
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
