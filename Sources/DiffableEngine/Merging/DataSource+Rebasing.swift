extension DataSource {
    /// Applies the changes that a snapshot makes to an earlier list of this data source, and keeps the changes that
    /// were applied since then. If the earlier list is still the current one, this is an ordinary apply of the
    /// snapshot. The transaction has the conflicts; in these, the snapshot is mine and the current list is theirs.
    /// - Parameter base: the list from which the snapshot was made, which `snapshot()` returned.
    /// - Throws: as `merging` and `apply` do. A queued apply merges with the list that is current when its turn comes.
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
