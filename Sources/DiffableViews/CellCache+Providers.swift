import DiffableEngine

// The cells of a list, which may not be the current one yet: those there are, else from the providers, and kept.

extension CellCache {
    package mutating func cell(at path: IndexPath, in snapshot: Snapshot, of source: DataSource) throws(DiffableError) -> Cell {
        let handle = snapshot.item(at: path).handle
        if let known = item(handle) { return known }
        let cell = try source.cell(at: path, in: snapshot)
        setItem(cell, handle)
        return cell
    }

    package mutating func supplementaryCell(
        _ edge: SectionEdge, ofSection index: Int, in snapshot: Snapshot, of source: DataSource
    ) throws(DiffableError) -> SupplementaryCell {
        let handle = snapshot.sectionHandle(at: index)
        if let known = supplementary(edge, handle) { return known }
        let supplementary = SupplementaryCell(try source.supplementaryCell(edge.kind, ofSection: index, in: snapshot))
        setSupplementary(edge, supplementary, handle)
        return supplementary
    }
}
