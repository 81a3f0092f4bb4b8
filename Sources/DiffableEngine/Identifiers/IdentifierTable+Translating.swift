// Translates handles from one table to another.

extension IdentifierTable {
    /// The handles that the identifiers of this table's `handles` have in another table; `Handle.max` for identifiers
    /// that it lacks. The result is in the memory of `handles` if the caller has no other reference to it: each handle
    /// is read before it is overwritten. Only the lock of the other table is taken.
    ///
    /// Usually both tables interned the identifiers in the same order. Then their records are the same bytes, so
    /// batches of records are compared as bytes. If a batch differs, its identifiers are looked up. With each further
    /// batch that differs, the number of identifiers that are looked up at once doubles.
    package func translate(_ handles: consuming [Handle], into other: IdentifierTable) -> [Handle] {
        var result = handles
        result.withUnsafeMutableBufferPointer { result in
            let size = 128
            var lookUpCount = size
            var first = 0
            while first < result.count {
                let batch = UnsafeMutableBufferPointer(rebasing: result[first..<min(first + size, result.count)])
                if let records = records(batch), let known = other.predicted(records, batch.count) {
                    for index in 0..<batch.count { batch[index] = known &+ Handle(truncatingIfNeeded: index) }
                    first += batch.count
                    lookUpCount = size
                } else {
                    let end = min(first + lookUpCount, result.count)
                    let part = UnsafeMutableBufferPointer(rebasing: result[first..<end])
                    forEachBatch(of: BorrowedHandles(part)) { first, raws in
                        let handles = UnsafeMutableBufferPointer(rebasing: part[first..<first + raws.count])
                        // `findAll` also counts identifiers that it does not find, so this is always true.
                        return other.findAll(raws, into: handles) == raws.count
                    }
                    first += part.count
                    lookUpCount *= 2
                }
            }
        }
        return result
    }

    /// The memory of the records of consecutive handles. Returns nil if the handles are not consecutive, or if their
    /// records are not in one block.
    private func records(_ handles: UnsafeMutableBufferPointer<Handle>) -> IdentifierArena.Records? {
        guard let arena, consecutiveCount(BorrowedHandles(handles)) == handles.count else { return nil }
        return arena.records(Int(handles[0])..<Int(handles[0]) + handles.count)
    }

    /// Returns the predicted handle if `records` of another table are the same as the records of this table from that
    /// handle on, and otherwise nil.
    private func predicted(_ records: IdentifierArena.Records, _ count: Int) -> Handle? {
        locked {
            let first = prediction.next
            guard let arena, Int(first) + count <= arena.count,
                arena.records(Int(first)..<Int(first) + count) == records
            else { return nil }
            prediction.resume(at: first &+ Handle(truncatingIfNeeded: count))
            return first
        }
    }

    /// Returns the handles that the identifiers of this table's `handles` have in another table. Identifiers that have
    /// none yet get new ones. Returns nil if that table is full.
    func copy(_ handles: BorrowedHandles, into other: IdentifierTable) -> [Handle]? {
        let copies = [Handle](capacity: handles.count) { copies, count in
            count = forEachBatch(of: handles) { first, raws in
                let part = UnsafeMutableBufferPointer(rebasing: copies[first..<first + raws.count])
                return other.internAll(raws.unchecked, into: part) == raws.count
            }
        }
        return copies.count == handles.count ? copies : nil
    }

    /// Calls `body` with the identifiers of each batch of handles, and the index of the first. Stops at the first batch
    /// for which `body` returns false. Returns the number of handles in the batches for which it returned true.
    @discardableResult
    private func forEachBatch(of handles: BorrowedHandles, _ body: (_ first: Int, BorrowedIdentifiers) -> Bool) -> Int {
        withUnsafeTemporaryAllocation(of: BorrowedIdentifier.self, capacity: Self.batch) { buffer in
            for first in stride(from: 0, to: handles.count, by: Self.batch) {
                let batch = handles.part(first..<min(first + Self.batch, handles.count))
                read(batch, buffer)
                if !body(first, BorrowedIdentifiers(UnsafeBufferPointer(rebasing: buffer[..<batch.count]))) {
                    return first
                }
            }
            return handles.count
        }
    }

    private func read(_ handles: BorrowedHandles, _ buffer: UnsafeMutableBufferPointer<BorrowedIdentifier>) {
        for index in 0..<handles.count { buffer.initializeElement(at: index, to: raw(handles[index])) }
    }
}
