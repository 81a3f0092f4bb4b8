extension DataSource {
    /// Makes the list what the snapshot says. In this order: the difference is computed, the view asks the
    /// providers for what it will show, list and view change together, observers are told, the completion
    /// is called (exactly once, also when nothing changed). A provider that throws leaves list and view as they were.
    ///
    /// Called during an apply of the same data source, it puts the snapshot in a queue and returns nil. The
    /// queue is worked off, in order, before the outermost call returns; where something in it fails, the
    /// rest still runs, and the outermost call throws the first failure. All of it is over when the call returns:
    /// an `async` variant would have nothing to wait for.
    ///
    /// - Parameters:
    ///   - animatingDifferences: false to have the view show the new state at once.
    ///   - animation: in place of the default row animation.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`; after the apply took place, what the
    ///   view, the observers and the completion throw, and what queued applies do.
    /// - Complexity: O(what differs) for a snapshot that came from this data source, else O(n log n) at most.
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, animation: RowAnimation? = nil,
        completion: TransactionHandler? = nil
    ) throws(DiffableError) -> Transaction? {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .unanimated
        return try apply(PendingApply(snapshot: snapshot, mode: mode, completion: completion))
    }

    /// The same without animation, and with every cell that is shown asked for anew; marks do not count.
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

    /// The same, with the transaction of an apply that took place also where something failed after it.
    package func applyOrQueue(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        if isApplying {
            queue.append(pending)
            return (nil, nil)
        }
        isApplying = true
        defer { isApplying = false }
        let (transaction, failure) = perform(pending)
        let later = workOffQueue()
        return (transaction, failure ?? later) // mutant: last-failure-reported
    }

    /// Runs what calls providers or a writer without an apply; applies that these ask for wait until it is done.
    package func queueingApplies<Result>(_ body: () throws(DiffableError) -> Result) throws(DiffableError) -> Result {
        if isApplying { return try body() }
        isApplying = true
        defer { isApplying = false }
        let result: Result
        do throws(DiffableError) {
            result = try body()
        } catch {
            _ = workOffQueue()
            throw error
        }
        if let failure = workOffQueue() { throw failure }
        return result
    }

    /// The first failure of what was waiting.
    private func workOffQueue() -> DiffableError? {
        var failure: DiffableError?
        while let next = queue.popFirst() {
            let (_, failed) = perform(next)
            failure = failure ?? failed
        }
        return failure
    }

    /// One apply from end to end.
    private func perform(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        defer { pending.finished?() } // mutant: apply-not-released
        let (before, outlinesBefore) = (current, outlines)
        let transaction: Transaction
        let show: () throws(DiffableError) -> Void
        do throws(DiffableError) {
            guard let change = try pending.change(self) else { return (nil, nil) }
            transaction = self.transaction(for: change, pending.mode)
            let shown = recorder.map { $0(view) } ?? view
            show = try shown?(self, transaction) ?? {}
            try change.willCommit?(transaction)
            (current, outlines) = (transaction.finalSnapshot, transaction.finalOutlines)
            try change.didCommit?(transaction)
        } catch {
            (current, outlines) = (before, outlinesBefore) // mutant: refused-not-undone
            return (nil, error)
        }
        version = ListVersion() // mutant: list-version-kept
        hasCompletion = pending.completion != nil
        var failure: DiffableError?
        func note(_ step: () throws(DiffableError) -> Void) {
            do throws(DiffableError) { try step() } catch { failure = failure ?? error }
        }
        note(show)
        for observer in observers { note { () throws(DiffableError) in try observer(transaction) } }
        if let completion = pending.completion { note { () throws(DiffableError) in try completion(transaction) } }
        return (transaction, failure)
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
