import CDiffable
import DiffableEngine

final class SectionSnapshotBox {
    var value: SectionSnapshot

    init(_ value: SectionSnapshot) {
        self.value = value
    }
}

/// Runs an edit on the tree behind a pointer.
private func editTree(
    _ snapshot: OpaquePointer?, _ error: ErrorOut, _ body: (inout SectionSnapshot) throws(DiffableError) -> Void
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(snapshot, as: SectionSnapshotBox.self, "snapshot")
        try body(&box.value)
    }
}

@_cdecl("diffable_section_snapshot_new") @implementation
public func diffable_section_snapshot_new() -> OpaquePointer! {
    retain(SectionSnapshotBox(SectionSnapshot()))
}

@_cdecl("diffable_section_snapshot_copy") @implementation
public func diffable_section_snapshot_copy(
    _ snapshot: OpaquePointer!
) -> OpaquePointer! {
    unwrap(snapshot, as: SectionSnapshotBox.self).map { retain(SectionSnapshotBox($0.value)) }
}

@_cdecl("diffable_section_snapshot_assign") @implementation
public func diffable_section_snapshot_assign(
    _ snapshot: OpaquePointer!, _ other: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    // Read before the edit: it may be the very tree that is edited.
    let tree = unwrap(other, as: SectionSnapshotBox.self)?.value
    return editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        guard let tree else { throw .null("other") }
        snapshot = tree
    }
}

@_cdecl("diffable_section_snapshot_free") @implementation
public func diffable_section_snapshot_free(
    _ snapshot: OpaquePointer!
) {
    release(snapshot, as: SectionSnapshotBox.self)
}

@_cdecl("diffable_section_snapshot_equal") @implementation
public func diffable_section_snapshot_equal(
    _ snapshot: OpaquePointer!, _ other: OpaquePointer!
) -> Bool {
    guard let left = unwrap(snapshot, as: SectionSnapshotBox.self), let right = unwrap(other, as: SectionSnapshotBox.self) else {
        return snapshot == other
    }
    return left.value == right.value
}

@_cdecl("diffable_section_snapshot_append") @implementation
public func diffable_section_snapshot_append(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ parent: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.append(elements(ids, revisions, count), to: optionalIdentifier(parent, "parent"))
    }
}

@_cdecl("diffable_section_snapshot_insert_before") @implementation
public func diffable_section_snapshot_insert_before(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.insert(elements(ids, revisions, count), before: identifier(anchor, "anchor"))
    }
}

@_cdecl("diffable_section_snapshot_insert_after") @implementation
public func diffable_section_snapshot_insert_after(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.insert(elements(ids, revisions, count), after: identifier(anchor, "anchor"))
    }
}

@_cdecl("diffable_section_snapshot_delete") @implementation
public func diffable_section_snapshot_delete(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ deleted: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        let count = try snapshot.delete(elements(ids, nil, count))
        deleted?.pointee = count
    }
}

@_cdecl("diffable_section_snapshot_clear") @implementation
public func diffable_section_snapshot_clear(
    _ snapshot: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        snapshot.clear()
    }
}

@_cdecl("diffable_section_snapshot_replace_children") @implementation
public func diffable_section_snapshot_replace_children(
    _ snapshot: OpaquePointer!, _ parent: diffable_id, _ children: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    // Read before the edit: it may be the very tree that is edited.
    let tree = unwrap(children, as: SectionSnapshotBox.self)?.value
    return editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        guard let tree else { throw .null("children") }
        try snapshot.replaceChildren(of: identifier(parent, "parent"), with: tree)
    }
}

@_cdecl("diffable_section_snapshot_expand") @implementation
public func diffable_section_snapshot_expand(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.setExpanded(elements(ids, nil, count), true)
    }
}

@_cdecl("diffable_section_snapshot_collapse") @implementation
public func diffable_section_snapshot_collapse(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.setExpanded(elements(ids, nil, count), false)
    }
}

@_cdecl("diffable_section_snapshot_keep_expansion") @implementation
public func diffable_section_snapshot_keep_expansion(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.keepExpansion(elements(ids, nil, count))
    }
}

@_cdecl("diffable_section_snapshot_set_expandable") @implementation
public func diffable_section_snapshot_set_expandable(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ expandable: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.setExpandable(elements(ids, nil, count), expandable)
    }
}

@_cdecl("diffable_section_snapshot_reload_items") @implementation
public func diffable_section_snapshot_reload_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.reloadItems(elements(ids, revisions, count))
    }
}

@_cdecl("diffable_section_snapshot_reconfigure_items") @implementation
public func diffable_section_snapshot_reconfigure_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.reconfigureItems(elements(ids, revisions, count))
    }
}

@_cdecl("diffable_section_snapshot_update_items") @implementation
public func diffable_section_snapshot_update_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ updated: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    editTree(snapshot, error) { (snapshot) throws(DiffableError) in
        let count = try snapshot.updateItems(elements(ids, revisions, count))
        updated?.pointee = count
    }
}
