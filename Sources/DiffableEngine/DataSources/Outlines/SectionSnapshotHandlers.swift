/// What is asked and told when a user expands or collapses an item. In each of them the data source still
/// has the old state; one that throws leaves everything as it was.
public struct SectionSnapshotHandlers {
    public typealias Question = (Identifier) throws(DiffableError) -> Bool
    public typealias Notice = (Identifier) throws(DiffableError) -> Void

    /// Whether an item may be expanded; yes where there is no handler.
    public var shouldExpandItem: Question?
    public var willExpandItem: Notice?
    public var shouldCollapseItem: Question?
    public var willCollapseItem: Notice?
    /// Makes the children of an item that is being expanded, from those it has: for children that are loaded late.
    public var snapshotForExpandingParent: ((Identifier, SectionSnapshot) throws(DiffableError) -> SectionSnapshot)?

    public init() {}
}
