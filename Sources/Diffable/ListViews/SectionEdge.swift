/// What a list view shows of a section beside its rows.
enum SectionEdge: CaseIterable {
    case header, footer

    var kind: SupplementaryKind {
        switch self {
        case .header: .header
        case .footer: .footer
        }
    }
}
