import Diffable

extension Cell {
    fileprivate init(_ content: RowContent) {
        self.init(text: content.title, detail: content.detail, height: content.height ?? 0)
    }
}

private enum Section: Hashable, Sendable {
    case main
}

private func snapshot<Item>(_ items: [Item]) -> NSDiffableDataSourceSnapshot<Section, Item> {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.main])
    snapshot.appendItems(items)
    return snapshot
}

func tellTypedItems() {
    print("1. Tags")
    let tagged = DiffableDataSource<Section, TaggedItem>(cellProvider: { _, item in Cell(item.content) })
    tagged.view = tagged.textView()
    tagged.apply(
        snapshot([
            .header(id: "top", title: "Tags"), .empty(id: "space", height: 2), .header(id: "end", title: "The end"),
        ]))

    print("\n   Two spaces of the same height must have two identifiers:")
    var spaces = NSDiffableDataSourceSnapshot<Section, TaggedItem>()
    spaces.appendSections([.main])
    let space = TaggedItem.empty(id: "space", height: 2)
    do { try spaces.checked.appendItems([space, space]) } catch { print("   \(error)") }

    print("\n2. Classes")
    let classes = DiffableDataSource<Section, SectionItem>(cellProvider: { _, item in Cell(try item.content()) })
    classes.view = classes.textView()
    func objects(_ title: String) -> NSDiffableDataSourceSnapshot<Section, SectionItem> {
        snapshot([
            HeaderSectionItem(id: "top", title: title), EmptySectionItem(id: "space", height: 2),
            HeaderSectionItem(id: "end", title: "The end"),
        ])
    }
    classes.apply(objects("Classes"))

    print("\n   A new object with the same id and another title is an update of the row:")
    classes.apply(objects("Objects"))

    print("\n   A class that overrides nothing:")
    do { try classes.checked.apply(snapshot([SectionItem(id: "foot")])) } catch { print("   \(error)") }

    print("\n3. Erased types: the header and the space are both called 1")
    let erased = DiffableDataSource<Section, AnyRowItem>(cellProvider: { _, item in Cell(item.item.content) })
    erased.view = erased.textView()
    let items: [any RowItem] = [
        HeaderItem(id: 1, title: "Erased types"), EmptyItem(id: 1, height: 2), HeaderItem(id: 2, title: "The end"),
    ]
    erased.apply(snapshot(items.map(AnyRowItem.init)))

    tellOwningSections()
}

private func tellOwningSections() {
    let source = DiffableDataSource<OwningSection, AnyRowItem>(cellProvider: { _, item in Cell(item.item.content) })
    source.view = source.textView()
    source.supplementaryViewProvider = { kind, _, section in
        kind == SupplementaryKind.header ? Cell(text: section.title) : nil
    }
    let (apple, pear) = (FruitItem(id: "Apple", price: "1.20"), FruitItem(id: "Pear", price: "1.50"))
    let plum = FruitItem(id: "Plum", price: "1.80")
    let nuts = OwningSection(id: "2", title: "Nuts", items: [FruitItem(id: "Hazelnut", price: "3.00")])

    print("\n4. Sections that own their items")
    source.apply(OwningSection.snapshot(of: [OwningSection(id: "1", title: "Fruit", items: [apple, pear]), nuts]))

    print("\n   Another title and another item, in the same section:")
    source.apply(
        OwningSection.snapshot(of: [OwningSection(id: "1", title: "Fresh fruit", items: [apple, plum]), nuts]))

    print("\n   The title as a part of the id, another section:")
    source.apply(
        OwningSection.snapshot(of: [
            OwningSection(id: "1 Fresh fruit", title: "Fresh fruit", items: [apple, plum]), nuts,
        ]))
}
