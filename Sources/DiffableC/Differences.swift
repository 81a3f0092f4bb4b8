import CDiffable
import DiffableEngine

@_cdecl("diffable_difference_new") @implementation
public func diffable_difference_new(_ old_snapshot: OpaquePointer!, _ new_snapshot: OpaquePointer!) -> OpaquePointer! {
    guard let old = unwrap(old_snapshot, as: SnapshotBox.self), let new = unwrap(new_snapshot, as: SnapshotBox.self) else { return nil }
    return retain(DifferenceBox(Difference(from: old.value, to: new.value)))
}

@_cdecl("diffable_difference_copy") @implementation
public func diffable_difference_copy(_ difference: OpaquePointer!) -> OpaquePointer! {
    unwrap(difference, as: DifferenceBox.self).map { retain($0) }
}

@_cdecl("diffable_difference_free") @implementation
public func diffable_difference_free(_ difference: OpaquePointer!) {
    release(difference, as: DifferenceBox.self)
}

@_cdecl("diffable_difference_is_empty") @implementation
public func diffable_difference_is_empty(_ difference: OpaquePointer!) -> Bool {
    unwrap(difference, as: DifferenceBox.self)?.value.isEmpty ?? true
}

@_cdecl("diffable_difference_count") @implementation
public func diffable_difference_count(_ difference: OpaquePointer!, _ kind: diffable_change_kind) -> Int {
    guard let difference = unwrap(difference, as: DifferenceBox.self), let kind = changeKind(kind) else { return 0 }
    return difference.value.count(kind)
}

@_cdecl("diffable_difference_at") @implementation
public func diffable_difference_at(
    _ difference: OpaquePointer!, _ kind: diffable_change_kind, _ index: Int,
    _ change: UnsafeMutablePointer<diffable_change>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let difference = try require(difference, as: DifferenceBox.self, "difference").value
        guard let kind = changeKind(kind) else { throw .invalid("there is no such kind of change") }
        guard index >= 0, index < difference.count(kind) else {
            throw .invalid("index is \(UInt(bitPattern: index)), and the number of changes of this kind is \(difference.count(kind))")
        }
        guard let change else { throw .null("change") }
        try checkSize(change.pointee.struct_size, of: diffable_change.self, "change")
        let paths = difference.paths(kind, index)
        change.pointee.id = cIdentifier(difference.raw(kind, index))
        change.pointee.from = cPath(paths.from)
        change.pointee.to = cPath(paths.to)
        change.pointee.with_section = difference.isWithSection(kind, index)
    }
}

@_cdecl("diffable_difference_description") @implementation
public func diffable_difference_description(_ difference: OpaquePointer!) -> UnsafePointer<CChar>! {
    unwrap(difference, as: DifferenceBox.self)?.description.pointer ?? cString("")
}

/// The kind of a change; nil for a number that is not in the header, which C allows.
private func changeKind(_ kind: diffable_change_kind) -> ChangeKind? {
    Int32(exactly: kind.rawValue).flatMap { ChangeKind(rawValue: $0) }
}

/// A struct of the caller must have at least its size in the first release of this SONAME. No struct has grown since. When one does, use its
/// first size here, and read its new fields only if the caller's size includes them.
package func checkSize<Struct>(_ size: Int, of: Struct.Type, _ noun: StaticString) throws(DiffableError) {
    if size < MemoryLayout<Struct>.size { throw .tooSmall(size, noun) }
}

extension DiffableError {
    // A function of its own, because the generic function is compiled once for each struct.
    @inline(never)
    fileprivate static func tooSmall(_ size: Int, _ noun: StaticString) -> Self {
        .invalid("\(noun): struct_size is \(UInt(bitPattern: size)); start from the _INIT macro of the struct")
    }
}
