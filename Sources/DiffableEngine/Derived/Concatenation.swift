extension DataSource {
    /// Makes a data source whose list has the sections of several lists, one list after the other, and follows them
    /// all.
    /// - Throws: `invalidArgument` if `origins` is empty or contains a list twice, if one of them was closed, and in a
    ///   callback of an apply; `duplicateIdentifier` for an identifier that occurs in two lists.
    /// - Complexity: O(n)
    @export(interface)
    package static func concatenating(_ origins: [DataSource]) throws(DiffableError) -> DataSource {
        guard let first = origins.first else { throw DiffableError(.invalidArgument, "concat: no list was passed") }
        for (position, origin) in origins.enumerated() {
            try origin.requireIdle("concat")
            if origins[..<position].contains(where: { $0 === origin }) {
                throw DiffableError(
                    .invalidArgument, position: position,
                    [.text("concat: the list at "), .index(position), .text(" is passed twice")])
            }
        }
        var state = DerivedState(Derivation(), of: first.current)
        let source = DataSource()
        source.current = try state.concatenate(origins.map { $0.current }, of: source)
        source.follow(origins, state, isConcatenation: true) { (source, origins) throws(DiffableError) in
            try source.followingAll(origins)
        }
        return source
    }

    /// Returns how a concatenation changes when its origins apply; nil if none of them does.
    private func followingAll(
        _ origins: [DerivedList.OriginApply]
    ) throws(DiffableError) -> (transaction: Transaction, state: DerivedState)? {
        guard let origin = origins.lazy.compactMap({ $0.transaction }).first, var state = derived?.state else {
            return nil
        }
        let shown = try state.concatenate(origins.map { $0.transaction?.difference.new ?? $0.source.current }, of: self)
        return (transaction(to: shown, like: origin), state)
    }
}

extension DerivedState {
    /// Computes the concatenation of the lists, with their marks. Items that are in the list already stay expanded or
    /// collapsed.
    /// - Complexity: O(n)
    mutating func concatenate(_ lists: [Snapshot], of source: DataSource) throws(DiffableError) -> Snapshot {
        var result = source.current.emptied
        let shown = source.current
        for (number, list) in lists.enumerated() {
            for (index, section) in list.sections.enumerated() {
                let element = Element(list.identifiers.sections.identifier(section.handle))
                if result.containsSection(element.identifier) {
                    let first = lists.firstIndex { $0.containsSection(element.identifier) }
                    throw .duplicateInLists(.section, element.identifier, at: first ?? 0, and: number)
                }
                try result.appendSections([element])
                let tree = list.sectionSnapshot(ofSectionAt: index)
                do throws(DiffableError) {
                    try result.insertTree(tree, .atEndOfSection(element.identifier))
                } catch {
                    guard error.code == .duplicateIdentifier, let item = error.identifier else { throw error }
                    let first = lists.firstIndex { $0.containsItem(item) }
                    throw .duplicateInLists(.item, item, at: first ?? 0, and: number)
                }
                let last = result.numberOfSections - 1
                guard let content = result.copied(section.content, of: list) else { throw .contentsFull("concat") }
                if content != 0 { result.uniqueSection(last).content = content }
            }
            if list.marks == nil { continue }
            try result.reloadSections(list.reloadedSectionIdentifiers.map { Element($0) })
            try result.reconfigureSections(list.reconfiguredSectionIdentifiers.map { Element($0) })
        }
        if result.hasTrees || shown.hasTrees {
            for item in result.allItemHandles {
                guard let old = shown.handle(ofItem: result.identifiers.items.raw(item)) else { continue }
                let isExpanded = shown.node(old).isExpanded
                if isExpanded != result.node(item).isExpanded { result.setExpanded(item, isExpanded) }
            }
        }
        return result
    }
}
