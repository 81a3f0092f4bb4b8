/// Owns the current list, applies snapshots to it, and asks providers for the cells that its view shows.
///
/// A data source belongs to one thread at a time.
public final class DataSource {
    /// Makes the cell of an item; throwing undoes the apply.
    public typealias CellProvider = (_ item: Element, _ indexPath: IndexPath) throws(DiffableError) -> Cell
    /// Tells the kind of an item, by which its cell provider is found; nil for none.
    public typealias KindProvider = (_ item: Element) -> String?
    /// Makes a header, a footer or what else a view asks for, or nil for none; throwing undoes the apply.
    public typealias SupplementaryProvider = (
        _ kind: SupplementaryKind, _ section: Element, _ index: Int
    ) throws(DiffableError) -> Cell?
    /// Is told of an apply that took place; throwing fails the call to apply and undoes nothing.
    public typealias TransactionHandler = (Transaction) throws(DiffableError) -> Void
    /// Gets everything ready that can fail while list and view are still the old ones, and returns what shows it.
    public typealias View = (DataSource, Transaction) throws(DiffableError) -> () throws(DiffableError) -> Void

    /// Of the items for whose kind no other is registered.
    public var cellProvider: CellProvider?
    public var kindProvider: KindProvider?
    var registrations = CellRegistrations()
    public var supplementaryProvider: SupplementaryProvider?
    /// The animation of applies that name none, from the next apply on.
    public var defaultRowAnimation = RowAnimation.automatic
    public var sectionSnapshotHandlers = SectionSnapshotHandlers()
    public var reorderingHandlers = ReorderingHandlers()
    /// What shows the list, from the next apply on.
    public var view: View?
    /// Makes of the view, or of none, one that somebody looks on at as well, whatever the view is at an apply.
    package var recorder: ((View?) -> View)?

    package var current = Snapshot()
    /// Another object after each apply: by it a view knows whether its cells are those of the list.
    package var version = ListVersion()
    /// The trees of the sections that have one, in step with the list.
    package var outlines = Outlines()
    var observers: [TransactionHandler] = []
    var queue = ApplyQueue()
    /// Whether the apply that is shown has a completion, which is to be called when the rows have come to rest.
    package var hasCompletion = false
    /// Whether an apply, or something else that calls providers, is running, so that an apply would be queued.
    public internal(set) var isApplying = false

    public init() {}

    /// Adds an observer, told of every apply after those that were added before it.
    public func onApply(_ observer: @escaping TransactionHandler) {
        observers.append(observer)
    }

    /// The current list, without marks; during an apply, what the last finished one left.
    /// - Complexity: O(1)
    public func snapshot() -> Snapshot {
        current
    }

    /// An empty snapshot that shares the identifiers the data source knows, so that filling it and applying it costs less.
    /// - Complexity: O(1)
    public func newSnapshot() -> Snapshot {
        current.emptied
    }
}

package final class ListVersion: Sendable {
    package init() {}
}
