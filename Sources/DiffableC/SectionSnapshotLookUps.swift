import CDiffable
import DiffableEngine

@_cdecl("diffable_section_snapshot_number_of_items") @implementation
public func diffable_section_snapshot_number_of_items(
    _ snapshot: OpaquePointer!
) -> Int {
    unwrap(snapshot, as: SectionSnapshotBox.self)?.value.numberOfItems ?? 0
}

@_cdecl("diffable_section_snapshot_contains_item") @implementation
public func diffable_section_snapshot_contains_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.contains(item)
}

@_cdecl("diffable_section_snapshot_index_of_item") @implementation
public func diffable_section_snapshot_index_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return -1 }
    return snapshot.index(of: item) ?? -1
}

@_cdecl("diffable_section_snapshot_revision_of_item") @implementation
public func diffable_section_snapshot_revision_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> UInt64 {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return 0 }
    return snapshot.revision(of: item) ?? 0
}

@_cdecl("diffable_section_snapshot_is_expanded") @implementation
public func diffable_section_snapshot_is_expanded(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.isExpanded(item)
}

@_cdecl("diffable_section_snapshot_is_expandable") @implementation
public func diffable_section_snapshot_is_expandable(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.isExpandable(item)
}

@_cdecl("diffable_section_snapshot_keeps_expansion") @implementation
public func diffable_section_snapshot_keeps_expansion(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.keepsExpansion(item)
}

@_cdecl("diffable_section_snapshot_is_visible") @implementation
public func diffable_section_snapshot_is_visible(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Bool {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return false }
    return snapshot.isVisible(item)
}

@_cdecl("diffable_section_snapshot_level_of_item") @implementation
public func diffable_section_snapshot_level_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return -1 }
    return snapshot.level(of: item) ?? -1
}

@_cdecl("diffable_section_snapshot_parent_of_item") @implementation
public func diffable_section_snapshot_parent_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id
) -> diffable_id {
    guard let snapshot = unwrap(snapshot, as: SectionSnapshotBox.self)?.value, let item = raw(item) else { return diffable_id_none() }
    return cIdentifier(snapshot.parent(of: item))
}

@_cdecl("diffable_section_snapshot_snapshot_of") @implementation
public func diffable_section_snapshot_snapshot_of(
    _ snapshot: OpaquePointer!, _ parent: diffable_id, _ including_parent: Bool, _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let snapshot = try require(snapshot, as: SectionSnapshotBox.self, "snapshot").value
        guard let out else { throw .null("out") }
        let below = try snapshot.snapshot(of: identifier(parent, "parent"), includingParent: including_parent)
        out.pointee = retain(SectionSnapshotBox(below))
    }
}

@_cdecl("diffable_section_snapshot_item_identifiers") @implementation
public func diffable_section_snapshot_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawItems ?? [], from: first, ids, capacity)
}

@_cdecl("diffable_section_snapshot_root_item_identifiers") @implementation
public func diffable_section_snapshot_root_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawRootItems ?? [], from: first, ids, capacity)
}

@_cdecl("diffable_section_snapshot_visible_item_identifiers") @implementation
public func diffable_section_snapshot_visible_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawVisibleItems ?? [], from: first, ids, capacity)
}

@_cdecl("diffable_section_snapshot_expanded_item_identifiers") @implementation
public func diffable_section_snapshot_expanded_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawExpandedItems ?? [], from: first, ids, capacity)
}

@_cdecl("diffable_section_snapshot_reloaded_item_identifiers") @implementation
public func diffable_section_snapshot_reloaded_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawReloadedItems ?? [], from: first, ids, capacity)
}

@_cdecl("diffable_section_snapshot_reconfigured_item_identifiers") @implementation
public func diffable_section_snapshot_reconfigured_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    write(unwrap(snapshot, as: SectionSnapshotBox.self)?.value.rawReconfiguredItems ?? [], from: first, ids, capacity)
}
