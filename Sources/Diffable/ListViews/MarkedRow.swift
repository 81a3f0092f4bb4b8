/// How a row took part in an apply.
struct RowMark: Equatable {
    enum Sign {
        case unchanged, inserted, deleted, moved, updated
    }

    var sign = Sign.unchanged
    /// Moved, and updated as well.
    var isAlsoUpdated = false

    static let unchanged = RowMark()
    static let deleted = RowMark(sign: .deleted)
}

/// What a view shows of an apply, from top to bottom: places alone, for the view to fill with cells.
enum MarkedRow {
    /// A header or footer. Of a deleted section the index is that in the old list.
    case supplementary(SectionEdge, section: Int, RowMark)
    /// Of a deleted item the index path is that in the old list.
    case item(IndexPath, RowMark)
    /// Neighbouring rows in which nothing changed, too many to show.
    case foldedRows(Int)
    /// Neighbouring sections in which nothing changed, too many to show.
    case foldedSections(Int)
}
