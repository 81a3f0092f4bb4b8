import CDiffable
import DiffableEngine

@c @implementation
public func diffable_difference_new(_ old_snapshot: OpaquePointer!, _ new_snapshot: OpaquePointer!) -> OpaquePointer! {
    guard let old = unwrap(old_snapshot, as: SnapshotBox.self), let new = unwrap(new_snapshot, as: SnapshotBox.self)
    else { return nil }
    return retain(DifferenceBox(Difference(from: old.value, to: new.value)))
}

@c @implementation
public func diffable_difference_copy(_ difference: OpaquePointer!) -> OpaquePointer! {
    unwrap(difference, as: DifferenceBox.self).map { retain($0) }
}

@c @implementation
public func diffable_difference_free(_ difference: OpaquePointer!) {
    release(difference, as: DifferenceBox.self)
}

@c @implementation
public func diffable_difference_is_empty(_ difference: OpaquePointer!) -> Bool {
    unwrap(difference, as: DifferenceBox.self)?.value.isEmpty ?? true
}

@c @implementation
public func diffable_difference_count(_ difference: OpaquePointer!, _ kind: diffable_change_kind) -> Int {
    guard let difference = unwrap(difference, as: DifferenceBox.self), let kind = changeKind(kind) else { return 0 }
    return difference.value.count(kind)
}

@c @implementation
public func diffable_difference_changes(
    _ difference: OpaquePointer!, _ kind: diffable_change_kind, _ first: Int,
    _ changes: UnsafeMutablePointer<diffable_change>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let difference = try require(difference, as: DifferenceBox.self, "difference").value
        guard let kind = changeKind(kind) else { throw .invalid("there is no kind of change \(kind)") }
        count?.pointee = 0
        let range = readRange(first, capacity, of: difference.count(kind))
        guard var array = try StructArray(changes, changes?.pointee.struct_size, capacity, "changes") else { return }
        var index = range.lowerBound
        difference.read(kind, range) { source in
            let change = array.next()
            change.pointee.id = cIdentifier(source.identifier)
            change.pointee.old_id =
                difference.hasRenames ? cIdentifier(difference.oldRaw(kind, index)) : change.pointee.id
            change.pointee.from = cPath(source.paths.from)
            change.pointee.to = cPath(source.paths.to)
            change.pointee.with_section = source.isWithSection
            change.pointee.setContents(difference.contents(source.paths))
            index += 1
        }
        count?.pointee = range.count
    }
}

@c @implementation
public func diffable_difference_description(_ difference: OpaquePointer!) -> UnsafePointer<CChar>! {
    unwrap(difference, as: DifferenceBox.self)?.description.pointer ?? cString("")
}

extension diffable_change {
    fileprivate mutating func setContents(_ contents: (old: BorrowedContent?, new: BorrowedContent?)) {
        (old_content, new_content) = (cContent(contents.old), cContent(contents.new))
    }
}

func cPath(_ path: PackedIndexPath) -> diffable_index_path {
    diffable_index_path(section: Int(path.section), item: Int(path.item))
}

/// Returns nil for a kind that the header does not have, because an enumerator from C may be any number.
private func changeKind(_ kind: diffable_change_kind) -> ChangeKind? {
    ChangeKind(rawValue: kind)
}

/// The range of elements that a call reads. It is empty if `first` is behind the end.
func readRange(_ first: Int, _ capacity: Int, of total: Int) -> Range<Int> {
    let start = first < 0 ? total : min(first, total)
    return start..<(start + min(max(0, capacity), total - start))
}

/// An array of structs of the caller. Each struct has the size that it had in the header with which the caller was
/// compiled.
struct StructArray<Struct> {
    private var address: UnsafeMutableRawPointer
    private let stride: Int

    /// nil for an array without elements.
    init?(_ start: UnsafeMutablePointer<Struct>?, _ stride: Int?, _ capacity: Int, _ noun: StaticString)
        throws(DiffableError)
    {
        if capacity < 0 { throw .invalid("capacity is \(UInt(bitPattern: capacity)), which is larger than memory") }
        if capacity == 0 { return nil }
        guard let start, let stride else { throw .null(noun) }
        try checkSize(stride, of: Struct.self, noun)
        if stride % MemoryLayout<Struct>.alignment != 0 {
            throw .invalid("\(noun): struct_size is \(stride), which is not aligned")
        }
        (address, self.stride) = (UnsafeMutableRawPointer(start), stride)
    }

    /// Returns the next element. Its first field, `struct_size`, is set.
    mutating func next() -> UnsafeMutablePointer<Struct> {
        let element = address.assumingMemoryBound(to: Struct.self)
        address.storeBytes(of: stride, as: Int.self)
        address += stride
        return element
    }
}

/// A struct of the caller must be at least as large as in the first release of this SONAME, which is its present size.
/// When a struct grows, its first size must be checked here, and its new fields may be used only if `struct_size`
/// includes them.
package func checkSize<Struct>(_ size: Int, of: Struct.Type, _ noun: StaticString) throws(DiffableError) {
    if size < MemoryLayout<Struct>.size { throw .tooSmall(size, noun) }
}

extension DiffableError {
    // Not part of the generic function, because that is compiled once for each struct.
    @inline(never)
    fileprivate static func tooSmall(_ size: Int, _ noun: StaticString) -> Self {
        .invalid("\(noun): struct_size is \(UInt(bitPattern: size)); start from the _INIT macro of the struct")
    }
}
