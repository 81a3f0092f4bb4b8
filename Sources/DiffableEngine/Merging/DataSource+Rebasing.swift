extension DataSource {
    /// Applies what a snapshot changed since an earlier list of this data source, and keeps what was applied since
    /// then. If the current list is still that one, this is an apply of the snapshot. Conflicts are in the transaction;
    /// the snapshot is mine, and the current list is theirs.
    /// - Parameter base: the list from which the snapshot was made, which `snapshot()` returned.
    /// - Throws: as `merging` and `apply` do. A queued apply merges the list that there is when its turn comes.
    /// - Complexity: that of `merging` and of `apply`
    @discardableResult
    public func apply(
        _ snapshot: Snapshot, rebasedFrom base: Snapshot, animatingDifferences: Bool = true,
        animation: RowAnimation? = nil,
        caption: String = "", completion: TransactionHandler? = nil
    ) throws(DiffableError) -> ApplyOutcome {
        let mode = animatingDifferences ? ApplyMode.animated(animation) : .animated(RowAnimation.none)
        return try apply(
            .rebased(snapshot, from: base, mode: mode, caption: Array(caption.utf8), completion: completion))
    }
}

extension PendingApply {
    package static func rebased(
        _ snapshot: Snapshot, from base: Snapshot, mode: ApplyMode, caption: [UInt8],
        completion: DataSource.TransactionHandler?,
        finished: ((Bool) -> Void)? = nil
    ) -> PendingApply {
        PendingApply(mode: mode, caption: caption, completion: completion, finished: finished) {
            (source) throws(DiffableError) in
            let merge = try base.merging(snapshot, source.current)
            source.merge = merge
            return ListChange(to: merge.snapshot)
        }
    }
}

extension Transaction {
    /// The conflicts of a rebased apply; none for any other apply.
    public var conflicts: [MergeConflict] { difference.merge?.conflicts ?? [] }
}
