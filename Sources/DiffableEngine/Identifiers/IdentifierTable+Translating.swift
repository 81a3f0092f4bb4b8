// From one table to another.

extension IdentifierTable {
    /// The identifiers of handles in this table as handles of another; `Handle.max` for those it does not know.
    /// The locks are never held both at once. An array that nobody else holds becomes the result: each handle is read before it is
    /// overwritten.
    ///
    /// Both tables mostly interned them in the same order: their records are the same bytes, and are compared as such. Where a batch
    /// of them is not, its identifiers are looked up, and after each such batch twice as many.
    func translate(_ handles: consuming [Handle], into other: IdentifierTable) -> [Handle] {
        var names = handles
        names.withUnsafeMutableBufferPointer { names in
            let size = 128
            var most = size
            var first = 0
            while first < names.count {
                let batch = UnsafeMutableBufferPointer(rebasing: names[first..<min(first + size, names.count)])
                if let records = locked({ records(batch) }), let known = other.predicted(records, batch.count) {
                    for index in 0..<batch.count { batch[index] = known &+ Handle(truncatingIfNeeded: index) }
                    first += batch.count
                    most = size
                } else {
                    let some = UnsafeMutableBufferPointer(rebasing: names[first..<min(first + most, names.count)])
                    other.findAll(RawIdentifiers(count: some.count, reading: { [self] in read(some, from: $0, $1) }), some)
                    first += some.count
                    most *= 2
                }
            }
        }
        return names
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

    /// The first handle of as many records as another table has in some memory, if they are those that are predicted next.
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
