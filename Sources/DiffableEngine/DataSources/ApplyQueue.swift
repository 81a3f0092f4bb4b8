/// How a view is to show an apply.
package enum ApplyMode {
    /// With an animation; nil for the data source's default.
    case animated(RowAnimation?)
    case unanimated
    /// Every cell anew, marks forgotten.
    case reloadData
}

/// What an apply makes of list and trees.
package struct ListChange {
    /// The list, with its marks.
    var snapshot: Snapshot
    var outlines: Outlines
    /// Called with list and view still the old ones, and with the list the new one; either may throw and so undo the apply.
    var willCommit: DataSource.TransactionHandler?
    var didCommit: DataSource.TransactionHandler?
}

/// One call to apply, waiting for its turn or at it.
package struct PendingApply {
    var mode: ApplyMode
    var completion: DataSource.TransactionHandler?
    /// Called exactly once when the apply is over, whether it took place or failed.
    var finished: (() -> Void)?
    /// Works out, when its turn has come, what is to be; nil where a handler refused.
    var change: (DataSource) throws(DiffableError) -> ListChange?

    package init(
        mode: ApplyMode, completion: DataSource.TransactionHandler?, finished: (() -> Void)? = nil,
        change: @escaping (DataSource) throws(DiffableError) -> ListChange?
    ) {
        self.mode = mode
        self.completion = completion
        self.finished = finished
        self.change = change
    }

    /// Of a whole snapshot.
    package init(
        snapshot: Snapshot, mode: ApplyMode, completion: DataSource.TransactionHandler?, finished: (() -> Void)? = nil
    ) {
        self.init(mode: mode, completion: completion, finished: finished) { source in
            var outlines = source.outlines
            outlines.rebase(onto: snapshot, from: source.current)
            return ListChange(snapshot: snapshot, outlines: outlines)
        }
    }
}

/// Applies in the order of their calls; none is dropped.
struct ApplyQueue {
    private var waiting: [PendingApply?] = []
    private var first = 0

    mutating func append(_ apply: PendingApply) {
        waiting.append(apply) // mutant: queue-reversed
    }

    mutating func popFirst() -> PendingApply? {
        guard first < waiting.count else {
            waiting = []
            first = 0
            return nil
        }
        if first > 64 && first > waiting.count / 2 {
            waiting.removeFirst(first)
            first = 0
        }
        let next = waiting[first]
        waiting[first] = nil
        first += 1
        return next
    }
}
