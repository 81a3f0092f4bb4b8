import CLibc

/// A content in the memory of its owner. It is valid only as long as that memory is.
///
/// The layout is that of `diffable_content` in the C API, so an array of `diffable_content` is read in place.
package struct BorrowedContent {
    package typealias Finalize = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private let data: UnsafeRawPointer?
    private let size: Int
    /// The program's object that comes with the bytes.
    package let object: UnsafeMutableRawPointer?
    /// Called with `object` when the content is no longer used. Nil if the content was read from a list.
    package let finalize: Finalize?

    package static var none: BorrowedContent { BorrowedContent(data: nil, size: 0) }

    init(data: UnsafeRawPointer?, size: Int, object: UnsafeMutableRawPointer? = nil) {
        self.data = data
        self.size = size
        self.object = object
        finalize = nil
    }

    /// The same content with another object.
    func replacingObject(with object: UnsafeMutableRawPointer?) -> BorrowedContent {
        BorrowedContent(data: data, size: size, object: object)
    }

    /// Whether this stands for an element without content. Its address is nil, whereas an empty content has an address.
    package var isNone: Bool { data == nil }

    /// False if `data` is nil and the size is not 0, or if the size is above Int32.max. A `size_t` above Int.max is
    /// negative here. True for `none`.
    package var isValid: Bool { size >= 0 && size <= Int(Int32.max) && (data != nil || size == 0) }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: size == 0 ? nil : data, count: size) }

    package var byteCount: Int { size }

    @inline(__always)
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        if left.count != right.count { return false }
        // Contents of 8 bytes, such as numbers, are compared as one word.
        if left.count == 8 { return left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self) }
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(start, other, left.count) == 0
    }
}

/// The contents of a list of elements, in the memory of the caller. An element may have no content.
package struct BorrowedContents {
    /// A content for each element; nil if no element has one.
    let start: UnsafePointer<BorrowedContent>?
    /// The total number of bytes in all contents.
    private let byteCount: Int

    package static var none: BorrowedContents { BorrowedContents(nil, byteCount: 0) }

    package init(_ start: UnsafePointer<BorrowedContent>?, byteCount: Int) {
        self.start = start
        self.byteCount = byteCount
    }

    var isEmpty: Bool { start == nil }

    /// Returns an upper bound for the words that `count` records take in the arena, without reading the contents.
    func maximumWordCount(_ count: Int) -> Int {
        ContentArena.maximumWordCount(count, byteCount: byteCount)
    }

    /// How many words the records of the first `count` contents take.
    func wordCount(_ count: Int) -> Int {
        guard let start else { return 0 }
        return (0..<count).reduce(0) { $0 + (start[$1].isNone ? 0 : ContentArena.wordCount(start[$1])) }
    }
}
