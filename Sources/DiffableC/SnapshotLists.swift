import CDiffable
import DiffableEngine

@_cdecl("diffable_snapshot_section_identifiers") @implementation
public func diffable_snapshot_section_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, (0..<snapshot.numberOfSections).contains(first) else { return 0 }
    return write((first..<snapshot.numberOfSections).lazy.compactMap { snapshot.rawSection(at: $0) }, from: 0, ids, capacity)
}

@_cdecl("diffable_snapshot_item_identifiers") @implementation
public func diffable_snapshot_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    var writer = IdentifierWriter(ids, capacity)
    _ = snapshot.forEachItem(from: first, limit: writer.capacity) { writer.write($0) }
    return writer.count
}

@_cdecl("diffable_snapshot_item_identifiers_in_section") @implementation
public func diffable_snapshot_item_identifiers_in_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int, _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot").value
        let index = try snapshot.index(ofSection: identifier(section, "section"), "item_identifiers")
        var writer = IdentifierWriter(ids, capacity)
        _ = snapshot.forEachItem(inSection: index, from: first, limit: writer.capacity) { writer.write($0) }
        count?.pointee = writer.count
    }
}

@_cdecl("diffable_snapshot_reloaded_item_identifiers") @implementation
public func diffable_snapshot_reloaded_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.rawReloadedItems, from: first, ids, capacity)
}

@_cdecl("diffable_snapshot_reconfigured_item_identifiers") @implementation
public func diffable_snapshot_reconfigured_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.rawReconfiguredItems, from: first, ids, capacity)
}

@_cdecl("diffable_snapshot_reloaded_section_identifiers") @implementation
public func diffable_snapshot_reloaded_section_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.rawReloadedSections, from: first, ids, capacity)
}

/// Writes the elements of a list from `first` on into the caller's array. Returns how many it wrote.
func write(
    _ raws: some Sequence<RawIdentifier>, from first: Int, _ ids: UnsafeMutablePointer<diffable_id>?, _ capacity: Int
) -> Int {
    guard first >= 0 else { return 0 }
    var writer = IdentifierWriter(ids, capacity)
    for raw in raws.dropFirst(first).prefix(writer.capacity) { writer.write(raw) }
    return writer.count
}
