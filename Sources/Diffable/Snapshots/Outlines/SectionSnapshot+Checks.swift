extension SectionSnapshot {
    /// The handle of an item that must be in the tree.
    func require(_ identifier: Identifier, _ call: StaticString, position: Int? = nil) throws(DiffableError) -> Handle {
        guard let handle = identifier.withRaw({ handle($0) }) else {
            throw .unknown(.item, call, identifier, position: position)
        }
        return handle
    }

    /// Handles and revisions for items that must not be in the tree yet, nor twice in the call.
    mutating func new(_ items: RawElements, _ call: StaticString) throws(DiffableError) -> Batch {
        shedDeadIdentifiers()
        guard let handles = table.intern(count: items.count, items.identifier) else { throw .tableFull(call) }
        var index = HandleIndex(capacity: handles.count)
        for (position, handle) in handles.enumerated() {
            if let first = index.insert(handle, place: position) {
                throw .twice(.item, call, items.identifier(at: position), at: first, and: position)
            }
        }
        let there = handles.indices.filter { nodes[handles[$0]] != nil }
        if !there.isEmpty {
            throw .alreadyThere(.item, call, there.map { position in
                .init(
                    identifier: items.identifier(at: position), position: position, section: nil,
                    index: self.index(of: handles[position]))
            })
        }
        return Batch(handles: handles, revisions: items.revisions())
    }

    /// The place of an item in depth-first order, hidden ones counted.
    func index(of handle: Handle) -> Int {
        handles().firstIndex(of: handle) ?? 0
    }

    /// Moves to a table of its own where the shared one is mostly filled with identifiers that are gone.
    private mutating func shedDeadIdentifiers() {
        guard table.count > 2 * count + 1024 else { return }
        var copy = SectionSnapshot()
        // The new tree starts empty: nothing in this one can be there twice.
        if (try? copy.graft(self, below: Self.none, "copy")) != nil { self = copy }
    }
}
