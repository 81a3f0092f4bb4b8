import CDiffable
import DiffableEngine

@c @implementation
public func diffable_content_bytes(_ data: UnsafeRawPointer!, _ size: Int) -> diffable_content {
    diffable_content(data: data, size: size, object: nil, finalize: nil)
}

@c @implementation
public func diffable_content_from_revision(_ revision: UnsafePointer<UInt64>!) -> diffable_content {
    diffable_content(data: revision, size: revision == nil ? 0 : MemoryLayout<UInt64>.size, object: nil, finalize: nil)
}

@c @implementation
public func diffable_content_revision(_ content: diffable_content) -> UInt64 {
    guard let data = content.data, content.size == MemoryLayout<UInt64>.size else { return 0 }
    return data.loadUnaligned(as: UInt64.self)
}

func cContent(_ content: BorrowedContent?) -> diffable_content {
    unsafeBitCast(content ?? .none, to: diffable_content.self)
}

extension Element {
    /// Calls `body` with the content, or with no content.
    func withContent<Result>(_ body: (UnsafePointer<diffable_content>) -> Result) -> Result {
        guard let content else { return withUnsafePointer(to: cContent(nil), body) }
        return content.bytes.withUnsafeBytes { bytes in
            var value = diffable_content(
                data: bytes.baseAddress, size: bytes.count, object: content.object, finalize: nil)
            return withUnsafeMutablePointer(to: &value) { value in
                // A content of 0 bytes needs an address too, because NULL means that there is no content.
                if bytes.isEmpty { value.pointee.data = UnsafeRawPointer(value) }
                return body(value)
            }
        }
    }
}

/// Runs an edit with an array of contents. The engine takes over their objects if the edit succeeds. Otherwise they are
/// finalized here.
func edit(
    _ snapshot: OpaquePointer?, _ contents: UnsafePointer<diffable_content>?, _ count: Int, _ error: ErrorOut,
    _ function: FunctionName = #function, _ body: (inout Snapshot, BorrowedContents) throws(DiffableError) -> Void
) -> diffable_status {
    let contents = count == 0 ? nil : UnsafeRawPointer(contents)?.assumingMemoryBound(to: BorrowedContent.self)
    let status = edit(snapshot, error, function) { (snapshot) throws(DiffableError) in
        try body(&snapshot, requireContents(contents, count))
    }
    if let contents, status < 0, isCount(count) {
        for index in 0..<count { contents[index].finalize?(contents[index].object) }
    }
    return status
}

/// Runs an edit with arrays of identifiers and contents, in the same way.
func edit(
    _ snapshot: OpaquePointer?, _ ids: UnsafePointer<diffable_id>?, _ contents: UnsafePointer<diffable_content>?,
    _ count: Int,
    _ error: ErrorOut, _ function: FunctionName = #function,
    _ body: (inout Snapshot, BorrowedElements) throws(DiffableError) -> Void
) -> diffable_status {
    edit(snapshot, contents, count, error, function) { (snapshot, contents) throws(DiffableError) in
        try body(&snapshot, elements(ids, count, contents))
    }
}

private func requireContents(_ contents: UnsafePointer<BorrowedContent>?, _ count: Int) throws(DiffableError)
    -> BorrowedContents
{
    // If the count is wrong, the edit throws.
    guard let contents, isCount(count) else { return .none }
    var byteCount = 0
    for index in 0..<count {
        if let message = contents[index].errorMessage {
            throw DiffableError(
                .invalidArgument, position: index,
                [.function, .text("contents: element "), .index(index), .text(" \(message)")])
        }
        byteCount += contents[index].byteCount
    }
    return BorrowedContents(contents, byteCount: byteCount)
}

extension BorrowedContent {
    /// What is wrong with a content, in words that follow its name in a message; nil if nothing is wrong.
    var errorMessage: String? {
        if isValid && (!isNone || object == nil && finalize == nil) { return nil }
        let size = UInt(bitPattern: byteCount)
        if size > UInt(Int32.max) { return "is \(size) bytes long, and may have at most \(Int32.max)" }
        return isValid ? "has an object and no bytes, which a content is compared by" : "has \(size) bytes at NULL"
    }
}

/// Makes a list of one section that has the `section_content` of the options of an apply. The list owns the object of
/// the content, so the object is finalized however the apply ends. Returns nil if there is no content.
func makeListOfSection(with content: diffable_content) throws(DiffableError) -> Snapshot? {
    let content = unsafeBitCast(content, to: BorrowedContent.self)
    if let message = content.errorMessage {
        content.finalize?(content.object)
        throw .invalid("options: section_content \(message)")
    }
    if content.isNone { return nil }
    var list = Snapshot()
    try withUnsafePointer(to: content) { (content) throws(DiffableError) in
        try withUnsafePointer(to: BorrowedIdentifier.integer(0)) { (id) throws(DiffableError) in
            let ids = BorrowedIdentifiers(UnsafeBufferPointer(start: id, count: 1))
            try list.appendSections(
                BorrowedElements(ids, contents: BorrowedContents(content, byteCount: content.pointee.byteCount)))
        }
    }
    return list
}
