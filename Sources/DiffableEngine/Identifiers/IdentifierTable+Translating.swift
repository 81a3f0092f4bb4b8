// Translates handles from one table to another.

extension IdentifierTable {
    /// The handles that the identifiers of this table's `handles` have in another table; `Handle.max` for identifiers that it lacks. The
    /// result is in the memory of `handles` if the caller has no other reference to it: each handle is read before it is overwritten.
    /// The two locks are never held at the same time.
    ///
    /// Mostly both tables interned the identifiers in the same order. Then their records are the same bytes, so batches of records are
    /// compared as bytes. Where a batch differs, its identifiers are looked up, and twice as many after each batch that differs.
    func translate(_ handles: consuming [Handle], into other: IdentifierTable) -> [Handle] {
        var result = handles
        result.withUnsafeMutableBufferPointer { result in
            let size = 128
            var most = size
            var first = 0
            while first < result.count {
                let batch = UnsafeMutableBufferPointer(rebasing: result[first..<min(first + size, result.count)])
                if let records = locked({ records(batch) }), let known = other.predicted(records, batch.count) {
                    for index in 0..<batch.count { batch[index] = known &+ Handle(truncatingIfNeeded: index) }
                    first += batch.count
                    most = size
                } else {
                    let some = UnsafeMutableBufferPointer(rebasing: result[first..<min(first + most, result.count)])
                    other.findAll(RawIdentifiers(count: some.count, reading: { [self] in read(some, from: $0, $1) }), some)
                    first += some.count
                    most *= 2
                }
            }
        }
        return result
    }

    /// The memory of the records of consecutive handles; nil for other handles.
    private func records(_ handles: UnsafeMutableBufferPointer<Handle>) -> IdentifierArena.Records? {
        consecutiveCount(UnsafeBufferPointer(handles)) == handles.count ? records(from: Int(handles[0]), handles.count) : nil
    }

    private func records(from first: Int, _ count: Int) -> IdentifierArena.Records? {
        let end = first + count
        guard end <= offsets.count else { return nil }
        return arena.records(from: offsets[first], to: end == offsets.count ? nil : offsets[end])
    }

    /// The predicted handle, if this table has the same records from there on as another table has in `records`; else nil.
    private func predicted(_ records: IdentifierArena.Records, _ count: Int) -> Handle? {
        locked {
            let first = prediction.next
            guard let known = self.records(from: Int(first), count), known == records else { return nil }
            prediction.resume(at: first &+ Handle(truncatingIfNeeded: count))
            return first
        }
    }

    @_optimize(speed)
    private func read(
        _ handles: UnsafeMutableBufferPointer<Handle>, from first: Int, _ buffer: UnsafeMutableBufferPointer<RawIdentifier>
    ) {
        locked {
            let (arena, offsets) = (arena, offsets)
            for index in 0..<buffer.count {
                buffer.initializeElement(at: index, to: arena.raw(at: offsets[Int(handles[first &+ index])]))
            }
        }
    }
}
