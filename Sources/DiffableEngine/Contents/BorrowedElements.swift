/// Elements in the memory of the caller, each of which has an identifier. The identifiers are read in place. Only those
/// that are new to the identifier table are copied.
package struct BorrowedElements {
    let identifiers: BorrowedIdentifiers
    let contents: BorrowedContents

    package init(_ identifiers: BorrowedIdentifiers, contents: BorrowedContents = .none) {
        self.identifiers = identifiers
        self.contents = contents
    }

    package var count: Int { identifiers.count }

    package var unchecked: UncheckedElements { UncheckedElements(identifiers.unchecked, contents: contents) }

    /// Calls `body` with the elements of an array. The bytes of their identifiers and contents are copied into one
    /// block of memory, which is freed after the call.
    static func with<Result>(
        _ elements: [Element], _ body: (BorrowedElements) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        let size = elements.reduce(0) { sum, element in
            let count = if case .bytes(let bytes) = element.identifier { bytes.count } else { 0 }
            return sum + count + (element.content?.bytes.count ?? 0)
        }
        // At least one byte, because a content without bytes needs an address too.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 1, alignment: 1)
        defer { memory.deallocate() }
        var end = 0
        func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
            let part = UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + bytes.count])
            part.copyBytes(from: bytes)
            end += bytes.count
            return UnsafeRawBufferPointer(part)
        }
        let raws: [BorrowedIdentifier] = elements.map { element in
            switch element.identifier {
            case .integer(let value): .integer(value)
            case .bytes(let bytes): .bytes(copy(bytes))
            }
        }
        if !elements.contains(where: { $0.content != nil }) { return try with(raws, body) }
        let contents = elements.map { element in
            element.content.map { content in
                let bytes = copy(content.bytes)
                return BorrowedContent(data: bytes.baseAddress, size: bytes.count)
            } ?? .none
        }
        return try contents.withUnsafeBufferPointer { (contents) throws(DiffableError) in
            try raws.withUnsafeBufferPointer { (raws) throws(DiffableError) in
                try body(
                    BorrowedElements(
                        BorrowedIdentifiers(raws), contents: BorrowedContents(contents.baseAddress, byteCount: size))
                )
            }
        }
    }

    static func with<Result>(
        _ raws: [BorrowedIdentifier], _ body: (BorrowedElements) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        try raws.withUnsafeBufferPointer { (raws) throws(DiffableError) in
            try body(BorrowedElements(BorrowedIdentifiers(raws)))
        }
    }

    func identifier(at index: Int) -> Identifier {
        Identifier(identifiers[index])
    }

    /// Checks, by their handles, that no element occurs twice.
    func requireUnique(_ handles: BorrowedHandles, _ kind: ElementKind, _ call: StaticString) throws(DiffableError) {
        // Usually all elements are new, so their handles ascend.
        if handles.ascendsStrictly { return }
        var index = PositionIndex(capacity: handles.count)
        for (position, handle) in handles.enumerated() {
            if let first = index.insert(handle, position: position) {
                throw .duplicateInCall(kind, call, identifier(at: position), at: first, and: position)
            }
        }
    }

    func contains(_ raw: BorrowedIdentifier) -> Bool {
        (0..<count).contains { BorrowedIdentifier.equal(identifiers[$0], raw) }
    }
}

/// Elements in the memory of the caller. Some may lack an identifier, which is an error that `withInterned` throws.
package struct UncheckedElements {
    let identifiers: UncheckedIdentifiers
    let contents: BorrowedContents

    package init(_ identifiers: UncheckedIdentifiers, contents: BorrowedContents = .none) {
        self.identifiers = identifiers
        self.contents = contents
    }

    /// Interns the identifiers in a table, and calls `body` with the elements and their handles. Throws if an element
    /// has no identifier, or if the table is full.
    func withInterned<Result>(
        in table: IdentifierTable, _ call: StaticString,
        _ body: (BorrowedElements, BorrowedHandles) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        try DiffableEngine.withHandles(identifiers.count) { (handles) throws(DiffableError) in
            switch identifiers.interned(in: table, into: handles) {
            case .all(let identifiers):
                return try body(BorrowedElements(identifiers, contents: contents), BorrowedHandles(handles))
            case .invalidIdentifier(let position):
                throw identifiers.areStrings
                    ? .stringEndsBeforeStart(at: position) : .invalidIdentifier(identifiers[position], at: position)
            case .tableFull: throw .tableFull(call)
            }
        }
    }
}
