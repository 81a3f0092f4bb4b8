import CDiffable
import DiffableEngine

/// Asks a snapshot about an identifier. Returns nil if the snapshot is NULL or the identifier is not valid.
@inline(__always)
func lookUp<Answer>(_ id: diffable_id, in snapshot: OpaquePointer?, _ answer: (Snapshot, RawIdentifier) -> Answer?) -> Answer? {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self), let id = raw(id) else { return nil }
    return answer(snapshot.value, id)
}

@c @implementation
public func diffable_snapshot_number_of_sections(_ snapshot: OpaquePointer!) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfSections ?? 0
}

@c @implementation
public func diffable_snapshot_number_of_items(_ snapshot: OpaquePointer!) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfItems ?? 0
}

@c @implementation
public func diffable_snapshot_number_of_items_in_section(_ snapshot: OpaquePointer!, _ section: diffable_id) -> Int {
    lookUp(section, in: snapshot) { list, section in list.indexOfSection(section).map { list.numberOfItems(inSectionAt: $0) } } ?? -1
}

@c @implementation
public func diffable_snapshot_index_of_section(_ snapshot: OpaquePointer!, _ section: diffable_id) -> Int {
    lookUp(section, in: snapshot) { $0.indexOfSection($1) } ?? -1
}

@c @implementation
public func diffable_snapshot_index_of_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Int {
    lookUp(item, in: snapshot) { $0.indexOfItem($1) } ?? -1
}

@c @implementation
public func diffable_snapshot_index_path_of_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_index_path {
    cPath(lookUp(item, in: snapshot) { $0.indexPath(ofItem: $1) })
}

@c @implementation
public func diffable_snapshot_section_containing_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_id {
    cIdentifier(lookUp(item, in: snapshot) { list, item in list.section(containingItem: item).map { list.identifiers.sections.raw($0) } })
}

@c @implementation
public func diffable_snapshot_contains_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.containsItem($1) } ?? false
}

@c @implementation
public func diffable_snapshot_contains_section(_ snapshot: OpaquePointer!, _ section: diffable_id) -> Bool {
    lookUp(section, in: snapshot) { $0.indexOfSection($1) } != nil
}

@c @implementation
public func diffable_snapshot_section_at(
    _ snapshot: OpaquePointer!, _ index: Int
) -> diffable_id {
    cIdentifier(unwrap(snapshot, as: SnapshotBox.self)?.value.rawSection(at: index))
}

@c @implementation
public func diffable_snapshot_item_at(
    _ snapshot: OpaquePointer!, _ index_path: diffable_index_path
) -> diffable_id {
    cIdentifier(unwrap(snapshot, as: SnapshotBox.self)?.value.rawItem(at: path(index_path)))
}

@c @implementation
public func diffable_snapshot_item_content(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_content {
    cContent(lookUp(item, in: snapshot) { $0.content(ofItem: $1) })
}

@c @implementation
public func diffable_snapshot_section_content(_ snapshot: OpaquePointer!, _ section: diffable_id) -> diffable_content {
    cContent(lookUp(section, in: snapshot) { $0.content(ofSection: $1) })
}

@c @implementation
public func diffable_snapshot_section_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, (0..<snapshot.numberOfSections).contains(first) else { return 0 }
    return write((first..<snapshot.numberOfSections).lazy.compactMap { snapshot.rawSection(at: $0) }, from: 0, ids, capacity)
}

@c @implementation
public func diffable_snapshot_item_identifiers(
    _ snapshot: OpaquePointer!, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    var writer = IdentifierWriter(ids, capacity)
    _ = snapshot.forEachItem(from: first, limit: writer.capacity) { writer.write($0) }
    return writer.count
}

@c @implementation
public func diffable_snapshot_item_identifiers_in_section(
    _ snapshot: OpaquePointer!, _ section: diffable_id, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!,
    _ contents: UnsafeMutablePointer<diffable_content>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, let section = raw(section),
        let index = snapshot.indexOfSection(section)
    else { return -1 }
    var writer = IdentifierWriter(ids, capacity)
    _ = snapshot.forEachItem(inSection: index, from: first, limit: writer.capacity) { writer.write($0) }
    guard let contents, capacity > 0, first >= 0 else { return writer.count }
    let count = max(0, min(capacity, snapshot.numberOfItems(inSectionAt: index) - first))
    for position in 0..<count {
        contents[position] = cContent(snapshot.content(at: IndexPath(section: index, item: first + position)))
    }
    return count
}

@c @implementation
public func diffable_snapshot_marked_identifiers(
    _ snapshot: OpaquePointer!, _ mark: diffable_mark, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!, _ capacity: Int
) -> Int {
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value else { return 0 }
    return switch Int(mark) {
    case DIFFABLE_ITEMS_TO_RELOAD: write(snapshot.rawReloadedItems, from: first, ids, capacity)
    case DIFFABLE_ITEMS_TO_RECONFIGURE: write(snapshot.rawReconfiguredItems, from: first, ids, capacity)
    case DIFFABLE_SECTIONS_TO_RELOAD: write(snapshot.rawReloadedSections, from: first, ids, capacity)
    case DIFFABLE_SECTIONS_TO_RECONFIGURE: write(snapshot.rawReconfiguredSections, from: first, ids, capacity)
    default: 0
    }
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
