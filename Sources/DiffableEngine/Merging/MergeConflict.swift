/// How the changes of the two sides to one section or item contradict each other. The numbers are those of the C API.
public enum MergeConflictKind: Int32, Sendable, CaseIterable {
    /// Both sides changed its content, and the new contents differ. The content is that of mine.
    case changed = 1
    /// Both sides inserted it, with different contents. The content is that of mine.
    case inserted = 2
    /// One side deleted it, and the other one changed its content or gave it another section or parent. It stays.
    case deleted = 3
    /// One side deleted it, and the other one has an item below it that stays. It stays as well.
    case deletedParent = 4
    /// Both sides moved it, or both inserted it, to different places. It is where mine has it.
    case moved = 5
    /// Together, the moves of both sides would put it below itself. It is where mine has it.
    case cycle = 6
    /// Both sides renamed it, to different identifiers; or each side renamed another item to the same identifier, and
    /// it is one of these two. It has the identifier of mine.
    case renamed = 7

    public var name: StaticString {
        switch self {
        case .changed: "changed"
        case .inserted: "inserted"
        case .deleted: "deleted"
        case .deletedParent: "deleted_parent"
        case .moved: "moved"
        case .cycle: "cycle"
        case .renamed: "renamed"
        }
    }
}

/// One conflict of a merge. Its section or item is in the merged list.
public struct MergeConflict {
    public let kind: MergeConflictKind
    public let isSection: Bool
    public let identifier: Identifier
    /// The section or item in each of the three lists; nil if it is not there.
    public let base: Element?
    public let mine: Element?
    public let theirs: Element?
}

/// A conflict by the handle that its section or item has in the tables of the merged lists.
package struct FoundConflict {
    package let kind: MergeConflictKind
    package let isSection: Bool
    package let handle: Handle
}
