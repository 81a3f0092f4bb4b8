/// How a view shows an apply.
package enum ApplyMode {
    /// With an animation; nil for the data source's default.
    case animated(RowAnimation?)
    /// The view asks for all cells again.
    case reloadData
}

/// The list that an apply leads to.
package struct ListChange {
    /// The new list, with marks.
    package var snapshot: Snapshot
    /// The new list with the handles of the current one, if they are known when the change is made.
    var aligned: AlignedList?
    /// What a user did, if the change is a tap or a drag.
    package var gesture: Gesture?
    /// Called while the data source has the old list; throwing cancels the apply.
    package var willCommit: DataSource.TransactionHandler?
    /// Called when the data source has the new list, before the view shows it; throwing undoes the apply.
    package var didCommit: DataSource.TransactionHandler?
    /// The state of a derived list after the apply; nil if the state does not change.
    var state: DerivedState.Kept?
}

extension ListChange {
    package init(to snapshot: Snapshot, aligned: AlignedList? = nil) {
        self.snapshot = snapshot
        self.aligned = aligned
    }
}

/// The outcome of an apply that did not throw. An apply that throws has changed nothing.
public struct ApplyOutcome {
    public enum State {
        /// The list and the view changed.
        case applied
        /// The call came from a callback of the data source, or of one that is related to it by derivation. The apply
        /// runs after the running one and those queued before it.
        case queued
        /// Nothing changed. A handler refused a tap or a drag, an item that was tapped has nothing to show, there is no
        /// `canReorderItem`, or the list in which an item was dragged is derived. Or a history had nothing to undo or
        /// redo, or a follower received a document for the list that it has.
        case refused
    }

    public internal(set) var state = State.applied
    /// nil unless the state is `applied`.
    public package(set) var transaction: Transaction?
    /// The first error after the list changed: from the output, an observer, the completion, or a queued apply. If the
    /// state is `refused`, the error of an apply that the handler had queued.
    public internal(set) var failure: DiffableError?

    package init() {}
}

/// One apply that was called and has not been performed yet.
package struct PendingApply {
    var mode: ApplyMode
    var caption: [UInt8]
    var completion: DataSource.TransactionHandler?
    /// Called exactly once when the apply is over, with false if it failed.
    var finished: ((_ hasSucceeded: Bool) -> Void)?
    /// Called when an apply that was queued is over, with its outcome or with the error that it threw.
    package var queuedEnded: ((Result<ApplyOutcome, DiffableError>) -> Void)?
    /// 1 for an apply that a callback of the outermost call queued, 2 for one that a callback of that apply queued, and
    /// so on.
    fileprivate var depth = 0
    fileprivate var target: Target
    /// The data source that the apply is for, while it is queued.
    fileprivate(set) var source: DataSource?
    /// Whether a derived list allows the apply, because it changes nothing that is determined by the origin.
    private var keepsDerivation = false

    fileprivate enum Target {
        case snapshot(Snapshot)
        /// Computes the new list, just before the apply is performed; nil if nothing is to change.
        case computed((DataSource) throws(DiffableError) -> ListChange?)
    }

    package init(
        mode: ApplyMode, caption: [UInt8] = [], completion: DataSource.TransactionHandler?,
        finished: ((Bool) -> Void)? = nil,
        keepsDerivation: Bool = false, change: @escaping (DataSource) throws(DiffableError) -> ListChange?
    ) {
        self.mode = mode
        self.caption = caption
        self.completion = completion
        self.finished = finished
        self.keepsDerivation = keepsDerivation
        target = .computed(change)
    }

    /// An apply of a whole snapshot. Marks say which cells a view asks for again, so they are dropped if it asks for
    /// all cells.
    package init(
        snapshot: Snapshot, mode: ApplyMode, caption: [UInt8] = [], completion: DataSource.TransactionHandler?,
        finished: ((Bool) -> Void)? = nil
    ) {
        self.mode = mode
        self.caption = caption
        self.completion = completion
        self.finished = finished
        if case .reloadData = mode { target = .snapshot(snapshot.withoutMarks) } else { target = .snapshot(snapshot) }
    }

    /// The snapshot that the caller passed; nil for a list that is computed.
    var snapshot: Snapshot? {
        if case .snapshot(let snapshot) = target { snapshot } else { nil }
    }

    /// The new list; nil if nothing is to change.
    func change(of source: DataSource) throws(DiffableError) -> ListChange? {
        if source.derived != nil && !keepsDerivation { throw source.readOnlyError("apply") }
        switch target {
        case .snapshot(let snapshot):
            if snapshot.isSectionSnapshot {
                throw .sectionSnapshot("apply", "this is a section snapshot; apply_section applies it")
            }
            if source.isStrict { try source.requireFresh(snapshot) }
            return ListChange(to: snapshot)
        case .computed(let change): return try change(source)
        }
    }
}

/// The state that data sources share if they are derived from one another. While an apply of one of them runs, every
/// apply that a callback calls on any of them is queued.
final class RunningApply {
    /// Whether an apply, or another function that calls providers, is running, so that an apply would be queued.
    @exclusivity(unchecked) var isApplying = false
    @exclusivity(unchecked) var queue = ApplyQueue()
    /// Objects that the program freed in a callback. Callbacks may use them until the outermost call ends, so they are
    /// released then.
    @exclusivity(unchecked) var kept: [AnyObject] = []
    /// The name of the callback that is running, or ran last, for error messages.
    @exclusivity(unchecked) var callback: StaticString = ""
    #if !hasFeature(Embedded)
    /// An object of the program.
    @exclusivity(unchecked) var companion: AnyObject?
    #endif
}

/// Pending applies in the order of their calls.
struct ApplyQueue {
    /// How many applies one outermost call may queue.
    private static let limit = 10_000
    /// How many applies may be queued in a chain, each by a callback of the one before. This limit stops a callback
    /// that applies whenever it is called, long before the other limit would.
    private static let depthLimit = 100

    /// The applies from `first` on are pending. Those before it were removed, and are nil.
    private var waiting: [PendingApply?] = []
    private var first = 0
    /// How many applies the running outermost call has queued.
    private(set) var count = 0
    /// The depth of the running apply: 0 for that of the outermost call.
    private var depth = 0
    /// The error of the first apply that the queue refused.
    private var firstError: DiffableError?

    /// - Parameters:
    ///   - source: the data source that the apply is for.
    ///   - callback: the callback that calls the apply, for the message.
    /// - Throws: `applyLoop` if the apply is beyond one of the limits.
    mutating func append(_ apply: PendingApply, for source: DataSource, by callback: StaticString) throws(DiffableError)
    {
        if depth == Self.depthLimit || count == Self.limit {
            let error = DiffableError.applyLoop(isChain: depth == Self.depthLimit, callback)
            firstError = firstError ?? error
            throw error
        }
        count += 1
        var apply = apply
        apply.depth = depth + 1
        apply.source = source
        waiting.append(apply)
    }

    /// Ends an outermost call whose applies were all performed: the next one counts from zero. Returns the error of the
    /// first apply that the queue refused.
    mutating func finish() -> DiffableError? {
        defer { self = ApplyQueue() }
        return firstError
    }

    /// Removes the first pending apply and returns it. What is queued from now on counts as queued by the callbacks of
    /// that apply. Removed entries are dropped many at a time, so this takes amortised O(1).
    mutating func popFirst() -> PendingApply? {
        guard first < waiting.count, let next = waiting[first] else { return nil }
        waiting[first] = nil
        first += 1
        if first > 64 && first > waiting.count / 2 {
            waiting.removeFirst(first)
            first = 0
        }
        depth = next.depth
        return next
    }
}
