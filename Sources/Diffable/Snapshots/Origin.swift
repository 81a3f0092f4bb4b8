import Synchronization

/// The apply after which a snapshot was taken from a strict data source. Copies of a snapshot share an origin until one
/// of them is edited. When the edited copy is applied, its own origin is updated, because the copy then has the changes
/// of all applies. The other copies do not have them.
@usableFromInline
final class Origin: Sendable {
    /// The empty object that stands for the data source, which may be gone.
    private let source: AnyObject & Sendable
    private let apply: Atomic<Int>

    init(_ source: AnyObject & Sendable, apply: Int) {
        self.source = source
        self.apply = Atomic(apply)
    }

    @usableFromInline
    func copy() -> Origin { Origin(source, apply: apply.load(ordering: .relaxed)) }

    /// Whether a snapshot with this origin lacks changes that the list with the origin `other` has. `other` must be the
    /// origin of the current list.
    func isOlder(than other: Origin) -> Bool {
        source === other.source && apply.load(ordering: .relaxed) != other.apply.load(ordering: .relaxed)
    }

    /// Notes that the snapshot was applied, so it is as new as `other`.
    func join(_ other: Origin?) {
        if let other, source === other.source { apply.store(other.apply.load(ordering: .relaxed), ordering: .relaxed) }
    }
}

/// Stands for a data source in the origins of its snapshots.
final class OriginSource: Sendable {}

extension DiffableDataSource {
    /// Counts an apply, and returns the list with an origin that stands for this apply.
    func stamped(_ list: Snapshot) -> Snapshot {
        strictApply += 1
        var list = list
        list.values = .init(list.sections, list.items, Origin(originSource, apply: strictApply))
        return list
    }

    /// - Throws: `staleSnapshot` for a snapshot of this data source that does not have the changes of all applies.
    func requireFresh(_ snapshot: Snapshot, _ running: Running) throws(DiffableError) {
        running.origin = snapshot.values.origin
        guard let origin = snapshot.values.origin, let now = current.values.origin, origin.isOlder(than: now) else {
            return
        }
        throw DiffableError(
            .staleSnapshot,
            "this snapshot was taken before another apply, whose changes it would undo; take a new one, or let a `DiffableHistory` undo changes",
            call: "apply(_:animatingDifferences:)")
    }
}
