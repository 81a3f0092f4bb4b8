import DiffableEngine

/// The events that change one list into another, one line of JSON each. The indexes of an event refer to the list after
/// all earlier events.
struct ListEvents {
    private let old: Snapshot
    private let new: Snapshot
    private let difference: Difference
    private let source: DataSource
    /// The cells of the old list; nil if events do not contain old cells.
    private let oldCells: CellCache?
    private(set) var text = ""
    /// The cells of the new list, by its handles; nil if they are not kept.
    private(set) var cells: CellCache?

    /// - Parameter cells: the cells of the rows that are unchanged in both lists, by the handles of the new list; nil
    ///   if cells are not kept.
    init(
        from old: Snapshot, to new: Snapshot, _ difference: Difference, of source: DataSource,
        oldCells: CellCache? = nil,
        cells: CellCache? = nil
    ) {
        self.old = old
        self.new = new
        self.difference = difference
        self.source = source
        self.oldCells = oldCells
        self.cells = cells
    }

    /// - Throws: what the providers throw.
    /// - Complexity: O(steps + their elements + sections); with trees also O(what differs in them)
    mutating func addAll() throws(DiffableError) {
        for step in difference.steps() {
            for index in 0..<step.count { try add(step.single(index)) }
        }
        addOutlines()
    }

    private mutating func add(_ step: Step) throws(DiffableError) {
        if let initial = step.initial {
            return add(
                step.kind.event, identifier(at: initial, old),
                from: step.from.map { place($0, inSectionOf: initial, old) })
        }
        guard let final = step.final else { return }
        let isUpdate = step.to == nil
        let identifier = identifier(at: final, new)
        let path = step.to ?? final
        let target = place(path, inSectionOf: final, new)
        let from = isUpdate ? nil : step.from.map { place($0, inSectionOf: oldPath(of: final), old) }
        let oldName = oldIdentifier(at: final).map { ",\"old_id\":\(JSON.text($0))" } ?? ""
        add(step.kind.event, identifier, from: from, to: isUpdate ? nil : target, at: isUpdate ? target : nil, oldName)
        if !isUpdate && step.from != nil { return }
        if !step.kind.isOfSections {
            let cell = try source.cell(at: final, in: new)
            cells?.setItem(cell, new.item(at: final))
            let oldCell = isUpdate ? oldCell(at: final).map { ",\"old\":\(JSON.text($0))" } : nil
            return add("cell", identifier, at: target, ",\"cell\":\(JSON.text(cell))\(oldCell ?? "")")
        }
        for edge in SectionEdge.allCases {
            let cell = try source.supplementaryCell(edge.kind, ofSection: final.section, in: new)
            cells?.setSupplementary(edge, SupplementaryCell(cell), new.sectionHandle(at: final.section))
            // Readers assume that a new section has neither header nor footer.
            if cell == nil && !isUpdate { continue }
            let oldCell =
                isUpdate
                ? oldSupplementary(edge, ofSection: final.section).map { ",\"old\":\(JSON.text($0.cell))" } : nil
            add(
                edge == .header ? "header" : "footer", identifier, at: target,
                ",\"cell\":\(JSON.text(cell))\(oldCell ?? "")")
        }
    }

    /// The old identifier of a renamed item of the new list; nil for any other item.
    private func oldIdentifier(at path: IndexPath) -> Identifier? {
        guard difference.hasRenames, path.item >= 0, let oldPath = difference.oldPath(ofItem: new.item(at: path)) else {
            return nil
        }
        let identifier = old.itemIdentifier(at: oldPath)
        return identifier == new.itemIdentifier(at: path) ? nil : identifier
    }

    /// The old cell of an item of the new list; nil if it is not known.
    private func oldCell(at path: IndexPath) -> Cell? {
        guard let oldCells else { return nil }
        return difference.oldPath(ofItem: new.item(at: path)).flatMap { oldCells.item(old.item(at: $0)) }
    }

    /// The old header or footer of a section of the new list; nil if it is not known.
    private func oldSupplementary(_ edge: SectionEdge, ofSection index: Int) -> SupplementaryCell? {
        guard let oldCells else { return nil }
        let section = new.identifiers.sections.raw(new.sectionHandle(at: index))
        return old.identifiers.sections.handle(of: section).flatMap { oldCells.supplementary(edge, $0) }
    }

    /// The old index path of an item of the new list, or the path itself for a section.
    private func oldPath(of path: IndexPath) -> IndexPath {
        if path.item < 0 { return path }
        return difference.oldPath(ofItem: new.item(at: path)) ?? path
    }

    /// A place in the intermediate list as JSON: the index of a section, or the index path of an item with the
    /// identifier of its section. That is the section at `other` in `list`.
    private func place(_ path: IndexPath, inSectionOf other: IndexPath, _ list: Snapshot) -> String {
        if path.item < 0 { return String(path.section) }
        return JSON.text(path, inSection: list.sectionElement(at: other.section).identifier)
    }

    private mutating func add(
        _ event: StaticString, _ identifier: Identifier, from: String? = nil, to: String? = nil, at: String? = nil,
        _ rest: String = ""
    ) {
        text += "{\"event\":\"\(event)\",\"id\":\(JSON.text(identifier))"
        addPath("from", from)
        addPath("to", to)
        addPath("at", at)
        text += rest + "}\n"
    }

    private mutating func addPath(_ name: StaticString, _ place: String?) {
        if let place { text += ",\"\(name)\":\(place)" }
    }

    /// The identifier of an item, or of a section if the path has no item.
    private func identifier(at path: IndexPath, _ list: Snapshot) -> Identifier {
        path.item < 0 ? list.sectionElement(at: path.section).identifier : list.itemElement(at: path).identifier
    }
}

extension Step.Kind {
    fileprivate var event: StaticString {
        switch self {
        case .deleteSections: "delete_section"
        case .insertSections: "insert_section"
        case .moveSections: "move_section"
        case .updateSections: "update_section"
        case .deleteItems: "delete_item"
        case .insertItems: "insert_item"
        case .moveItems: "move_item"
        case .reloadItems: "reload_item"
        case .reconfigureItems: "reconfigure_item"
        }
    }
}

// MARK: - Outlines

extension ListEvents {
    /// Adds an event for each item whose level or disclosure differs from what the reader knows.
    private mutating func addOutlines() {
        var last: IndexPath?
        for path in new.itemsWithOtherDisclosure(from: old, difference) where path != last {
            addOutline(path)
            last = path
        }
    }

    private mutating func addOutline(_ path: IndexPath) {
        let now = new.disclosure(ofItemAt: path)
        let oldPath = difference.oldPath(ofItem: new.item(at: path))
        if now == oldPath.flatMap({ old.disclosure(ofItemAt: $0) }) { return }
        let name: StaticString =
            switch now?.sign {
            case .leaf: "\"leaf\""
            case .collapsed: "\"collapsed\""
            case .expanded: "\"expanded\""
            case nil: "null"
            }
        add(
            "outline", identifier(at: path, new), at: place(path, inSectionOf: path, new),
            ",\"level\":\(now?.level ?? 0),\"disclosure\":\(name)")
    }
}
