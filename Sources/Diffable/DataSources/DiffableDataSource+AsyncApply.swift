// Applies that are awaited. They run on the actor of the caller, which is also the actor of the data source. An apply
// that is not queued takes place at once, without a suspension. A queued apply takes place before the outermost apply
// returns, and then the task that awaits it is resumed.

extension DiffableDataSource {
    /// Called with the result of an apply that was queued.
    typealias QueuedEnd = (Result<Transaction, any Error>) -> Void

    /// Makes a snapshot the current list, and returns when the apply is finished, with its transaction. This includes
    /// an apply that was queued because a callback of the data source was running. Animations may still be running.
    /// Cancelling the task does not cancel the apply.
    /// - Precondition: no provider throws; ``checked`` has the throwing form.
    /// - Complexity: O(sections + differences) for a snapshot of this data source in which no item was renamed,
    ///   otherwise at most O(n log n).
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, caption: String = "",
        isolation: isolated (any Actor)? = #isolation
    ) async -> Transaction {
        do {
            return try await checked.apply(snapshot, animatingDifferences: animatingDifferences, caption: caption)
        } catch {
            stop("apply(_:animatingDifferences:)", error)
        }
    }

    /// Makes a snapshot the current list without animation, and returns when the apply is finished, also if it was
    /// queued. The view asks the providers again for all cells that it shows, and marks are ignored.
    /// - Precondition: no provider throws; ``checked`` has the throwing form.
    /// - Complexity: O(n)
    @discardableResult
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, caption: String = "", isolation: isolated (any Actor)? = #isolation
    ) async -> Transaction {
        do { return try await checked.applySnapshotUsingReloadData(snapshot, caption: caption) } catch {
            stop("applySnapshotUsingReloadData(_:)", error)
        }
    }

    /// Replaces all items of a section by a tree, and returns when the apply is finished, also if it was queued.
    /// - Precondition: no provider throws; ``checked`` has the throwing form.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: SectionSnapshot, to section: SectionIdentifierType, animatingDifferences: Bool = true,
        caption: String = "",
        isolation: isolated (any Actor)? = #isolation
    ) async -> Transaction {
        do {
            return try await checked.apply(
                snapshot, to: section, animatingDifferences: animatingDifferences, caption: caption)
        } catch {
            stop("apply(_:to:animatingDifferences:)", error)
        }
    }

    /// Calls an apply, and waits for its end if it was queued.
    fileprivate func finished(
        isolation: isolated (any Actor)?, _ apply: (@escaping QueuedEnd) throws -> Transaction
    ) async throws -> Transaction {
        let end = AwaitedEnd<Transaction>()
        let transaction = try apply { end.resume($0) }
        if transaction.state != .queued { return transaction }
        return try await withCheckedThrowingContinuation(isolation: isolation) { end.await($0) }
    }
}

extension DiffableDataSource.Checked {
    /// Makes a snapshot the current list, and returns when the apply is finished, also if it was queued.
    /// - Throws: what the providers and the view throw before the list changes.
    /// - Complexity: O(sections + differences) for a snapshot of this data source in which no item was renamed,
    ///   otherwise at most O(n log n).
    @discardableResult
    public func apply(
        _ snapshot: DiffableDataSource.Snapshot, animatingDifferences: Bool = true, caption: String = "",
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> DiffableDataSource.Transaction {
        try await source.finished(isolation: isolation) {
            try source.perform(
                snapshot, ApplyCall(animatingDifferences: animatingDifferences, caption), queuedEnded: $0)
        }
    }

    /// Makes a snapshot the current list without animation, and returns when the apply is finished, also if it was
    /// queued. The view asks the providers again for all cells that it shows, and marks are ignored.
    /// - Throws: as `apply` does.
    /// - Complexity: O(n)
    @discardableResult
    public func applySnapshotUsingReloadData(
        _ snapshot: DiffableDataSource.Snapshot, caption: String = "", isolation: isolated (any Actor)? = #isolation
    ) async throws -> DiffableDataSource.Transaction {
        try await source.finished(isolation: isolation) {
            try source.perform(snapshot, ApplyCall(.reloadData, caption), queuedEnded: $0)
        }
    }

    /// Replaces all items of a section by a tree, and returns when the apply is finished, also if it was queued.
    /// - Throws: as `apply` does.
    /// - Complexity: O(items of the section)
    @discardableResult
    public func apply(
        _ snapshot: DiffableDataSource.SectionSnapshot, to section: SectionIdentifierType,
        animatingDifferences: Bool = true,
        caption: String = "", isolation: isolated (any Actor)? = #isolation
    ) async throws -> DiffableDataSource.Transaction {
        try await source.finished(isolation: isolation) {
            try source.perform(
                snapshot, to: section, ApplyCall(animatingDifferences: animatingDifferences, caption), queuedEnded: $0)
        }
    }
}

/// Hands the result of a queued apply to the task that awaits it. Either of them may come first.
private final class AwaitedEnd<Value: Sendable> {
    private var result: Result<Value, any Error>?
    private var continuation: CheckedContinuation<Value, any Error>?

    func resume(_ result: Result<Value, any Error>) {
        if let continuation { continuation.resume(with: result) } else { self.result = result }
    }

    func await(_ continuation: CheckedContinuation<Value, any Error>) {
        if let result { continuation.resume(with: result) } else { self.continuation = continuation }
    }
}
