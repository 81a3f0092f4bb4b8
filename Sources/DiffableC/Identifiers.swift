import CDiffable
import DiffableEngine

/// The identifier in a C struct; nil for "none" and for invalid ones (an unknown kind, bytes at NULL).
func raw(_ id: diffable_id) -> BorrowedIdentifier? {
    let raw = unsafeBitCast(id, to: BorrowedIdentifier.self)
    return raw.isIdentifier ? raw : nil
}

/// The bytes of an argument. NULL with a size is an error, and so is a size above `Int.max`, which arrives as a
/// negative number.
package func requireBytes(_ data: UnsafePointer<CChar>?, _ size: Int, _ noun: StaticString) throws(DiffableError)
    -> UnsafeRawBufferPointer
{
    if size < 0 { throw .invalid("\(noun): the size is \(UInt(bitPattern: size)), which is larger than memory") }
    if data == nil && size > 0 { throw .invalid("\(noun) is NULL with a size of \(size)") }
    return UnsafeRawBufferPointer(start: data, count: size)
}

func cIdentifier(_ raw: BorrowedIdentifier?) -> diffable_id {
    raw.map { unsafeBitCast($0, to: diffable_id.self) } ?? diffable_id()
}

/// The identifier of an argument. Throws if the argument is "none" or not valid.
func identifier(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> Identifier {
    try Identifier(requireRaw(id, noun))
}

/// Like `identifier`, but does not copy the bytes.
func requireRaw(_ id: diffable_id, _ noun: StaticString) throws(DiffableError) -> BorrowedIdentifier {
    let raw = unsafeBitCast(id, to: BorrowedIdentifier.self)
    if !raw.isIdentifier { throw .invalid("\(noun) \(raw.errorMessage)") }
    return raw
}

/// Like `requireRaw` above, for an argument that is passed by address. NULL is an error.
func requireRaw(_ id: UnsafePointer<diffable_id>?, _ noun: StaticString) throws(DiffableError) -> BorrowedIdentifier {
    guard let id else { throw .null(noun) }
    return try requireRaw(id.pointee, noun)
}

/// Like `requireRaw`, for an argument with a default. NULL stands for the default.
func optionalRaw(_ id: UnsafePointer<diffable_id>?, _ noun: StaticString) throws(DiffableError) -> BorrowedIdentifier? {
    id == nil ? nil : try requireRaw(id, noun)
}

/// Reads an array of identifiers. Throws if one of them is not valid.
func identifiers(_ ids: UnsafePointer<diffable_id>?, _ count: Int) throws(DiffableError) -> BorrowedElements {
    try elements(ids, count, .none)
}

/// Reads an array of identifiers with contents. Throws if an identifier is not valid.
func elements(
    _ ids: UnsafePointer<diffable_id>?, _ count: Int, _ contents: BorrowedContents
) throws(DiffableError) -> BorrowedElements {
    let raws = try raws(ids, count)
    for (position, raw) in raws.enumerated() where !raw.isIdentifier { throw .invalidIdentifier(raw, at: position) }
    return BorrowedElements(BorrowedIdentifiers(raws), contents: contents)
}

/// The array of identifiers, as the engine reads it.
func raws(
    _ ids: UnsafePointer<diffable_id>?, _ count: Int
) throws(DiffableError) -> UnsafeBufferPointer<BorrowedIdentifier> {
    try array(UnsafeRawPointer(ids)?.assumingMemoryBound(to: BorrowedIdentifier.self), count, "ids")
}

/// Whether a list may have this number of elements.
func isCount(_ count: Int) -> Bool {
    count >= 0 && count <= Int(Int32.max)
}

/// An array argument of an edit. It may be NULL if it is empty.
func array<Item>(
    _ start: UnsafePointer<Item>?, _ count: Int, _ argument: StaticString
) throws(DiffableError) -> UnsafeBufferPointer<Item> {
    guard isCount(count) else { throw .invalid("count is \(UInt(bitPattern: count)), and may be at most \(Int32.max)") }
    if start == nil && count > 0 { throw .null(argument) }
    return UnsafeBufferPointer(start: count == 0 ? nil : start, count: count)
}

/// A C identifier with the memory of its bytes.
package final class OwnedIdentifier {
    package let id: diffable_id
    private let bytes: UnsafeMutablePointer<CChar>?

    @export(interface)
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

/// Writes identifiers to the caller's array.
struct IdentifierWriter {
    private let ids: UnsafeMutablePointer<diffable_id>?
    let capacity: Int
    private(set) var count = 0

    init(_ ids: UnsafeMutablePointer<diffable_id>?, _ capacity: Int) {
        self.ids = ids
        self.capacity = ids == nil ? 0 : max(0, capacity)
    }

    mutating func write(_ raw: BorrowedIdentifier) {
        guard count < capacity, let ids else { return }
        ids[count] = cIdentifier(raw)
        count += 1
    }
}
