import DiffableEngine

// Lists that are derived from other lists and follow them.

extension DiffableDataSource {
    /// An order of items.
    public typealias SortOrder = DiffableSortOrder<ItemIdentifierType>
    /// An order of sections.
    public typealias SectionSortOrder = DiffableSortOrder<SectionIdentifierType>

    /// How a list is derived from another one. The filter is called once for each item that is new or renamed, or whose
    /// content changed. The other functions are called only if such an item is in the list. So the result of a function
    /// must depend on its argument alone. An error of a function undoes the apply that called it.
    public struct Derivation {
        /// Whether an item is in the list; nil for all items.
        public var filter: ((ItemIdentifierType) throws -> Bool)? { didSet { changes.filter = true } }
        /// The properties by which items are sorted, the most important one first. Items with equal properties stay in
        /// the order of the origin.
        public var sortedBy: [SortOrder] = [] { didSet { changes.sort = true } }
        /// The section of an item without a parent. If it is nil, sections are those of the origin, in its order.
        public var section: ((ItemIdentifierType) throws -> SectionIdentifierType)? {
            didSet { changes.section = true }
        }
        /// The order of sections that `section` returned. If it is empty, they are in the order of their first items.
        public var sectionSortedBy: [SectionSortOrder] = [] { didSet { changes.sectionSort = true } }
        /// The maximum number of items without a parent that the list shows; nil for all.
        public var limit: Int?
        /// The maximum number of items without a parent that each section shows; nil for all.
        public var sectionLimit: Int?
        /// Whether a section of the origin stays in the list if none of its items does.
        public var keepsEmptySections = false

        /// The functions that were set.
        var changes = DerivationChanges()

        init() {}
    }

    /// How many changes wait while a derived list is held.
    public struct PendingChanges: Hashable, Sendable {
        /// The items that will be inserted.
        public let inserted: Int
        /// The items that will be deleted.
        public let deleted: Int
        /// The items that will move.
        public let moved: Int
    }

    /// A data source whose list is a part of this one, sorted and grouped, and follows it.
    ///
    ///     let open = tasks.derived(filter: { !$0.isDone }, sortedBy: [.ascending(\.priority), .ascending(\.title)])
    ///
    /// An apply of this list changes all lists that are derived from it, and either all of these changes succeed or
    /// none does. Updating a derived list takes time only for what changed. A derived list is read-only: change this
    /// list instead. It has its own view, providers and handlers, and keeps this list alive.
    /// - Parameters:
    ///   - filter: whether an item is in the list. In a tree, all ancestors of such an item are in the list as well.
    ///   - order: the order of the items; if it is empty, the order of this list.
    ///   - section: the section of an item; if it is nil, the list has the sections of this one.
    ///   - sectionOrder: the order of the sections that `section` returns.
    ///   - limit: the maximum number of items without a parent that the list shows.
    ///   - sectionLimit: the maximum number of items without a parent that each section shows.
    ///   - keepsEmptySections: whether a section stays if none of its items is in the list.
    ///   - cellProvider: the provider of the derived list; if it is nil, the provider of this list.
    /// - Precondition: no callback of this list is running, and no function throws; ``checked`` has the throwing form.
    /// - Complexity: O(n log n)
    public func derived(
        filter: ((ItemIdentifierType) throws -> Bool)? = nil, sortedBy order: [SortOrder] = [],
        section: ((ItemIdentifierType) throws -> SectionIdentifierType)? = nil,
        sectionSortedBy sectionOrder: [SectionSortOrder] = [],
        limit: Int? = nil, sectionLimit: Int? = nil, keepsEmptySections: Bool = false, cellProvider: CellProvider? = nil
    ) -> DiffableDataSource {
        do {
            return try checked.derived(
                filter: filter, sortedBy: order, section: section, sectionSortedBy: sectionOrder, limit: limit,
                sectionLimit: sectionLimit,
                keepsEmptySections: keepsEmptySections, cellProvider: cellProvider)
        } catch {
            stop("derived(filter:sortedBy:section:)", error)
        }
    }

    /// Replaces functions and limits of a derived list, in one apply with the fewest changes.
    ///
    ///     found.set { $0.filter = { $0.name.contains(query) } }
    ///
    /// - Parameter change: changes the derivation when the apply is performed. Only functions that it sets are called.
    /// - Precondition: the list is derived from another one, and no function or provider throws; ``checked`` has the
    ///   throwing form.
    /// - Complexity: O(n log n) in the items of the origin
    @discardableResult
    public func set(
        animatingDifferences: Bool = true, caption: String = "", _ change: @escaping (inout Derivation) -> Void
    ) -> Transaction {
        stopping("set(_:)") { try checked.set(animatingDifferences: animatingDifferences, caption: caption, change) }
    }

    /// Holds a derived list. Until it is released, contents are updated in place, and items that the origin deletes
    /// leave. But no row moves or arrives, and none leaves because it no longer passes the filter. Holding does not
    /// nest.
    /// - Precondition: the list is derived from another one; ``checked`` has the throwing form.
    public func hold() {
        do { try checked.hold() } catch { stop("hold()", error) }
    }

    /// Shows all changes that waited while a derived list was held, in one apply with the fewest changes.
    /// - Precondition: the list is derived from another one, and no provider throws; ``checked`` has the throwing form.
    @discardableResult
    public func release(animatingDifferences: Bool = true, caption: String = "") -> Transaction {
        stopping("release()") { try checked.release(animatingDifferences: animatingDifferences, caption: caption) }
    }

    /// Whether the list is held.
    public var isHeld: Bool { engine.isHeld }

    /// How many changes wait; none if the list is not held, or is not derived from another one.
    /// - Complexity: O(n)
    public var pending: PendingChanges {
        let counts = (try? engine.pendingChanges()) ?? (inserted: 0, deleted: 0, moved: 0)
        return PendingChanges(inserted: counts.inserted, deleted: counts.deleted, moved: counts.moved)
    }

    /// A data source whose list has the sections of several lists, one list after the other, and follows them all. It
    /// is read-only.
    ///
    ///     let all = DiffableDataSource.concatenating([favorites, others])
    ///
    /// - Parameter cellProvider: the provider of the new list; if it is nil, the provider of the first list.
    /// - Precondition: the throwing form in ``Checked`` would not throw.
    /// - Complexity: O(n)
    public static func concatenating(_ lists: [DiffableDataSource], cellProvider: CellProvider? = nil)
        -> DiffableDataSource
    {
        do { return try Checked.concatenating(lists, cellProvider: cellProvider) } catch {
            let error = error as? DiffableError ?? DiffableError(.callbackFailed, "\(error)")
            DiffableError(error.code, "concatenating(_:): \(error.message)").stop()
        }
    }
}

extension DiffableDataSource.Checked {
    /// A data source whose list is a part of this one, sorted and grouped, and follows it. The parameters are those of
    /// ``DiffableDataSource/derived(filter:sortedBy:section:sectionSortedBy:limit:sectionLimit:keepsEmptySections:cellProvider:)``.
    /// - Throws: `invalidArgument` in a callback of this list; what the functions throw.
    /// - Complexity: O(n log n)
    public func derived(
        filter: ((ItemIdentifierType) throws -> Bool)? = nil, sortedBy order: [DiffableDataSource.SortOrder] = [],
        section: ((ItemIdentifierType) throws -> SectionIdentifierType)? = nil,
        sectionSortedBy sectionOrder: [DiffableDataSource.SectionSortOrder] = [], limit: Int? = nil,
        sectionLimit: Int? = nil,
        keepsEmptySections: Bool = false, cellProvider: DiffableDataSource.CellProvider? = nil
    ) throws -> DiffableDataSource {
        var derivation = DiffableDataSource.Derivation()
        (derivation.filter, derivation.sortedBy) = (filter, order)
        (derivation.section, derivation.sectionSortedBy) = (section, sectionOrder)
        (derivation.limit, derivation.sectionLimit, derivation.keepsEmptySections) = (
            limit, sectionLimit, keepsEmptySections
        )
        return try source.derive(derivation, cellProvider ?? source.cellProvider)
    }

    /// Replaces functions and limits of a derived list, in one apply with the fewest changes.
    /// - Throws: `invalidArgument` for a list that is not derived from another one; what functions and providers throw.
    /// - Complexity: O(n log n) in the items of the origin
    @discardableResult
    public func set(
        animatingDifferences: Bool = true, caption: String = "",
        _ change: @escaping (inout DiffableDataSource.Derivation) -> Void
    ) throws -> DiffableDataSource.Transaction {
        try source.changeDerivation(ApplyCall(animatingDifferences: animatingDifferences, caption), change)
    }

    /// Holds a derived list: its rows wait until it is released.
    /// - Throws: `invalidArgument` for a list that is not derived from another one.
    public func hold() throws {
        try source.runningEngine { () throws(EngineError) in
            try source.engine.hold()
        } result: {
        }
    }

    /// Shows all changes that waited while a derived list was held, in one apply with the fewest changes.
    /// - Throws: `invalidArgument` for a list that is not derived from another one; what providers throw.
    @discardableResult
    public func release(animatingDifferences: Bool = true, caption: String = "") throws
        -> DiffableDataSource.Transaction
    {
        try source.releaseRows(ApplyCall(animatingDifferences: animatingDifferences, caption))
    }

    /// A data source whose list has the sections of several lists, one list after the other, and follows them all. It
    /// is read-only.
    /// - Throws: `invalidArgument` if `lists` is empty or has a list twice, if the lists compare items in different
    ///   ways, and in a callback of one of them; `duplicateIdentifier` for an item or a section that two lists have.
    /// - Complexity: O(n)
    public static func concatenating(
        _ lists: [DiffableDataSource], cellProvider: DiffableDataSource.CellProvider? = nil
    ) throws -> DiffableDataSource {
        try DiffableDataSource.concatenate(lists, cellProvider)
    }
}
