import DiffableEngine

/// Holds the current list, applies snapshots to it, and asks providers for the cells that its view shows.
///
/// A data source is not Sendable: it belongs to one task or actor at a time. Snapshots are Sendable, so the next list
/// may be made anywhere.
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
    /// Returns the cell of an item. If it throws, the apply is undone, and the throwing form of the call throws the
    /// same error.
    public typealias CellProvider = (_ indexPath: DiffableIndexPath, _ itemIdentifier: ItemIdentifierType) throws ->
        Cell
    /// Returns a header, a footer or another supplementary view of a section, or nil if the section has none of this
    /// kind. UIKit passes a collection view instead of the section. The kind is ``SupplementaryKind/header``,
    /// ``SupplementaryKind/footer``, or a kind that your own view asks for.
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
    /// The current list. While a view prepares for an apply, this is already the new list. The engine has the same
    /// list, with keys instead of values.
    @exclusivity(unchecked) @usableFromInline var current: Snapshot
    /// The apply that is running.
    @exclusivity(unchecked) var running: Running?
    /// The lists that this list is derived from; empty if it is not derived.
    let origins: [DiffableDataSource]
    /// The sections of a derived list; nil for a concatenation, and for a list that is not derived.
    @exclusivity(unchecked) var derivedSections: DerivedSections<SectionIdentifierType>?
    /// Whether a provider is running.
    @exclusivity(unchecked) var isProviding = false
    @exclusivity(unchecked) var isObserved = false
    /// The number of the last list that was stamped because the data source is strict.
    @exclusivity(unchecked) var strictApply = 0
    let originSource = OriginSource()
    @exclusivity(unchecked) var streams: [AsyncStream<Transaction>.Continuation] = []

    /// Returns the cell of an item, when a view asks for it.
    @exclusivity(unchecked) public var cellProvider: CellProvider
    /// Makes headers, footers and other supplementary views; nil for none.
    public var supplementaryViewProvider: SupplementaryViewProvider? {
        didSet { setSupplementaryProvider() }
    }
    /// The view that shows the list, from the next apply on; nil for none. The first transaction of a view starts from
    /// the empty list, so a view that is set when the list has rows receives all of them as insertions. A text view is
    /// an exception, and writes only the changes.
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

    /// Whether a section whose items are inserted, deleted, or moved to or from another section is updated as well, so
    /// that its headers and footers are shown again. Set it if headers count items. The rows of items are not updated.
    /// UIKit has no such property.
    public var refreshesHeaders: Bool {
        get { engine.refreshesHeaders }
        set { engine.refreshesHeaders = newValue }
    }

    /// Whether an apply fails with `staleSnapshot` if its snapshot was taken from this data source before another
    /// apply, because it would undo the changes of that apply. For debugging. Snapshots that were taken before this
    /// property was set are not recognized. To undo changes, use a ``DiffableHistory``. UIKit has no such property.
    public var isStrict = false {
        didSet { if isStrict { current = stamped(current) } }
    }

    /// The name of the list in streams of events and recorded pages, from the next apply on; empty for no name.
    public var name: String {
        get { String(decoding: engine.name, as: UTF8.self) }
        set { engine.name = Array(newValue.utf8) }
    }

    /// A data source with an empty list and without a view.
    ///
    /// The identity of an item is its `id` if its type is `Identifiable`, and otherwise the item itself. A class with
    /// the default `id`, which is the address of the object, counts as a type that is not `Identifiable`.
    @inlinable
    public convenience init(cellProvider: @escaping CellProvider) {
        self.init(Snapshot(), cellProvider)
    }

    /// A data source that identifies items by a property. Items with the same value of this property are the same item,
    /// and their contents are compared with `==`.
    public convenience init<ID: Hashable>(id: KeyPath<ItemIdentifierType, ID>, cellProvider: @escaping CellProvider) {
        self.init(Snapshot(EngineList(), .ofValues(), Identity(id)), cellProvider)
    }

    @usableFromInline
    convenience init(_ empty: Snapshot, _ cellProvider: @escaping CellProvider) {
        self.init(empty, DiffableEngine.DataSource(), cellProvider)
        engine.current = current.list
    }

    /// - Parameters:
    ///   - list: the list of the engine, with its values.
    ///   - origins: the lists that this list is derived from.
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

/// UIKit's name for the data source. There is no table view here: see <doc:FromUIKit>.
public typealias UITableViewDiffableDataSource = DiffableDataSource
/// UIKit's name for the data source. There is no collection view here: see <doc:FromUIKit>.
public typealias UICollectionViewDiffableDataSource = DiffableDataSource

// These initializers accept any table view and any closure, so that the compiler shows their message and no other
// error.
extension DiffableDataSource {
    /// UIKit's initializer. It exists only for the message of the compiler.
    @available(*, unavailable, message: "there is no table view here: write init(cellProvider:), without it")
    public convenience init<TableView, TableViewCell>(
        tableView: TableView,
        cellProvider: @escaping (TableView, DiffableIndexPath, ItemIdentifierType) -> TableViewCell
    ) {
        fatalError()
    }

    /// UIKit's initializer. It exists only for the message of the compiler.
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
