import Diffable
import Testing

/// Items are found and deleted by their `id`, where the caller has no whole item.
struct ItemsByIDTests {
    private func check<Item: TestItem & Identifiable>(
        _ list: DiffableDataSourceSnapshot<Int, Item>, _ id: (Int) -> Item.ID
    ) {
        var list = list
        list.appendSections([0])
        list.appendItems((0..<10).map { .make($0, content: 1) })
        list.appendItems([.make(10, content: 1)], toParent: .make(3, content: 1))
        #expect(
            (0...10).allSatisfy { list.item(withID: id($0)) == .make($0, content: 1) }
                && list.item(withID: id(11)) == nil)
        // With what is below it, and once.
        #expect(list.deleteItems(withIDs: [id(3), id(11), id(4), id(3)]) == 3)
        #expect(list.numberOfAllItems == 8 && list.item(withID: id(10)) == nil && list.item(withID: id(9)) != nil)
    }

    @Test func identifiers() {
        check(DiffableDataSourceSnapshot<Int, Row>()) { "\($0)" }
        check(DiffableDataSourceSnapshot<Int, CollidingRow>()) { Colliding(number: $0) }
    }

    /// In lists that know items by something else, each item is asked for its `id`.
    @Test func otherIdentities() {
        let source = DiffableDataSource<Int, Row>(id: \.title, cellProvider: { _, _ in Cell() })
        var list = source.newSnapshot()
        list.appendSections([0])
        list.appendItems([Row(id: "a", title: "1"), Row(id: "a", title: "2"), Row(id: "b", title: "3")])
        #expect(list.item(withID: "a")?.title == "1" && list.item(withID: "3") == nil)
        #expect(list.deleteItems(withIDs: ["b"]) == 1 && list.numberOfItems == 2)
        #expect(list.deleteItems(withIDs: ["a", "a"]) == 2 && list.numberOfItems == 0)
        let track = ReferenceTests.Track(1)
        var tracks = DiffableDataSourceSnapshot<Int, ReferenceTests.Track>()
        tracks.appendSections([0])
        tracks.appendItems([track])
        #expect(tracks.item(withID: track.id) === track && tracks.item(withID: ReferenceTests.Track(1).id) == nil)
    }
}
