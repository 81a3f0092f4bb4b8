extension SectionSnapshot {
    /// The handle of an item that must be in the tree.
    func require(_ identifier: Identifier, _ call: StaticString, position: Int? = nil) throws(DiffableError) -> Handle {
        guard let handle = identifier.withRaw({ handle($0) }) else {
            throw .unknown(.item, call, identifier, position: position)
        }
        return handle
    }

    /// Handles and revisions for items. They must not be in the tree, and none may occur twice in the call.
    func new(_ items: RawElements, _ call: StaticString) throws(DiffableError) -> Batch {
        guard let handles = table.intern(items.identifiers) else { throw .tableFull(call) }
        try handles.withUnsafeBufferPointer { (handles) throws(DiffableError) in try items.requireUnique(handles, .item, call) }
        let there = handles.indices.filter { nodes[handles[$0]] != nil }
        if !there.isEmpty { throw alreadyThere(there.map { ($0, handles[$0]) }, call) }
        return Batch(handles: handles, revisions: items.allRevisions())
    }

    /// Checks that no item of another tree is in this one, except below a parent whose children are to be replaced.
    func requireAbsent(_ other: SectionSnapshot, exceptBelow parent: Handle, _ call: StaticString) throws(DiffableError) {
        let below = handles(below: parent)
        var deleted = PositionIndex(capacity: below.count)
        for handle in below { _ = deleted.insert(handle, position: 0) }
        var there: [(position: Int, handle: Handle)] = []
        for (position, item) in other.handles().enumerated() {
            if let handle = handle(other.table.raw(item)), deleted.position(of: handle) == nil { there.append((position, handle)) }
        }
        if !there.isEmpty { throw alreadyThere(there, call) }
    }

    private func alreadyThere(_ there: [(position: Int, handle: Handle)], _ call: StaticString) -> DiffableError {
        let all = handles()
        var positions = PositionIndex(capacity: all.count)
        for (position, handle) in all.enumerated() { positions.set(handle, position: position) }
        return .alreadyThere(.item, call, there.map { position, handle in
            .init(
                identifier: table.identifier(handle), position: position, section: nil, index: positions.position(of: handle) ?? 0)
        })
    }

    /// The index of an item in depth-first order, hidden ones counted.
    func index(of handle: Handle) -> Int {
        handles().firstIndex(of: handle) ?? 0
    }

    /// Runs an edit that adds items. If most identifiers of the shared table are dead, the tree moves to a new table. If the edit
    /// fails it does not, since borrowed identifiers must stay valid then.
    mutating func compacting(
        _ edit: (inout SectionSnapshot) throws(DiffableError) -> Void
    ) throws(DiffableError) {
        // The edit is called at one place, because it is inlined there.
        var old: SectionSnapshot?
        if table.count > 2 * count + 1024 {
            var fresh = SectionSnapshot()
            // The new tree is empty, so no item is a duplicate.
            try fresh.graft(self, below: Self.none, "copy")
            (old, self) = (self, fresh)
        }
        do throws(DiffableError) {
            try edit(&self)
        } catch {
            if let old { self = old }
            throw error
        }
    }
}
