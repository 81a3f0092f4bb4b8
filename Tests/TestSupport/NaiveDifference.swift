@testable import DiffableEngine

/// The lists of a difference, computed from two models in the most obvious way. Of the items that stayed in their
/// section, several smallest sets can be chosen as moved. So only the number of these is computed.
struct NaiveDifference {
    /// With the identifiers that renamed items have in the new list.
    let old: ReferenceModel
    let new: ReferenceModel
    let oldSections: [ReferenceModel.VisibleSection]
    let newSections: [ReferenceModel.VisibleSection]
    private let oldPaths: [Identifier: IndexPath]
    private let newPaths: [Identifier: IndexPath]
    /// What renamed items are called in the old list.
    private let oldNames: [Identifier: Identifier]

    init(from old: ReferenceModel, to new: ReferenceModel) {
        let known = Set(old.allItems)
        var renames: [ReferenceModel.Rename] = []
        for rename in new.renames where known.contains(rename.old) && !known.contains(rename.item) {
            let isFirstNameOfOther = new.renames.contains { other in
                other.old == rename.old && other.item != rename.item
                    && new.renames.last { $0.item == other.item } == other
            }
            if isFirstNameOfOther { continue }
            if !renames.contains(where: { $0.item == rename.item || $0.old == rename.old }) { renames.append(rename) }
        }
        self.old = old.calling(Dictionary(uniqueKeysWithValues: renames.map { ($0.old, $0.item) }))
        self.new = new
        oldNames = Dictionary(uniqueKeysWithValues: renames.map { ($0.item, $0.old) })
        oldSections = self.old.visibleSections
        newSections = new.visibleSections
        oldPaths = self.old.paths
        newPaths = new.paths
    }

    var deletedSections: [SectionChange] {
        old.sectionIdentifiers.enumerated().filter { new.index(ofSection: $1) == nil }.map { change($1) }
    }

    var insertedSections: [SectionChange] {
        new.sectionIdentifiers.enumerated().filter { old.index(ofSection: $1) == nil }.map { change($1) }
    }

    var updatedSections: [SectionChange] {
        newSections.filter { section in
            guard let before = old.index(ofSection: section.identifier) else { return false }
            return oldSections[before].content != section.content
                || (new.reloadedSections + new.reconfiguredSections).contains(section.identifier)
        }.map { change($0.identifier) }
    }

    var deletedItems: [ItemChange] {
        old.itemIdentifiers.filter { newPaths[$0] == nil }.map { item in
            var change = change(
                item, withSection: new.index(ofSection: oldSections[oldPaths[item]!.section].identifier) == nil)
            change.identifier = oldNames[item] ?? item
            return change
        }
    }

    var insertedItems: [ItemChange] {
        new.itemIdentifiers.filter { oldPaths[$0] == nil }.map { item in
            change(item, withSection: old.index(ofSection: newSections[newPaths[item]!.section].identifier) == nil)
        }
    }

    /// Items that moved to another section.
    var itemsThatChangedSection: [ItemChange] {
        new.itemIdentifiers.filter { item in
            guard let old = oldPaths[item], let new = newPaths[item] else { return false }
            return oldSections[old.section].identifier != newSections[new.section].identifier
        }.map { change($0) }
    }

    var reloadedItems: [ItemChange] {
        let marked = Set(new.reloadedItems)
        return newSections.flatMap { section in
            let all = new.reloadedSections.contains(section.identifier)
            return section.items.map { $0.identifier }.filter { oldPaths[$0] != nil && (all || marked.contains($0)) }
        }.map { change($0) }
    }

    var reconfiguredItems: [ItemChange] {
        let reloaded = Set(reloadedItems.map { $0.identifier })
        let marked = Set(new.reconfiguredItems)
        return newSections.flatMap { $0.items }.filter { item in
            guard let before = oldPaths[item.identifier], !reloaded.contains(item.identifier) else { return false }
            let content = oldSections[before.section].items[before.item].content
            return content != item.content || marked.contains(item.identifier)
        }.map { change($0.identifier) }
    }

    // MARK: - The fewest moves

    /// The old indexes of the sections that are in both lists, in the order of the new list.
    var sectionOrder: [Int] {
        new.sectionIdentifiers.compactMap { old.index(ofSection: $0) }
    }

    /// For each section that is in both lists: the old indexes of the items that stayed in it, in their new order.
    var itemOrders: [[Int]] {
        newSections.filter { old.index(ofSection: $0.identifier) != nil }.map { section in
            section.items.compactMap { item in
                guard let before = oldPaths[item.identifier],
                    oldSections[before.section].identifier == section.identifier
                else { return nil }
                return before.item
            }
        }
    }

    private func change(_ section: Identifier) -> SectionChange {
        SectionChange(identifier: section, from: old.index(ofSection: section), to: new.index(ofSection: section))
    }

    func change(_ item: Identifier, withSection: Bool = false) -> ItemChange {
        ItemChange(identifier: item, from: oldPaths[item], to: newPaths[item], withSection: withSection)
    }
}

extension ReferenceModel {
    fileprivate func calling(_ names: [Identifier: Identifier]) -> ReferenceModel {
        if names.isEmpty { return self }
        var model = self
        for section in sections.indices {
            for node in sections[section].nodes.indices {
                let item = sections[section].nodes[node].element.identifier
                if let name = names[item] { model.sections[section].nodes[node].element.identifier = name }
            }
        }
        return model
    }
}
