import CDiffable
import DiffableEngine

@c @implementation
public func diffable_snapshot_new() -> OpaquePointer! {
    retain(SnapshotBox(Snapshot()))
}

@c @implementation
public func diffable_snapshot_copy(_ snapshot: OpaquePointer!) -> OpaquePointer! {
    unwrap(snapshot, as: SnapshotBox.self).map { retain(SnapshotBox($0.value, base: $0.base)) }
}

@c @implementation
public func diffable_snapshot_assign(
    _ snapshot: OpaquePointer!, _ other: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(snapshot, as: SnapshotBox.self, "snapshot")
        let other = try require(other, as: SnapshotBox.self, "other")
        (box.value, box.base) = (other.value, other.base)
    }
}

@c @implementation
public func diffable_snapshot_free(_ snapshot: OpaquePointer!) {
    release(snapshot, as: SnapshotBox.self)
}

@c @implementation
public func diffable_snapshot_equal(_ snapshot: OpaquePointer!, _ other: OpaquePointer!) -> Bool {
    guard let left = unwrap(snapshot, as: SnapshotBox.self), let right = unwrap(other, as: SnapshotBox.self) else {
        return snapshot == other
    }
    return left.value == right.value
}

/// Runs an edit on the snapshot behind a pointer.
func edit(
    _ snapshot: OpaquePointer?, _ error: ErrorOut, _ function: FunctionName = #function,
    _ body: (inout Snapshot) throws(DiffableError) -> Void
) -> diffable_status {
    attempt(error, function) { () throws(DiffableError) in
        let box = try require(snapshot, as: SnapshotBox.self, "snapshot")
        try body(&box.value)
    }
}

/// Runs an edit that has another snapshot as an argument. The other snapshot is read before the edit, because both may
/// be the same object.
func edit(
    _ snapshot: OpaquePointer?, with other: OpaquePointer?, _ argument: StaticString, _ error: ErrorOut,
    _ function: FunctionName = #function, _ body: (inout Snapshot, Snapshot) throws(DiffableError) -> Void
) -> diffable_status {
    let other = unwrap(other, as: SnapshotBox.self)?.value
    return edit(snapshot, error, function) { (snapshot) throws(DiffableError) in
        guard let other else { throw .null(argument) }
        try body(&snapshot, other)
    }
}
