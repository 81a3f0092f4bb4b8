import CDiffable
import Diffable

@_cdecl("diffable_snapshot_new") @implementation
public func diffable_snapshot_new() -> OpaquePointer! {
    give(SnapshotBox(Snapshot()))
}

@_cdecl("diffable_snapshot_copy") @implementation
public func diffable_snapshot_copy(_ snapshot: OpaquePointer!) -> OpaquePointer! {
    open(snapshot, as: SnapshotBox.self).map { give(SnapshotBox($0.value)) }
}

@_cdecl("diffable_snapshot_free") @implementation
public func diffable_snapshot_free(_ snapshot: OpaquePointer!) {
    takeBack(snapshot, as: SnapshotBox.self)
}

@_cdecl("diffable_snapshot_equal") @implementation
public func diffable_snapshot_equal(_ snapshot: OpaquePointer!, _ other: OpaquePointer!) -> Bool {
    guard let left = open(snapshot, as: SnapshotBox.self), let right = open(other, as: SnapshotBox.self) else {
        return snapshot == other
    }
    return left.value == right.value
}

/// Runs an edit on the snapshot behind a pointer.
func edit(
    _ snapshot: OpaquePointer?, _ error: ErrorOut, _ body: (inout Snapshot) throws(DiffableError) -> Void
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(snapshot, as: SnapshotBox.self, "snapshot")
        try body(&box.value)
    }
}
