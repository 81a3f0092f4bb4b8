import CDiffable
import CLibc
import DiffableEngine

/// The identifier in a C struct; nil for "none", and for a struct that is not valid (an unknown kind, or bytes at NULL).
func raw(_ id: diffable_id) -> RawIdentifier? {
    switch id.kind {
    case DIFFABLE_ID_INTEGER: return .integer(id.value.integer)
    case DIFFABLE_ID_BYTES:
        // A size_t above Int.max is a negative number here.
        guard let bytes = buffer(id.value.bytes) else { return nil }
        return .bytes(bytes)
    default: return nil
    }
}

/// Whether `raw` would return an identifier.
@inline(__always)
private func isIdentifier(_ id: diffable_id) -> Bool {
    if id.kind == DIFFABLE_ID_INTEGER { return true }
    let bytes = id.value.bytes
    return id.kind == DIFFABLE_ID_BYTES && (bytes.size == 0 || bytes.size > 0 && bytes.data != nil) // mutant: negative-size
}

func buffer(_ bytes: diffable_bytes) -> UnsafeRawBufferPointer? {
    if bytes.size == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard bytes.size > 0, let data = bytes.data else { return nil }
    return UnsafeRawBufferPointer(start: data, count: bytes.size)
}

func cIdentifier(_ raw: RawIdentifier?) -> diffable_id {
    switch raw {
    case .integer(let value): diffable_id_integer(value)
    case .bytes(let bytes): diffable_id_bytes(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    case nil: diffable_id_none()
    }
}

/// The identifier of an argument that must have one.
func identifier(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> Identifier {
    try Identifier(requireRaw(id, noun))
}

private func requireRaw(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> RawIdentifier {
    guard let raw = raw(id) else { throw .invalid("\(noun) is not an identifier") }
    return raw
}

/// The identifier of an argument that may be "none", in the memory of the caller.
func optionalRaw(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> RawIdentifier? {
    id.kind == DIFFABLE_ID_NONE ? nil : try requireRaw(id, noun)
}

/// The identifier of an argument that may be "none".
func optionalIdentifier(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> Identifier? {
    id.kind == DIFFABLE_ID_NONE ? nil : try identifier(id, noun)
}

/// An array of identifiers with their revisions. Checks that each is an identifier.
func elements(
    _ ids: UnsafePointer<diffable_id>?, _ revisions: UnsafePointer<UInt64>?, _ count: Int
) throws(DiffableError) -> RawElements {
    let ids = try buffer(ids, count)
    for (position, id) in ids.enumerated() where !isIdentifier(id) { throw .noIdentifier(at: position) }
    return RawElements(
        RawIdentifiers(count: count, reading: { first, buffer in _ = read(ids, from: first, buffer) }),
        revisions: revisions.map { .array($0) } ?? .none)
}

/// An array of identifiers with their revisions, for an edit that checks itself whether each is an identifier.
func uncheckedElements(
    _ ids: UnsafePointer<diffable_id>?, _ revisions: UnsafePointer<UInt64>?, _ count: Int
) throws(DiffableError) -> UncheckedElements {
    let ids = try buffer(ids, count)
    return UncheckedElements(
        UncheckedIdentifiers(count: count, reading: { first, buffer in read(ids, from: first, buffer) }),
        revisions: revisions.map { .array($0) } ?? .none)
}

private func buffer(_ ids: UnsafePointer<diffable_id>?, _ count: Int) throws(DiffableError) -> UnsafeBufferPointer<diffable_id> {
    guard count >= 0, count <= Int(Int32.max) else { throw .invalid("count is larger than a list can be") }
    if ids == nil && count > 0 { throw .null("ids") }
    return UnsafeBufferPointer(start: count == 0 ? nil : ids, count: count)
}

/// Initializes a buffer with identifiers, up to the first struct that is not an identifier. Returns how many it initialized. Prefetches the
/// bytes of all of them, which may be anywhere in the caller's memory, before the first are compared.
@_optimize(speed)
private func read(
    _ ids: UnsafeBufferPointer<diffable_id>, from first: Int, _ buffer: UnsafeMutableBufferPointer<RawIdentifier>
) -> Int {
    guard let start = ids.baseAddress.map({ $0 + first }) else { return 0 }
    for index in 0..<buffer.count {
        // The next batch will mostly be read too.
        diffable_prefetch(start + index + 64)
        guard let raw = raw(start[index]) else { return index }
        if case .bytes(let bytes) = raw, let start = bytes.baseAddress {
            diffable_prefetch(start)
            diffable_prefetch(start + bytes.count)
        }
        buffer.initializeElement(at: index, to: raw)
    }
    return buffer.count
}

/// A copy of an identifier, which callers can borrow: its address does not change.
package final class IdentifierCopy {
    package let id: diffable_id
    private let bytes: UnsafeMutablePointer<CChar>?

    package init(_ identifier: Identifier) {
        switch identifier {
        case .integer(let value):
            bytes = nil
            id = diffable_id_integer(value)
        case .bytes(let source):
            let memory = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, source.count))
            for (index, byte) in source.enumerated() { memory[index] = CChar(bitPattern: byte) }
            bytes = memory
            id = diffable_id_bytes(memory, source.count)
        }
    }

    deinit {
        bytes?.deallocate()
    }
}

func cPath(_ path: IndexPath?) -> diffable_index_path {
    diffable_index_path(section: path?.section ?? -1, item: path?.item ?? -1)
}

func path(_ path: diffable_index_path) -> IndexPath {
    IndexPath(section: path.section, item: path.item)
}

/// Writes identifiers into the caller's array, and counts them.
struct IdentifierWriter {
    private let ids: UnsafeMutablePointer<diffable_id>?
    let capacity: Int
    private(set) var count = 0

    init(_ ids: UnsafeMutablePointer<diffable_id>?, _ capacity: Int) {
        self.ids = ids
        self.capacity = ids == nil ? 0 : max(0, capacity)
    }

    mutating func write(_ raw: RawIdentifier) {
        guard count < capacity, let ids else { return } // mutant: one-too-many
        ids[count] = cIdentifier(raw)
        count += 1
    }
}
