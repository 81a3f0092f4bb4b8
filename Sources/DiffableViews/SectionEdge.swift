import DiffableEngine

/// What a list view shows of a section beside its rows.
package enum SectionEdge: CaseIterable {
    case header, footer

    package var kind: SupplementaryKind {
        switch self {
        case .header: .header
        case .footer: .footer
        }
    }
}
