import CLibc

// Looks identifiers up in batches, so that the waits for their memory overlap. Callers of the private functions hold
// the lock.

extension IdentifierTable {
    /// A table with fewer identifiers is in the cache of the processor, so there are no waits.
    private static let small = 4096

    /// An identifier of a batch that was not predicted.
    private struct Miss {
        var index: Int
        var hash: UInt64
        /// Its handle once it is found, and until then `Handle.max`.
        var found = Handle.max
    }

    /// Writes the handles of identifiers to memory, and returns how many handles it wrote. Stops before a batch that
    /// has an element that is not an identifier, or for which the table has no room.
    /// - Parameter isAdding: whether an identifier without a handle gets one. Otherwise `Handle.max` is written.
    func lookUp(_ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, adding isAdding: Bool)
        -> Int
    {
        if raws.areElements {
            return lookUp(raws, handles, adding: isAdding, buffer: UnsafeMutableBufferPointer(start: nil, count: 0))
        }
        return withUnsafeTemporaryAllocation(of: BorrowedIdentifier.self, capacity: Self.batch) { buffer in
            lookUp(raws, handles, adding: isAdding, buffer: buffer)
        }
    }

    /// - Parameter buffer: memory for the elements of a batch. It is not used if `raws.areElements`.
    @inline(never)
    private func lookUp(
        _ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, adding isAdding: Bool,
        buffer: UnsafeMutableBufferPointer<BorrowedIdentifier>
    ) -> Int {
        guard let result = handles.baseAddress else { return 0 }
        var first = 0
        while first < raws.count {
            let batch = raws.elements(first, count: min(Self.batch, raws.count &- first), buffer: buffer)
            // The identifiers of a short call were usually written just before it, so they are in the cache already.
            if raws.count >= Self.small && raws.areElements { Self.prefetch(batch) }
            lock.lock()
            defer { lock.unlock() }
            guard let arena = arena ?? (isAdding ? makeArena(for: raws) : nil) else {
                UnsafeMutableBufferPointer(start: result, count: raws.count).initialize(repeating: Handle.max)
                return raws.count
            }
            // In the usual case, all identifiers of a batch were predicted.
            let predicted = predictedCount(batch, result + first, arena)
            if predicted == batch.count {
                prediction.endBatch(ofHits: result[first &+ predicted &- 1])
            } else if !lookUp(
                batch, from: predicted, result + first, arena, adding: isAdding, isFirst: first == 0 && predicted == 0)
            {
                return first
            }
            first &+= batch.count
        }
        return first
    }

    /// Looks up the identifiers of a batch from an index on. Each identifier is compared with the predicted identifier.
    /// If they differ, it is compared with the one that is predicted next, because the predicted identifier may have
    /// been deleted from the list. An identifier that matches neither is a miss. All misses of the batch are searched
    /// for together.
    /// - Parameter isFirst: whether nothing of the call was looked up yet.
    /// - Returns: false if the table is full, or if an element is not an identifier. In the second case, nothing of the
    ///   batch was added.
    @inline(never)
    private func lookUp(
        _ raws: UnsafeBufferPointer<BorrowedIdentifier>, from start: Int, _ handles: UnsafeMutablePointer<Handle>,
        _ arena: IdentifierArena,
        adding isAdding: Bool, isFirst: Bool
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Miss.self, capacity: Self.batch) { misses in
            let known = arena.count
            let isSmall = known < Self.small
            var missed = 0
            var index = start
            // A call may begin anywhere in the list. So its first identifier is looked up at once, and the prediction
            // continues there.
            if isFirst, raws.count > 1 {
                prediction.beginElsewhere()
                if known > 0, prediction.isInOrder, raws[0].isIdentifier,
                    let handle = find(raws[0], hash(raws[0]), arena)
                {
                    prediction.resume(at: handle)
                }
            }
            while index < raws.count {
                if prediction.isInOrder && Int(prediction.next) < known {
                    index &+= predictedCount(UnsafeBufferPointer(rebasing: raws[index...]), handles + index, arena)
                    if index == raws.count { break }
                    let next = prediction.successor(of: prediction.next)
                    if next < Handle(truncatingIfNeeded: known) && arena.matches(raws[index], next) {
                        prediction.resume(at: next)
                        continue
                    }
                }
                if !raws[index].isIdentifier { return false }
                let hash = hash(raws[index])
                if !isSmall { slots.prefetch(hash) }
                misses[missed] = Miss(index: index, hash: hash)
                missed &+= 1
                index &+= 1
            }
            let searched = UnsafeMutableBufferPointer(rebasing: misses[0..<missed])
            if !isSmall && prediction.areMissesKnown { find(raws, searched, arena) }
            if !search(raws, searched, handles, arena, adding: isAdding) { return false }
            prediction.endBatch(
                of: BorrowedHandles(UnsafeBufferPointer(start: handles, count: raws.count)), known: known,
                count: arena.count,
                areMissesKnown: arena.count &- known < missed)
            return true
        }
    }

    /// Writes the predicted handles for as many leading identifiers as match the prediction, and advances the
    /// prediction. Returns how many matched.
    @inline(__always)
    private func predictedCount(
        _ raws: UnsafeBufferPointer<BorrowedIdentifier>, _ handles: UnsafeMutablePointer<Handle>,
        _ arena: IdentifierArena
    ) -> Int {
        if !prediction.isInOrder { return 0 }
        var next = prediction.next
        var count = 0
        if prediction.isAscending(from: next) {
            count = arena.matchedCount(raws, next)
            for index in 0..<count { handles[index] = next &+ Handle(truncatingIfNeeded: index) }
            next &+= Handle(truncatingIfNeeded: count)
        } else {
            while count < raws.count, next < Handle(truncatingIfNeeded: arena.count), arena.matches(raws[count], next) {
                handles[count] = next
                next = prediction.successor(of: next)
                count &+= 1
            }
        }
        prediction.hit(count, next: next)
        return count
    }

    /// Writes the handles of misses. Returns false if the table is full.
    @inline(never)
    private func search(
        _ raws: UnsafeBufferPointer<BorrowedIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>,
        _ handles: UnsafeMutablePointer<Handle>,
        _ arena: IdentifierArena, adding isAdding: Bool
    ) -> Bool {
        var first = 0
        while first < misses.count {
            if isAdding && arena.count == slots.limit { grow(arena) }
            // The table does not grow while these are searched for.
            let slots = slots
            let end = isAdding ? min(first &+ slots.limit &- arena.count, misses.count) : misses.count
            for miss in misses[first..<end] {
                var handle = miss.found
                if handle == Handle.max {
                    let (empty, found) = slots.find(miss.hash) { arena.matches(raws[miss.index], $0) }
                    if let found {
                        handle = found
                    } else if isAdding {
                        guard let new = arena.append(raws[miss.index]) else { return false }
                        slots.fill(empty, new)
                        handle = new
                    }
                }
                handles[miss.index] = handle
            }
            first = end
        }
        return true
    }

    /// Finds most of the known identifiers. Of each identifier, only the first candidate is compared. A search reads a
    /// group of slots, then the offset of a record, then the record. The group of slots was prefetched when the miss
    /// was recorded. The offset and the record are each prefetched `ahead` searches before they are read.
    @inline(never)
    private func find(
        _ raws: UnsafeBufferPointer<BorrowedIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>,
        _ arena: IdentifierArena
    ) {
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
            if third >= 0, misses[third].found != Handle.max,
                !arena.matches(raws[misses[third].index], misses[third].found)
            {
                misses[third].found = Handle.max
            }
        }
    }

    /// Prefetches the bytes of a batch before the first are compared.
    @inline(never)
    private static func prefetch(_ batch: UnsafeBufferPointer<BorrowedIdentifier>) {
        guard let start = batch.baseAddress else { return }
        for index in 0..<batch.count {
            // The elements of the next batches usually follow in memory.
            diffable_prefetch(start + index + 64)
            start[index].prefetch()
        }
    }
}
