extension DataSource {
    /// Makes a snapshot the current list, in this order: the difference is computed; the view asks the providers for the
    /// cells that it will show; the list and the view change; observers are called; the completion is called, exactly
    /// once, even if nothing changed. If a provider throws, list and view stay as they were.
    ///
    /// A call during an apply of the same data source is queued and returns nil. Queued applies run in order before the
    /// outermost call returns. If one of them fails, the rest of the queue still runs, and the outermost call throws the
    /// first failure. No work is left when the call returns, so there is no `async` variant.
    ///
    /// - Parameters:
    ///   - animatingDifferences: false for a view that shows the new state without animation.
    ///   - animation: replaces the default row animation.
    /// - Throws: errors of the providers, `noProvider` and `invalidCell`, which undo the apply; errors of the view, the
    ///   observers, the completion and queued applies, which undo nothing.
    /// - Complexity: O(differences) for a snapshot of this data source, otherwise at most O(n log n).
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, animation: RowAnimation? = nil,
        completion: TransactionHandler? = nil
    ) throws(DiffableError) -> Transaction? {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .unanimated
        return try apply(PendingApply(snapshot: snapshot, mode: mode, completion: completion))
    }

    /// The same without animation; the view asks for all cells that it shows again, and marks are ignored.
    /// - Throws: as `apply` does.
    /// - Complexity: O(n)
    @discardableResult
    public func applyUsingReloadData(
        _ snapshot: Snapshot, completion: TransactionHandler? = nil
    ) throws(DiffableError) -> Transaction? {
        try apply(PendingApply(snapshot: snapshot, mode: .reloadData, completion: completion))
    }

    func apply(_ pending: PendingApply) throws(DiffableError) -> Transaction? {
        let (transaction, failure) = applyOrQueue(pending)
        if let failure { throw failure }
        return transaction
    }

    /// The same, but returns the error instead of throwing it. A failure after the list changed comes with the transaction.
    package func applyOrQueue(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        if isApplying {
            queue.append(pending)
            return (nil, nil)
        }
        isApplying = true
        defer { isApplying = false }
        let (transaction, failure) = perform(pending)
        let later = runQueue()
        return (transaction, failure ?? later) // mutant: last-failure-reported
    }

    /// Runs a function that calls providers or a writer outside an apply. Applies that these callbacks call are queued, and run
    /// after the function.
    package func queueingApplies<Result>(_ body: () throws(DiffableError) -> Result) throws(DiffableError) -> Result {
        if isApplying { return try body() }
        isApplying = true
        defer { isApplying = false }
        let result: Result
        do throws(DiffableError) {
            result = try body()
        } catch {
            _ = runQueue()
            throw error
        }
        if let failure = runQueue() { throw failure }
        return result
    }

    /// Performs the queued applies, and returns the first failure.
    private func runQueue() -> DiffableError? {
        var failure: DiffableError?
        while let next = queue.popFirst() {
            let (_, failed) = perform(next)
            failure = failure ?? failed
        }
        return failure
    }

    /// Performs one apply. An error before the version changes undoes the apply. A later error is only returned.
    private func perform(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        defer { pending.finished?() } // mutant: apply-not-released
        let lastObserver = observers.lastToken
        let change: ListChange
        let transaction: Transaction
        var prepared: PreparedView?
        do throws(DiffableError) {
            guard let new = try pending.change(of: self) else { return (nil, nil) }
            change = new
            transaction = self.transaction(for: change, pending.mode)
            var prepare = view
            if let recorder { prepare = recorder(view) }
            if let prepare { prepared = try prepare(self, transaction) }
            try change.willCommit?(transaction)
        } catch {
            prepared?.cancel?()
            return (nil, error)
        }
        (current, outlines) = (transaction.finalSnapshot, transaction.finalOutlines)
        do throws(DiffableError) {
            try change.didCommit?(transaction)
        } catch {
            (current, outlines) = (transaction.initialSnapshot, transaction.initialOutlines) // mutant: refused-not-undone
            prepared?.cancel?() // mutant: undone-not-cancelled
            return (nil, error)
        }
        knownVersion = nil // mutant: list-version-kept
        hasCompletion = pending.completion != nil
        var failures: [DiffableError] = []
        if let prepared {
            do throws(DiffableError) { try prepared.commit() } catch { failures.append(error) }
        }
        var token: UInt64 = 0
        while let observer = observers.first(after: token, upTo: lastObserver) {
            token = observer.token
            call(observer.handler, transaction, &failures)
        }
        if let completion = pending.completion { call(completion, transaction, &failures) }
        return (transaction, failures.first)
    }

    private func call(_ handler: TransactionHandler, _ transaction: Transaction, _ failures: inout [DiffableError]) {
        do throws(DiffableError) { try handler(transaction) } catch { failures.append(error) }
    }

    private func transaction(for change: ListChange, _ mode: ApplyMode) -> Transaction {
        let final = change.snapshot.withoutMarks
        var snapshot = change.snapshot
        var animation = RowAnimation.none
        var usesReloadData = false
        switch mode {
        case .animated(let chosen): animation = chosen ?? defaultRowAnimation
        case .unanimated: break
        case .reloadData:
            snapshot = final
            usesReloadData = true
        }
        return Transaction(
            initialSnapshot: current, finalSnapshot: final, initialOutlines: outlines, finalOutlines: change.outlines,
            difference: Difference(from: current, to: snapshot), animation: animation, usesReloadData: usesReloadData)
    }
}
