/// Elements in the memory of the caller, each of which has an identifier. Identifiers are read there. Only those that are new to the
/// identifier table are copied.
package struct RawElements {
    let identifiers: RawIdentifiers
    let revisions: RawRevisions

    package init(_ identifiers: RawIdentifiers, revisions: RawRevisions = .none) {
        self.identifiers = identifiers
        self.revisions = revisions
    }

    package var count: Int { identifiers.count }

    package var unchecked: UncheckedElements { UncheckedElements(identifiers.unchecked, revisions: revisions) }

    /// Calls `body` with the elements of an array. The bytes of their identifiers are copied into one block of memory, which is freed
    /// after the call.
    static func with<Result>(
        _ elements: [Element], _ body: (RawElements) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        let size = elements.reduce(0) { sum, element in
            if case .bytes(let bytes) = element.identifier { sum + bytes.count } else { sum }
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { memory.deallocate() }
        var end = 0
        let raws: [RawIdentifier] = elements.map { element in
            switch element.identifier {
            case .integer(let value): return .integer(value)
            case .bytes(let bytes):
                let part = UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + bytes.count])
                part.copyBytes(from: bytes)
                end += bytes.count
                return .bytes(UnsafeRawBufferPointer(part))
            }
        }
        return try with(raws, revisions: elements.contains { $0.revision != 0 } ? elements.map { $0.revision } : nil, body)
    }

    /// - Parameter revisions: one for each identifier, 0 for none; nil if there are none.
    static func with<Result>(
        _ raws: [RawIdentifier], revisions: [UInt64]? = nil, _ body: (RawElements) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        try raws.withUnsafeBufferPointer { (raws) throws(DiffableError) in
            let identifiers = RawIdentifiers(raws)
            guard let revisions else { return try body(RawElements(identifiers)) }
            return try revisions.withUnsafeBufferPointer { (revisions) throws(DiffableError) in
                try body(RawElements(identifiers, revisions: revisions.baseAddress.map { .unlessZero($0) } ?? .none))
            }
        }
    }

    func identifier(at index: Int) -> Identifier {
        Identifier(identifiers[index])
    }

    /// The revisions of all elements; an empty array where all are 0.
    func allRevisions() -> [UInt64] {
        let all = (0..<(revisions.areNone ? 0 : count)).map { revisions[$0] ?? 0 }
        return all.allSatisfy { $0 == 0 } ? [] : all
    }

    /// Checks, by their handles, that no element occurs twice.
    func requireUnique(_ handles: UnsafeBufferPointer<Handle>, _ kind: ElementKind, _ call: StaticString) throws(DiffableError) {
        // Mostly all elements are new, and their handles ascend.
        if handles.ascendsStrictly { return }
        var index = PositionIndex(capacity: handles.count)
        for (position, handle) in handles.enumerated() {
            if let first = index.insert(handle, position: position) {
                throw .twice(kind, call, identifier(at: position), at: first, and: position)
            }
        }
    }

    func contains(_ raw: RawIdentifier) -> Bool {
        (0..<count).contains { RawIdentifier.equal(identifiers[$0], raw) }
    }
}

/// Elements in the memory of the caller. Some may lack an identifier, which is an error that `interned` finds.
package struct UncheckedElements {
    let identifiers: UncheckedIdentifiers
    let revisions: RawRevisions

    package init(_ identifiers: UncheckedIdentifiers, revisions: RawRevisions = .none) {
        self.identifiers = identifiers
        self.revisions = revisions
    }

    /// Interns the identifiers in a table, and writes their handles to memory. Returns the elements. Throws if one has no identifier.
    func interned(
        in table: IdentifierTable, into handles: UnsafeMutableBufferPointer<Handle>, _ call: StaticString
    ) throws(DiffableError) -> RawElements {
        switch identifiers.interned(in: table, into: handles) {
        case .all(let identifiers): RawElements(identifiers, revisions: revisions)
        case .noIdentifier(let position):
            throw identifiers.areStrings ? .endBeforeStart(at: position) : .noIdentifier(at: position)
        case .tableFull: throw .tableFull(call)
        }
    }
}

/// The revisions of elements, in the memory of the caller.
package enum RawRevisions {
    case none
    /// An array with a revision for each element.
    case array(UnsafePointer<UInt64>)
    /// The same, where 0 stands for no revision.
    case unlessZero(UnsafePointer<UInt64>)

    /// All revisions, where 0 stands for no revision; nil for `.none`.
    var start: UnsafePointer<UInt64>? {
        switch self {
        case .none: nil
        case .array(let start), .unlessZero(let start): start
        }
    }

    var areNone: Bool { start == nil }

    /// The revision of an element; nil for none.
    subscript(index: Int) -> UInt64? {
        switch self {
        case .none: nil
        case .array(let start): start[index]
        case .unlessZero(let start): start[index] == 0 ? nil : start[index]
        }
    }
}
