import CDiffable
import DiffableEngine
import DiffableViews

@c @implementation
public func diffable_data_source_snapshot(_ source: OpaquePointer!) -> OpaquePointer! {
    unwrap(source, as: DataSourceBox.self).map { retain(SnapshotBox($0.source.snapshot(), base: $0.base)) }
}

@c @implementation
public func diffable_data_source_new_snapshot(_ source: OpaquePointer!) -> OpaquePointer! {
    unwrap(source, as: DataSourceBox.self).map { retain(SnapshotBox($0.source.newSnapshot(), base: $0.base)) }
}

@c @implementation
public func diffable_data_source_cell_at(
    _ source: OpaquePointer!, _ index_path: diffable_index_path, _ cell: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    cell?.pointee = nil
    return attemptWithLaterFailure(error) { (later) throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let cell else { throw .null("cell") }
        let known = box.textView?.cell(at: path(index_path), of: box.source)
        let shown: Cell
        if let known { shown = known } else { shown = try box.source.cell(at: path(index_path), failure: &later) }
        cell.pointee = retain(shown.copy())
    }
}

@c @implementation
public func diffable_data_source_supplementary_cell(
    _ source: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ section_index: Int,
    _ cell: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    cell?.pointee = nil
    return attemptWithLaterFailure(error) { (later) throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let kind else { throw .null("kind") }
        guard let cell else { throw .null("cell") }
        let name = SupplementaryKind(String(cString: kind))
        let known = box.textView?.supplementaryCell(name, ofSection: section_index, of: box.source)
        let shown: Cell?
        if let known {
            shown = known
        } else {
            shown = try box.source.supplementaryCell(name, ofSection: section_index, failure: &later)
        }
        cell.pointee = shown.map { retain($0.copy()) }
    }
}
