import CDiffable
import DiffableEngine

@c @implementation
public func diffable_snapshot_append_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.appendSections(elements)
    }
}

@c @implementation
public func diffable_snapshot_insert_sections_before(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.insertSections(elements, beforeSection: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_insert_sections_after(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.insertSections(elements, afterSection: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_delete_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ deleted: UnsafeMutablePointer<Int>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        // The engine does not check this.
        if snapshot.isSectionSnapshot { throw .invalid("a section snapshot has one section and no others") }
        let count = try snapshot.deleteSections(identifiers(ids, count), refusingLookAlikesIn: "delete_sections")
        deleted?.pointee = count
    }
}

@c @implementation
public func diffable_snapshot_move_section_before(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ anchor: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveSection(requireRaw(section, "section"), beforeSection: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_move_section_after(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ anchor: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveSection(requireRaw(section, "section"), afterSection: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_reload_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.reloadSections(elements)
    }
}

@c @implementation
public func diffable_snapshot_reconfigure_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.reconfigureSections(elements)
    }
}

@c @implementation
public func diffable_snapshot_update_sections(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ updated: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        let count = try snapshot.updateSections(elements)
        updated?.pointee = count
    }
}
