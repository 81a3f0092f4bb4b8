import CDiffable
import DiffableEngine

@c @implementation
public func diffable_document_free(_ document: OpaquePointer!) {
    release(document, as: Document.self)
}

@c @implementation
public func diffable_document_bytes(_ document: OpaquePointer!) -> diffable_bytes {
    guard let bytes = unwrap(document, as: Document.self)?.buffer else { return diffable_bytes() }
    return diffable_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), size: bytes.count)
}

@c @implementation
public func diffable_snapshot_encode(
    _ snapshot: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ size: Int,
    _ document: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    make(document, error) { () throws(DiffableError) in
        try require(snapshot, as: SnapshotBox.self, "snapshot").value.encoded(name: requireName(name, size))
    }
}

@c @implementation
public func diffable_snapshot_decode(
    _ bytes: UnsafePointer<CChar>!, _ size: Int, _ name: UnsafeMutablePointer<diffable_bytes>!,
    _ snapshot: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    name?.pointee = diffable_bytes()
    snapshot?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        guard let snapshot else { throw .null("snapshot") }
        let decoded = try Snapshot.decoded(requireBytes(bytes, size, "bytes"))
        snapshot.pointee = retain(SnapshotBox(decoded.list))
        guard let found = decoded.name else { return }
        name?.pointee = diffable_bytes(data: found.baseAddress?.assumingMemoryBound(to: CChar.self), size: found.count)
    }
}

@c @implementation
public func diffable_snapshot_version(_ snapshot: OpaquePointer!) -> diffable_list_version {
    unwrap(snapshot, as: SnapshotBox.self).map { diffable_list_version($0.value.version) } ?? diffable_list_version()
}

extension diffable_list_version {
    init(_ digest: Digest) {
        self.init()
        withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: digest.bytes) }
    }
}

extension Digest {
    init(_ version: diffable_list_version) {
        self = withUnsafeBytes(of: version) { Digest(bytes: $0) }
    }
}

@c @implementation
public func diffable_difference_encode(
    _ difference: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ size: Int, _ with_old_contents: Bool,
    _ document: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    make(document, error) { () throws(DiffableError) in
        let difference = try require(difference, as: DifferenceBox.self, "difference").value
        return try difference.encoded(name: requireName(name, size), withOldContents: with_old_contents)
    }
}

@c @implementation
public func diffable_snapshot_apply_patch(
    _ snapshot: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    edit(snapshot, error) { (snapshot) throws(DiffableError) in
        try snapshot.apply(patch: requireBytes(bytes, size, "bytes"))
    }
}

private func make(
    _ document: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut, _ function: FunctionName = #function,
    _ body: () throws(DiffableError) -> Document
) -> diffable_status {
    document?.pointee = nil
    return attempt(error, function) { () throws(DiffableError) in
        guard let document else { throw .null("document") }
        document.pointee = retain(try body())
    }
}

/// The name of a list; nil for NULL.
private func requireName(_ name: UnsafePointer<CChar>?, _ size: Int) throws(DiffableError) -> String? {
    let bytes = try requireBytes(name, size, "name")
    if name == nil { return nil }
    if !UTF8Bytes.areValid(bytes) { throw .invalid("name is not UTF-8") }
    return String(decoding: bytes, as: UTF8.self)
}
