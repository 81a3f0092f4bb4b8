// Views ask here for what they show of a list; the errors of providers get their place here.

extension DataSource {
    /// A fresh cell from the provider for a row of the current list.
    /// - Throws: `invalidArgument` where there is no such row; `noProvider`, `providerFailed`, `invalidCell`.
    public func cell(at indexPath: IndexPath) throws(DiffableError) -> Cell {
        guard current.contains(indexPath) else {
            throw DiffableError(.invalidArgument, [.text("cell: there is no row at ")] + .indexPath(indexPath))
        }
        return try queueingApplies { () throws(DiffableError) in try cell(at: indexPath, in: current) }
    }

    /// A cell for a row, which must exist, of a list that may not be the current one yet.
    package func cell(at path: IndexPath, in snapshot: Snapshot) throws(DiffableError) -> Cell {
        let item = snapshot.itemElement(at: path)
        let place: [DiffableError.Fragment] = [.text("item \(item.identifier) at ")] + .indexPath(path)
        let provider = try cellProvider(for: item, at: path)
        let cell = try provider(item, path)
        if let flaw = cell.flaw {
            throw DiffableError(.invalidCell, identifier: item.identifier, [.text("cell of ")] + place + [.text(": \(flaw)")])
        }
        return cell
    }

    /// A fresh cell from the provider for something a view shows of a section; nil for none.
    /// - Throws: `invalidArgument` where there is no such section; `providerFailed`, `invalidCell`.
    public func supplementaryCell(_ kind: SupplementaryKind, ofSection index: Int) throws(DiffableError) -> Cell? {
        guard current.containsSection(at: index) else {
            throw DiffableError(
                .invalidArgument, [.text("supplementary_cell: there is no section at "), .index(index)])
        }
        return try queueingApplies { () throws(DiffableError) in try supplementaryCell(kind, ofSection: index, in: current) }
    }

    /// The same of a section, which must exist, of a list that may not be the current one yet.
    package func supplementaryCell(
        _ kind: SupplementaryKind, ofSection index: Int, in snapshot: Snapshot
    ) throws(DiffableError) -> Cell? {
        guard let supplementaryProvider else { return nil }
        let section = snapshot.sectionElement(at: index)
        let cell = try supplementaryProvider(kind, section, index)
        if let flaw = cell?.flaw {
            throw DiffableError(
                .invalidCell, identifier: section.identifier,
                [.text("\(kind.name) of section \(section.identifier) at "), .index(index), .text(": \(flaw)")])
        }
        return cell
    }
}
