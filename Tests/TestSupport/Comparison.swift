@testable import DiffableEngine

/// Compares all that a snapshot says with the model. The result is text, so that a test has one expectation for each
/// program: an expectation for each look-up would cost more time than the engine.
struct Comparison {
    let snapshot: Snapshot
    let model: ReferenceModel

    /// A description of the first difference; nil if there is none.
    /// - Parameter sampled: the items that are looked up one by one; all items if it is nil.
    func mismatch(sampled: [Identifier]? = nil) -> String? {
        let sampled = sampled ?? model.allItems
        return lists() ?? sections() ?? marks() ?? trees() ?? sampled.lazy.compactMap { self.item($0) ?? self.node($0) }
            .first
            ?? unknownIdentifiers() ?? snapshot.brokenInvariant()
    }

    private func lists() -> String? {
        if snapshot.isSectionSnapshot != model.isTree { return "kind of snapshot" }
        if snapshot.numberOfSections != model.sections.count { return "number of sections" }
        if snapshot.sectionIdentifiers != model.sectionIdentifiers { return "section identifiers" }
        let items = model.itemIdentifiers
        if snapshot.numberOfItems != items.count { return "number of items" }
        if snapshot.itemIdentifiers != items { return "item identifiers" }
        // Read from the storage, because a look-up of each item would be too slow for long lists.
        let contents = snapshot.sections.indices.flatMap { section in
            (0..<snapshot.numberOfItems(inSectionAt: section)).map {
                snapshot.content(at: IndexPath(section: section, item: $0)).map { Content($0) }
            }
        }
        return contents == model.items.map { $0.content } ? nil : "item contents"
    }

    private func sections() -> String? {
        for (index, section) in model.sections.enumerated() {
            let name = section.identifier
            let items = section.items
            if (try? snapshot.itemIdentifiers(inSection: name)) != items.map({ $0.identifier }) {
                return "items of \(name)"
            }
            if (try? snapshot.numberOfItems(inSection: name)) != items.count { return "number of items of \(name)" }
            if snapshot.indexOfSection(name) != index { return "index of section \(name)" }
            if snapshot.sectionIdentifier(at: index) != name { return "section at \(index)" }
            if snapshot.content(ofSection: name) != section.content { return "content of section \(name)" }
            if !snapshot.containsSection(name) { return "contains section \(name)" }
            if snapshot.itemIdentifier(at: IndexPath(section: index, item: items.count)) != nil {
                return "end of \(name)"
            }
        }
        return snapshot.sectionIdentifier(at: model.sections.count) == nil && snapshot.sectionIdentifier(at: -1) == nil
            ? nil : "sections out of range"
    }

    private func marks() -> String? {
        if snapshot.reloadedItemIdentifiers != model.reloadedItems { return "reloaded items" }
        if snapshot.reconfiguredItemIdentifiers != model.reconfiguredItems { return "reconfigured items" }
        if snapshot.reloadedSectionIdentifiers != model.reloadedSections { return "reloaded sections" }
        if snapshot.reconfiguredSectionIdentifiers != model.reconfiguredSections { return "reconfigured sections" }
        let renames = model.renames.map { "\($0.item) \($0.old)" }
        if snapshot.renamedItems.map({ "\($0.item) \($0.old)" }) != renames { return "renamed items" }
        return nil
    }

    private func trees() -> String? {
        let nodes = model.nodes
        if snapshot.numberOfAllItems != nodes.count { return "number of all items" }
        if snapshot.allItemIdentifiers != nodes.map({ $0.element.identifier }) { return "all item identifiers" }
        if snapshot.rootItemIdentifiers != nodes.filter({ $0.level == 0 }).map({ $0.element.identifier }) {
            return "root items"
        }
        if snapshot.expandedItemIdentifiers != nodes.filter({ $0.isExpanded }).map({ $0.element.identifier }) {
            return "expanded items"
        }
        return nil
    }

    private func item(_ item: Identifier) -> String? {
        var name: Substring { item.description.prefix(40) }
        let path = model.path(ofItem: item)
        let place = model.place(of: item)
        if snapshot.indexPath(ofItem: item) != path { return "index path of \(name)" }
        if snapshot.containsItem(item) != (place != nil) { return "contains \(name)" }
        let before = path.map { path in model.sections[..<path.section].reduce(0) { $0 + $1.visible.count } + path.item
        }
        if snapshot.indexOfItem(item) != before { return "index of \(name)" }
        let section = place.map { model.sections[$0.section] }
        if snapshot.sectionIdentifier(containingItem: item) != section?.identifier {
            return "section containing \(name)"
        }
        if snapshot.content(ofItem: item) != place.flatMap({ section!.nodes[$0.node].element.content }) {
            return "content of \(name)"
        }
        if let path, snapshot.itemIdentifier(at: path) != item { return "item at \(path)" }
        return nil
    }

    private func node(_ item: Identifier) -> String? {
        var name: Substring { item.description.prefix(40) }
        guard let place = model.place(of: item) else {
            let found: [Any?] = [
                try? snapshot.parent(ofItem: item), try? snapshot.level(ofItem: item),
                try? snapshot.numberOfChildren(ofItem: item),
                try? snapshot.children(ofItem: item), try? snapshot.isExpanded(item), try? snapshot.isExpandable(item),
                try? snapshot.keepsExpansion(item), try? snapshot.isVisible(item),
            ]
            return found.contains { $0 != nil } ? "tree of \(name), which does not exist" : nil
        }
        let section = model.sections[place.section]
        let node = section.nodes[place.node]
        func identifier(_ index: Int) -> Identifier { section.nodes[index].element.identifier }
        if (try? snapshot.parent(ofItem: item)) != section.parent(of: place.node).map(identifier) {
            return "parent of \(name)"
        }
        if (try? snapshot.level(ofItem: item)) != node.level { return "level of \(name)" }
        let children = section.children(of: place.node).map(identifier)
        if (try? snapshot.numberOfChildren(ofItem: item)) != children.count { return "number of children of \(name)" }
        if (try? snapshot.children(ofItem: item)) != children { return "children of \(name)" }
        if (try? snapshot.isExpanded(item)) != node.isExpanded { return "\(name) expanded" }
        if (try? snapshot.isExpandable(item)) != node.isExpandable { return "\(name) expandable" }
        if (try? snapshot.keepsExpansion(item)) != node.keepsExpansion { return "\(name) keeps expansion" }
        if item.withRaw({ snapshot.keepsChildren($0) }) != node.keepsChildren { return "\(name) keeps children" }
        if (try? snapshot.isVisible(item)) != section.isVisible(place.node) { return "\(name) visible" }
        return nil
    }

    /// Look-ups that must find nothing.
    private func unknownIdentifiers() -> String? {
        let unknown = Identifier("nobody")
        let found: [Any?] = [
            snapshot.indexOfSection(unknown), snapshot.indexOfItem(unknown), snapshot.indexPath(ofItem: unknown),
            snapshot.sectionIdentifier(containingItem: unknown), snapshot.content(ofItem: unknown),
            snapshot.content(ofSection: unknown), try? snapshot.itemIdentifiers(inSection: unknown),
            try? snapshot.numberOfItems(inSection: unknown),
            snapshot.itemIdentifier(at: IndexPath(section: -1, item: 0)),
            snapshot.itemIdentifier(at: IndexPath(section: 0, item: -1)),
            snapshot.itemIdentifier(at: IndexPath(section: model.sections.count, item: 0)),
        ]
        if let index = found.firstIndex(where: { $0 != nil }) { return "look-up \(index) found an unknown identifier" }
        return snapshot.containsItem(unknown) || snapshot.containsSection(unknown)
            ? "contains an unknown identifier" : nil
    }
}
