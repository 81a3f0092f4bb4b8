import CDiffable
import DiffableEngine

/// Runs a look-up of an identifier in a snapshot. Returns nil if the snapshot is NULL or the identifier is not valid.
@inline(__always)
func lookUp<Answer>(_ id: diffable_id, in snapshot: OpaquePointer?, _ answer: (Snapshot, BorrowedIdentifier) -> Answer?)
    -> Answer?
{
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self), let id = raw(id) else { return nil }
    return answer(snapshot.value, id)
}

@c @implementation
public func diffable_snapshot_number_of_sections(_ snapshot: OpaquePointer!) -> Int {
    unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfSections ?? 0
}

@c @implementation
public func diffable_snapshot_number_of_items(_ snapshot: OpaquePointer!, _ section: UnsafePointer<diffable_id>!) -> Int
{
    guard let section else { return unwrap(snapshot, as: SnapshotBox.self)?.value.numberOfItems ?? 0 }
    return lookUp(section.pointee, in: snapshot) { list, section in
        list.indexOfSection(section).map { list.numberOfItems(inSectionAt: $0) }
    } ?? -1
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
public func diffable_snapshot_index_path_of_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_index_path
{
    cPath(lookUp(item, in: snapshot) { $0.indexPath(ofItem: $1) })
}

@c @implementation
public func diffable_snapshot_section_containing_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> diffable_id {
    cIdentifier(
        lookUp(item, in: snapshot) { list, item in
            list.section(containingItem: item).map { list.identifiers.sections.raw($0) }
        })
}

@c @implementation
public func diffable_snapshot_contains_item(_ snapshot: OpaquePointer!, _ item: diffable_id) -> Bool {
    lookUp(item, in: snapshot) { $0.containsItem($1) } ?? false
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
    guard let snapshot = unwrap(snapshot, as: SnapshotBox.self)?.value, (0..<snapshot.numberOfSections).contains(first)
    else { return 0 }
    return write(
        (first..<snapshot.numberOfSections).lazy.compactMap { snapshot.rawSection(at: $0) }, from: 0, ids, capacity)
}

@c @implementation
public func diffable_snapshot_item_identifiers(
    _ snapshot: OpaquePointer!, _ section: UnsafePointer<diffable_id>!, _ first: Int,
    _ ids: UnsafeMutablePointer<diffable_id>!,
    _ contents: UnsafeMutablePointer<diffable_content>!, _ capacity: Int
) -> Int {
    guard let section else {
        guard let list = unwrap(snapshot, as: SnapshotBox.self)?.value, first >= 0, first < list.numberOfItems else {
            return 0
        }
        return writeItems(
            list, from: list.indexPath(atPosition: first), upToSection: list.numberOfSections, ids, contents, capacity)
    }
    return lookUp(section.pointee, in: snapshot) { (list, section) in
        list.indexOfSection(section).map { index in
            first < 0
                ? 0
                : writeItems(
                    list, from: IndexPath(section: index, item: first), upToSection: index + 1, ids, contents, capacity)
        }
    } ?? -1
}

/// Writes items with their contents to the caller's arrays, and returns how many.
private func writeItems(
    _ list: Snapshot, from start: IndexPath, upToSection end: Int, _ ids: UnsafeMutablePointer<diffable_id>?,
    _ contents: UnsafeMutablePointer<diffable_content>?, _ capacity: Int
) -> Int {
    let capacity = ids == nil && contents == nil ? 0 : max(0, capacity)
    var writer = IdentifierWriter(ids, capacity)
    var count = 0
    var path = start
    while path.section < end && count < capacity {
        let limit = min(capacity - count, list.numberOfItems(inSectionAt: path.section) - path.item)
        if ids != nil {
            _ = list.forEachItem(inSection: path.section, from: path.item, limit: limit) { writer.write($0) }
        }
        if let contents {
            for offset in 0..<max(0, limit) {
                contents[count + offset] = cContent(
                    list.content(at: IndexPath(section: path.section, item: path.item + offset)))
            }
        }
        count += max(0, limit)
        path = IndexPath(section: path.section + 1, item: 0)
    }
    return count
}

@c @implementation
public func diffable_snapshot_marked_identifiers(
    _ snapshot: OpaquePointer!, _ mark: diffable_mark, _ first: Int, _ ids: UnsafeMutablePointer<diffable_id>!,
    _ capacity: Int
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

/// Writes identifiers, from the index `first` on, to the caller's array, and returns how many were written.
func write(
    _ raws: some Sequence<BorrowedIdentifier>, from first: Int, _ ids: UnsafeMutablePointer<diffable_id>?,
    _ capacity: Int
) -> Int {
    guard first >= 0 else { return 0 }
    var writer = IdentifierWriter(ids, capacity)
    for raw in raws.dropFirst(first).prefix(writer.capacity) { writer.write(raw) }
    return writer.count
}
