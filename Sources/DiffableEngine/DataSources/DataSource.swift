/// Holds the current list, applies snapshots to it, and asks providers for the cells that its view shows.
///
/// A data source belongs to one thread at a time.
public final class DataSource {
    /// Returns the cell of an item; throwing undoes the apply.
    public typealias CellProvider = (_ item: Element, _ indexPath: IndexPath) throws(DiffableError) -> Cell
    /// Returns the kind of an item, which chooses its cell provider; nil if the item has no kind.
    public typealias KindProvider = (_ item: Element) -> String?
    /// Returns a header, a footer or another supplementary cell, or nil if the section has none of this kind. Throwing
    /// undoes the apply.
    public typealias SupplementaryProvider = (
        _ kind: SupplementaryKind, _ section: Element, _ index: Int
    ) throws(DiffableError) -> Cell?
    /// Is called with the transaction of an apply. Throwing after the apply undoes nothing: the error is in the
    /// outcome.
    public typealias TransactionHandler = (Transaction) throws(DiffableError) -> Void
    /// Prepares what a view will show. If it throws, the apply is undone: the data source has its old list again, and
    /// the view has not changed.
    public typealias View = (DataSource, Transaction) throws(DiffableError) -> PreparedView

    /// The provider of items whose kind has no provider of its own.
    @exclusivity(unchecked) public var cellProvider: CellProvider?
    @exclusivity(unchecked) public var kindProvider: KindProvider?
    @exclusivity(unchecked) var registrations = CellRegistrations()
    @exclusivity(unchecked) public var supplementaryProvider: SupplementaryProvider?
    /// The animation of each apply for which the caller passes no animation, from the next apply on.
    @exclusivity(unchecked) public var defaultRowAnimation = RowAnimation.automatic
    /// The name of the list in streams of events and recorded pages; empty for none.
    @exclusivity(unchecked) public var name: [UInt8] = []
    /// Whether a section shows its headers and footers again when items are inserted into it, deleted from it, or moved
    /// to or from another section, even if its content did not change and it was not marked. Rows of items are not
    /// updated for that.
    @exclusivity(unchecked) public var refreshesHeaders = false
    /// Whether an apply refuses a snapshot that was taken from this data source before another apply, because it would
    /// undo the changes of the other apply. The snapshot is refused even if the other apply changed nothing, unless it
    /// applied an unedited copy of the current list. This is meant for debugging. Snapshots that were taken before this
    /// property was set are not recognized.
    @exclusivity(unchecked) public var isStrict = false {
        didSet {
            if !isStrict { return }
            strictness = strictness ?? Strictness()
            knownVersion = nil
            // Snapshots that were taken before share the storage. They must not be recognized, so this list gets its
            // own.
            current.uniqueStorage.origin = version
        }
    }
    /// Distinguishes the lists of this data source from those of others; nil if it never was strict.
    @exclusivity(unchecked) private var strictness: Strictness?
    @exclusivity(unchecked) public var sectionSnapshotHandlers = SectionSnapshotHandlers()
    @exclusivity(unchecked) public var reorderingHandlers = ReorderingHandlers()
    /// Shows the list, from the next apply on.
    @exclusivity(unchecked) public var view: View?
    /// Whether an interactive list is the view, and will restore the view that it replaced.
    @exclusivity(unchecked) package var isShownOnTerminal = false
    /// Wraps the view of each apply, which may be nil, in a view that also records the apply.
    @exclusivity(unchecked) package var recorder: ((View?) -> View)?
    /// Calls the providers; nil if they are called directly. It is asked for every cell, so it knows providers that are
    /// set later, and those of kinds.
    @exclusivity(unchecked) package var providerCaller: ProviderCaller?

    #if !hasFeature(Embedded)
    /// Returns the text that a view shows for a deleted item if the view has no cell of that item. If this property is
    /// nil, the view shows the identifier. Used by lists whose identifiers stand for values.
    @exclusivity(unchecked) package var nameOfItem: ((Identifier) -> String)?

    /// Called when this list follows an apply of an origin, and when that apply is over. Used by lists whose
    /// identifiers stand for values.
    @exclusivity(unchecked) package var followingHandler: ((FollowingPhase) throws(DiffableError) -> Void)?

    /// An object of the program that belongs to all data sources that are derived from one another.
    package var companion: AnyObject? {
        get { running.companion }
        set { running.companion = newValue }
    }
    #endif

    /// The current list; while a view prepares for an apply, the list after that apply.
    @exclusivity(unchecked) package var current = Snapshot()
    /// While a view prepares for an apply, the list before it; else nil.
    @exclusivity(unchecked) var listBeforePreparation: Snapshot?
    /// The list before the running apply, while a failure would still undo that apply; else nil.
    @exclusivity(unchecked) var listBeforeApply: Snapshot?
    /// The version of the current list, if a view has asked for it.
    @exclusivity(unchecked) var knownVersion: ListVersion?
    /// The merge whose result is about to be applied; nil if the apply is not rebased.
    @exclusivity(unchecked) var merge: Merge?
    @exclusivity(unchecked) var observers = Observers()
    /// Whether the apply that is being shown has a completion. Then motion must end before the completion is called.
    @exclusivity(unchecked) package var hasCompletion = false
    /// Shared by data sources that are derived from one another.
    @exclusivity(unchecked) var running = RunningApply()
    /// How the list is derived from those of other data sources; nil if it is not.
    @exclusivity(unchecked) var derived: DerivedList?
    /// The data sources that are derived from this one. Each of them removes itself when it is freed.
    @exclusivity(unchecked) var followers: [Unmanaged<DataSource>] = []

    public init() {}

    deinit {
        closeFollowers()
        derived?.detach(self)
    }

    /// Whether an apply, or another function that calls providers, is running, so that an apply would be queued.
    public internal(set) var isApplying: Bool {
        get { running.isApplying }
        set { running.isApplying = newValue }
    }

    /// The name of the callback that is running, or ran last, for error messages.
    var runningCallback: StaticString {
        get { running.callback }
        set { running.callback = newValue }
    }

    /// Keeps an object that was freed in a callback until the outermost call ends.
    package func keepUntilIdle(_ object: AnyObject) {
        running.kept.append(object)
    }

    /// Adds an observer of all applies, and returns a token with which it is removed. Observers are called in the order
    /// in which they were added. An observer that is added during an apply is called from the next apply on. There is
    /// one exception: an observer that is added to a derived list before this list has followed the apply of its origin
    /// is called in the same apply.
    @discardableResult
    public func addObserver(_ observer: @escaping TransactionHandler) -> UInt64 {
        observers.add(observer)
    }

    /// Removes an observer, which is not called any more, not even in the apply that is running. Returns false if there
    /// is none with this token.
    /// - Complexity: O(observers)
    @discardableResult
    public func removeObserver(_ token: UInt64) -> Bool {
        let removed = observers.remove(token)
        // Released only now, because its deinitializer may use the data source.
        return withExtendedLifetime(removed) { removed != nil }
    }

    /// The current list, without marks; while a view prepares for an apply, the list after that apply. If the apply
    /// fails, the current list is again the one before the apply.
    /// - Complexity: O(1)
    public func snapshot() -> Snapshot {
        current
    }

    /// An empty snapshot that shares the identifier tables of the data source, which makes filling and applying it
    /// cheaper.
    /// - Complexity: O(1)
    public func newSnapshot() -> Snapshot {
        current.emptied
    }

    /// - Complexity: O(log n)
    public func itemIdentifier(for indexPath: IndexPath) -> Identifier? {
        current.itemIdentifier(at: indexPath)
    }

    /// - Complexity: O(log n)
    public func indexPath(for item: Identifier) -> IndexPath? {
        current.indexPath(ofItem: item)
    }

    /// - Complexity: O(1)
    public func sectionIdentifier(for index: Int) -> Identifier? {
        current.sectionIdentifier(at: index)
    }

    /// - Complexity: O(1)
    public func index(for section: Identifier) -> Int? {
        current.indexOfSection(section)
    }

    /// The version of the current list, which is another object after each apply. A view compares it to find out
    /// whether its cells belong to the current list.
    package var version: ListVersion {
        let version = knownVersion ?? ListVersion(of: strictness)
        knownVersion = version
        return version
    }

    /// Records that a snapshot contains the changes of all applies so far.
    func stamp(_ snapshot: Snapshot) {
        snapshot.storage.origin = version
    }

    /// Checks that a snapshot does not undo an apply.
    func requireFresh(_ snapshot: Snapshot) throws(DiffableError) {
        if let origin = snapshot.storage.origin, origin.strictness === strictness, origin !== knownVersion {
            throw .staleSnapshot()
        }
    }

    /// The list that a view shows: the current one, but while the view prepares for an apply, the list before it.
    package var shownList: Snapshot { listBeforePreparation ?? current }

    /// The list that no failure undoes any more: the current one, or the one before an apply that may still fail.
    var settledList: Snapshot { listBeforeApply ?? current }

    /// Whether a view prepares for an apply, so that the current list is not the one that the view shows.
    package var isPreparing: Bool { listBeforePreparation != nil }
}

/// Identifies a state of a list: each state has an object of its own.
package final class ListVersion: @unchecked Sendable {
    /// The strictness of the data source, if it is strict.
    let strictness: Strictness?

    init(of strictness: Strictness?) {
        self.strictness = strictness
    }
}

/// Identifies a strict data source. Its snapshots keep this object, so as long as one of them exists, no other data
/// source has an object with the same address.
final class Strictness {}
