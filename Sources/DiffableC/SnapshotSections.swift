import CDiffable
import DiffableEngine

@_cdecl("diffable_snapshot_append_sections") @implementation
public func diffable_snapshot_append_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.appendSections(elements(ids, revisions, count))
    }
}

@_cdecl("diffable_snapshot_insert_sections_before") @implementation
public func diffable_snapshot_insert_sections_before(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.insertSections(elements(ids, revisions, count), beforeSection: requireRaw(anchor, "anchor"))
    }
}

@_cdecl("diffable_snapshot_insert_sections_after") @implementation
public func diffable_snapshot_insert_sections_after(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.insertSections(elements(ids, revisions, count), afterSection: requireRaw(anchor, "anchor"))
    }
}

@_cdecl("diffable_snapshot_delete_sections") @implementation
public func diffable_snapshot_delete_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ deleted: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        let count = try snapshot.deleteSections(elements(ids, nil, count))
        deleted?.pointee = count
    }
}

@_cdecl("diffable_snapshot_move_section_before") @implementation
public func diffable_snapshot_move_section_before(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveSection(requireRaw(section, "section"), beforeSection: requireRaw(anchor, "anchor"))
    }
}

@_cdecl("diffable_snapshot_move_section_after") @implementation
public func diffable_snapshot_move_section_after(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveSection(requireRaw(section, "section"), afterSection: requireRaw(anchor, "anchor"))
    }
}

@_cdecl("diffable_snapshot_reload_sections") @implementation
public func diffable_snapshot_reload_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.reloadSections(elements(ids, revisions, count))
    }
}

@_cdecl("diffable_snapshot_reconfigure_sections") @implementation
public func diffable_snapshot_reconfigure_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ revisions: UnsafePointer<UInt64>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.reconfigureSections(elements(ids, revisions, count))
    }
}
