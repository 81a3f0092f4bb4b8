import DiffableEngine

/// The events that lead a reader of a stream from one list to another: each is a line of JSON, and its indexes
/// hold when its turn comes.
struct ListEvents {
    /// A list and the trees that belong to it.
    struct List {
        var snapshot: Snapshot
        var outlines: Outlines
    }

    private let old: List
    private let new: List
    private let difference: Difference
    private let source: DataSource
    private(set) var text = ""
    /// By their old indexes; those of deleted sections are negative until they have their event.
    private var newSectionIndexes: [Int32]
    private var hasMovedItems = false

    init(from old: List, to new: List, _ difference: Difference, of source: DataSource) {
        self.old = old
        self.new = new
        self.difference = difference
        self.source = source
        newSectionIndexes = difference.newSectionIndexes
    }

    /// - Throws: what the providers throw.
    /// - Complexity: O(steps and the elements they are about + sections + items of trees)
    mutating func addAll() throws(DiffableError) {
        for step in difference.steps() {
            for index in 0..<step.count { try add(step.single(index)) }
        }
        addOutlines()
    }

    private mutating func add(_ step: Step) throws(DiffableError) {
        hasMovedItems = hasMovedItems || step.kind == .moveItems
        guard let final = step.final else { return addDeletion(step) }
        let isUpdate = step.to == nil
        let identifier = identifier(at: final, new)
        add(step.kind.event, identifier, from: isUpdate ? nil : step.from, to: step.to, at: isUpdate ? final : nil)
        if !isUpdate && step.from != nil { return }
        let path = step.to ?? final
        if !step.kind.isOfSections {
            let cell = try source.cell(at: final, in: new.snapshot)
            return add("cell", identifier, at: path, ",\"cell\":\(JSON.text(cell))")
        }
        for edge in SectionEdge.allCases {
            let cell = try source.supplementaryCell(edge.kind, ofSection: final.section, in: new.snapshot)
            // A new section has none until it is said.
            if cell == nil && !isUpdate { continue }
            add(edge == .header ? "header" : "footer", identifier, at: path, ",\"cell\":\(JSON.text(cell))")
        }
    }

    private mutating func addDeletion(_ step: Step) {
        guard let from = step.from else { return }
        var place = from
        if step.kind.isOfSections {
            // Sections that items move out of are deleted when these have, from the end as the others were before.
            if hasMovedItems {
                while let last = newSectionIndexes.last, last >= 0 { newSectionIndexes.removeLast() }
                place.section = newSectionIndexes.count - 1
            }
            newSectionIndexes[place.section] = 0
        }
        add(step.kind.event, identifier(at: place, old), from: from)
    }

    private mutating func add(
        _ event: StaticString, _ identifier: Identifier, from: IndexPath? = nil, to: IndexPath? = nil, at: IndexPath? = nil,
        _ rest: String = ""
    ) {
        text += "{\"event\":\"\(event)\",\"id\":\(JSON.text(identifier))"
        addPlace("from", from)
        addPlace("to", to)
        addPlace("at", at)
        text += rest + "}\n"
    }

    private mutating func addPlace(_ name: StaticString, _ path: IndexPath?) {
        if let path { text += ",\"\(name)\":\(path.item < 0 ? String(path.section) : JSON.text(path))" }
    }

    /// Of a section where the path has no item.
    private func identifier(at path: IndexPath, _ list: List) -> Identifier {
        path.item < 0 ? list.snapshot.sectionElement(at: path.section).identifier : list.snapshot.itemElement(at: path).identifier
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

// MARK: - Trees

extension ListEvents {
    /// How rows stand in the trees of their sections, where that is not what the reader knows.
    private mutating func addOutlines() {
        if old.outlines.isEmpty && new.outlines.isEmpty { return }
        for section in 0..<new.snapshot.numberOfSections where isTree(section) {
            for item in 0..<new.snapshot.numberOfItems(inSectionAt: section) { addOutline(IndexPath(section: section, item: item)) }
        }
        // What came out of a tree into a section that is none.
        for change in difference.list(.movedItems) where !isTree(Int(change.to.section)) { addOutline(change.to.path) }
    }

    /// Whether a section of the new list is a tree, or was one.
    private func isTree(_ section: Int) -> Bool {
        let section = identifier(at: IndexPath(section: section, item: -1), new)
        return new.outlines[section] != nil || old.outlines[section] != nil
    }

    private mutating func addOutline(_ path: IndexPath) {
        let now = new.outlines.disclosure(ofItemAt: path, in: new.snapshot)
        let oldPath = old.snapshot.indexPath(ofItem: new.snapshot.item(at: path).handle, from: new.snapshot)
        if now == oldPath.flatMap({ old.outlines.disclosure(ofItemAt: $0, in: old.snapshot) }) { return }
        let name: StaticString =
            switch now?.sign {
            case .leaf: "\"leaf\""
            case .collapsed: "\"collapsed\""
            case .expanded: "\"expanded\""
            case nil: "null"
            }
        add("outline", identifier(at: path, new), at: path, ",\"level\":\(now?.level ?? 0),\"disclosure\":\(name)")
    }
}
