extension DataSource {
    /// Replaces functions and limits of a derived list, in one apply of this list with the fewest changes. Its origin
    /// does not change.
    /// - Parameters:
    ///   - changes: which functions are replaced. A new filter is called for all items of the origin, a new section or
    ///     sort function for all items that are then in the list, and a new sort function of sections for all sections
    ///     that the section function returned.
    ///   - derivation: returns the new functions and limits for the old ones. It is called when the apply is performed.
    /// - Throws: `invalidArgument` if the list is not derived or was closed; what the functions throw; the same errors
    ///   as `apply`.
    @export(interface)
    package static func setting(_ changes: DerivationChanges, _ derivation: @escaping (Derivation) -> Derivation)
        -> PendingApply
    {
        PendingApply(mode: .animated(nil), completion: nil, keepsDerivation: true) { (source) throws(DiffableError) in
            try source.change(bySetting: changes, derivation(source.derivation("set")))
        }
    }

    /// Returns how a derived list changes when its functions and limits are replaced.
    package func change(bySetting changes: DerivationChanges, _ derivation: Derivation) throws(DiffableError)
        -> ListChange
    {
        let derived = try requireDerived("set")
        var state = derived.state
        runningCallback = "a function of derive"
        try state.replaceFunctions(derivation, changed: changes, origin: derived.origin(0).current, shown: current)
        return ListChange(snapshot: state.isHeld ? current : state.shown(), state: DerivedState.Kept(state))
    }

    /// The functions and limits of a derived list.
    /// - Throws: `invalidArgument` if the list is not derived or was closed.
    @export(interface)
    package func derivation(_ call: StaticString) throws(DiffableError) -> Derivation {
        try requireDerived(call).state.derivation
    }

    /// Holds a derived list. Until it is released, contents are updated in place and items that the origin deletes
    /// disappear. But no row moves or appears, and no row disappears because it does not pass the filter any more.
    /// - Throws: `invalidArgument` if the list is not derived or was closed.
    @export(interface)
    package func hold() throws(DiffableError) {
        try apply(
            PendingApply(mode: .animated(nil), completion: nil, keepsDerivation: true) {
                (source) throws(DiffableError) in
                let derived = try source.requireDerived("hold")
                var state = derived.state
                state.isHeld = true
                derived.kept = DerivedState.Kept(state)
                return nil
            })
    }

    /// Releases a derived list: shows all changes that waited, in one apply with the fewest changes.
    @export(interface)
    package static var releasing: PendingApply {
        PendingApply(mode: .animated(nil), completion: nil, keepsDerivation: true) { (source) throws(DiffableError) in
            try source.changeByReleasing()
        }
    }

    /// The change that shows everything that waited.
    package func changeByReleasing() throws(DiffableError) -> ListChange {
        let state = try requireDerived("release").released(showing: current)
        return ListChange(snapshot: state.shown(), state: DerivedState.Kept(state))
    }

    package var isHeld: Bool { derived?.state.isHeld ?? false }

    /// The whole derived list, including what limits hide and what waits while it is held.
    package var derivedList: Snapshot? { derived?.state.list }

    /// How many items the list inserts, deletes and moves when it is released; 0 if it is not held.
    /// - Throws: `invalidArgument` if the list is not derived or was closed.
    @export(interface)
    package func pendingChanges() throws(DiffableError) -> (inserted: Int, deleted: Int, moved: Int) {
        let derived = try requireDerived("pending")
        if !derived.state.isHeld { return (0, 0, 0) }
        let difference = Difference(from: current, to: derived.released(showing: current).shown())
        return (difference.count(.insertedItems), difference.count(.deletedItems), difference.count(.movedItems))
    }

    private func requireDerived(_ call: StaticString) throws(DiffableError) -> DerivedList {
        guard let derived, !derived.isConcatenation else {
            throw DiffableError(.invalidArgument, "\(call): the list is not derived from another one")
        }
        if derived.isClosed { throw closedError(call) }
        return derived
    }
}

extension DerivedList {
    /// The state of a held list after its release. Items that appear when it is released are expanded as in the origin.
    /// - Complexity: O(1) for flat lists; otherwise O(n)
    fileprivate func released(showing shown: Snapshot) -> DerivedState {
        var state = state
        state.isHeld = false
        let origin = origin(0).current
        if !origin.hasTrees && !state.list.hasTrees { return state }
        for item in state.list.allItemHandles where !shown.contains(item) {
            let isExpanded = origin.node(item).isExpanded
            if state.list.node(item).isExpanded != isExpanded { state.list.setExpanded(item, isExpanded) }
        }
        return state
    }
}

extension DerivedState {
    /// Returns the state after an item of the shown list is expanded or collapsed.
    func togglingExpansion(of item: Handle, in shown: Snapshot) -> DerivedState {
        var state = self
        if list.isIdentical(to: shown) || list.identifiers.items === shown.identifiers.items && list.contains(item) {
            state.list.setExpanded(item, !shown.node(item).isExpanded)
        }
        return state
    }
}
