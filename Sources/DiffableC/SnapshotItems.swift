import CDiffable
import DiffableEngine

@c @implementation
public func diffable_snapshot_append_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ section: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    append(snapshot, contents, count, section, "append_items", error) { () throws(DiffableError) in
        UncheckedIdentifiers(try raws(ids, count))
    }
}

@c @implementation
public func diffable_snapshot_append_integers(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<Int64>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ section: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    append(snapshot, contents, count, section, "append_integers", error) { () throws(DiffableError) in
        UncheckedIdentifiers(integers: try array(ids, count, "ids"))
    }
}

@c @implementation
public func diffable_snapshot_append_strings(
    _ snapshot: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ ends: UnsafePointer<Int>!,
    _ contents: UnsafePointer<diffable_content>!, _ count: Int, _ section: UnsafePointer<diffable_id>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    append(snapshot, contents, count, section, "append_strings", error) { () throws(DiffableError) in
        let ends = try array(ends, count, "ends")
        if bytes == nil && ends.contains(where: { $0 != 0 }) { throw .null("bytes") }
        return UncheckedIdentifiers(strings: bytes, ends: ends)
    }
}

@c @implementation
public func diffable_snapshot_replace_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ section: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.replaceItems(elements.unchecked, inSection: optionalRaw(section, "section"))
    }
}

private func append(
    _ snapshot: OpaquePointer?, _ contents: UnsafePointer<diffable_content>?, _ count: Int,
    _ section: UnsafePointer<diffable_id>?, _ call: StaticString, _ error: ErrorOut,
    _ function: FunctionName = #function, _ items: () throws(DiffableError) -> UncheckedIdentifiers
) -> diffable_status {
    edit(snapshot, contents, count, error, function) { (snapshot, contents) throws(DiffableError) in
        try snapshot.appendItems(
            UncheckedElements(items(), contents: contents), toSection: optionalRaw(section, "section"), call)
    }
}

@c @implementation
public func diffable_snapshot_insert_items_before(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.insertItems(elements, beforeItem: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_insert_items_after(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ anchor: diffable_id, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.insertItems(elements, afterItem: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_insert_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ placement: diffable_placement, _ id: UnsafePointer<diffable_id>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.insertItems(elements, at: destination(placement, id))
    }
}

@c @implementation
public func diffable_snapshot_insert_items_at(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ index: Int, _ section: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        // A `size_t` above `Int.max` arrives as a negative number.
        if index < 0 { throw .invalid("index is \(UInt(bitPattern: index)), which is larger than a list can be") }
        try snapshot.insertItems(elements.unchecked, at: index, inSection: optionalRaw(section, "section"))
    }
}

@c @implementation
public func diffable_snapshot_rename_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id, _ new_id: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.renameItem(requireRaw(item, "item"), to: requireRaw(new_id, "new_id"))
    }
}

@c @implementation
public func diffable_snapshot_delete_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ deleted: UnsafeMutablePointer<Int>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        let count = try snapshot.deleteItems(identifiers(ids, count), refusingLookAlikesIn: "delete_items")
        deleted?.pointee = count
    }
}

@c @implementation
public func diffable_snapshot_clear(
    _ snapshot: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        snapshot.clear()
    }
}

@c @implementation
public func diffable_snapshot_move_item_before(
    _ snapshot: OpaquePointer!, _ item: diffable_id, _ anchor: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveItem(requireRaw(item, "item"), beforeItem: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_move_item_after(
    _ snapshot: OpaquePointer!, _ item: diffable_id, _ anchor: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveItem(requireRaw(item, "item"), afterItem: requireRaw(anchor, "anchor"))
    }
}

@c @implementation
public func diffable_snapshot_move_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ placement: diffable_placement,
    _ id: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.moveItems(identifiers(ids, count), to: destination(placement, id))
    }
}

@c @implementation
public func diffable_snapshot_reload_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.reloadItems(elements)
    }
}

@c @implementation
public func diffable_snapshot_reconfigure_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        try snapshot.reconfigureItems(elements)
    }
}

@c @implementation
public func diffable_snapshot_update_items(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ contents: UnsafePointer<diffable_content>!,
    _ count: Int, _ updated: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, contents, count, error) { (snapshot, elements) throws(DiffableError) in
        let count = try snapshot.updateItems(elements)
        updated?.pointee = count
    }
}

/// The destination that a placement and its identifier stand for.
func destination(_ placement: diffable_placement, _ id: UnsafePointer<diffable_id>?) throws(DiffableError)
    -> NamedDestination
{
    switch Int(placement) {
    case DIFFABLE_AT_END_OF_SECTION: .endOfSection(try optionalRaw(id, "id"))
    case DIFFABLE_AT_START_OF_SECTION: .startOfSection(try optionalRaw(id, "id"))
    case DIFFABLE_AT_END_OF_PARENT: .endOfParent(try requireRaw(id, "id"))
    case DIFFABLE_AT_START_OF_PARENT: .startOfParent(try requireRaw(id, "id"))
    case DIFFABLE_BEFORE_ITEM: .item(try requireRaw(id, "id"), offset: 0)
    case DIFFABLE_AFTER_ITEM: .item(try requireRaw(id, "id"), offset: 1)
    default: throw .invalid("there is no placement \(placement)")
    }
}
