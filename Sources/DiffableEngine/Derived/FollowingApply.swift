/// How one derived list changes when its origin applies.
struct FollowingApply {
    let source: DataSource
    let transaction: Transaction
    private let lastObserver: UInt64
    private let oldState: DerivedState.Kept
    /// Whether there is something to show. If not, the view and the observers of the list are not called.
    private let isNoticed: Bool
    private var view: PreparedView?

    /// Gives a data source its new list, and asks its view to prepare.
    /// - Throws: an error of the view or of `followingHandler`. Then the data source has its old list again.
    init(_ source: DataSource, _ derived: DerivedList, _ transaction: Transaction, _ state: DerivedState)
        throws(DiffableError)
    {
        self.source = source
        self.transaction = transaction
        lastObserver = source.observers.lastToken
        oldState = derived.kept
        isNoticed = transaction.usesReloadData || !transaction.difference.isEmpty
        derived.kept = DerivedState.Kept(state)
        source.listBeforeApply = source.current
        source.current = transaction.finalSnapshot
        do throws(DiffableError) {
            try source.callFollowingHandler(.began(transaction))
            if isNoticed { view = try source.prepareView(transaction) }
        } catch {
            undo()
            throw error
        }
    }

    func undo() {
        source.current = transaction.initialSnapshot
        source.listBeforeApply = nil
        source.derived?.kept = oldState
        try? source.callFollowingHandler(.undone)
        view?.cancel?()
    }

    /// Completes the state of the data source, because the apply succeeded.
    func settle() {
        source.listBeforeApply = nil
        source.knownVersion = nil
        if source.isStrict { source.stamp(source.current) }
        source.hasCompletion = false
    }

    func show(_ outcome: inout ApplyOutcome) {
        guard let view else { return }
        source.runningCallback = "the view"
        do throws(DiffableError) { try view.commit() } catch { outcome.failure = outcome.failure ?? error }
    }

    func callObservers(_ outcome: inout ApplyOutcome) {
        if isNoticed { source.callObservers(transaction, upTo: lastObserver, &outcome) }
        try? source.callFollowingHandler(.ended)
    }
}

/// What happens to a list that follows an apply of an origin.
package enum FollowingPhase {
    /// The data source has the new list, and its view was not called yet.
    case began(Transaction)
    /// The apply failed, and the data source has the old list again.
    case undone
    /// The view and the observers were called.
    case ended
}

extension DataSource {
    fileprivate func callFollowingHandler(_ phase: FollowingPhase) throws(DiffableError) {
        #if !hasFeature(Embedded)
        try followingHandler?(phase)
        #endif
    }

    /// Prepares all lists that follow this one, each after its origins.
    /// - Parameter prepared: receives the applies of the lists that succeeded, even if a later one throws.
    func prepareFollowers(_ transaction: Transaction, _ prepared: inout [FollowingApply]) throws(DiffableError) {
        for follower in allFollowers {
            guard let derived = follower.derived else { continue }
            runningCallback = "a function of derive"
            var origins: [DerivedList.OriginApply] = []
            for index in derived.origins.indices {
                let origin = derived.origin(index)
                let own = origin === self ? transaction : prepared.first { $0.source === origin }?.transaction
                origins.append((source: origin, transaction: own))
            }
            guard let own = try derived.following(follower, origins) else { continue }
            prepared.append(try FollowingApply(follower, derived, own.transaction, own.state))
        }
    }

    /// All data sources that follow this one, directly or not. Each comes after its origins.
    private var allFollowers: [DataSource] {
        var all: [DataSource] = []
        var (queue, next) = ([self], 0)
        while next < queue.count {
            for follower in queue[next].followers {
                let source = follower.takeUnretainedValue()
                if all.contains(where: { $0 === source }) { continue }
                all.append(source)
                queue.append(source)
            }
            next += 1
        }
        return all.ascending { UInt64($0.derived?.depth ?? 0) }
    }

    /// Returns how this list, which is derived from another one, changes when its origin applies.
    func following(_ origins: [DerivedList.OriginApply]) throws(DiffableError) -> (
        transaction: Transaction, state: DerivedState
    )? {
        guard let origin = origins[0].transaction, var state = derived?.state else { return nil }
        try state.follow(origin, shown: current)
        let shown = state.isHeld ? try state.held(current, after: origin) : state.shown()
        let marked = state.marked(shown, by: origin.difference.new.marks, of: origin.finalSnapshot, old: current)
        return (transaction(to: marked, like: origin), state)
    }

    func transaction(to shown: Snapshot, like origin: Transaction) -> Transaction {
        Transaction(
            initialSnapshot: current, finalSnapshot: shown.withoutMarks,
            difference: Difference(from: current, to: shown, aligned: nil, refreshingHeaders: refreshesHeaders),
            animation: origin.animation, usesReloadData: origin.usesReloadData, caption: origin.caption)
    }
}
