import CDiffable
import DiffableEngine

final class ConflictsBox {
    let merge: Merge

    private init(_ merge: Merge) {
        self.merge = merge
    }

    /// Returns nil if there are no conflicts. This is not an initializer, because Embedded Swift 6.3 does not free the
    /// allocated object if an initializer returns nil.
    static func make(for merge: Merge?) -> ConflictsBox? {
        guard let merge, merge.hasConflicts else { return nil }
        return ConflictsBox(merge)
    }
}

@c @implementation
public func diffable_conflict_kind_name(_ kind: diffable_conflict_kind) -> UnsafePointer<CChar>! {
    MergeConflictKind(rawValue: kind).map { cString($0.name) }
}

@c @implementation
public func diffable_snapshot_merge(
    _ base: OpaquePointer!, _ mine: OpaquePointer!, _ theirs: OpaquePointer!,
    _ merged: UnsafeMutablePointer<OpaquePointer?>!,
    _ conflicts: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    merged?.pointee = nil
    conflicts?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let base = try require(base, as: SnapshotBox.self, "base")
        let mine = try require(mine, as: SnapshotBox.self, "mine")
        let theirs = try require(theirs, as: SnapshotBox.self, "theirs")
        guard let merged else { throw .null("merged") }
        let merge = try base.value.merging(mine.value, theirs.value)
        merged.pointee = retain(SnapshotBox(merge.snapshot))
        conflicts?.pointee = ConflictsBox.make(for: merge).map { retain($0) }
    }
}

@c @implementation
public func diffable_conflicts_free(_ conflicts: OpaquePointer!) {
    release(conflicts, as: ConflictsBox.self)
}

@c @implementation
public func diffable_conflicts_count(_ conflicts: OpaquePointer!) -> Int {
    unwrap(conflicts, as: ConflictsBox.self)?.merge.found.count ?? 0
}

@c @implementation
public func diffable_conflicts_read(
    _ conflicts: OpaquePointer!, _ first: Int, _ out: UnsafeMutablePointer<diffable_conflict>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let merge = try require(conflicts, as: ConflictsBox.self, "conflicts").merge
        count?.pointee = 0
        let range = readRange(first, capacity, of: merge.found.count)
        guard var array = try StructArray(out, out?.pointee.struct_size, capacity, "out") else { return }
        for conflict in merge.found[range] { write(conflict, of: merge, to: &array.next().pointee) }
        count?.pointee = range.count
    }
}

/// Sets all fields of a conflict except `struct_size`.
private func write(_ source: FoundConflict, of merge: Merge, to conflict: inout diffable_conflict) {
    let tables = merge.base.identifiers
    conflict.kind = source.kind.rawValue
    conflict.is_section = source.isSection
    conflict.id = cIdentifier((source.isSection ? tables.sections : tables.items).raw(source.handle))
    (conflict.in_base, conflict.base) = version(of: source, in: merge.base)
    (conflict.in_mine, conflict.mine) = version(of: source, in: merge.mine)
    (conflict.in_theirs, conflict.theirs) = version(of: source, in: merge.theirs)
}

private func version(of conflict: FoundConflict, in list: Snapshot) -> (isThere: Bool, diffable_content) {
    let isThere = list.contains(conflict)
    return (isThere, cContent(isThere ? list.content(of: conflict) : nil))
}

@c @implementation
public func diffable_transaction_conflicts(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self)?.conflicts.map { borrow($0) }
}

@c @implementation
public func diffable_snapshot_set_base(
    _ snapshot: OpaquePointer!, _ source: OpaquePointer!, _ transaction: OpaquePointer!
) {
    guard let box = unwrap(snapshot, as: SnapshotBox.self), let source = unwrap(source, as: DataSourceBox.self),
        let transaction = unwrap(transaction, as: TransactionBox.self)?.value
    else { return }
    box.base = SnapshotBase(
        list: transaction.difference.merge?.mine ?? transaction.finalSnapshot, source: source.identity)
}

@c @implementation
public func diffable_data_source_apply_rebased(
    _ source: OpaquePointer!, _ base: OpaquePointer!, _ snapshot: OpaquePointer!,
    _ options: UnsafePointer<diffable_apply_options>!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in
        let options = try ApplyOptions(options, of: source)
        let mode = try options.mode()
        let caption = try options.caption()
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot")
        let list: Snapshot
        if let base = unwrap(base, as: SnapshotBox.self) {
            list = base.value
        } else {
            list = try snapshot.base(in: require(source, as: DataSourceBox.self, "source"))
        }
        return .rebased(
            snapshot.value, from: list, mode: mode, caption: caption, completion: options.completion,
            finished: options.finished)
    }
}

extension DataSourceBox {
    /// The base of a snapshot that is taken now.
    var base: SnapshotBase { SnapshotBase(list: source.snapshot(), source: identity) }
}

extension SnapshotBox {
    /// The list of a data source that the snapshot was made from.
    fileprivate func base(in source: DataSourceBox) throws(DiffableError) -> Snapshot {
        if let base, base.source === source.identity { return base.list }
        let reason = base == nil ? "was not taken from a data source" : "was taken from another data source"
        throw DiffableError(
            .invalidArgument, "apply: the snapshot \(reason), so the list that it was made from is not known")
    }
}
