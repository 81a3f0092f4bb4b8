import DiffableEngine

/// Holds the current list, applies snapshots to it, and asks providers for the cells that its view shows.
///
/// A data source is not Sendable: it belongs to one task or actor at a time. Snapshots are, so the next list may be
/// made anywhere.
///
///     let source = DiffableDataSource<Section, Payment>(cellProvider: { indexPath, payment in
///         Cell(text: payment.title, detail: payment.price)
///     })
///     source.apply(snapshot)
///
/// A new data source has no view, and prints nothing. `source.view = source.textView()` writes the list to standard
/// output.
public final class DiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    /// Returns the cell of an item. An error undoes the apply, and leaves the throwing form of the call as it is.
    public typealias CellProvider = (_ indexPath: DiffableIndexPath, _ itemIdentifier: ItemIdentifierType) throws ->
        Cell
    /// Returns a header, a footer or another supplementary view of a section, or nil if the section has none of this
    /// kind. The section is passed where UIKit passes a collection view. The kind is ``SupplementaryKind/header`` or
    /// ``SupplementaryKind/footer``, or one of your own view.
    public typealias SupplementaryViewProvider = (
        _ elementKind: String, _ indexPath: DiffableIndexPath, _ sectionIdentifier: SectionIdentifierType
    ) throws -> Cell?
    /// An apply of this data source.
    public typealias Transaction = DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>
    /// A list of this data source.
    public typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    typealias Running = RunningApply<SectionIdentifierType, ItemIdentifierType>

    let engine: DiffableEngine.DataSource
    let thread = ApplyingThread()
    /// The current list; while a view prepares for an apply, the list after it. The engine has the same list, in keys.
    @exclusivity(unchecked) @usableFromInline var current: Snapshot
    /// The apply that is running.
    @exclusivity(unchecked) var running: Running?
    /// The lists that this one is derived from; none if it is not.
    let origins: [DiffableDataSource]
    /// The sections of a derived list; nil for a concatenation, and for a list that is not derived.
    @exclusivity(unchecked) var derivedSections: DerivedSections<SectionIdentifierType>?
    /// Whether a provider is running.
    @exclusivity(unchecked) var isProviding = false
    @exclusivity(unchecked) var isObserved = false
    /// The number of the last apply while the data source was strict.
    @exclusivity(unchecked) var strictApply = 0
    let originSource = OriginSource()
    @exclusivity(unchecked) var streams: [AsyncStream<Transaction>.Continuation] = []

    /// Returns the cell of an item, when a view asks for it.
    @exclusivity(unchecked) public var cellProvider: CellProvider
    /// Makes headers, footers and other supplementary views; nil for none.
    public var supplementaryViewProvider: SupplementaryViewProvider? {
        didSet { setSupplementaryProvider() }
    }
    /// Shows the list, from the next apply on; nil for a data source without a view. The first transaction of a view
    /// starts from the empty list, so a view that is set on a list with rows is told of them all. A text view writes
    /// the changes alone.
    public var view: (any DiffableView<SectionIdentifierType, ItemIdentifierType>)? {
        didSet { if view as AnyObject? !== oldValue as AnyObject? { setView() } }
    }
    /// The handlers for a user who drags an item.
    public var reorderingHandlers = ReorderingHandlers() {
        didSet { setReorderingHandlers() }
    }
    /// The handlers for a user who expands or collapses an item.
    public var sectionSnapshotHandlers = SectionSnapshotHandlers() {
        didSet { setSectionSnapshotHandlers() }
    }
    /// How rows appear and disappear in animated applies, from the next one on.
    public var defaultRowAnimation: RowAnimation {
        get { engine.defaultRowAnimation }
        set { engine.defaultRowAnimation = newValue }
    }

    /// Whether a section whose items are inserted, deleted, or moved to or from another section shows its headers and
    /// footers again, although neither its content changed nor it was marked: for headers that count items. No row is
    /// touched. UIKit has no such property.
    public var refreshesHeaders: Bool {
        get { engine.refreshesHeaders }
        set { engine.refreshesHeaders = newValue }
    }

    /// Whether an apply refuses a snapshot that was taken from this data source before another apply, whose changes it
    /// would undo: the code of the error is `staleSnapshot`. For debugging. Snapshots that were taken before it is set
    /// are not recognized. To undo changes, use a ``DiffableHistory``. UIKit has no such property.
    public var isStrict = false {
        didSet { if isStrict { current = stamped(current) } }
    }

    /// What streams of events and recorded pages call the list, from the next apply on; empty for nothing.
    public var name: String {
        get { String(decoding: engine.name, as: UTF8.self) }
        set { engine.name = Array(newValue.utf8) }
    }

    /// A data source with an empty list and without a view.
    ///
    /// The identity of an item is its `id` if it is `Identifiable`, or else the item itself, as for a class with the
    /// `id` that classes have by default.
    @inlinable
    public convenience init(cellProvider: @escaping CellProvider) {
        self.init(Snapshot(), cellProvider)
    }

    /// A data source that takes items with the same value of a property for the same item, and compares their content
    /// with `==`.
    public convenience init<ID: Hashable>(id: KeyPath<ItemIdentifierType, ID>, cellProvider: @escaping CellProvider) {
        self.init(Snapshot(EngineList(), .ofValues(), Identity(id)), cellProvider)
    }

    @usableFromInline
    convenience init(_ empty: Snapshot, _ cellProvider: @escaping CellProvider) {
        self.init(empty, DiffableEngine.DataSource(), cellProvider)
        engine.current = current.list
    }

    /// - Parameters:
    ///   - list: that of the engine, with its values.
    ///   - origins: the lists that it is derived from.
    init(
        _ list: Snapshot, _ engine: DiffableEngine.DataSource, from origins: [DiffableDataSource] = [],
        _ cellProvider: @escaping CellProvider
    ) {
        current = list
        self.engine = engine
        self.origins = origins
        self.cellProvider = cellProvider
        engine.nameOfItem = { [unowned self] identifier in
            self.item(identifier).map { DiffableError.name($0) } ?? ""
        }
        engine.cellProvider = { [unowned self] (element, path) throws(EngineError) in try self.cell(element, path) }
    }

    deinit {
        for stream in streams { stream.finish() }
    }
}

/// UIKit's name of the data source, which has no table view here: see <doc:FromUIKit>.
public typealias UITableViewDiffableDataSource = DiffableDataSource
/// UIKit's name of the data source, which has no collection view here: see <doc:FromUIKit>.
public typealias UICollectionViewDiffableDataSource = DiffableDataSource

// Any table view, and a closure with any body, so that the compiler comes to the message.
extension DiffableDataSource {
    /// UIKit's initializer, for the message of the compiler.
    @available(*, unavailable, message: "there is no table view here: write init(cellProvider:), without it")
    public convenience init<TableView, TableViewCell>(
        tableView: TableView,
        cellProvider: @escaping (TableView, DiffableIndexPath, ItemIdentifierType) -> TableViewCell
    ) {
        fatalError()
    }

    /// UIKit's initializer, for the message of the compiler.
    @available(*, unavailable, message: "there is no collection view here: write init(cellProvider:), without it")
    public convenience init<CollectionView, CollectionViewCell>(
        collectionView: CollectionView,
        cellProvider: @escaping (CollectionView, DiffableIndexPath, ItemIdentifierType) -> CollectionViewCell
    ) {
        fatalError()
    }
}

extension DiffableDataSource where ItemIdentifierType: Identifiable {
    /// A data source with an empty list and without a view. The identity of an item is its `id`.
    @inlinable
    public convenience init(cellProvider: @escaping CellProvider) {
        self.init(Snapshot(), cellProvider)
    }
}

// A data source belongs to one task at a time.
@available(*, unavailable)
extension DiffableDataSource: Sendable {}

extension DiffableDataSource: CustomStringConvertible {
    /// The current list, as a snapshot prints it.
    public var description: String { current.description }
}
