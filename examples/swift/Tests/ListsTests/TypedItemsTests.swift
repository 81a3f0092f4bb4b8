import Diffable
import Testing

@testable import Lists

struct TypedItemsTests {
    private func snapshot<Item>(_ items: [Item]) -> NSDiffableDataSourceSnapshot<String, Item> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Item>()
        snapshot.appendSections(["main"])
        snapshot.appendItems(items)
        return snapshot
    }

    @Test func taggedItems() {
        let old = snapshot([TaggedItem.header(id: "top", title: "Old"), .empty(id: "space", height: 16)])
        let new = snapshot([TaggedItem.header(id: "top", title: "New"), .empty(id: "space", height: 16)])
        #expect(new.difference(from: old).reconfiguredItems.map(\.identifier) == [.header(id: "top", title: "New")])
        #expect(new.itemIdentifiers.map(\.content) == [RowContent(title: "New"), RowContent(height: 16)])
        var copy = new
        #expect(throws: DiffableError.self) { try copy.checked.appendItems([.empty(id: "space", height: 16)]) }
    }

    @Test func objectsAreComparedByTheirClass() {
        let old = snapshot([HeaderSectionItem(id: "top", title: "Old"), EmptySectionItem(id: "space", height: 2)])
        let new = snapshot([HeaderSectionItem(id: "top", title: "New"), EmptySectionItem(id: "space", height: 2)])
        let difference = new.difference(from: old)
        #expect(difference.description == "1 item reconfigured")
        #expect(difference.reconfiguredItems.map { ($0.old as? HeaderSectionItem)?.title } == ["Old"])
        #expect(snapshot([SectionItem(id: "top")]) != snapshot([EmptySectionItem(id: "top", height: 2)]))
    }

    @Test func baseClassReportsWhatIsMissing() {
        let source = DiffableDataSource<String, SectionItem>(cellProvider: { _, item in
            Cell(text: try item.content().title)
        })
        source.view = source.textView { _ in }
        let error = #expect(throws: NeedsToBeOverridden.self) {
            try source.checked.apply(snapshot([SectionItem(id: "foot")]))
        }
        #expect(error?.id == "foot")
        #expect(source.snapshot().numberOfItems == 0)
    }

    @Test func erasedItemsOfDifferentTypesAreDifferent() {
        let space = AnyRowItem(EmptyItem(id: 1, height: 2))
        let old = snapshot([AnyRowItem(HeaderItem(id: 1, title: "Top")), space])
        let new = snapshot([AnyRowItem(HeaderItem(id: 1, title: "Head")), space])
        let difference = new.difference(from: old)
        #expect(difference.description == "1 item reconfigured")
        #expect(difference.reconfiguredItems.map(\.to) == [DiffableIndexPath(row: 0, section: 0)])
    }

    @Test func sectionsOwnTheirItems() {
        let (apple, pear) = (FruitItem(id: "Apple", price: "1.20"), FruitItem(id: "Pear", price: "1.50"))
        let plum = FruitItem(id: "Plum", price: "1.80")
        func list(_ id: String, _ title: String, _ items: [any RowItem]) -> OwningSection.Snapshot {
            OwningSection.snapshot(of: [OwningSection(id: id, title: title, items: items)])
        }
        let fruit = list("1", "Fruit", [apple, pear])
        #expect(list("1", "Fruit", [apple, plum]).difference(from: fruit).description == "1 item deleted, 1 inserted")
        let renamed = list("1", "Fresh fruit", [apple, pear]).difference(from: fruit)
        #expect(renamed.description == "1 section updated")
        let another = list("1 Fresh fruit", "Fresh fruit", [apple, pear]).difference(from: fruit)
        #expect(another.description == "1 section deleted, 1 inserted; 2 items moved")
    }
}
