import CLibc

/// A content in the memory of its owner. It is valid only as long as that memory is.
///
/// The layout is that of `diffable_content` in the C API, so an array of those is read in place.
package struct BorrowedContent {
    package typealias Finalize = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private let data: UnsafeRawPointer?
    private let size: Int
    /// The program's object that comes with the bytes.
    package let object: UnsafeMutableRawPointer?
    /// Called with the object when nothing has the content any more. Nil for a content that was read from a list.
    package let finalize: Finalize?

    package static var none: BorrowedContent { BorrowedContent(data: nil, size: 0) }

    init(data: UnsafeRawPointer?, size: Int, object: UnsafeMutableRawPointer? = nil) {
        self.data = data
        self.size = size
        self.object = object
        finalize = nil
    }

    /// The same content with another object.
    func with(_ object: UnsafeMutableRawPointer?) -> BorrowedContent {
        BorrowedContent(data: data, size: size, object: object)
    }

    /// A content may have no bytes, but it always has an address.
    package var isNone: Bool { data == nil }

    /// False for bytes at NULL, for a size beyond the address space, and for more bytes than a record can have.
    package var isContent: Bool { size >= 0 && size <= Int(Int32.max) && (data != nil || size == 0) }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: size == 0 ? nil : data, count: size) }

    package var byteCount: Int { size }

    @inline(__always)
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        if left.count != right.count { return false }
        // A number is compared at once.
        if left.count == 8 { return left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self) }
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(start, other, left.count) == 0
    }
}

/// The contents of a list of elements, in the memory of the caller. Elements may have none.
package struct BorrowedContents {
    /// A content for each element; nil if no element has one.
    let start: UnsafePointer<BorrowedContent>?
    /// The bytes of all contents together.
    private let byteCount: Int

    package static var none: BorrowedContents { BorrowedContents(nil, byteCount: 0) }

    package init(_ start: UnsafePointer<BorrowedContent>?, byteCount: Int) {
        self.start = start
        self.byteCount = byteCount
    }

    var areNone: Bool { start == nil }

    /// An upper bound for the words that the records of the first `count` contents take.
    func mostWords(_ count: Int) -> Int {
        ContentArena.mostWords(count, byteCount: byteCount)
    }

    /// How many words the records of the first `count` contents take.
    func wordCount(_ count: Int) -> Int {
        guard let start else { return 0 }
        return (0..<count).reduce(0) { $0 + (start[$1].isNone ? 0 : ContentArena.wordCount(start[$1])) }
    }
}
