/// What a view has prepared for one apply. Exactly one of the two functions is called, once.
public struct PreparedView {
    /// Shows the apply, after the list has changed. An error does not undo the apply: it is in the outcome.
    package let commit: () throws(DiffableError) -> Void
    /// Drops what was prepared, because the apply was undone.
    package let cancel: (() -> Void)?

    public init(cancel: (() -> Void)? = nil, commit: @escaping () throws(DiffableError) -> Void) {
        self.commit = commit
        self.cancel = cancel
    }
}
