import CLibc

// Looks identifiers up in batches, so that the waits for their memory overlap. Callers of the private functions hold the lock.

extension IdentifierTable {
    /// A table with fewer identifiers is in the cache of the processor, so there are no waits.
    private static let small = 4096

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
    func lookUp(_ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, adding isAdding: Bool) -> Int {
        if raws.areElements { return lookUp(raws, handles, adding: isAdding, buffer: UnsafeMutableBufferPointer(start: nil, count: 0)) }
        return withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: Self.batch) { buffer in
            lookUp(raws, handles, adding: isAdding, buffer: buffer)
        }
    }

    /// - Parameter buffer: memory for the elements of a batch, if they do not lie in memory as such.
    @inline(never)
    @_optimize(speed)
    private func lookUp(
        _ raws: UncheckedIdentifiers, _ handles: UnsafeMutableBufferPointer<Handle>, adding isAdding: Bool,
        buffer: UnsafeMutableBufferPointer<RawIdentifier>
    ) -> Int {
        guard let result = handles.baseAddress else { return 0 }
        var first = 0
        while first < raws.count {
            let batch = raws.elements(first, count: min(Self.batch, raws.count &- first), buffer: buffer)
            // The identifiers of a short call were mostly just written.
            if raws.count > Self.batch && raws.areElements { Self.prefetch(batch) }
            lock.lock()
            defer { lock.unlock() }
            guard let arena = arena ?? (isAdding ? makeArena(for: raws) : nil) else {
                UnsafeMutableBufferPointer(start: result, count: raws.count).initialize(repeating: Handle.max)
                return raws.count
            }
            // Mostly all identifiers of a batch were predicted.
            let predicted = predictedCount(batch, result + first, arena)
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
    /// next handle, in case an identifier was deleted. Any other identifier is a miss, and is hashed. In a small table it is searched for
    /// at once. In others, all misses of the batch are searched for together.
    /// - Parameter isFirst: whether nothing of the call was looked up yet.
    /// - Returns: false if an element is not an identifier, before anything is added, or if the table is full.
    @inline(never)
    @_optimize(speed)
    private func lookUp(
        _ raws: UnsafeBufferPointer<RawIdentifier>, from start: Int, _ handles: UnsafeMutablePointer<Handle>, _ arena: IdentifierArena,
        adding isAdding: Bool, isFirst: Bool
    ) -> Bool {
        if !Self.areIdentifiers(raws, from: start) { return false }
        return withUnsafeTemporaryAllocation(of: Miss.self, capacity: Self.batch) { misses in
            let known = arena.count
            let isSmall = known < Self.small
            var missed = 0
            var index = start
            // A call may begin anywhere in the list. So its first identifier is looked up at once, and the prediction continues there.
            if isFirst, known > 0, prediction.isInOrder, let handle = find(raws[0], hash(raws[0]), arena) {
                prediction.resume(at: handle)
            }
            while index < raws.count {
                if prediction.isInOrder && Int(prediction.next) < known {
                    index &+= predictedCount(UnsafeBufferPointer(rebasing: raws[index...]), handles + index, arena)
                    if index == raws.count { break }
                    let next = prediction.next &+ 1
                    if Int(next) < known && arena.matches(raws[index], next) {
                        prediction.resume(at: next)
                        continue
                    }
                }
                let raw = raws[index]
                let hash = hash(raw)
                if isSmall {
                    guard let handle = handle(of: raw, hash, arena, adding: isAdding) else { return false }
                    handles[index] = handle
                    prediction.miss(handle, isKnown: Int(handle) < known, isLastOfBatch: index == raws.count &- 1)
                } else {
                    slots.prefetch(hash)
                    misses[missed] = Miss(index: index, hash: hash)
                    missed &+= 1
                }
                index &+= 1
            }
            let isFound = find(raws, UnsafeMutableBufferPointer(rebasing: misses[0..<missed]), handles, arena, adding: isAdding)
            prediction.endBatch(of: raws.count)
            return isFound
        }
    }

    /// How many identifiers have consecutive handles from the predicted one on. Writes these handles.
    @inline(__always)
    private func predictedCount(
        _ raws: UnsafeBufferPointer<RawIdentifier>, _ handles: UnsafeMutablePointer<Handle>, _ arena: IdentifierArena
    ) -> Int {
        if !prediction.isInOrder { return 0 }
        let count = arena.matchedCount(raws, prediction.next)
        for index in 0..<count { handles[index] = prediction.next &+ Handle(truncatingIfNeeded: index) }
        prediction.hit(count)
        return count
    }

    /// The handle of an identifier; `Handle.max` if it has none and gets none; nil if the table is full.
    @inline(__always)
    private func handle(of raw: RawIdentifier, _ hash: UInt64, _ arena: IdentifierArena, adding isAdding: Bool) -> Handle? {
        isAdding ? intern(raw, hash, arena) : find(raw, hash, arena) ?? Handle.max
    }

    /// Writes the handles of misses. Returns false if the table is full.
    @inline(never)
    @_optimize(speed)
    private func find(
        _ raws: UnsafeBufferPointer<RawIdentifier>, _ misses: UnsafeMutableBufferPointer<Miss>, _ handles: UnsafeMutablePointer<Handle>,
        _ arena: IdentifierArena, adding isAdding: Bool
    ) -> Bool {
        let known = arena.count
        if prediction.areMissesKnown { find(raws, misses, arena) }
        for miss in misses {
            var handle = miss.found
            if handle == Handle.max {
                guard let other = self.handle(of: raws[miss.index], miss.hash, arena, adding: isAdding) else { return false }
                handle = other
            }
            handles[miss.index] = handle
            prediction.miss(handle, isKnown: Int(handle) < known, isLastOfBatch: miss.index == raws.count &- 1)
        }
        return true
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

    /// Whether the elements of a batch from an index on are identifiers.
    @inline(never)
    @_optimize(speed)
    private static func areIdentifiers(_ batch: UnsafeBufferPointer<RawIdentifier>, from first: Int) -> Bool {
        guard var element = batch.baseAddress.map({ $0 + first }) else { return true }
        let end = element + (batch.count &- first)
        while element < end {
            if !element.pointee.isIdentifier { return false }
            element += 1
        }
        return true
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
