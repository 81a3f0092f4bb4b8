import DiffableEngine

extension DiffableDataSource {
    /// The calls in their throwing form.
    ///
    ///     try source.checked.apply(snapshot)
    ///
    /// They throw the errors of providers, handlers and views as they are, and ``DiffableError`` for broken rules. If a
    /// call throws, nothing has changed.
    public struct Checked {
        let source: DiffableDataSource

        /// Makes a snapshot the current list.
        /// - Parameter caption: a name for this apply, which its transaction contains.
        /// - Throws: what the providers and the view throw before the list changes.
        /// - Complexity: O(sections + differences) for a snapshot of this data source in which no item was renamed,
        ///   otherwise at most O(n log n).
        @discardableResult
        public func apply(
            _ snapshot: Snapshot, animatingDifferences: Bool = true, caption: String = "",
            completion: (() -> Void)? = nil
        ) throws -> Transaction {
            try source.perform(
                snapshot, ApplyCall(animatingDifferences: animatingDifferences, caption, completion: completion))
        }

        /// Makes a snapshot the current list without animation. The view asks the providers again for all cells that it
        /// shows, and marks are ignored.
        /// - Throws: as `apply` does.
        /// - Complexity: O(n)
        @discardableResult
        public func applySnapshotUsingReloadData(
            _ snapshot: Snapshot, caption: String = "", completion: (() -> Void)? = nil
        ) throws -> Transaction {
            try source.perform(snapshot, ApplyCall(.reloadData, caption, completion: completion))
        }
    }

    /// The calls in their throwing form.
    public var checked: Checked { Checked(source: self) }

    /// Makes a snapshot the current list, in this order: the difference is computed; the view asks the providers for
    /// the cells that it will show; the list and the view change; the completion is called, exactly once, even if
    /// nothing changed.
    ///
    /// A call from inside a callback of the data source is queued, and runs before the outermost call returns.
    /// - Parameter caption: a name for this apply, which its transaction contains, so that callbacks can tell applies
    ///   apart. UIKit has no captions.
    /// - Precondition: no provider throws; ``checked`` has the throwing form.
    /// - Complexity: O(sections + differences) for a snapshot of this data source in which no item was renamed,
    ///   otherwise at most O(n log n).
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, caption: String = "", completion: (() -> Void)? = nil
    ) -> Transaction {
        stopping("apply(_:animatingDifferences:)") {
            try checked.apply(
                snapshot, animatingDifferences: animatingDifferences, caption: caption, completion: completion)
        }
    }

    /// Makes a snapshot the current list without animation. The view asks the providers again for all cells that it
    /// shows, and marks are ignored.
    /// - Precondition: no provider throws.
    /// - Complexity: O(n)
    @discardableResult
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, caption: String = "", completion: (() -> Void)? = nil
    ) -> Transaction {
        stopping("applySnapshotUsingReloadData(_:)") {
            try checked.applySnapshotUsingReloadData(snapshot, caption: caption, completion: completion)
        }
    }

    /// Runs the throwing form of a call. If it throws, stops the program with a message.
    func stopping(_ call: StaticString, _ body: () throws -> Transaction) -> Transaction {
        do { return try body() } catch { stop(call, error) }
    }

    func stop(_ call: StaticString, _ error: any Error) -> Never {
        if let error = error as? DiffableError {
            let name = "\(call)".prefix { $0 != "(" }
            let message =
                error.messageOfCall.hasPrefix("\(name)(") ? error.messageOfCall : "\(call): \(error.messageOfCall)"
            DiffableError(error.code, message).stop()
        }
        let failed = errors.failed
        fatalError(
            "\((failed?.code ?? .callbackFailed).name): \(call): \(failed.map { "\($0.callback): " } ?? "")\(error)")
    }

    func perform(_ snapshot: Snapshot, _ call: ApplyCall, queuedEnded: QueuedEnd? = nil) throws -> Transaction {
        // Reloading ignores the marks of the caller. It does not ignore the marks that `reconciled` adds later to items
        // whose content differs.
        let snapshot = if case .reloadData = call.mode { snapshot.settled } else { snapshot }
        return try perform(call, queuedEnded: queuedEnded) { [unowned self] running throws(EngineError) in
            do throws(DiffableError) {
                if self.isStrict { try self.requireFresh(snapshot, running) }
                return try self.change(to: snapshot, running)
            } catch {
                throw self.passing(error)
            }
        }
    }

    /// Returns the change to a list, and sets the final list of the apply.
    func change(to snapshot: Snapshot, _ running: Running) throws(DiffableError) -> ListChange {
        let new = try snapshot.reconciled(with: current)
        running.final = new.snapshot
        let list = try new.snapshot.kept(from: current)
        return ListChange(to: list, aligned: list.isIdentical(to: new.snapshot.list) ? new.aligned?.list : nil)
    }

    /// Performs or queues an apply.
    /// - Parameters:
    ///   - keepsDerivation: whether a derived list still agrees with its derivation after the apply. A derived list
    ///     refuses all other applies.
    ///   - queuedEnded: called at the end of an apply that was queued.
    ///   - change: returns the change to a list of keys, and sets the final list of the apply. Returns nil if nothing
    ///     is to change.
    func perform(
        _ call: ApplyCall, keepsDerivation: Bool = false, queuedEnded: QueuedEnd? = nil,
        _ change: @escaping (Running) throws(EngineError) -> ListChange?
    ) throws -> Transaction {
        let running = Running(caption: call.caption)
        var pending = PendingApply(
            mode: call.mode, caption: call.caption.isEmpty ? [] : Array(call.caption.utf8),
            completion: call.completion.map { completion in { _ in completion() } },
            finished: { [unowned self] hasSucceeded in
                // If the queue refused this apply, the running apply is another one.
                if self.running !== running { return }
                if !hasSucceeded { self.undo() }
                if let origin = running.origin, self.current.values === running.final?.values {
                    origin.join(self.current.values.origin)
                }
                self.running = nil
            }, keepsDerivation: keepsDerivation
        ) { [unowned self] _ throws(EngineError) in
            self.running = running
            running.initial = self.current
            guard var change = try change(running), let new = running.final else { return nil }
            change.snapshot = try change.snapshot.keeping(stateOf: self.current.list)
            var final = new.applied(as: change.snapshot.withoutMarks, over: self.current)
            if self.isStrict { final = self.stamped(final) }
            running.final = final
            guard let willCommit = change.willCommit else {
                self.current = final
                return change
            }
            change.willCommit = { transaction throws(EngineError) in
                try willCommit(transaction)
                self.current = final
            }
            return change
        }
        if let queuedEnded {
            pending.queuedEnded = { [unowned self] result in
                queuedEnded(result.map { self.transaction($0, running) }.mapError { self.original($0) })
            }
        }
        var outcome = ApplyOutcome()
        return try runningEngine { () throws(EngineError) in
            try engine.apply(pending, &outcome)
        } result: {
            transaction(outcome, running)
        }
    }

    /// Restores the list from before the running apply.
    func undo() {
        if let initial = running?.initial { current = initial }
    }

    private func transaction(_ outcome: ApplyOutcome, _ running: Running) -> Transaction {
        let state: Transaction.State =
            switch outcome.state {
            case .applied: .applied
            case .queued: .queued
            case .refused: .refused
            }
        let isApplied = outcome.transaction != nil
        let initial = isApplied ? running.initial ?? current : current
        let final = isApplied ? running.final ?? current : current
        let difference = outcome.transaction?.difference ?? Difference(from: current.list, to: current.list)
        return Transaction(
            state: state, difference: DiffableDifference(difference, from: initial, to: final),
            animation: outcome.transaction?.animation ?? .none,
            usesReloadData: outcome.transaction?.usesReloadData ?? false,
            caption: isApplied ? running.caption : "",
            failure: outcome.failure.map { original($0) })
    }
}
