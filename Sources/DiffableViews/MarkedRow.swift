import DiffableEngine

/// How a row took part in an apply.
package struct RowMark: Equatable {
    package enum Sign {
        case unchanged, inserted, deleted, moved, updated
    }

    package var sign = Sign.unchanged
    /// Moved, and updated as well.
    package var isAlsoUpdated = false

    package static let unchanged = RowMark()
    package static let deleted = RowMark(sign: .deleted)
}

/// What a view shows of an apply, from top to bottom: places alone, for the view to fill with cells.
package enum MarkedRow {
    /// A header or footer. Of a deleted section the index is that in the old list.
    case supplementary(SectionEdge, section: Int, RowMark)
    /// Of a deleted item the index path is that in the old list.
    case item(IndexPath, RowMark)
    /// Neighbouring rows in which nothing changed, too many to show.
    case foldedRows(Int)
    /// Neighbouring sections in which nothing changed, too many to show.
    case foldedSections(Int)
}
