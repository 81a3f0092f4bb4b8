/// How the list of a data source is derived from the lists of others, its origins.
final class DerivedList {
    /// The data sources that the list follows: one, or several that are concatenated.
    @exclusivity(unchecked) private(set) var origins: [Unmanaged<DataSource>]
    /// Greater than the depth of every origin. Lists follow an apply in ascending order of depth, so each list follows
    /// after its origins.
    let depth: Int
    @exclusivity(unchecked) var kept: DerivedState.Kept
    var state: DerivedState { kept.state }
    let isConcatenation: Bool
    let following: Following

    /// Returns how a list changes when its origins apply; nil if it does not. Only `derive` and `concatenating` make
    /// this closure, so the linker leaves the code out of programs that derive no list. docs/web.md says how much that is.
    typealias Following = (DataSource, [OriginApply]) throws(DiffableError) -> (
        transaction: Transaction, state: DerivedState
    )?

    /// An origin, and its apply if it has one.
    typealias OriginApply = (source: DataSource, transaction: Transaction?)

    init(from origins: [DataSource], _ state: DerivedState, isConcatenation: Bool, _ following: @escaping Following) {
        self.origins = origins.map { Unmanaged.passUnretained($0) }
        depth = 1 + origins.reduce(0) { max($0, $1.derived?.depth ?? 0) }
        kept = DerivedState.Kept(state)
        self.isConcatenation = isConcatenation
        self.following = following
    }

    /// Whether an origin was freed. Then the list does not change any more.
    var isClosed: Bool { origins.isEmpty }

    func origin(_ index: Int) -> DataSource { origins[index].takeUnretainedValue() }

    /// Ends the connection to all origins.
    func detach(_ source: DataSource) {
        let address = Unmanaged.passUnretained(source).toOpaque()
        for origin in origins {
            origin._withUnsafeGuaranteedRef { $0.followers.removeAll { $0.toOpaque() == address } }
        }
        origins = []
    }
}

extension DataSource {
    /// Makes a data source whose list is derived from the list of this one, and follows it. An apply of this data
    /// source succeeds or fails together with all lists that are derived from it. The new data source is read-only.
    /// When this one is freed, the new one keeps its current list.
    /// - Parameter failure: an apply that a function of the derivation calls is queued, and runs before this call
    ///   returns. `failure` is set to the first error of such an apply.
    /// - Throws: `invalidArgument` in a callback of an apply, and from a list whose origin was freed; what the
    ///   functions throw.
    /// - Complexity: O(n), or O(n log n) with a sort
    @export(interface)
    package func derive(_ derivation: Derivation, failure: inout DiffableError?) throws(DiffableError) -> DataSource {
        try requireIdle("derive")
        return try queueingApplies(failure: &failure) { () throws(DiffableError) in
            runningCallback = "a function of derive"
            var state = DerivedState(derivation, of: current)
            try state.replaceFunctions(derivation, changed: .all, origin: current, shown: current.emptied)
            let source = DataSource()
            source.follow([self], state, isConcatenation: false) { (source, origins) throws(DiffableError) in
                try source.following(origins)
            }
            source.current = state.shown()
            return source
        }
    }

    func follow(
        _ origins: [DataSource], _ state: DerivedState, isConcatenation: Bool,
        _ following: @escaping DerivedList.Following
    ) {
        derived = DerivedList(from: origins, state, isConcatenation: isConcatenation, following)
        for origin in origins { origin.followers.append(Unmanaged.passUnretained(self)) }
        setRunningApply(origins[0].running)
    }

    /// Gives all data sources that are derived from one another the same running apply.
    private func setRunningApply(_ running: RunningApply) {
        if self.running === running { return }
        self.running = running
        for follower in followers { follower.takeUnretainedValue().setRunningApply(running) }
        guard let derived else { return }
        for index in derived.origins.indices { derived.origin(index).setRunningApply(running) }
    }

    /// Checks that a list can be derived from this one now.
    func requireIdle(_ call: StaticString) throws(DiffableError) {
        if isApplying {
            throw DiffableError(.invalidArgument, "\(call): a callback of the list is running; call it after that")
        }
        if let derived, derived.isClosed { throw closedError(call) }
    }

    /// Detaches all data sources that follow this one, directly or not, because this one is freed. They keep their
    /// current lists.
    func closeFollowers() {
        while let follower = followers.popLast() {
            follower._withUnsafeGuaranteedRef { follower in
                follower.derived?.detach(follower)
                follower.closeFollowers()
            }
        }
    }

    /// Whether the list is derived from another one.
    package var isDerived: Bool { derived != nil }

    /// Whether the list was derived from another one that was freed.
    package var isClosed: Bool { derived?.isClosed ?? false }

    func closedError(_ call: StaticString) -> DiffableError {
        DiffableError(.invalidArgument, "\(call): the list that this one was derived from was closed")
    }

    /// The error for an attempt to change a derived list.
    func readOnlyError(_ call: StaticString) -> DiffableError {
        guard let derived, !derived.isClosed else { return closedError(call) }
        let names = derived.origins.compactMap { origin in
            let name = origin._withUnsafeGuaranteedRef { $0.name }
            return name.isEmpty ? nil : "\(Identifier.bytes(name))"
        }
        if derived.isConcatenation {
            let lists = names.isEmpty ? "other lists" : "the lists \(names.joined(separator: ", "))"
            return DiffableError(.invalidArgument, "\(call): this list is a concatenation of \(lists); change those")
        }
        let origin = names.first.map { "the list \($0)" } ?? "another list"
        return DiffableError(.invalidArgument, "\(call): this list is derived from \(origin); change that one")
    }

    /// Calls `willReorder` for a drag in a derived list, so that it may change the origin.
    func proposeReordering(to snapshot: Snapshot) throws(DiffableError) {
        guard let willReorder = reorderingHandlers.willReorder else { return }
        runningCallback = "will_reorder"
        try willReorder(
            Transaction(
                initialSnapshot: current, finalSnapshot: snapshot.withoutMarks,
                difference: Difference(from: current, to: snapshot),
                animation: defaultRowAnimation, usesReloadData: false, caption: []))
    }
}
