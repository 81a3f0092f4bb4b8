#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

/// A section that contains its items. `==` ignores the items, because the list compares them one by one.
struct OwningSection: Hashable, Identifiable, Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<OwningSection, AnyRowItem>

    let id: String
    var title: String
    var items: [AnyRowItem]

    init(id: String, title: String, items: [any RowItem]) {
        self.id = id
        self.title = title
        self.items = items.map(AnyRowItem.init)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.title == right.title
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    /// Returns the list of an array of sections with their items.
    static func snapshot(of sections: [OwningSection]) -> Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections(sections)
        for section in sections { snapshot.appendItems(section.items, toSection: section) }
        return snapshot
    }
}
