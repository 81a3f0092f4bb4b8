import CDiffable
import DiffableEngine

@_cdecl("diffable_snapshot_new") @implementation
public func diffable_snapshot_new() -> OpaquePointer! {
    retain(SnapshotBox(Snapshot()))
}

@_cdecl("diffable_snapshot_copy") @implementation
public func diffable_snapshot_copy(_ snapshot: OpaquePointer!) -> OpaquePointer! {
    unwrap(snapshot, as: SnapshotBox.self).map { retain(SnapshotBox($0.value)) }
}

@_cdecl("diffable_snapshot_free") @implementation
public func diffable_snapshot_free(_ snapshot: OpaquePointer!) {
    release(snapshot, as: SnapshotBox.self)
}

@_cdecl("diffable_snapshot_equal") @implementation
public func diffable_snapshot_equal(_ snapshot: OpaquePointer!, _ other: OpaquePointer!) -> Bool {
    guard let left = unwrap(snapshot, as: SnapshotBox.self), let right = unwrap(other, as: SnapshotBox.self) else {
        return snapshot == other
    }
    return left.value == right.value
}

/// Runs an edit on the snapshot of a pointer.
func edit(
    _ snapshot: OpaquePointer?, _ error: ErrorOut, _ body: (inout Snapshot) throws(DiffableError) -> Void
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(snapshot, as: SnapshotBox.self, "snapshot")
        try body(&box.value)
    }
}
