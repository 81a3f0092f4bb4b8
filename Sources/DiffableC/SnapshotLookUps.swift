import CDiffable
import DiffableEngine

@_cdecl("diffable_snapshot_number_of_sections") @implementation
public func diffable_snapshot_number_of_sections(
    _ snapshot: OpaquePointer!
) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfSections ?? 0
}

@_cdecl("diffable_snapshot_number_of_items") @implementation
public func diffable_snapshot_number_of_items(
    _ snapshot: OpaquePointer!
) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfItems ?? 0
}

@_cdecl("diffable_snapshot_number_of_items_in_section") @implementation
public func diffable_snapshot_number_of_items_in_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section) else { return -1 }
    return snapshot.indexOfSection(section).map { snapshot.numberOfItems(inSectionAt: $0) } ?? -1
}

@_cdecl("diffable_snapshot_index_of_section") @implementation
public func diffable_snapshot_index_of_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section) else { return -1 }
    return snapshot.indexOfSection(section) ?? -1
}

@_cdecl("diffable_snapshot_index_of_item") @implementation
public func diffable_snapshot_index_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let item = raw(item) else { return -1 }
    return snapshot.indexOfItem(item) ?? -1
}

@_cdecl("diffable_snapshot_index_path_of_item") @implementation
public func diffable_snapshot_index_path_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> diffable_index_path {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let item = raw(item) else { return cPath(nil) }
    return cPath(snapshot.indexPath(ofItem: item))
}

@_cdecl("diffable_snapshot_section_containing_item") @implementation
public func diffable_snapshot_section_containing_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> diffable_id {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let item = raw(item) else { return diffable_id_none() }
    return cIdentifier(snapshot.section(containingItem: item).map { snapshot.identifiers.sections.raw($0) })
}

@_cdecl("diffable_snapshot_contains_item") @implementation
public func diffable_snapshot_contains_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.containsItem(item)
}

@_cdecl("diffable_snapshot_contains_section") @implementation
public func diffable_snapshot_contains_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section) else { return false }
    return snapshot.indexOfSection(section) != nil
}

@_cdecl("diffable_snapshot_section_at") @implementation
public func diffable_snapshot_section_at(
    _ snapshot: OpaquePointer!, _ index: Int
) -> diffable_id {
    cIdentifier(unwrap(snapshot, as: SnapshotBox.self)?.value.rawSection(at: index))
}

@_cdecl("diffable_snapshot_item_at") @implementation
public func diffable_snapshot_item_at(
    _ snapshot: OpaquePointer!, _ index_path: diffable_index_path
) -> diffable_id {
    cIdentifier(unwrap(snapshot, as: SnapshotBox.self)?.value.rawItem(at: path(index_path)))
}

@_cdecl("diffable_snapshot_revision_of_item") @implementation
public func diffable_snapshot_revision_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> UInt64 {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let item = raw(item) else { return 0 }
    return snapshot.revision(ofItem: item) ?? 0
}

@_cdecl("diffable_snapshot_revision_of_section") @implementation
public func diffable_snapshot_revision_of_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id
) -> UInt64 {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section) else { return 0 }
    return snapshot.revision(ofSection: section) ?? 0
}

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
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section),
        let index = snapshot.indexOfSection(section)
    else { return -1 }
    var writer = IdentifierWriter(ids, capacity)
    _ = snapshot.forEachItem(inSection: index, from: first, limit: writer.capacity) { writer.write($0) }
    return writer.count
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

@_cdecl("diffable_snapshot_reconfigured_section_identifiers") @implementation
public func diffable_snapshot_reconfigured_section_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.rawReconfiguredSections, from: first, ids, capacity)
}

/// Writes a part of a list to the caller's array, and returns the number written.
func write(
    _ raws: some Sequence<RawIdentifier>, from first: Int, _ ids: UnsafeMutablePointer<diffable_id>?, _ capacity: Int
) -> Int {
    guard first >= 0 else { return 0 }
    var writer = IdentifierWriter(ids, capacity)
    for raw in raws.dropFirst(first).prefix(writer.capacity) { writer.write(raw) }
    return writer.count
}
