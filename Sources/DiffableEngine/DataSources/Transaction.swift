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
    /// The caption of this apply; empty if the caller gave none. It is text, but need not be valid UTF-8.
    public let caption: [UInt8]
    /// What a user did, if this is a tap or a drag.
    package var gesture: Gesture?
}

/// A tap or a drag.
package enum Gesture: UInt8 {
    case expand, collapse, move

    /// The caption in a history.
    var caption: String {
        switch self {
        case .expand: "Expand"
        case .collapse: "Collapse"
        case .move: "Move"
        }
    }
}

extension Transaction {
    /// The caption of the apply in a history: its own, or the name of the gesture.
    package var entryCaption: [UInt8] {
        guard let gesture, caption.isEmpty else { return caption }
        return Array(gesture.caption.utf8)
    }

    /// The same apply for a view that has shown nothing yet: from the empty list.
    package var fromEmptyList: Transaction {
        if initialSnapshot.numberOfSections == 0 { return self }
        let empty = finalSnapshot.emptied
        return Transaction(
            initialSnapshot: empty, finalSnapshot: finalSnapshot,
            difference: Difference(from: empty, to: finalSnapshot), animation: animation,
            usesReloadData: usesReloadData, caption: caption, gesture: gesture)
    }
}

/// How rows appear and disappear in a view that can show motion. The numbers are those of the C API.
public enum RowAnimation: Int32, Sendable, CaseIterable {
    case automatic = 1
    case fade = 2
    case right = 3
    case left = 4
    case top = 5
    case bottom = 6
    case middle = 7
    case none = 8

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
