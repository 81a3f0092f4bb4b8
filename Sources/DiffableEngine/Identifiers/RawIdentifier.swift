/// An identifier in the memory of its owner. It is valid only as long as that memory is.
package enum RawIdentifier {
    case integer(Int64)
    case bytes(UnsafeRawBufferPointer)
}

/// A list of identifiers in the memory of their owner, which is read in batches. Each element is known to be an identifier.
package struct RawIdentifiers {
    /// The same list as one whose elements need not be identifiers.
    package let unchecked: UncheckedIdentifiers

    package var count: Int { unchecked.count }

    /// - Parameter read: initializes a whole buffer with the identifiers from `first` on.
    package init(count: Int, reading read: @escaping (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Void) {
        unchecked = UncheckedIdentifiers(count: count) { first, buffer in
            read(first, buffer)
            return buffer.count
        }
    }

    package init(count: Int, _ identifier: @escaping (Int) -> RawIdentifier) {
        self.init(count: count, reading: { first, buffer in
            for index in buffer.indices { buffer.initializeElement(at: index, to: identifier(first + index)) }
        })
    }

    package init(_ identifier: RawIdentifier) {
        self.init(count: 1) { _ in identifier }
    }

    /// - Parameter unchecked: a list whose elements were all read once, and are identifiers.
    fileprivate init(checked unchecked: UncheckedIdentifiers) {
        self.unchecked = unchecked
    }

    package subscript(index: Int) -> RawIdentifier {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: 1) { buffer in
            _ = unchecked.read(index, buffer)
            return buffer[0]
        }
    }
}

/// A list whose elements are checked when they are read: each may be an identifier or not. A check of its own would read all of their
/// memory once more, so an edit checks elements while it interns them. Only `interned` returns identifiers of the list.
package struct UncheckedIdentifiers {
    package let count: Int
    fileprivate let read: (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Int

    /// - Parameter read: initializes a buffer with the identifiers from `first` on, up to the first that is none, and returns how many
    ///   it initialized.
    package init(count: Int, reading read: @escaping (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Int) {
        self.count = count
        self.read = read
    }

    /// Interns all elements in a table. Returns their handles and the list, which is checked now.
    func interned(in table: IdentifierTable) -> Interned {
        let handles = table.internAll(self)
        if handles.count == count { return .all(handles, RawIdentifiers(checked: self)) }
        // Interning stopped in a batch that has no handles. Some of its elements may be identifiers.
        for index in handles.count..<count where !isIdentifier(at: index) { return .noIdentifier(at: index) }
        return .tableFull
    }

    enum Interned {
        case all([Handle], RawIdentifiers)
        case noIdentifier(at: Int)
        case tableFull
    }

    private func isIdentifier(at index: Int) -> Bool {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: 1) { read(index, $0) == 1 }
    }

    /// Calls `body` with each batch and the index of its first element. Stops at a batch with an element that is not an identifier, or
    /// if `body` returns false. Returns the number of elements in the batches before that.
    @inline(__always)
    func forEachBatch(of size: Int, _ body: (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Bool) -> Int {
        withUnsafeTemporaryAllocation(of: RawIdentifier.self, capacity: size) { buffer in
            var first = 0
            while first < count {
                let batch = UnsafeMutableBufferPointer(rebasing: buffer[0..<min(size, count &- first)])
                if read(first, batch) < batch.count || !body(first, batch) { return first }
                first &+= batch.count
            }
            return count
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
