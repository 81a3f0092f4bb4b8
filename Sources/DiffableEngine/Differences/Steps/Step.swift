/// One step of a change that is made one step at a time: every index is the one that holds when the step's
/// turn comes, after the steps before it.
public struct Step: Hashable, Sendable {
    /// The numbers are those of the C API.
    public enum Kind: Int32, Sendable, CaseIterable {
        case deleteSections = 0
        case insertSections = 1
        case moveSections = 2
        case updateSections = 3
        case deleteItems = 4
        case insertItems = 5
        case moveItems = 6
        case reloadItems = 7
        case reconfigureItems = 8

        package var isOfSections: Bool { rawValue <= Kind.updateSections.rawValue }
    }

    public var kind: Kind
    /// How many neighbours the step is about.
    public var count: Int
    /// Where the first of them is taken from. Not for insertions.
    public var from: IndexPath?
    /// Where the first of them is put, when those that move are out of the list. For insertions and moves.
    public var to: IndexPath?
    /// Where the first of them is in the new list, to read them there. Not for deletions.
    public var final: IndexPath?
}
