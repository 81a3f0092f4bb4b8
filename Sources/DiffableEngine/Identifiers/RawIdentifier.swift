/// An identifier that is still where the caller keeps it. It is valid only as long as that memory is.
package enum RawIdentifier {
    case integer(Int64)
    case bytes(UnsafeRawBufferPointer)
}

/// Identifiers that are still where the caller keeps them, and are read some at a time. Each of them is an identifier.
package struct RawIdentifiers {
    /// The same as a list of which nothing is known.
    package let unchecked: UncheckedIdentifiers

    package var count: Int { unchecked.count }

    /// - Parameter read: initializes a buffer with the identifiers from `first` on, all of it.
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

    /// - Parameter unchecked: a list of which every element was read once, and is an identifier.
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

/// The same before anybody looked whether each of them is an identifier: looking at many takes as long as their memory takes to come,
/// so an edit that interns them finds out when it reads them. There is no other way to read a single one than `interned`.
package struct UncheckedIdentifiers {
    package let count: Int
    fileprivate let read: (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Int

    /// - Parameter read: initializes a buffer with the identifiers from `first` on, up to the first that is none, and returns how many
    ///   it initialized.
    package init(count: Int, reading read: @escaping (_ first: Int, UnsafeMutableBufferPointer<RawIdentifier>) -> Int) {
        self.count = count
        self.read = read
    }

    /// The handles of all of them in a table, and the list as one that is checked by that.
    func interned(in table: IdentifierTable) -> Interned {
        let handles = table.internAll(self)
        if handles.count == count { return .all(handles, RawIdentifiers(checked: self)) }
        // The batch in which interning ended has no handles, though some of it are identifiers.
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

    /// Calls `body` with batches of them and the index of the first of each, until one has something that is not an identifier or
    /// `body` returns false. Returns how many were in the batches before.
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
