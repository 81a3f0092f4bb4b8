import CDiffable
import DiffableEngine

@c @implementation
public func diffable_section_snapshot_new() -> OpaquePointer! {
    retain(SnapshotBox(.sectionSnapshot()))
}

@c @implementation
public func diffable_snapshot_is_section_snapshot(_ snapshot: OpaquePointer!) -> Bool {
    unwrap(snapshot, as: SnapshotBox.self)?.value.isSectionSnapshot ?? false
}

// MARK: - Expansion

/// Runs an edit that changes the state of items, which must all be in the list.
private func edit(
    _ snapshot: OpaquePointer?, _ ids: UnsafePointer<diffable_id>?, _ count: Int, _ call: StaticString,
    _ error: ErrorOut,
    _ function: FunctionName = #function, _ body: (inout Snapshot, BorrowedElements) -> Void
) -> diffable_status {
    edit(snapshot, error, function) { (snapshot) throws(DiffableError) in
        let items = try identifiers(ids, count)
        try snapshot.requireItems(items, call)
        body(&snapshot, items)
    }
}

@c @implementation
public func diffable_snapshot_expand(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, count, "expand", error) { (snapshot, items) in snapshot.setExpanded(items, true) }
}

@c @implementation
public func diffable_snapshot_collapse(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, count, "collapse", error) { (snapshot, items) in snapshot.setExpanded(items, false) }
}

@c @implementation
public func diffable_snapshot_keep_expansion(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, count, "keep_expansion", error) { (snapshot, items) in snapshot.keepExpansion(items) }
}

@c @implementation
public func diffable_snapshot_keep_children(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, count, "keep_children", error) { (snapshot, items) in snapshot.keepChildren(items) }
}

@c @implementation
public func diffable_snapshot_set_expandable(
    _ snapshot: OpaquePointer!, _ ids: UnsafePointer<diffable_id>!, _ count: Int, _ expandable: Bool,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, ids, count, "set_expandable", error) { (snapshot, items) in snapshot.setExpandable(items, expandable)
    }
}

// MARK: - Whole trees

@c @implementation
public func diffable_snapshot_insert_tree(
    _ snapshot: OpaquePointer!, _ tree: OpaquePointer!, _ placement: diffable_placement,
    _ id: UnsafePointer<diffable_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, with: tree, "tree", error) { (snapshot, tree) throws(DiffableError) in
        try snapshot.insertTree(tree, at: destination(placement, id))
    }
}

@c @implementation
public func diffable_snapshot_replace_children(
    _ snapshot: OpaquePointer!, _ parent: diffable_id, _ children: OpaquePointer!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, with: children, "children", error) { (snapshot, children) throws(DiffableError) in
        try snapshot.replaceChildren(of: identifier(parent, "parent"), with: children)
    }
}

@c @implementation
public func diffable_snapshot_set_section_snapshot(
    _ snapshot: OpaquePointer!, _ tree: OpaquePointer!, _ section: diffable_id,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, with: tree, "tree", error) { (snapshot, tree) throws(DiffableError) in
        try snapshot.setSectionSnapshot(tree, ofSection: identifier(section, "section"))
    }
}

@c @implementation
public func diffable_snapshot_section_snapshot(_ snapshot: OpaquePointer!, _ section: diffable_id) -> OpaquePointer! {
    guard let list = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section),
        list.indexOfSection(section) != nil
    else { return nil }
    return retain(SnapshotBox(list.sectionSnapshot(of: Identifier(section))))
}

@c @implementation
public func diffable_snapshot_snapshot_of(
    _ snapshot: OpaquePointer!, _ parent: diffable_id, _ including_parent: Bool,
    _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot").value
        guard let out else { throw .null("out") }
        let below = try snapshot.snapshot(of: identifier(parent, "parent"), includingParent: including_parent)
        out.pointee = retain(SnapshotBox(below))
    }
}

// MARK: - Look-ups

@c @implementation
public func diffable_snapshot_number_of_all_items(_ snapshot: OpaquePointer!) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfAllItems ?? 0
}

@c @implementation
public func diffable_snapshot_is_expanded(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.isExpanded($1) } ?? false
}

@c @implementation
public func diffable_snapshot_is_expandable(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.isExpandable($1) } ?? false
}

@c @implementation
public func diffable_snapshot_keeps_expansion(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.keepsExpansion($1) } ?? false
}

@c @implementation
public func diffable_snapshot_is_visible(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.isVisible($1) } ?? false
}

@c @implementation
public func diffable_snapshot_level_of_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Int {
    lookUp(item, in: snapshot) { $0.level(ofItem: $1) } ?? -1
}

@c @implementation
public func diffable_snapshot_parent_of_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_id {
    cIdentifier(lookUp(item, in: snapshot) { $0.parent(ofItem: $1) })
}

@c @implementation
public func diffable_snapshot_number_of_children(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Int {
    lookUp(item, in: snapshot) { $0.numberOfChildren(ofItem: $1) } ?? -1
}

@c @implementation
public func diffable_snapshot_children_of_item(
    _ snapshot: OpaquePointer!, _ item: diffable_id, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!,
    _ capacity: Int
) -> Int {
    lookUp(item, in: snapshot) { list, item in
        list.handle(ofItem: item).map { write(list.raws(of: list.childHandles(of: $0)), from: first, ids, capacity) }
    } ?? -1
}

@c @implementation
public func diffable_snapshot_root_item_identifiers(
    _ snapshot: OpaquePointer!, _ section: UnsafePointer<diffable_id>!, _ first: Int,
    _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    let indexes: Range<Int>
    if let section {
        let index = diffable_snapshot_index_of_section(snapshot, section.pointee)
        if index < 0 { return -1 }
        indexes = index..<index + 1
    } else {
        indexes = 0..<diffable_snapshot_number_of_sections(snapshot)
    }
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(
        snapshot.raws(of: indexes.flatMap { snapshot.rootHandles(inSectionAt: $0) }), from: first, ids, capacity)
}

@c @implementation
public func diffable_snapshot_all_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.raws(of: snapshot.allItemHandles), from: first, ids, capacity)
}

@c @implementation
public func diffable_snapshot_expanded_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return write(snapshot.raws(of: snapshot.expandedHandles), from: first, ids, capacity)
}
