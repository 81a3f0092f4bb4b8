import DiffableEngine

/// The lists of an apply, which are known when it leaves the queue.
final class RunningApply<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable> {
    typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    let caption: String
    @exclusivity(unchecked) var initial: Snapshot?
    @exclusivity(unchecked) var final: Snapshot?
    /// nil if no section has a tree.
    @exclusivity(unchecked) var trees: AppliedTrees<ItemIdentifierType>?
    /// Items that handlers have brought, by key.
    @exclusivity(unchecked) var values: [Int64: ItemIdentifierType]?
    /// The most steps that one of their keys is away from the hash of its value.
    @exclusivity(unchecked) var longestProbe = 0
    /// The tree that is applied.
    @exclusivity(unchecked) var tree: DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
    /// The key of the section whose tree is applied, or whose item is tapped.
    @exclusivity(unchecked) var section: Int64?

    init(caption: String) {
        self.caption = caption
    }
}

/// The trees of sections before and after an apply, by the key of the section. An object, since most lists have none.
final class AppliedTrees<ItemIdentifierType: Hashable & Sendable>: Sendable {
    typealias Trees = [Int64: DiffableDataSourceSectionSnapshot<ItemIdentifierType>]

    let initial: Trees
    let final: Trees

    init(_ initial: Trees, _ final: Trees) {
        self.initial = initial
        self.final = final
    }
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
