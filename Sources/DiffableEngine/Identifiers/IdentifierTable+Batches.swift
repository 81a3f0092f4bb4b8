import CLibc

// Looks identifiers up in batches, so that the waits for their memory overlap. Callers of the private functions hold the lock.

extension IdentifierTable {
    /// An identifier of a batch that was not predicted.
    private struct Miss {
        var index: Int
        var hash: UInt64
        /// Its handle, once it is found; else `Handle.max`.
        var found = Handle.max
    }

    /// Writes the handles of identifiers to memory, and returns how many handles it wrote. Stops at a batch with an element that is not
    /// an identifier, or that does not fit in the table.
    /// - Parameter isAdding: whether an identifier without a handle gets one. Otherwise `Handle.max` is written.
    @_optimize(speed)
    func lookUp(
        _ raws: UnsafeBufferPointer<RawIdentifier>, _ handles: UnsafeMutableBufferPointer<Handle>, adding isAdding: Bool
    ) -> Int {
        guard let start = raws.baseAddress, let result = handles.baseAddress else { return 0 }
        var first = 0
        while first < raws.count {
            let batch = UnsafeBufferPointer(start: start + first, count: min(Self.batch, raws.count &- first))
            // The identifiers of a short call were mostly just written.
            if raws.count > Self.batch { Self.prefetch(batch) }
            lock.lock()
            defer { lock.unlock() }
            let arena = isAdding ? reserve(raws, batch: batch.count) : arena
            guard let arena else {
                UnsafeMutableBufferPointer(start: result, count: raws.count).initialize(repeating: Handle.max)
                return raws.count
            }
            // Mostly all identifiers of a batch were predicted.
            let predicted = prediction.isInOrder ? predictedCount(batch, prediction.next, result + first, arena) : 0
            prediction.hit(predicted)
            if predicted == batch.count {
                prediction.endBatch(of: predicted)
            } else if !lookUp(batch, from: predicted, result + first, arena, adding: isAdding, isFirst: first == 0 && predicted == 0) {
                return first
            }
            first &+= batch.count
        }
        return first
    }

    /// Looks up the identifiers of a batch from an index on. The identifier of the predicted handle is compared first, and then that of the
    /// next handle, in case an identifier was deleted. Any other identifier is a miss, and is hashed.
    /// - Parameter isFirst: whether nothing of the call was looked up yet.
    /// - Returns: false if an element is not an identifier, or if the table is full.
    @inline(never)
    @_optimize(speed)
    private func lookUp(
        _ raws: UnsafeBufferPointer<RawIdentifier>, from start: Int, _ handles: UnsafeMutablePointer<Handle>, _ arena: IdentifierArena,
        adding isAdding: Bool, isFirst: Bool
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Miss.self, capacity: Self.batch) { misses in
            let known = arena.count
            var prediction = prediction
            var missed = 0
            var index = start
            // A call may begin anywhere in the list. So its first identifier is looked up at once, and the prediction continues there.
            if isFirst, known > 0, prediction.isInOrder, raws[0].isIdentifier, let handle = find(raws[0], hash(raws[0]), arena) {
                prediction.resume(at: handle)
            }
            while index < raws.count {
                if prediction.isInOrder && Int(prediction.next) < known {
                    let rest = UnsafeBufferPointer(rebasing: raws[index...])
                    let run = predictedCount(rest, prediction.next, handles + index, arena)
                    index &+= run
                    prediction.hit(run)
                    if index == raws.count { break }
                    let next = prediction.next &+ 1
                    if Int(next) < known && raws[index].isIdentifier && arena.matches(raws[index], next) {
                        prediction.resume(at: next)
                        continue
                    }
                }
                let raw = raws[index]
                if !raw.isIdentifier { return false }
                let hash = hash(raw)
                slots.prefetch(hash)
                misses[missed] = Miss(index: index, hash: hash)
                missed &+= 1
                index &+= 1
            }
            if prediction.areMissesKnown && known > 0 {
                find(raws, UnsafeMutableBufferPointer(rebasing: misses[0..<missed]), arena)
            }
            for miss in misses[0..<missed] {
                var handle = miss.found
                if handle == Handle.max {
                    let raw = raws[miss.index]
                    if isAdding {
                        guard let new = intern(raw, miss.hash, arena) else { return false }
                        handle = new
                    } else {
                        handle = find(raw, miss.hash, arena) ?? Handle.max
                    }
                }
                handles[miss.index] = handle
                prediction.miss(handle, isKnown: Int(handle) < known, isLastOfBatch: miss.index == raws.count &- 1)
            }
            prediction.endBatch(of: raws.count)
            self.prediction = prediction
            return true
        }
    }

    /// How many identifiers have consecutive handles from the predicted one on. Writes these handles.
    @inline(never)
    @_optimize(speed)
    private func predictedCount(
        _ raws: UnsafeBufferPointer<RawIdentifier>, _ predicted: Handle, _ handles: UnsafeMutablePointer<Handle>, _ arena: IdentifierArena
    ) -> Int {
        let most = min(raws.count, arena.count &- Int(predicted))
        var count = 0
        while count < most {
            let handle = predicted &+ Handle(truncatingIfNeeded: count)
            guard raws[count].isIdentifier && arena.matches(raws[count], handle) else { break }
            handles[count] = handle
            count &+= 1
        }
        return count
    }

    /// Finds most of the known identifiers, by the first candidate of each. A search reads a group of slots, then the offset of a record,
    /// then the record. Each is prefetched `ahead` searches before it is read. A whole batch would be more requests than a processor
    /// can have at the same time.
    @inline(never)
    @_optimize(speed)
    private func find(_ raws: UnsafeBufferPointer<RawIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>, _ arena: IdentifierArena) {
        let slots = slots
        let count = misses.count
        let ahead = min(12, count)
        for first in 0..<count &+ 2 &* ahead {
            if first < count, let candidate = slots.candidate(misses[first].hash) {
                misses[first].found = candidate
                arena.prefetchOffset(candidate)
            }
            let second = first &- ahead
            if second >= 0, second < count, misses[second].found != Handle.max {
                arena.prefetchRecord(misses[second].found, for: raws[misses[second].index])
            }
            let third = second &- ahead
            if third >= 0, misses[third].found != Handle.max, !arena.matches(raws[misses[third].index], misses[third].found) {
                misses[third].found = Handle.max
            }
        }
    }

    /// Prefetches the bytes of a batch before the first are compared.
    @inline(never)
    @_optimize(speed)
    private static func prefetch(_ batch: UnsafeBufferPointer<RawIdentifier>) {
        guard let start = batch.baseAddress else { return }
        for index in 0..<batch.count {
            // The next batch mostly follows.
            diffable_prefetch(start + index + 64)
            start[index].prefetch()
        }
    }
}
