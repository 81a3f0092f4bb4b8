/// An identifier that is still where the caller keeps it. It is valid only as long as that memory is.
package enum RawIdentifier {
    case integer(Int64)
    case bytes(UnsafeRawBufferPointer)
}

/// Identifiers in a row that are still where the caller keeps them, read some at a time.
package struct RawIdentifiers {
    package let count: Int
    private let read: (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Bool

    /// - Parameter read: fills a buffer, which is not initialized, with the identifiers from `first` on; false where one
    ///   of them is none.
    package init(count: Int, read: @escaping (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Bool) {
        self.count = count
        self.read = read
    }

    package init(count: Int, _ identifier: @escaping (Int) -> RawIdentifier) {
        self.init(count: count) { first, buffer in
            for index in buffer.indices { buffer.initializeElement(at: index, to: identifier(first + index)) }
            return true
        }
    }

    package init(_ identifier: RawIdentifier) {
        self.init(count: 1) { _ in identifier }
    }

    func isIdentifier(at index: Int) -> Bool {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: 1) { read(index, $0) }
    }

    package subscript(index: Int) -> RawIdentifier {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: 1) { buffer in
            _ = read(index, buffer)
            return buffer[0]
        }
    }

    /// All of them in batches, each with the place of its first, up to one that is none.
    @inline(__always)
    func forEachBatch(of size: Int, _ body: (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Bool) -> Bool {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: size) { buffer in
            var first = 0
            while first < count {
                let batch = UnsafeMutableBufferPointer(rebasing: buffer[0..<min(size, count &- first)])
                if !read(first, batch) || !body(first, batch) { return false }
                first &+= size
            }
            return true
        }
    }
}

extension Identifier {
    package init(_ raw: RawIdentifier) {
        switch raw {
        case .integer(let value): self = .integer(value)
        case .bytes(let bytes): self = .bytes(Array(bytes))
        }
    }

    package func withRaw<Result, Failure>(_ body: (RawIdentifier) throws(Failure) -> Result) throws(Failure) -> Result {
        switch self {
        case .integer(let value): try body(.integer(value))
        case .bytes(let bytes):
            try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(.bytes(UnsafeRawBufferPointer(bytes))) }
        }
    }
}

extension RawIdentifier {
    static func equal(_ left: RawIdentifier, _ right: RawIdentifier) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left.elementsEqual(right)
        default: false
        }
    }
}
