import DiffableEngine

/// Shows the list of a data source. A view of your own carries out the steps of each apply.
///
/// An apply calls `prepare` while the view still shows the old list, and then `commit`. In both, the data source has
/// the new list already. If something fails after `prepare`, the data source has the old list again, and `cancel` is
/// called. A view that has state must be a class.
public protocol DiffableView<SectionIdentifierType, ItemIdentifierType> {
    /// The type of sections. It is inferred from `commit`.
    associatedtype SectionIdentifierType: Hashable & Sendable
    /// The type of items. It is inferred from `commit`.
    associatedtype ItemIdentifierType: Hashable & Sendable

    /// Gets ready for an apply. `preparation` returns cells of the new list. An error undoes the apply.
    func prepare(_ preparation: DiffablePreparation<SectionIdentifierType, ItemIdentifierType>) throws

    /// Shows the new list. An error does not undo the apply. It becomes the `failure` of the transaction.
    func commit(_ transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) throws

    /// Drops what was prepared, because the apply was undone.
    func cancel(_ transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>)
}

extension DiffableView {
    /// Prepares nothing, for a view that needs no preparation.
    public func prepare(_ preparation: DiffablePreparation<SectionIdentifierType, ItemIdentifierType>) throws {}

    /// Drops nothing, for a view that prepares nothing.
    public func cancel(_ transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) {}
}

/// An apply that a view prepares for.
public struct DiffablePreparation<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable> {
    let source: DiffableDataSource<SectionIdentifierType, ItemIdentifierType>
    let engine: DiffableEngine.Transaction
    let running: DiffableDataSource<SectionIdentifierType, ItemIdentifierType>.Running?
    /// The apply that the view prepares for.
    public let transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

    /// A new cell from the provider, for an item of the new list.
    /// - Throws: what the provider throws; `invalidCell`; `invalidArgument` if no item has this index path, if the
    ///   apply is over, and inside a provider.
    public func cell(at indexPath: DiffableIndexPath) throws -> Cell {
        try requireRunning("cell(at:)")
        if transaction.finalSnapshot.itemIdentifier(at: indexPath) == nil {
            throw DiffableError(
                .invalidArgument, "there is no item at section \(indexPath.section), item \(indexPath.item)",
                call: "cell(at:)")
        }
        do throws(EngineError) {
            return Cell(
                try source.engine.cell(at: IndexPath(section: indexPath.section, item: indexPath.item), of: engine))
        } catch {
            throw source.original(error)
        }
    }

    /// A new header, footer or other supplementary view of a section of the new list; nil if the provider makes none.
    /// - Throws: what the provider throws; `invalidCell`; `invalidArgument` if no section has this index, if the apply
    ///   is over, and inside a provider.
    public func supplementaryView(_ elementKind: String, section: Int) throws -> Cell? {
        try requireRunning("supplementaryView(_:section:)")
        if transaction.finalSnapshot.section(at: section) == nil {
            throw DiffableError(
                .invalidArgument, "there is no section at \(section)", call: "supplementaryView(_:section:)")
        }
        do throws(EngineError) {
            let kind = DiffableEngine.SupplementaryKind(elementKind)
            return try source.engine.supplementaryCell(kind, ofSection: section, of: engine).map { Cell($0) }
        } catch {
            throw source.original(error)
        }
    }

    private func requireRunning(_ call: StaticString) throws(DiffableError) {
        try source.requireNoProvider(call)
        if source.running === running { return }
        throw DiffableError(
            .invalidArgument, "the apply of this preparation is over; ask in `prepare` or `commit`", call: call)
    }
}
