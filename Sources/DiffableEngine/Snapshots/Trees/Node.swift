/// The place of one item in the trees of its list, in 16 bytes.
///
/// A handle has 31 bits, because a table has at most `Int32.max` identifiers. The highest bit of each word is a flag.
struct Node: Equatable, BitwiseCopyable {
    /// Stands for no item.
    static let none: Handle = 0x7FFF_FFFF
    private static let flag: UInt32 = 0x8000_0000

    private var parentWord = Node.none
    private var firstWord = Node.none
    private var lastWord = Node.none
    private var countWord: UInt32 = 0

    /// The node of a root without children.
    init() {}

    /// The parent; `none` for a root.
    var parent: Handle {
        get { parentWord & Self.none }
        set { parentWord = parentWord & Self.flag | newValue }
    }

    /// The first child; `none` if the item has no children. The same is true of `last`.
    var first: Handle {
        get { firstWord & Self.none }
        set { firstWord = firstWord & Self.flag | newValue }
    }

    var last: Handle {
        get { lastWord & Self.none }
        set { lastWord = lastWord & Self.flag | newValue }
    }

    var childCount: Int {
        get { Int(countWord & Self.none) }
        set { countWord = countWord & Self.flag | UInt32(truncatingIfNeeded: newValue) }
    }

    var isExpanded: Bool {
        get { parentWord >= Self.flag }
        set { parentWord = parentWord & Self.none | (newValue ? Self.flag : 0) }
    }

    /// Whether the item has a sign of expansion even if it has no children.
    var isExpandable: Bool {
        get { firstWord >= Self.flag }
        set { firstWord = firstWord & Self.none | (newValue ? Self.flag : 0) }
    }

    /// Whether an apply gives the item the expansion that it has in the list of the data source.
    var keepsExpansion: Bool {
        get { lastWord >= Self.flag }
        set { lastWord = lastWord & Self.none | (newValue ? Self.flag : 0) }
    }

    /// Whether an apply gives the item the children that it has in the list of the data source, if it has none here.
    var keepsChildren: Bool {
        get { countWord >= Self.flag }
        set { countWord = countWord & Self.none | (newValue ? Self.flag : 0) }
    }

    var hasChildren: Bool { first != Self.none }

    /// Whether the item has a sign of expansion.
    var isBranch: Bool { hasChildren || isExpandable }

    /// Whether the rows below the item are among the hidden rows.
    var hidesChildren: Bool { hasChildren && !isExpanded }
}
