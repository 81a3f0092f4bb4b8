@testable import DiffableEngine

/// Compares all that a snapshot says with the model. The result is text, so that a test has one expectation for each program: an
/// expectation for each look-up would cost more time than the engine.
struct Comparison {
    let snapshot: Snapshot
    let model: ReferenceModel

    /// A description of the first difference; nil if there is none.
    /// - Parameter sampled: the items that are looked up one by one; all items if it is nil.
    func mismatch(sampled: [Identifier]? = nil) -> String? {
        let paths = paths(of: sampled)
        return lists() ?? sections() ?? marks() ?? paths.lazy.compactMap { item, path in self.item(item, at: path) }.first
            ?? unknownIdentifiers() ?? snapshot.brokenInvariant()
    }

    private func paths(of sampled: [Identifier]?) -> [(Identifier, IndexPath?)] {
        guard let sampled else { return model.paths.map { ($0, $1) } }
        return sampled.map { ($0, model.path(ofItem: $0)) }
    }

    private func lists() -> String? {
        if snapshot.numberOfSections != model.sections.count { return "number of sections" }
        if snapshot.sectionIdentifiers != model.sectionIdentifiers { return "section identifiers" }
        let items = model.itemIdentifiers
        if snapshot.numberOfItems != items.count { return "number of items" }
        if snapshot.itemIdentifiers != items { return "item identifiers" }
        // Read from the storage, because a look-up of each item would be too slow for long lists.
        let revisions = snapshot.sections.flatMap { $0.leaves.flatMap { leaf in leaf.items.map { snapshot.revisions[$0] } } }
        return revisions == model.items.map { $0.revision } ? nil : "item revisions"
    }

    private func sections() -> String? {
        for (index, section) in model.sections.enumerated() {
            let name = section.identifier
            if (try? snapshot.itemIdentifiers(inSection: name)) != section.items.map({ $0.identifier }) { return "items of \(name)" }
            if (try? snapshot.numberOfItems(inSection: name)) != section.items.count { return "number of items of \(name)" }
            if snapshot.indexOfSection(name) != index { return "index of section \(name)" }
            if snapshot.sectionIdentifier(at: index) != name { return "section at \(index)" }
            if snapshot.revision(ofSection: name) != section.revision { return "revision of section \(name)" }
            if !snapshot.containsSection(name) { return "contains section \(name)" }
            if snapshot.itemIdentifier(at: IndexPath(section: index, item: section.items.count)) != nil { return "end of \(name)" }
        }
        return snapshot.sectionIdentifier(at: model.sections.count) == nil && snapshot.sectionIdentifier(at: -1) == nil
            ? nil : "sections out of range"
    }

    private func marks() -> String? {
        if snapshot.reloadedItemIdentifiers != model.reloadedItems { return "reloaded items" }
        if snapshot.reconfiguredItemIdentifiers != model.reconfiguredItems { return "reconfigured items" }
        if snapshot.reloadedSectionIdentifiers != model.reloadedSections { return "reloaded sections" }
        if snapshot.reconfiguredSectionIdentifiers != model.reconfiguredSections { return "reconfigured sections" }
        return nil
    }

    private func item(_ item: Identifier, at path: IndexPath?) -> String? {
        var name: Substring { item.description.prefix(40) }
        if snapshot.indexPath(ofItem: item) != path { return "index path of \(name)" }
        if snapshot.containsItem(item) != (path != nil) { return "contains \(name)" }
        let before = path.map { path in model.sections[..<path.section].reduce(0) { $0 + $1.items.count } + path.item }
        if snapshot.indexOfItem(item) != before { return "index of \(name)" }
        let section = path.map { model.sections[$0.section] }
        if snapshot.sectionIdentifier(containingItem: item) != section?.identifier { return "section containing \(name)" }
        if snapshot.revision(ofItem: item) != path.map({ section!.items[$0.item].revision }) { return "revision of \(name)" }
        if let path, snapshot.itemIdentifier(at: path) != item { return "item at \(path)" }
        return nil
    }

    /// Look-ups that must find nothing.
    private func unknownIdentifiers() -> String? {
        let unknown = Identifier("nobody")
        let found: [Any?] = [
            snapshot.indexOfSection(unknown), snapshot.indexOfItem(unknown), snapshot.indexPath(ofItem: unknown),
            snapshot.sectionIdentifier(containingItem: unknown), snapshot.revision(ofItem: unknown),
            snapshot.revision(ofSection: unknown), try? snapshot.itemIdentifiers(inSection: unknown),
            try? snapshot.numberOfItems(inSection: unknown), snapshot.itemIdentifier(at: IndexPath(section: -1, item: 0)),
            snapshot.itemIdentifier(at: IndexPath(section: 0, item: -1)),
            snapshot.itemIdentifier(at: IndexPath(section: model.sections.count, item: 0)),
        ]
        if let index = found.firstIndex(where: { $0 != nil }) { return "look-up \(index) found an unknown identifier" }
        return snapshot.containsItem(unknown) || snapshot.containsSection(unknown) ? "contains an unknown identifier" : nil
    }
}
