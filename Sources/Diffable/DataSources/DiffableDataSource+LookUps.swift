extension DiffableDataSource {
    /// The current list, without marks. While a view prepares for an apply, this is already the new list. If the apply
    /// fails, it is the old list again.
    /// - Complexity: O(1)
    @inlinable
    public func snapshot() -> Snapshot { current }

    /// An empty snapshot that expects the items of the current list. Describing the next list with it is cheaper than
    /// with a new snapshot. Calling `deleteAllItems()` on `snapshot()` does the same. UIKit has no such call.
    /// - Complexity: O(1)
    @inlinable
    public func newSnapshot() -> Snapshot {
        var snapshot = current
        snapshot.deleteAllItems()
        return snapshot
    }

    /// The item at an index path; nil if there is none.
    /// - Complexity: O(log n)
    public func itemIdentifier(for indexPath: DiffableIndexPath) -> ItemIdentifierType? {
        current.itemIdentifier(at: indexPath)
    }

    /// The index path of an item; nil if the item is hidden, or if the list does not have it.
    /// - Complexity: O(log n)
    public func indexPath(for itemIdentifier: ItemIdentifierType) -> DiffableIndexPath? {
        current.indexPath(of: itemIdentifier)
    }

    /// The section at an index; nil if there is none.
    /// - Complexity: O(1)
    public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        current.section(at: index)
    }

    /// The index of a section; nil if the list does not have it.
    /// - Complexity: O(1)
    public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        current.indexOfSection(sectionIdentifier)
    }

    /// The transactions of all applies from now on that change something, or reload all data. Each access makes a
    /// sequence of its own, which keeps transactions until they are read, and ends when the data source is released.
    ///
    /// The sequence does not keep the data source alive. A task that reads `source.transactions` does, because it
    /// captures `source`. Let it capture the sequence instead:
    ///
    ///     Task { [transactions = source.transactions] in
    ///         for await transaction in transactions { print(transaction) }
    ///     }
    public var transactions: AsyncStream<Transaction> {
        let (stream, continuation) = AsyncStream.makeStream(of: Transaction.self)
        if !isObserved {
            isObserved = true
            engine.addObserver { [unowned self] transaction in
                guard let typed = self.transaction(transaction) else { return }
                // The state of items in a tree can change without a change of rows.
                let isUnchanged =
                    typed.difference.isEmpty && !typed.usesReloadData && typed.initialSnapshot == typed.finalSnapshot
                if isUnchanged { return }
                self.streams.removeAll { if case .terminated = $0.yield(typed) { true } else { false } }
            }
        }
        streams.append(continuation)
        return stream
    }
}
