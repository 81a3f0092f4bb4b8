/// One apply: the list before, the list after, and what changed.
public final class Transaction {
    public let initialSnapshot: Snapshot
    /// Without marks: they were for this apply.
    public let finalSnapshot: Snapshot
    package let initialOutlines: Outlines
    package let finalOutlines: Outlines
    public let difference: Difference
    /// What the change is to be shown with; `none` where it is not to be animated.
    public let animation: RowAnimation
    /// Whether the view is to ask for every cell anew.
    public let usesReloadData: Bool

    init(
        initialSnapshot: Snapshot, finalSnapshot: Snapshot, initialOutlines: Outlines, finalOutlines: Outlines,
        difference: Difference, animation: RowAnimation, usesReloadData: Bool
    ) {
        self.initialSnapshot = initialSnapshot
        self.finalSnapshot = finalSnapshot
        self.initialOutlines = initialOutlines
        self.finalOutlines = finalOutlines
        self.difference = difference
        self.animation = animation
        self.usesReloadData = usesReloadData
    }
}
