import DiffableEngine

/// The lists of an apply, which are known when it leaves the queue.
final class RunningApply<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable> {
    typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    typealias Trees = [Int64: DiffableDataSourceSectionSnapshot<ItemIdentifierType>]

    @exclusivity(unchecked) var initial: Snapshot?
    @exclusivity(unchecked) var final: Snapshot?
    /// The trees of sections, by the key of the section.
    @exclusivity(unchecked) var initialTrees = Trees()
    @exclusivity(unchecked) var finalTrees = Trees()
    /// Items that handlers have brought, by key.
    @exclusivity(unchecked) var values: [Int64: ItemIdentifierType]?
    /// The tree that is applied.
    @exclusivity(unchecked) var tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
    /// The key of the section whose tree is applied, or whose item is tapped.
    @exclusivity(unchecked) var section: Int64?
}

/// How an apply is called.
struct ApplyCall {
    var mode: ApplyMode
    var caption: String
    var completion: (() -> Void)?

    init(_ mode: ApplyMode, _ caption: String = "", completion: (() -> Void)? = nil) {
        self.mode = mode
        self.caption = caption
        self.completion = completion
    }

    init(animatingDifferences: Bool, _ caption: String, completion: (() -> Void)? = nil) {
        self.init(animatingDifferences ? .animated(nil) : .unanimated, caption, completion: completion)
    }
}
