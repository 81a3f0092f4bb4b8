import ArticleLists
import Testing

#if !canImport(UIKit)
import Diffable

/// What an iOS developer tests of a list, without a screen.
struct ListTests {
    private func source<Section, Item>(_ first: NSDiffableDataSourceSnapshot<Section, Item>) -> DiffableDataSource<Section, Item> {
        let source = DiffableDataSource<Section, Item>(cellProvider: { _, item in Cell(text: "\(item)") })
        source.view = nil
        source.apply(first)
        return source
    }

    @Test func states() throws {
        var store = StateStore(["Georgia", "Alaska", "Alabama", "Ohio"])
        let source = source(store.snapshot())
        #expect(source.snapshot().sectionIdentifiers == ["A", "G", "O"])
        let second = store.add("Georgia")
        let inserted = source.apply(store.snapshot()).difference
        #expect(inserted.insertedItems.map(\.identifier) == [second] && inserted.deletedItems.isEmpty)
        let difference = source.apply(store.toggleFavorite(second, in: source.snapshot())).difference
        #expect(difference.reconfiguredItems.map(\.identifier) == [second] && store.states[second]?.isFavorite == true)
    }

    @Test func payment() {
        var screen = PaymentScreen(details: [.init(title: "Night fare", cents: 3000), .init(title: "Total", cents: 3550)])
        let source = source(screen.snapshot())
        screen.selected = .wallet
        let difference = source.apply(screen.snapshot()).difference
        // Rows that are values are replaced where they change.
        #expect(difference.deletedItems.count == 3 && difference.insertedItems.count == 3 && difference.movedItems.isEmpty)
        #expect(source.snapshot().itemIdentifiers(inSection: .current) == [.payWith(.wallet)])
    }

    @Test func jokes() throws {
        var list = JokeList()
        list.isLoading = true
        let source = source(list.snapshot())
        list.receive([.init(id: 1, text: "one"), .init(id: 2, text: "two")])
        #expect(source.apply(list.snapshot()).difference.deletedItems.map(\.identifier) == [.loading])
        list.toggleFavorite(2)
        list.receive([.init(id: 1, text: "One")])
        let difference = source.apply(list.snapshot()).difference
        #expect(difference.movedItems.map(\.identifier.id) == [2])
        #expect(difference.reconfiguredItems.map(\.identifier.id) == [2, 1])
        #expect(difference.updatedSections.map(\.new) == [.favorites(count: 1)])
        #expect(difference.deletedSections.isEmpty && difference.insertedSections.isEmpty)
    }

    @Test func typedRows() {
        let (song, album) = (TypedRows.Song(title: "A"), TypedRows.Album(name: "A"))
        #expect(TypedRows.rows([song], [album]).itemIdentifiers == [.album(album), .song(song)])
        #expect(TypedRows.anyRows([song], [album]).indexOfItem(TypedRows.AnyRow(song)) == 1)
        #expect(TypedRows.keys(songs: [1], albums: [1]).numberOfItems == 2)
    }

    @Test func contacts() {
        var list = ContactList([.init(name: "Ada", phone: "12"), .init(name: "Alan", phone: "34"), .init(name: "Grace", phone: "56")])
        let source = source(list.snapshot())
        list.search = "a"
        list.contacts[0].phone = "99"
        let difference = source.apply(list.snapshot()).difference
        #expect(difference.reconfiguredItems.map(\.new?.phone) == ["99"] && difference.deletedItems.isEmpty)
        list.search = "grace"
        #expect(source.apply(list.snapshot()).difference.deletedSections.map(\.identifier) == ["A"])
        #expect(source.snapshot().itemIdentifiers.map(\.name) == ["Grace"])
    }
}
#endif
