/// How a view is to show an apply.
package enum ApplyMode {
    /// With an animation; nil for the data source's default.
    case animated(RowAnimation?)
    case unanimated
    /// Every cell anew, marks forgotten.
    case reloadData
}

/// One call to apply, waiting for its turn or at it.
package struct PendingApply {
    var snapshot: Snapshot
    var mode: ApplyMode
    var completion: DataSource.TransactionHandler?
    /// Called exactly once when the apply is over, whether it took place or failed.
    var finished: (() -> Void)?

    package init(
        snapshot: Snapshot, mode: ApplyMode, completion: DataSource.TransactionHandler?, finished: (() -> Void)? = nil
    ) {
        self.snapshot = snapshot
        self.mode = mode
        self.completion = completion
        self.finished = finished
    }
}

/// Applies in the order of their calls; none is dropped.
struct ApplyQueue {
    private var waiting: [PendingApply?] = []
    private var first = 0

    mutating func append(_ apply: PendingApply) {
        waiting.append(apply)
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
