/// One apply: the list before and after it, and the difference.
public struct Transaction {
    public let initialSnapshot: Snapshot
    /// Without marks, which last for one apply.
    public let finalSnapshot: Snapshot
    public let difference: Difference
    /// `none` if the apply is not animated.
    public let animation: RowAnimation
    /// Whether the view must ask for all cells again.
    public let usesReloadData: Bool
    /// What the caller calls this apply; empty for nothing. It is text, but need not be UTF-8.
    public let caption: [UInt8]
}

extension Transaction {
    /// The same apply for a view that has shown nothing yet: from the empty list.
    package var fromEmptyList: Transaction {
        if initialSnapshot.numberOfSections == 0 { return self }
        let empty = finalSnapshot.emptied
        return Transaction(
            initialSnapshot: empty, finalSnapshot: finalSnapshot, difference: Difference(from: empty, to: finalSnapshot), animation: animation,
            usesReloadData: usesReloadData, caption: caption)
    }
}

/// How rows appear and disappear in a view that can show motion. The numbers are those of the C API.
public enum RowAnimation: Int32, Sendable, CaseIterable {
    case automatic = 0
    case fade = 1
    case right = 2
    case left = 3
    case top = 4
    case bottom = 5
    case middle = 6
    case none = 7

    public var name: StaticString {
        switch self {
        case .automatic: "automatic"
        case .fade: "fade"
        case .right: "right"
        case .left: "left"
        case .top: "top"
        case .bottom: "bottom"
        case .middle: "middle"
        case .none: "none"
        }
    }
}
