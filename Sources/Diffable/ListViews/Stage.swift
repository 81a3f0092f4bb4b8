/// An apply as a text view shows it.
struct DrawnApply {
    let transaction: Transaction
    let rows: [ShownRow]
    /// All of it, with the summary.
    let text: String
    let renderer: TextRenderer
}

/// What shows applies as motion where a text view writes.
struct Stage {
    /// Returns whether it will show the apply; else that is to be written.
    var take: (DrawnApply) throws(DiffableError) -> Bool
    /// Shows what it took, and returns when all rows are in their places.
    var settle: () throws(DiffableError) -> Void
}
