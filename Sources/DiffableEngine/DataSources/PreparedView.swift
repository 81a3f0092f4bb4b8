/// What a view has prepared for one apply. One of the two functions is called, once.
public struct PreparedView {
    /// Shows the apply, when the list has changed. An error makes the call to apply fail, and undoes nothing.
    package let commit: () throws(DiffableError) -> Void
    /// Drops what was prepared, because the apply was undone.
    package let cancel: (() -> Void)?

    public init(cancel: (() -> Void)? = nil, commit: @escaping () throws(DiffableError) -> Void) {
        self.commit = commit
        self.cancel = cancel
    }
}
