import DiffableEngine

// Lists as bytes. docs/wire.md specifies them, so that programs in other languages read what this module wrote, and the
// other way round.
//
// The engine knows the values of a program by keys, which are hashes. A document has identifiers and contents instead,
// so a second list of the engine is made from identifiers and contents.

extension DiffableDataSourceSnapshot where SectionIdentifierType: Encodable, ItemIdentifierType: Encodable {
    /// The whole list as bytes, to keep it in a file or to send it to another program, in Swift or in another language.
    /// Equal lists have equal bytes.
    ///
    /// A value that is encoded as a string, bytes or an integer, such as an enumeration with raw values, is its own
    /// identifier. If an `Identifiable` value is encoded with fields, its identifier is its `id`, which must be a
    /// string, bytes or an integer, and its content is the fields. Marks are not written.
    /// - Parameter name: the name of the list, for programs that receive several lists.
    /// - Throws: `invalidArgument` for any other value, and for a value that cannot be encoded; `duplicateIdentifier`
    ///   if two items, or two sections, would have the same identifier.
    /// - Complexity: O(n)
    public func encoded(name: String? = nil) throws(DiffableError) -> [UInt8] {
        let described = try DescribedList(self, "encoded(name:)")
        do throws(EngineError) { return try described.list.encoded(name: name).bytes } catch {
            throw DiffableError(error, "encoded(name:)")
        }
    }

    /// The version of the list, which is 32 hexadecimal digits. Equal lists have the same version in every language,
    /// and different lists have different versions. A patch contains the version of the list that it applies to.
    /// - Throws: as `encoded(name:)` does.
    /// - Complexity: O(n)
    public func version() throws(DiffableError) -> String {
        try DescribedList(self, "version()").list.version.text
    }
}

extension DiffableDataSourceSnapshot where SectionIdentifierType: Decodable, ItemIdentifierType: Decodable {
    /// The list that `encoded(name:)` wrote, here or in another language. The bytes may come from anywhere.
    ///
    /// A value with content is decoded from its fields and `id`. A value without content is decoded from its
    /// identifier.
    /// - Throws: `malformed` if the bytes are not a list (the message contains the offset of the error) or if a value
    ///   cannot be decoded; `duplicateIdentifier` if two values are the same.
    /// - Complexity: O(size)
    public init(decoding bytes: [UInt8]) throws(DiffableError) {
        let list: EngineList
        do throws(EngineError) { list = try EngineList(decoding: bytes) } catch {
            throw DiffableError(error, "init(decoding:)")
        }
        self.init()
        try fill(from: list, "init(decoding:)", known: nil)
    }

    /// Adds the sections and items of a list that has identifiers and contents.
    /// - Parameter known: an older list. Values that it has with the same content are taken from it instead of being
    ///   decoded.
    fileprivate mutating func fill(
        from list: EngineList, _ call: StaticString, known: DescribedList<SectionIdentifierType, ItemIdentifierType>?
    ) throws(DiffableError) {
        if list.isSectionSnapshot {
            throw DiffableError(.malformed, "the document has the tree of one section", call: call)
        }
        func item(_ identifier: Identifier, _ content: Content?) throws(DiffableError) -> ItemIdentifierType {
            if let value = known?.items[identifier], known?.list.content(ofItem: identifier) == content { return value }
            return try .init(described: identifier, content, .item, call)
        }
        for (index, identifier) in list.sectionIdentifiers.enumerated() {
            let content = list.content(ofSection: identifier)
            let isKnown = known?.list.content(ofSection: identifier) == content
            let value = isKnown ? known?.sections[identifier] : nil
            let section =
                if let value { value } else {
                    try SectionIdentifierType(described: identifier, content, .section, call)
                }
            try checked.appendSections([section])
            let tree = list.sectionSnapshot(ofSectionAt: index)
            let identifiers = tree.allItemIdentifiers
            var values: [ItemIdentifierType] = []
            for identifier in identifiers { values.append(try item(identifier, tree.content(ofItem: identifier))) }
            if tree.hasTrees {
                try append(tree, identifiers, values, section)
            } else {
                try checked.appendItems(values, toSection: section)
            }
        }
    }

    private mutating func append(
        _ tree: EngineList, _ identifiers: [Identifier], _ values: [ItemIdentifierType],
        _ section: SectionIdentifierType
    ) throws(DiffableError) {
        var ancestors: [(handle: UInt32, value: ItemIdentifierType)] = []
        var (expanded, expandable): ([ItemIdentifierType], [ItemIdentifierType]) = ([], [])
        for (handle, value) in zip(tree.allItemHandles, values) {
            let state = tree.state(of: handle)
            let parent = tree.parentHandle(of: handle)
            while let last = ancestors.last, last.handle != parent { ancestors.removeLast() }
            if let parent = ancestors.last {
                try checked.appendItems([value], toParent: parent.value)
            } else {
                try checked.appendItems([value], toSection: section)
            }
            ancestors.append((handle, value))
            if state.isExpanded { expanded.append(value) }
            if state.isExpandable { expandable.append(value) }
        }
        expand(expanded)
        setExpandable(expandable, true)
    }
}

extension DiffableDataSourceSnapshot where SectionIdentifierType: Codable, ItemIdentifierType: Codable {
    /// Applies a patch to the list. The result has no marks. Values that the patch does not change stay the same.
    /// - Parameter patch: what `encoded(name:withOldContents:)` of a difference returned, here or in another language.
    /// - Throws: `wrongVersion` if the patch starts from another list; the errors of `encoded(name:)` and of
    ///   `init(decoding:)`. If it throws, nothing has changed.
    /// - Complexity: O(n)
    public mutating func apply(patch: [UInt8]) throws(DiffableError) {
        let old = try DescribedList(self, "apply(patch:)")
        var list = old.list
        do throws(EngineError) { try list.apply(patch: patch) } catch { throw DiffableError(error, "apply(patch:)") }
        var new = Self(EngineList(), sections.identity, items.identity)
        try new.fill(from: list, "apply(patch:)", known: old)
        self = new
    }
}

extension DiffableDifference where SectionIdentifierType: Encodable, ItemIdentifierType: Encodable {
    /// The changes as a patch that turns the old list into the new one. Only values that the old list does not have are
    /// written.
    /// - Parameters:
    ///   - name: the name of the list, for programs that receive several lists.
    ///   - withOldContents: whether to add the contents that the new list does not have any more.
    /// - Throws: as `encoded(name:)` of a snapshot does.
    /// - Complexity: O(n)
    public func encoded(name: String? = nil, withOldContents: Bool = false) throws(DiffableError) -> [UInt8] {
        let call: StaticString = "encoded(name:withOldContents:)"
        let (from, to) = (try DescribedList(old, call).list, try DescribedList(new, call).list)
        do throws(EngineError) {
            return try Difference(from: from, to: to).encoded(name: name, withOldContents: withOldContents).bytes
        } catch {
            throw DiffableError(error, call)
        }
    }
}

/// A list of the engine with identifiers and contents, and the values that these stand for.
private struct DescribedList<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    private(set) var list = EngineList()
    private(set) var sections: [Identifier: Section] = [:]
    private(set) var items: [Identifier: Item] = [:]

    init(_ snapshot: DiffableDataSourceSnapshot<Section, Item>, _ call: StaticString) throws(DiffableError)
    where Section: Encodable, Item: Encodable {
        let source = snapshot.list
        var (expanded, expandable): ([Identifier], [Identifier]) = ([], [])
        /// Describes items, and notes their state.
        func describe(_ handles: [UInt32]) throws(DiffableError) -> [Element] {
            var elements: [Element] = []
            for handle in handles {
                guard let value = snapshot.items.pages[handle] else { continue }
                let element = try Element(describing: value, .item, call)
                elements.append(element)
                items[element.identifier] = value
                if !source.hasTrees { continue }
                let state = source.state(of: handle)
                if state.isExpanded { expanded.append(element.identifier) }
                if state.isExpandable { expandable.append(element.identifier) }
            }
            return elements
        }
        for index in 0..<source.numberOfSections {
            guard let value = snapshot.section(at: index) else { continue }
            let section = try Element(describing: value, .section, call)
            sections[section.identifier] = value
            let roots = source.rootHandles(inSectionAt: index)
            var elements = try describe(roots)
            do throws(EngineError) {
                try list.appendSections([section])
                try list.appendItems(elements, toSection: section.identifier)
            } catch {
                throw DiffableError(error, call)
            }
            if !source.hasTrees { continue }
            // The parents whose children were not described yet.
            var parents = Array(zip(roots, elements.map { $0.identifier }))
            while let (handle, identifier) = parents.popLast() {
                let children = source.childHandles(of: handle)
                if children.isEmpty { continue }
                elements = try describe(children)
                do throws(EngineError) { try list.appendItems(elements, toParent: identifier) } catch {
                    throw DiffableError(error, call)
                }
                parents += zip(children, elements.map { $0.identifier })
            }
        }
        list.expand(expanded)
        list.setExpandable(expandable, true)
    }
}

extension Element {
    /// The identifier and the content of a value.
    fileprivate init<Value: Encodable & Hashable & Sendable>(
        describing value: Value, _ kind: Kind, _ call: StaticString
    ) throws(DiffableError) {
        func error(_ message: String) -> DiffableError {
            DiffableError(
                .invalidArgument, "\(kind.word) \(DiffableError.name(value)) \(message)", call: call, identifier: value)
        }
        let encoded: ContentValue
        let id: ContentValue?
        do {
            encoded = try ContentValue(encoding: value)
            id = try (value as? any Identifiable).flatMap { try $0.encodedID }
        } catch let failure {
            throw error("cannot be encoded: \(failure)")
        }
        if let identifier = Identifier(encoded) {
            self.init(identifier)
            return
        }
        guard case .map(var fields) = encoded else {
            throw error("is encoded neither as a string or an integer nor with fields")
        }
        guard let id, let identifier = Identifier(id) else {
            throw error("has no identifier; it must be Identifiable, by a string or an integer")
        }
        // The identifier is in the document already.
        if fields["id"] == id { fields["id"] = nil }
        guard let bytes = ContentValue.map(fields).encoded else {
            throw error("is nested more than \(ContentValue.deepest) levels deep")
        }
        self.init(identifier, content: Content(bytes))
    }
}

extension Identifiable {
    /// The `id` as a value of CBOR; nil if its type is not `Encodable`.
    fileprivate var encodedID: ContentValue? {
        get throws { try (id as? any Encodable).map { try ContentValue(encoding: $0) } }
    }
}

extension Decodable {
    /// The value that an identifier and a content stand for.
    fileprivate init(described identifier: Identifier, _ content: Content?, _ kind: Kind, _ call: StaticString)
        throws(DiffableError)
    {
        func error(_ message: String) -> DiffableError {
            DiffableError(.malformed, "\(kind.word) \(identifier.quoted) \(message)", call: call)
        }
        let id = ContentValue(identifier)
        do {
            guard let content else {
                self = try id.decoded(as: Self.self)
                return
            }
            guard case .map(var fields) = ContentValue(map: content.bytes) else {
                throw error("has a content that is no object with fields")
            }
            // A program in Lua may give a section an empty content, although the section is a string in this program.
            let isEmpty = fields.isEmpty
            if fields["id"] == nil { fields["id"] = id }
            do {
                self = try ContentValue.map(fields).decoded(as: Self.self)
            } catch  where isEmpty {
                self = try id.decoded(as: Self.self)
            }
        } catch let failure as DiffableError {
            throw failure
        } catch let failure as DecodingError {
            throw error("is no \(Self.self): \(failure.reason)")
        } catch let failure {
            throw error("is no \(Self.self): \(failure)")
        }
    }
}

extension DecodingError {
    /// What is wrong, and in which field.
    fileprivate var reason: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        guard let context else { return "\(self)" }
        let path = context.codingPath.map { $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "field \"\(path)\": \(context.debugDescription)"
    }
}

extension Identifier {
    /// nil for a value that is neither a text, an integer of 64 bits, nor bytes.
    fileprivate init?(_ value: ContentValue) {
        switch value {
        case .text(let text): self.init(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .integer(let number, let isNegative):
            guard let magnitude = Int64(exactly: number) else { return nil }
            self = .integer(isNegative ? ~magnitude : magnitude)
        default: return nil
        }
    }
}

extension ContentValue {
    fileprivate init(_ identifier: Identifier) {
        switch identifier {
        case .integer(let number):
            self = .integer(UInt64(bitPattern: number < 0 ? ~number : number), isNegative: number < 0)
        case .bytes(let bytes): self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
        }
    }
}

extension DiffableError {
    /// An error about a document. The engine's name for the call is removed from its message.
    fileprivate init(_ error: EngineError, _ call: StaticString) {
        var message = error.message().dropFirst("\(error.code.name): ".utf8.count)
        if let end = message.firstRange(of: ": "), message[..<end.lowerBound].allSatisfy({ $0.isLetter || $0 == "_" }) {
            message = message[end.upperBound...]
        }
        self.init(Code(rawValue: error.code.rawValue) ?? .malformed, String(message), call: call)
    }
}
