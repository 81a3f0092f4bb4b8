@testable import DiffableEngine

enum Side {
    case before, after
}

/// One call that changes a snapshot, as a value, so that it can be carried out on a snapshot and on the model.
enum Edit {
    case appendSections([Element])
    case insertSections([Element], Side, Identifier)
    case deleteSections([Identifier])
    case moveSection(Identifier, Side, Identifier)
    case reloadSections([Element])
    case reconfigureSections([Element])
    case appendItems([Element], toSection: Identifier?)
    case insertItems([Element], Side, Identifier)
    case deleteItems([Identifier])
    case deleteAllItems
    case moveItem(Identifier, Side, Identifier)
    case moveItems([Identifier], toSection: Identifier)
    case reloadItems([Element])
    case reconfigureItems([Element])
    case updateItems([Element])
    case replaceItems([Element], inSection: Identifier?)
}

/// How an edit ended.
enum Outcome: Equatable {
    case done
    /// How many elements were deleted or updated.
    case counted(Int)
    case failed(DiffableError.Code, Identifier?, position: Int?)

    var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Snapshot {
    mutating func perform(_ edit: Edit) -> Outcome {
        do throws(DiffableError) {
            switch edit {
            case .deleteSections(let sections): return .counted(deleteSections(sections))
            case .deleteItems(let items): return .counted(deleteItems(items))
            case .updateItems(let items): return .counted(try updateItems(items))
            default: try performThrowing(edit)
            }
            return .done
        } catch {
            return .failed(error.code, error.identifier, position: error.position)
        }
    }

    mutating func performThrowing(_ edit: Edit) throws(DiffableError) {
        switch edit {
        case .appendSections(let sections): try appendSections(sections)
        case .insertSections(let sections, .before, let anchor): try insertSections(sections, beforeSection: anchor)
        case .insertSections(let sections, .after, let anchor): try insertSections(sections, afterSection: anchor)
        case .moveSection(let section, .before, let anchor): try moveSection(section, beforeSection: anchor)
        case .moveSection(let section, .after, let anchor): try moveSection(section, afterSection: anchor)
        case .reloadSections(let sections): try reloadSections(sections)
        case .reconfigureSections(let sections): try reconfigureSections(sections)
        case .appendItems(let items, let section): try appendItems(items, toSection: section)
        case .insertItems(let items, .before, let anchor): try insertItems(items, beforeItem: anchor)
        case .insertItems(let items, .after, let anchor): try insertItems(items, afterItem: anchor)
        case .deleteAllItems: deleteAllItems()
        case .moveItem(let item, .before, let anchor): try moveItem(item, beforeItem: anchor)
        case .moveItem(let item, .after, let anchor): try moveItem(item, afterItem: anchor)
        case .moveItems(let items, let section): try moveItems(items, toSection: section)
        case .reloadItems(let items): try reloadItems(items)
        case .reconfigureItems(let items): try reconfigureItems(items)
        case .replaceItems(let items, let section): try replaceItems(items, inSection: section)
        case .updateItems(let items): try updateItems(items)
        case .deleteSections, .deleteItems: break
        }
    }
}

extension Snapshot {
    /// The snapshot that a model describes, built from nothing; with the tables of another one if asked.
    init(_ model: ReferenceModel, sharing other: Snapshot? = nil) throws {
        self = other.map { $0.emptied } ?? Snapshot()
        for section in model.sections {
            try appendSections([Element(section.identifier, revision: section.revision)])
            try appendItems(section.items, toSection: section.identifier)
        }
        try reloadItems(model.reloadedItems.map { Element($0) })
        try reconfigureItems(model.reconfiguredItems.map { Element($0) })
        try reloadSections(model.reloadedSections.map { Element($0) })
        try reconfigureSections(model.reconfiguredSections.map { Element($0) })
    }
}

/// The edit in one line, for the output of a failing program. Long lists are cut.
extension Edit: CustomStringConvertible {
    var description: String {
        switch self {
        case .appendSections(let sections): "appendSections(\(list(sections)))"
        case .insertSections(let sections, let side, let anchor): "insertSections(\(list(sections)), \(side) \(anchor))"
        case .deleteSections(let sections): "deleteSections(\(list(sections.map { Element($0) })))"
        case .moveSection(let section, let side, let anchor): "moveSection(\(section), \(side) \(anchor))"
        case .reloadSections(let sections): "reloadSections(\(list(sections)))"
        case .reconfigureSections(let sections): "reconfigureSections(\(list(sections)))"
        case .appendItems(let items, let section): "appendItems(\(list(items)), toSection: \(section?.description ?? "nil"))"
        case .insertItems(let items, let side, let anchor): "insertItems(\(list(items)), \(side) \(anchor))"
        case .deleteItems(let items): "deleteItems(\(list(items.map { Element($0) })))"
        case .deleteAllItems: "deleteAllItems()"
        case .moveItem(let item, let side, let anchor): "moveItem(\(item), \(side) \(anchor))"
        case .moveItems(let items, let section): "moveItems(\(list(items.map { Element($0) })), toSection: \(section))"
        case .reloadItems(let items): "reloadItems(\(list(items)))"
        case .reconfigureItems(let items): "reconfigureItems(\(list(items)))"
        case .updateItems(let items): "updateItems(\(list(items)))"
        case .replaceItems(let items, let section): "replaceItems(\(list(items)), inSection: \(section?.description ?? "nil"))"
        }
    }

    private func list(_ elements: [Element]) -> String {
        let shown = elements.prefix(20).map { element in
            let name = String(element.identifier.description.prefix(24))
            return element.revision == 0 ? name : "\(name)@\(element.revision)"
        }
        return "[" + shown.joined(separator: ", ") + (elements.count > 20 ? ", \(elements.count - 20) more]" : "]")
    }
}
