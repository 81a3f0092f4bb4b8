/// Elements that are still where the caller keeps them: each is read in place, and copied only when it is new.
package struct RawElements {
    let identifiers: RawIdentifiers
    private let revisionOf: ((Int) -> UInt64?)?
    /// All revisions, where they lie in a row.
    private let row: UnsafeBufferPointer<UInt64>?

    package init(_ identifiers: RawIdentifiers, revision: ((Int) -> UInt64?)? = nil) {
        self.identifiers = identifiers
        revisionOf = revision
        row = nil
    }

    package init(_ identifiers: RawIdentifiers, revisions: UnsafePointer<UInt64>?) {
        self.identifiers = identifiers
        revisionOf = nil
        row = revisions.map { UnsafeBufferPointer(start: $0, count: identifiers.count) }
    }

    package var count: Int { identifiers.count }

    /// nil where nothing was said of revisions, or none of that of one element.
    var revision: ((Int) -> UInt64?)? {
        if let row { return { row[$0] } }
        return revisionOf
    }

    var hasRevisions: Bool { row != nil || revisionOf != nil }

    /// Hands elements over, their bytes gathered in one place for as long as `body` runs.
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
        let hasRevisions = elements.contains { $0.revision != 0 }
        return try body(
            RawElements(
                RawIdentifiers(count: elements.count) { raws[$0] },
                revision: hasRevisions ? { elements[$0].revision == 0 ? nil : elements[$0].revision } : nil))
    }

    /// What is wrong where not all of them are identifiers, which nobody knows before they are read.
    var fault: DiffableError? {
        (0..<count).first { !identifiers.isIdentifier(at: $0) }.map { .noIdentifier(at: $0) }
    }

    func identifier(at index: Int) -> Identifier {
        Identifier(identifiers[index])
    }

    /// Lends the revisions out; nil where nothing was said of them.
    func withRevisions(_ body: (UnsafePointer<UInt64>?) -> Void) {
        if let row { return body(row.baseAddress) }
        guard let revision = revisionOf else { return body(nil) }
        (0..<count).map { revision($0) ?? 0 }.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// The revisions, or none where all are 0.
    func revisions() -> [UInt64] {
        if let row { return row.allSatisfy { $0 == 0 } ? [] : Array(row) }
        guard let revision else { return [] }
        let all = (0..<count).map { revision($0) ?? 0 }
        return all.allSatisfy { $0 == 0 } ? [] : all
    }
}

extension RawElements {
    /// Checks that none is twice among them, by their handles.
    func requireUnique(_ handles: [Handle], _ kind: ElementKind, _ call: StaticString) throws(DiffableError) {
        var index = HandleIndex(capacity: handles.count)
        for (position, handle) in handles.enumerated() {
            if let first = index.insert(handle, place: position) {
                throw .twice(kind, call, identifier(at: position), at: first, and: position)
            }
        }
    }

    func contains(_ raw: RawIdentifier) -> Bool {
        (0..<count).contains { RawIdentifier.equal(identifiers[$0], raw) }
    }
}
