extension DataSource {
    /// Makes a snapshot the current list, in this order: the difference is computed; the list changes; the view asks
    /// the providers for the cells that it will show, and changes; observers are called; the completion is called,
    /// exactly once, even if nothing changed. So a provider sees the new list. If it throws, the list is the old one
    /// again, and the view stays as it was.
    ///
    /// A call during an apply of the same data source is queued. Queued applies run in order before the outermost call
    /// returns. If one of them fails, the rest of the queue still runs, and the outcome of the outermost call contains
    /// the first error. No work is left when the call returns, so there is no `async` variant. One outermost call may
    /// queue 10,000 applies, and at most 100 in a chain, each called by a callback of the one before. An apply beyond
    /// these limits throws `applyLoop`, and the outcome of the outermost call contains this error as well.
    ///
    /// - Parameters:
    ///   - animatingDifferences: false for a view that shows the new state without animation.
    ///   - animation: replaces the default row animation.
    ///   - caption: the name of this apply in recordings and streams of events.
    /// - Throws: errors of the providers, `noProvider` and `invalidCell`; `invalidArgument` for a section snapshot, and
    ///   if this list is derived; `staleSnapshot` for a snapshot that a strict data source refuses. Then nothing has
    ///   changed. An error of the output, an observer, the completion or a queued apply is not thrown: it is in the
    ///   outcome.
    /// - Complexity: O(s + differences) for a snapshot of this data source in which no item was renamed; otherwise at
    ///   most O(n log n).
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, animation: RowAnimation? = nil, caption: String = "",
        completion: TransactionHandler? = nil
    ) throws(DiffableError) -> ApplyOutcome {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .animated(RowAnimation.none)
        return try apply(
            PendingApply(snapshot: snapshot, mode: mode, caption: Array(caption.utf8), completion: completion))
    }

    /// Applies a snapshot without animation. The view asks again for all cells that it shows, and marks are ignored.
    /// - Throws: the same errors as `apply`.
    /// - Complexity: O(n)
    @discardableResult
    public func applyUsingReloadData(
        _ snapshot: Snapshot, caption: String = "", completion: TransactionHandler? = nil
    ) throws(DiffableError) -> ApplyOutcome {
        try apply(
            PendingApply(snapshot: snapshot, mode: .reloadData, caption: Array(caption.utf8), completion: completion))
    }

    @discardableResult
    func apply(_ pending: PendingApply) throws(DiffableError) -> ApplyOutcome {
        var outcome = ApplyOutcome()
        try apply(pending, &outcome)
        return outcome
    }

    /// Performs an apply, or queues it. The outcome is stored instead of returned, because copying a transaction would
    /// cost too much for a short apply.
    /// - Throws: an error after which nothing has changed.
    @export(interface)
    package func apply(_ pending: PendingApply, _ outcome: inout ApplyOutcome) throws(DiffableError) {
        if isApplying {
            do throws(DiffableError) {
                try running.queue.append(pending, for: self, by: runningCallback)
            } catch {
                pending.finished?(false)
                throw error
            }
            outcome.state = .queued
            return
        }
        isApplying = true
        defer { endApplying() }
        do throws(DiffableError) {
            try perform(pending, &outcome)
        } catch {
            _ = runQueue()
            throw error
        }
        let later = runQueue()
        // If the queue refused an apply, report that error: it caused the errors of the callbacks.
        if outcome.failure == nil || later?.code == .applyLoop { outcome.failure = later }
    }

    /// Runs a function that calls providers or a writer. Applies that these callbacks call are queued, and run after
    /// the function, even if it throws.
    /// - Parameter failure: is set to the first error of a queued apply, unless it is set already.
    package func queueingApplies<Result>(
        failure: inout DiffableError?, _ body: () throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        if isApplying { return try body() }
        isApplying = true
        runningCallback = "the view"
        defer {
            let later = runQueue()
            failure = failure ?? later
            endApplying()
        }
        return try body()
    }

    /// Ends the outermost call. The objects that were kept for its callbacks may be the last owners of the data source.
    private func endApplying() {
        isApplying = false
        if running.kept.isEmpty { return }
        let kept = running.kept
        running.kept = []
        withExtendedLifetime((self, kept)) {}
    }

    /// Performs the queued applies. If the queue refused an apply, returns that error; otherwise returns the first
    /// error of the queued applies.
    @export(interface)
    private func runQueue() -> DiffableError? {
        var failure: DiffableError?
        while let next = running.queue.popFirst() {
            do throws(DiffableError) {
                var outcome = ApplyOutcome()
                try (next.source ?? self).perform(next, &outcome)
                failure = failure ?? outcome.failure
                next.queuedEnded?(.success(outcome))
            } catch {
                failure = failure ?? error
                next.queuedEnded?(.failure(error))
            }
        }
        return running.queue.finish() ?? failure
    }

    /// Performs one apply. If it throws, nothing has changed. An error that occurs after the list has changed is in the
    /// outcome.
    private func perform(_ pending: PendingApply, _ outcome: inout ApplyOutcome) throws(DiffableError) {
        var hasSucceeded = false
        defer {
            runningCallback = "a finalizer"
            pending.finished?(hasSucceeded)
        }
        let lastObserver = observers.lastToken
        var prepared: PreparedView?
        guard let change = try pending.change(of: self) else {
            outcome.state = .refused
            hasSucceeded = true
            return
        }
        let transaction = try self.transaction(for: change, pending)
        runningCallback = "will_reorder"
        try change.willCommit?(transaction)
        let oldState = derived?.kept
        listBeforeApply = current
        current = transaction.finalSnapshot
        if let state = change.state { derived?.kept = state }
        /// The changes of the lists that are derived from this one.
        var following: [FollowingApply] = []
        do throws(DiffableError) {
            prepared = try prepareView(transaction)
            runningCallback = "did_reorder"
            try change.didCommit?(transaction)
            if !followers.isEmpty { try prepareFollowers(transaction, &following) }
        } catch {
            for apply in following.reversed() { apply.undo() }
            current = transaction.initialSnapshot
            listBeforeApply = nil
            if let oldState { derived?.kept = oldState }
            prepared?.cancel?()
            throw error
        }
        hasSucceeded = true
        listBeforeApply = nil
        knownVersion = nil
        if isStrict {
            stamp(current)
            if let snapshot = pending.snapshot { stamp(snapshot) }
        }
        hasCompletion = pending.completion != nil
        for apply in following { apply.settle() }
        if let prepared {
            runningCallback = "the view"
            do throws(DiffableError) { try prepared.commit() } catch { outcome.failure = error }
        }
        for apply in following { apply.show(&outcome) }
        callObservers(transaction, upTo: lastObserver, &outcome)
        for apply in following { apply.callObservers(&outcome) }
        runningCallback = "the completion"
        if let completion = pending.completion { call(completion, transaction, &outcome) }
        outcome.transaction = transaction
    }

    /// Asks the view, if there is one, to prepare what it will show.
    func prepareView(_ transaction: Transaction) throws(DiffableError) -> PreparedView? {
        var prepare = view
        if let recorder { prepare = recorder(view) }
        guard let prepare else { return nil }
        runningCallback = "the view"
        listBeforePreparation = transaction.initialSnapshot
        defer { listBeforePreparation = nil }
        return try prepare(self, transaction)
    }

    func callObservers(_ transaction: Transaction, upTo last: UInt64, _ outcome: inout ApplyOutcome) {
        runningCallback = "an observer"
        var token: UInt64 = 0
        while let observer = observers.first(after: token, upTo: last) {
            token = observer.token
            call(observer.handler, transaction, &outcome)
        }
    }

    private func call(_ handler: TransactionHandler, _ transaction: Transaction, _ outcome: inout ApplyOutcome) {
        do throws(DiffableError) { try handler(transaction) } catch { outcome.failure = outcome.failure ?? error }
    }

    private func transaction(for change: ListChange, _ pending: PendingApply) throws(DiffableError) -> Transaction {
        let merge = merge
        if merge != nil { self.merge = nil }
        let snapshot = try change.snapshot.keeping(stateOf: current)
        let aligned = snapshot.isIdentical(to: change.snapshot) ? change.aligned : nil
        let final = snapshot.withoutMarks
        var animation = RowAnimation.none
        var usesReloadData = false
        switch pending.mode {
        case .animated(let chosen): animation = chosen ?? defaultRowAnimation
        case .reloadData: usesReloadData = true
        }
        let difference = Difference(from: current, to: snapshot, aligned: aligned, refreshingHeaders: refreshesHeaders)
        if let merge { difference.merge = merge }
        return Transaction(
            initialSnapshot: current, finalSnapshot: final, difference: difference, animation: animation,
            usesReloadData: usesReloadData,
            caption: pending.caption, gesture: change.gesture)
    }
}
