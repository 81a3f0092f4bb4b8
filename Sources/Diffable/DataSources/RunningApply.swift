import DiffableEngine

/// The lists of an apply, which are known when it leaves the queue.
final class RunningApply<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable> {
    typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    let caption: String
    @exclusivity(unchecked) var initial: Snapshot?
    @exclusivity(unchecked) var final: Snapshot?
    /// That of the snapshot that the caller passed to a strict data source.
    @exclusivity(unchecked) var origin: Origin?

    init(caption: String) {
        self.caption = caption
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
        self.init(animatingDifferences ? .animated(nil) : .animated(RowAnimation.none), caption, completion: completion)
    }
}
