@testable import DiffableEngine

/// The simplest model of a snapshot: an array of sections with an array of items each, and four lists of marks. It is
/// slow, easy to check by reading, and shares no code with the engine.
struct ReferenceModel: Equatable {
    struct Section: Equatable {
        var identifier: Identifier
        var revision: UInt64
        var items: [Element]
    }

    var sections: [Section] = []
    var reloadedItems: [Identifier] = []
    var reconfiguredItems: [Identifier] = []
    var reloadedSections: [Identifier] = []
    var reconfiguredSections: [Identifier] = []

    var sectionIdentifiers: [Identifier] {
        sections.map { $0.identifier }
    }

    var items: [Element] {
        sections.flatMap { $0.items }
    }

    var itemIdentifiers: [Identifier] {
        items.map { $0.identifier }
    }

    func index(ofSection section: Identifier) -> Int? {
        sections.firstIndex { $0.identifier == section }
    }

    func path(ofItem item: Identifier) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let itemIndex = section.items.firstIndex(where: { $0.identifier == item }) {
                return IndexPath(section: index, item: itemIndex)
            }
        }
        return nil
    }

    /// The index paths of all items, for many look-ups.
    var paths: [Identifier: IndexPath] {
        var paths: [Identifier: IndexPath] = [:]
        for (index, section) in sections.enumerated() {
            for (itemIndex, item) in section.items.enumerated() { paths[item.identifier] = IndexPath(section: index, item: itemIndex) }
        }
        return paths
    }

    var withoutMarks: ReferenceModel {
        ReferenceModel(sections: sections)
    }
}

/// The error of an invalid edit.
private struct Refusal: Error {
    var code: DiffableError.Code
    var identifier: Identifier?
    var position: Int?
}

extension ReferenceModel {
    mutating func perform(_ edit: Edit) -> Outcome {
        do {
            switch edit {
            case .deleteSections(let sections): return .counted(deleteSections(sections))
            case .deleteItems(let items): return .counted(deleteItems(items))
            case .deleteAllItems: self = ReferenceModel()
            case .appendSections(let sections): try appendSections(sections)
            case .insertSections(let sections, let side, let anchor): try insertSections(sections, side, anchor)
            case .moveSection(let section, let side, let anchor): try moveSection(section, side, anchor)
            case .reloadSections(let sections):
                try setRevisions(ofSections: sections)
                mark(sections, in: &reloadedSections)
            case .reconfigureSections(let sections):
                try setRevisions(ofSections: sections)
                mark(sections, in: &reconfiguredSections)
            case .appendItems(let items, let section): try appendItems(items, toSection: section)
            case .insertItems(let items, let side, let anchor): try insertItems(items, side, anchor)
            case .moveItem(let item, let side, let anchor): try moveItem(item, side, anchor)
            case .moveItems(let items, let section): try moveItems(items, toSection: section)
            case .reloadItems(let items):
                try setRevisions(of: items)
                mark(items, in: &reloadedItems)
            case .reconfigureItems(let items):
                try setRevisions(of: items)
                mark(items, in: &reconfiguredItems)
            case .updateItems(let items): return .counted(try updateItems(items))
            case .replaceItems(let items, let section): try replaceItems(items, inSection: section)
            }
            return .done
        } catch let refusal as Refusal {
            return .failed(refusal.code, refusal.identifier, position: refusal.position)
        } catch {
            fatalError("the model throws nothing but a Refusal")
        }
    }

    // MARK: - Sections

    private mutating func appendSections(_ new: [Element]) throws {
        try requireNew(new, existing: sectionIdentifiers)
        sections += new.map { Section(identifier: $0.identifier, revision: $0.revision, items: []) }
    }

    private mutating func insertSections(_ new: [Element], _ side: Side, _ anchor: Identifier) throws {
        if new.contains(where: { $0.identifier == anchor }) { throw Refusal(code: .invalidDestination, identifier: anchor) }
        try requireNew(new, existing: sectionIdentifiers)
        let index = try requireSection(anchor) + (side == .after ? 1 : 0)
        sections.insert(contentsOf: new.map { Section(identifier: $0.identifier, revision: $0.revision, items: []) }, at: index)
    }

    private mutating func deleteSections(_ deleted: [Identifier]) -> Int {
        let before = sections.count
        let items = sections.filter { deleted.contains($0.identifier) }.flatMap { $0.items }
        sections.removeAll { deleted.contains($0.identifier) }
        reloadedSections.removeAll { deleted.contains($0) }
        reconfiguredSections.removeAll { deleted.contains($0) }
        unmark(Set(items.map { $0.identifier }))
        return before - sections.count
    }

    private mutating func moveSection(_ section: Identifier, _ side: Side, _ anchor: Identifier) throws {
        if section == anchor { throw Refusal(code: .invalidDestination, identifier: section) }
        let from = try requireSection(section)
        _ = try requireSection(anchor)
        let moved = sections.remove(at: from)
        sections.insert(moved, at: try requireSection(anchor) + (side == .after ? 1 : 0))
    }

    private mutating func setRevisions(ofSections marked: [Element]) throws {
        for (position, section) in marked.enumerated() { _ = try requireSection(section.identifier, position: position) }
        for section in marked where section.revision != 0 {
            sections[try requireSection(section.identifier)].revision = section.revision
        }
    }

    // MARK: - Items

    private mutating func appendItems(_ new: [Element], toSection section: Identifier?) throws {
        if sections.isEmpty { throw Refusal(code: .noSections) }
        try requireNew(new, existing: itemIdentifiers)
        let index = if let section { try requireSection(section) } else { sections.count - 1 }
        sections[index].items += new
    }

    private mutating func insertItems(_ new: [Element], _ side: Side, _ anchor: Identifier) throws {
        if new.contains(where: { $0.identifier == anchor }) { throw Refusal(code: .invalidDestination, identifier: anchor) }
        try requireNew(new, existing: itemIdentifiers)
        let path = try requireItem(anchor)
        sections[path.section].items.insert(contentsOf: new, at: path.item + (side == .after ? 1 : 0))
    }

    private mutating func deleteItems(_ identifiers: [Identifier]) -> Int {
        let deleted = Set(identifiers)
        let before = items.count
        for index in sections.indices { sections[index].items.removeAll { deleted.contains($0.identifier) } }
        unmark(deleted)
        return before - items.count
    }

    private mutating func moveItem(_ item: Identifier, _ side: Side, _ anchor: Identifier) throws {
        if item == anchor { throw Refusal(code: .invalidDestination, identifier: item) }
        let from = try requireItem(item)
        _ = try requireItem(anchor)
        let moved = sections[from.section].items.remove(at: from.item)
        let to = try requireItem(anchor)
        sections[to.section].items.insert(moved, at: to.item + (side == .after ? 1 : 0))
    }

    private mutating func moveItems(_ moved: [Identifier], toSection section: Identifier) throws {
        let existing = Dictionary(uniqueKeysWithValues: items.map { ($0.identifier, $0) })
        for (position, item) in moved.enumerated() where existing[item] == nil {
            throw Refusal(code: .unknownIdentifier, identifier: item, position: position)
        }
        try requireUnique(moved)
        let destination = try requireSection(section)
        let identifiers = Set(moved)
        for index in sections.indices { sections[index].items.removeAll { identifiers.contains($0.identifier) } }
        sections[destination].items += moved.map { existing[$0]! }
    }

    private mutating func setRevisions(of marked: [Element]) throws {
        let paths = paths
        for (position, item) in marked.enumerated() where paths[item.identifier] == nil {
            throw Refusal(code: .unknownIdentifier, identifier: item.identifier, position: position)
        }
        for item in marked where item.revision != 0 {
            let path = paths[item.identifier]!
            sections[path.section].items[path.item].revision = item.revision
        }
    }

    private mutating func updateItems(_ updated: [Element]) throws -> Int {
        let revisions = Dictionary(uniqueKeysWithValues: items.map { ($0.identifier, $0.revision) })
        for (position, item) in updated.enumerated() where revisions[item.identifier] == nil {
            throw Refusal(code: .unknownIdentifier, identifier: item.identifier, position: position)
        }
        try requireUnique(updated.map { $0.identifier })
        let changed = updated.filter { $0.revision != 0 && $0.revision != revisions[$0.identifier] }
        try setRevisions(of: changed)
        mark(changed, in: &reconfiguredItems)
        return changed.count
    }

    private mutating func replaceItems(_ new: [Element], inSection section: Identifier?) throws {
        if sections.isEmpty { throw Refusal(code: .noSections) }
        let index = if let section { try requireSection(section) } else { sections.count - 1 }
        try requireUnique(new.map { $0.identifier })
        let paths = paths
        if let position = new.firstIndex(where: { paths[$0.identifier].map { $0.section != index } == true }) {
            throw Refusal(code: .duplicateIdentifier, identifier: new[position].identifier, position: position)
        }
        let old = sections[index].items
        sections[index].items = new.map { item in
            guard item.revision == 0, let path = paths[item.identifier] else { return item }
            return old[path.item]
        }
        unmark(Set(old.map { $0.identifier }).subtracting(new.map { $0.identifier }))
    }

    // MARK: - Checks and marks

    private func requireSection(_ section: Identifier, position: Int? = nil) throws -> Int {
        guard let index = index(ofSection: section) else {
            throw Refusal(code: .unknownIdentifier, identifier: section, position: position)
        }
        return index
    }

    private func requireItem(_ item: Identifier) throws -> IndexPath {
        guard let path = path(ofItem: item) else { throw Refusal(code: .unknownIdentifier, identifier: item) }
        return path
    }

    private func requireNew(_ new: [Element], existing: [Identifier]) throws {
        try requireUnique(new.map { $0.identifier })
        let existing = Set(existing)
        if let position = new.firstIndex(where: { existing.contains($0.identifier) }) {
            throw Refusal(code: .duplicateIdentifier, identifier: new[position].identifier, position: position)
        }
    }

    private func requireUnique(_ identifiers: [Identifier]) throws {
        var seen: Set<Identifier> = []
        for (position, identifier) in identifiers.enumerated() where !seen.insert(identifier).inserted {
            throw Refusal(code: .duplicateIdentifier, identifier: identifier, position: position)
        }
    }

    private func mark(_ elements: [Element], in marks: inout [Identifier]) {
        var seen = Set(marks)
        for element in elements where seen.insert(element.identifier).inserted { marks.append(element.identifier) }
    }

    private mutating func unmark(_ items: Set<Identifier>) {
        reloadedItems.removeAll { items.contains($0) }
        reconfiguredItems.removeAll { items.contains($0) }
    }
}
