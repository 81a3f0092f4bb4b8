import Diffable

extension DiffableDifference where SectionIdentifierType: TestItem, ItemIdentifierType: TestItem {
    typealias Lists = Model<SectionIdentifierType, ItemIdentifierType>

    /// What is wrong with the marks: marked items that the old list has are reloaded or reconfigured.
    func mismatch(marksOf new: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, from old: Lists)
        -> String?
    {
        let reloaded = Set(reloadedItems.map(\.identifier.identity))
        let changed = reloaded.union(reconfiguredItems.map(\.identifier.identity))
        for item in new.reloadedItemIdentifiers where old.path(of: item) != nil && !reloaded.contains(item.identity) {
            return "\(item) is not reloaded"
        }
        for item in new.reconfiguredItemIdentifiers where old.path(of: item) != nil && !changed.contains(item.identity)
        {
            return "\(item) is not reconfigured"
        }
        return nil
    }

    /// What is wrong with the changes between two lists; nil if replaying the steps over the old list gives the new
    /// one, and the changes name what the models say.
    func mismatch(from old: Lists, to new: Lists) -> String? {
        var list = old.groups.map { (name: $0.section, rows: $0.items) }
        for step in steps { step.perform(on: &list) }
        if !areIdentical(list.map(\.name), new.sections) {
            return "steps: sections \(list.map(\.name)), not \(new.sections)"
        }
        for (group, rows) in zip(new.groups, list.map(\.rows)) where Item.isHonest && group.items != rows {
            return "steps: items \(rows), not \(group.items)"
        }
        guard let applied = old.items.applying(self) else {
            return "the items before are not those of the collection difference"
        }
        // If `==` lies and says that an item is still the same, the old one stays.
        let isApplied = zip(applied, new.items).allSatisfy {
            areIdentical($0, $1) || (!Item.isHonest && $0 == $1 && areIdentical($0, old.item($1)))
        }
        if applied.count != new.items.count || !isApplied {
            return "collection difference: \(applied), not \(new.items)"
        }
        if deletedItems.map(\.identifier.identity) != old.items.filter({ new.path(of: $0) == nil }).map(\.identity) {
            return "deleted items"
        }
        if insertedItems.map(\.identifier.identity) != new.items.filter({ old.path(of: $0) == nil }).map(\.identity) {
            return "inserted items"
        }
        let reconfigured = Set(reconfiguredItems.map(\.identifier.identity) + reloadedItems.map(\.identifier.identity))
        for item in new.items where Item.isHonest {
            guard let before = old.item(item) else { continue }
            if before != item && !reconfigured.contains(item.identity) {
                return "\(item) has other content and is not reconfigured"
            }
        }
        for changes in [reconfiguredItems, movedItems, reloadedItems] {
            for change in changes {
                if !areIdentical(old.item(change.new!), change.old) || !areIdentical(new.item(change.old!), change.new)
                {
                    return "values of \(change)"
                }
                if old.path(of: change.identifier) != change.from || new.path(of: change.identifier) != change.to {
                    return "paths of \(change)"
                }
            }
        }
        for change in deletedItems
        where change.new != nil || change.to != nil || old.path(of: change.identifier) != change.from {
            return "deleted \(change)"
        }
        return nil
    }

    private typealias Item = ItemIdentifierType
}
