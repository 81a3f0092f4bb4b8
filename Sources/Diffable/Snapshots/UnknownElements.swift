import DiffableEngine

// The errors for items and sections that a list lacks, with the likely reason.

extension DiffableDataSourceSnapshot {
    /// The error for an item or a section that the list lacks.
    @usableFromInline
    func unknown<Value: Hashable & Sendable>(_ value: Value, _ kind: Kind, position: Int? = nil, _ call: StaticString)
        -> DiffableError
    {
        // `kind` decides which of the two types the value has.
        let reason =
            switch kind {
            case .item: (value as? ItemIdentifierType).map { hint(item: $0) }
            case .section: (value as? SectionIdentifierType).map { hint(section: $0) }
            }
        return DiffableError(
            .unknownIdentifier, "there is no \(kind.word) \(DiffableError.name(value))\(reason ?? "")", call: call,
            identifier: value,
            position: position)
    }

    /// The key of an item that must be visible.
    func require(visible item: ItemIdentifierType, _ call: StaticString) throws(DiffableError) -> Int64 {
        let (key, handle) = try require(item: item, call)
        guard list.path(handle) == nil else { return key }
        throw DiffableError(
            .unknownIdentifier, "item \(DiffableError.name(item)) is \(place(ofItem: handle))", call: call,
            identifier: item)
    }

    /// Where an item of the list is, in words.
    func place(ofItem handle: UInt32) -> String {
        if let ancestor = list.collapsedAncestor(ofItem: handle) {
            return "below the collapsed item \(items.pages[ancestor].map { DiffableError.name($0) } ?? "")"
        }
        if list.isSectionSnapshot { return "at index \(list.allHandles.firstIndex(of: handle) ?? 0) of the tree" }
        guard let path = list.path(handle) else { return "in the list" }
        return "at section \(section(at: path.section).map { DiffableError.name($0) } ?? ""), item \(path.item)"
    }

    private func hint(item: ItemIdentifierType) -> String {
        if !items.areSame(item, item) { return DiffableError.notEqualToItself }
        if let same = handleOfSame(as: item) {
            return "; an equal item is \(place(ofItem: same)), \(DiffableError.otherHash)"
        }
        if !list.isSectionSnapshot, let section = item as? SectionIdentifierType, indexOfSection(section) != nil {
            return ", but there is a section of that name"
        }
        let isOfParts = Mirror(reflecting: item).displayStyle == .struct && Mirror(reflecting: item).children.count > 1
        if items.identity != nil || !isOfParts || item is any CustomStringConvertible { return "" }
        return """
            ; `\(ItemIdentifierType.self)` is compared as a whole, unless it is `Identifiable`, \
            or `newSnapshot()` of a data source with `id:` made the list
            """
    }

    private func hint(section: SectionIdentifierType) -> String {
        if !sections.areSame(section, section) { return DiffableError.notEqualToItself }
        if numberOfSections == 0 { return "; append it with `appendSections` first" }
        let same = (0..<min(numberOfSections, DiffableError.searched)).first {
            sections.holds(section, at: list.handle(ofSectionAt: $0))
        }
        if let same { return "; an equal section is at index \(same), \(DiffableError.otherHash)" }
        let item =
            (section as? ItemIdentifierType).map { contains($0) } ?? false ? ", but there is an item of that name" : ""
        let named = 5
        var names = (0..<min(numberOfSections, named)).compactMap { self.section(at: $0) }.map {
            DiffableError.name($0)
        }
        let last = numberOfSections > named ? "\(numberOfSections - named) more" : names.removeLast()
        return "\(item); the list has \(names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)")"
    }

    /// The handle of a visible item that is the same as `item`, although it is not found by its hash.
    private func handleOfSame(as item: ItemIdentifierType) -> UInt32? {
        var remaining = DiffableError.searched
        var found: UInt32?
        for section in 0..<min(numberOfSections, DiffableError.searched) where found == nil && remaining > 0 {
            let count = min(list.count(ofSectionAt: section), remaining)
            remaining -= count
            list.forEachHandle(ofSectionAt: section, 0..<count) { handles in
                if found == nil { found = handles.first { items.holds(item, at: $0) } }
            }
        }
        return found
    }
}

extension DiffableError {
    /// The maximum number of items that are searched for an equal one, so that an error takes little time in a long
    /// list.
    fileprivate static var searched: Int { 10_000 }

    fileprivate static var notEqualToItself: String { "; it is not equal to itself, so it is never found" }

    fileprivate static var otherHash: String { "and had another hash when it was added: was it changed since?" }
}
