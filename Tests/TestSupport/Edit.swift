@testable import DiffableEngine

enum Side {
    case before, after
}

/// Where a tree is inserted.
enum Placement {
    /// Nil is the last section.
    case atEndOfSection(Identifier?)
    case atEndOfParent(Identifier)
    case beside(Side, Identifier)
}

/// One call that changes a snapshot, as a value, so that it can be carried out on a snapshot and on the model.
enum Edit {
    case appendSections([Element])
    case insertSections([Element], Side, Identifier)
    case deleteSections([Identifier])
    case moveSection(Identifier, Side, Identifier)
    case reloadSections([Element])
    case reconfigureSections([Element])
    case updateSections([Element])
    case appendItems([Element], toSection: Identifier?)
    case appendItemsToParent([Element], Identifier)
    case prependItems([Element], toSection: Identifier?)
    case prependItemsToParent([Element], Identifier)
    case insertItemsAt([Element], Int, inSection: Identifier?)
    case insertItems([Element], Side, Identifier)
    case deleteItems([Identifier])
    case deleteAllItems
    case moveItem(Identifier, Side, Identifier)
    case moveItems([Identifier], toSection: Identifier)
    case moveItemsToParent([Identifier], Identifier)
    case reloadItems([Element])
    case reconfigureItems([Element])
    case updateItems([Element])
    case replaceItems([Element], inSection: Identifier?)
    case renameItem(Identifier, to: Identifier)
    case expand([Identifier])
    case collapse([Identifier])
    case keepExpansion([Identifier])
    case keepChildren([Identifier])
    case setExpandable([Identifier], Bool)
    // Trees are in registers, which the edit names by their numbers.
    case replaceChildren(of: Identifier, with: Int)
    case insertTree(Int, Placement)
    case setSectionSnapshot(ofSection: Identifier, Int)
}

extension Edit {
    /// The name that messages have for the edit, and that programs call it by.
    var name: String {
        switch self {
        case .appendSections: "append_sections"
        case .insertSections(_, let side, _): "insert_sections_\(side)"
        case .deleteSections: "delete_sections"
        case .moveSection(_, let side, _): "move_section_\(side)"
        case .reloadSections: "reload_sections"
        case .reconfigureSections: "reconfigure_sections"
        case .updateSections: "update_sections"
        case .appendItems: "append_items"
        case .appendItemsToParent: "append_items_to_parent"
        case .prependItems: "prepend_items"
        case .prependItemsToParent: "prepend_items_to_parent"
        case .insertItemsAt: "insert_items_at"
        case .insertItems(_, let side, _): "insert_items_\(side)"
        case .deleteItems: "delete_items"
        case .deleteAllItems: "delete_all_items"
        case .moveItem(_, let side, _): "move_item_\(side)"
        case .moveItems: "move_items_to_section"
        case .moveItemsToParent: "move_items_to_parent"
        case .reloadItems: "reload_items"
        case .reconfigureItems: "reconfigure_items"
        case .updateItems: "update_items"
        case .replaceItems: "replace_items"
        case .renameItem: "rename_item"
        case .expand: "expand"
        case .collapse: "collapse"
        case .keepExpansion: "keep_expansion"
        case .keepChildren: "keep_children"
        case .setExpandable: "set_expandable"
        case .replaceChildren: "replace_children"
        case .insertTree: "insert_tree"
        case .setSectionSnapshot: "set_section_snapshot"
        }
    }

    /// The name of an edit that Swift's functions check less than those of C.
    fileprivate var call: StaticString {
        switch self {
        case .deleteSections: "delete_sections"
        case .deleteItems: "delete_items"
        case .expand: "expand"
        case .collapse: "collapse"
        case .keepExpansion: "keep_expansion"
        case .keepChildren: "keep_children"
        case .setExpandable: "set_expandable"
        default: fatalError("Swift checks \(self) itself")
        }
    }

    /// Whether a section snapshot refuses the edit.
    var isOfSections: Bool {
        switch self {
        case .appendSections, .insertSections, .deleteSections, .moveSection, .reloadSections, .reconfigureSections,
            .updateSections,
            .setSectionSnapshot:
            true
        default: false
        }
    }
}

extension Identifier {
    /// Whether one is a number, and the other one the string that spells it.
    func isLookAlike(of other: Identifier) -> Bool {
        switch (self, other) {
        case (.integer(let number), .bytes(let bytes)), (.bytes(let bytes), .integer(let number)):
            Array("\(number)".utf8) == bytes
        default: false
        }
    }
}

/// An error, as the model and the engine both describe it. Indexes in its message count from 0.
struct Failure: Error, Equatable {
    var code: DiffableError.Code
    var identifier: Identifier?
    var position: Int?
    /// Without the code.
    var message: String

    init(_ code: DiffableError.Code, _ message: String, identifier: Identifier? = nil, position: Int? = nil) {
        self.code = code
        self.identifier = identifier
        self.position = position
        self.message = message
    }

    init(_ error: DiffableError) {
        let message = error.message().dropFirst("\(error.code.name): ".count)
        self.init(error.code, String(message), identifier: error.identifier, position: error.position)
    }
}

/// How an edit ended.
enum Outcome: Equatable {
    case done
    /// How many elements were deleted or updated.
    case counted(Int)
    case failed(Failure)

    var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Snapshot {
    /// - Parameter registers: the snapshots that an edit names by their numbers.
    mutating func perform(_ edit: Edit, registers: [Snapshot] = []) -> Outcome {
        do throws(DiffableError) {
            switch edit {
            // The functions of Swift cannot fail. Those of C check as follows.
            case .deleteSections(let sections):
                try requireSections(edit.call)
                return .counted(
                    try withRaws(sections) { (list, sections) throws(DiffableError) in
                        try list.deleteSections(sections, refusingLookAlikesIn: edit.call)
                    })
            case .deleteItems(let items):
                return .counted(
                    try withRaws(items) { (list, items) throws(DiffableError) in
                        try list.deleteItems(items, refusingLookAlikesIn: edit.call)
                    })
            case .updateItems(let items): return .counted(try updateItems(items))
            case .updateSections(let sections): return .counted(try updateSections(sections))
            default: try performThrowing(edit, registers)
            }
            return .done
        } catch {
            return .failed(Failure(error))
        }
    }

    private mutating func performThrowing(_ edit: Edit, _ registers: [Snapshot]) throws(DiffableError) {
        switch edit {
        case .appendSections(let sections): try appendSections(sections)
        case .insertSections(let sections, .before, let anchor): try insertSections(sections, beforeSection: anchor)
        case .insertSections(let sections, .after, let anchor): try insertSections(sections, afterSection: anchor)
        case .moveSection(let section, .before, let anchor): try moveSection(section, beforeSection: anchor)
        case .moveSection(let section, .after, let anchor): try moveSection(section, afterSection: anchor)
        case .reloadSections(let sections): try reloadSections(sections)
        case .reconfigureSections(let sections): try reconfigureSections(sections)
        case .appendItems(let items, let section): try appendItems(items, toSection: section)
        case .appendItemsToParent(let items, let parent): try appendItems(items, toParent: parent)
        case .prependItems(let items, let section): try prependItems(items, toSection: section)
        case .prependItemsToParent(let items, let parent): try prependItems(items, toParent: parent)
        case .insertItemsAt(let items, let index, let section): try insertItems(items, at: index, inSection: section)
        case .renameItem(let item, let new): try renameItem(item, to: new)
        case .insertItems(let items, .before, let anchor): try insertItems(items, beforeItem: anchor)
        case .insertItems(let items, .after, let anchor): try insertItems(items, afterItem: anchor)
        case .deleteAllItems: deleteAllItems()
        case .moveItem(let item, .before, let anchor): try moveItem(item, beforeItem: anchor)
        case .moveItem(let item, .after, let anchor): try moveItem(item, afterItem: anchor)
        case .moveItems(let items, let section): try moveItems(items, toSection: section)
        case .moveItemsToParent(let items, let parent): try moveItems(items, toParent: parent)
        case .reloadItems(let items): try reloadItems(items)
        case .reconfigureItems(let items): try reconfigureItems(items)
        case .replaceItems(let items, let section): try replaceItems(items, inSection: section)
        case .deleteSections, .deleteItems, .updateItems, .updateSections: break
        default: try performOnTrees(edit, registers)
        }
    }

    private mutating func withRaws<Result>(
        _ identifiers: [Identifier], _ body: (inout Snapshot, BorrowedElements) throws(DiffableError) -> Result
    ) throws(DiffableError) -> Result {
        let elements = identifiers.map { Element($0) }
        return try BorrowedElements.with(elements) { (raws) throws(DiffableError) in try body(&self, raws) }
    }

    private mutating func performOnTrees(_ edit: Edit, _ registers: [Snapshot]) throws(DiffableError) {
        switch edit {
        case .expand(let items), .collapse(let items), .keepExpansion(let items), .keepChildren(let items),
            .setExpandable(let items, _):
            try withRaws(items) { (list, items) throws(DiffableError) in try list.requireItems(items, edit.call) }
        default: break
        }
        switch edit {
        case .expand(let items): expand(items)
        case .collapse(let items): collapse(items)
        case .keepExpansion(let items): keepExpansion(items)
        case .keepChildren(let items): keepChildren(items)
        case .setExpandable(let items, let isExpandable): setExpandable(items, isExpandable)
        case .replaceChildren(let parent, let tree): try replaceChildren(of: parent, with: registers[tree])
        case .insertTree(let tree, .atEndOfSection(let section)):
            try insertTree(registers[tree], .atEndOfSection(section))
        case .insertTree(let tree, .atEndOfParent(let parent)): try insertTree(registers[tree], .atEndOfParent(parent))
        case .insertTree(let tree, .beside(.before, let item)): try insertTree(registers[tree], .beforeItem(item))
        case .insertTree(let tree, .beside(.after, let item)): try insertTree(registers[tree], .afterItem(item))
        case .setSectionSnapshot(let section, let tree): try setSectionSnapshot(registers[tree], ofSection: section)
        default: fatalError("\(edit) is no edit of trees")
        }
    }
}

extension Snapshot {
    /// The snapshot that a model describes, built from nothing; with the tables of another one if asked.
    init(_ model: ReferenceModel, sharing other: Snapshot? = nil) throws {
        self = model.isTree ? .sectionSnapshot() : other.map { $0.emptied } ?? Snapshot()
        for section in model.sections {
            if !model.isTree { try appendSections([Element(section.identifier, content: section.content)]) }
            try appendItems(section.nodes.filter { $0.level == 0 }.map { $0.element })
            for (index, node) in section.nodes.enumerated() {
                let item = node.element.identifier
                let children = section.end(of: index) == index + 1 ? [] : section.children(of: index)
                if !children.isEmpty { try appendItems(children.map { section.nodes[$0].element }, toParent: item) }
                if node.isExpanded { expand([item]) }
                if node.isExpandable { setExpandable([item], true) }
                if node.keepsExpansion { keepExpansion([item]) }
                if node.keepsChildren { keepChildren([item]) }
            }
        }
        try reloadItems(model.reloadedItems.map { Element($0) })
        try reconfigureItems(model.reconfiguredItems.map { Element($0) })
        recordRenames(model.renames.map { ($0.item, $0.old) })
        if model.isTree { return }
        try reloadSections(model.reloadedSections.map { Element($0) })
        try reconfigureSections(model.reconfiguredSections.map { Element($0) })
    }
}

extension Edit {
    // The messages of the model.

    func failure(_ code: DiffableError.Code, _ text: String, _ identifier: Identifier? = nil, at position: Int? = nil)
        -> Failure
    {
        Failure(code, "\(name): \(text)", identifier: identifier, position: position)
    }

    enum Kind {
        case section, item
    }

    func unknown(_ kind: Kind, _ identifier: Identifier, in list: ReferenceModel, _ position: Int? = nil) -> Failure {
        failure(
            .unknownIdentifier, "there is no \(kind) \(identifier)\(Self.hint(kind, identifier, in: list))", identifier,
            at: position)
    }

    /// What a list has instead of an element that it lacks.
    static func hint(_ kind: Kind, _ identifier: Identifier, in list: ReferenceModel) -> String {
        let (sections, items) = (list.sectionIdentifiers, list.allItems)
        let known = kind == .section ? sections : items
        if let other = known.first(where: { $0.isLookAlike(of: identifier) }) { return ", but there is \(other)" }
        if kind == .item && !list.isTree && sections.contains(identifier) {
            return ", but there is a section of that name"
        }
        if kind == .section && items.contains(identifier) { return ", but there is an item of that name" }
        return ""
    }

    /// Fails for an identifier that the list lacks while it has one that looks like it.
    func requireNoLookAlike(_ kind: Kind, of identifiers: [Identifier], in list: ReferenceModel) throws(Failure) {
        let known = kind == .section ? list.sectionIdentifiers : list.allItems
        for (position, identifier) in identifiers.enumerated() where !known.contains(identifier) {
            if known.contains(where: { $0.isLookAlike(of: identifier) }) {
                throw unknown(kind, identifier, in: list, position)
            }
        }
    }

    func isItself(_ kind: Kind, _ anchor: Identifier, _ verb: String) -> Failure {
        failure(.invalidDestination, "\(kind) \(anchor) is the anchor and is itself \(verb)", anchor)
    }

    func requireUnique(_ kind: Kind, _ identifiers: [Identifier]) throws(Failure) {
        var positions: [Identifier: Int] = [:]
        for (position, identifier) in identifiers.enumerated() {
            if let first = positions.updateValue(position, forKey: identifier) {
                let text = "\(kind) \(identifier) is in the call twice, at \(first) and \(position)"
                throw failure(.duplicateIdentifier, text, identifier, at: position)
            }
        }
    }

    /// Fails if there are positions of elements that the list has already.
    func requireNone(_ kind: Kind, _ positions: [Int], _ describe: (Int) -> (Identifier, String)) throws(Failure) {
        guard let first = positions.first else { return }
        var places = positions.prefix(3).map { position in
            let (identifier, place) = describe(position)
            return "\(kind) \(identifier) is already \(place)"
        }
        if positions.count > 3 { places.append("and \(positions.count - 3) more") }
        throw failure(.duplicateIdentifier, places.joined(separator: "; "), describe(first).0, at: first)
    }
}
