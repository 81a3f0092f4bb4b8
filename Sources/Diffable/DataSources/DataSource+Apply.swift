extension DataSource {
    /// Makes the list what the snapshot says. In this order: the difference is computed, the view asks the
    /// providers for what it will show, list and view change together, observers are told, the completion
    /// is called (exactly once, also when nothing changed). A provider that throws leaves list and view as they were.
    ///
    /// Called during an apply of the same data source, it puts the snapshot in a queue and returns nil. The
    /// queue is worked off, in order, before the outermost call returns; where something in it fails, the
    /// rest still runs, and the outermost call throws the first failure.
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

    private func apply(_ pending: PendingApply) throws(DiffableError) -> Transaction? {
        let (transaction, failure) = applyOrQueue(pending)
        if let failure { throw failure }
        return transaction
    }

    /// The same, with the transaction of an apply that took place also where something failed after it.
    package func applyOrQueue(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        queue.append(pending)
        if isApplying { return (nil, nil) }
        isApplying = true
        defer { isApplying = false }
        var result: (Transaction?, DiffableError?)?
        while let next = queue.popFirst() {
            let (transaction, failure) = perform(next)
            next.finished?()
            result = result.map { ($0.0, $0.1 ?? failure) } ?? (transaction, failure)
        }
        return result ?? (nil, nil)
    }

    /// One apply from end to end.
    private func perform(_ pending: PendingApply) -> (Transaction?, DiffableError?) {
        let transaction = transaction(for: pending)
        let show: () throws(DiffableError) -> Void
        do throws(DiffableError) {
            show = try view?(self, transaction) ?? {}
        } catch {
            return (nil, error)
        }
        current = transaction.finalSnapshot
        var failure: DiffableError?
        func note(_ step: () throws(DiffableError) -> Void) {
            do throws(DiffableError) { try step() } catch { failure = failure ?? error }
        }
        note(show)
        for observer in observers { note { () throws(DiffableError) in try observer(transaction) } }
        if let completion = pending.completion { note { () throws(DiffableError) in try completion(transaction) } }
        return (transaction, failure)
    }

    private func transaction(for pending: PendingApply) -> Transaction {
        let final = pending.snapshot.withoutMarks
        var snapshot = pending.snapshot
        var animation = RowAnimation.none
        var usesReloadData = false
        switch pending.mode {
        case .animated(let chosen): animation = chosen ?? defaultRowAnimation
        case .unanimated: break
        case .reloadData:
            snapshot = final
            usesReloadData = true
        }
        return Transaction(
            initialSnapshot: current, finalSnapshot: final, difference: Difference(from: current, to: snapshot),
            animation: animation, usesReloadData: usesReloadData)
    }
}
