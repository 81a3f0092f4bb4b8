import DiffableEngine

/// The state of an apply. Its lists are set when the apply leaves the queue.
final class RunningApply<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable> {
    typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    let caption: String
    @exclusivity(unchecked) var initial: Snapshot?
    @exclusivity(unchecked) var final: Snapshot?
    /// The origin of the snapshot that the caller passed, if the data source is strict.
    @exclusivity(unchecked) var origin: Origin?

    init(caption: String) {
        self.caption = caption
    }
}

/// The arguments of an apply other than the list.
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
