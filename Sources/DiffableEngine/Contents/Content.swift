/// What an item or a section shows: bytes, which the engine compares and never looks into. Whether two items are the
/// same depends on their identifiers alone.
public struct Content: @unchecked Sendable {
    public var bytes: [UInt8]
    /// The program's object that comes with the bytes. It is ignored when contents are compared. It is valid as long as
    /// the snapshot that the content was read from.
    package var object: UnsafeMutableRawPointer?

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ content: BorrowedContent) {
        bytes = Array(content.bytes)
        object = content.object
    }

    /// Makes a content of eight bytes from a number that changes whenever the content does, such as a row version. The
    /// bytes are in the order of the machine.
    public init(revision: UInt64) {
        self.init(withUnsafeBytes(of: revision) { Array($0) })
    }

    /// The number of a content of eight bytes; 0 for any other content.
    public var revision: UInt64 {
        bytes.count == 8 ? bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } : 0
    }
}

extension Content: Hashable {
    public static func == (left: Content, right: Content) -> Bool {
        left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
