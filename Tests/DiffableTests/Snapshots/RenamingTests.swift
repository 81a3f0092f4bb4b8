import Diffable
import Testing

/// A renamed item is another value in the same row.
struct RenamingTests {
    typealias Change = DiffableChange<String, DiffableIndexPath>

    private func list<Item>(_ items: [Item]) -> DiffableDataSourceSnapshot<Int, Item> {
        var list = DiffableDataSourceSnapshot<Int, Item>()
        list.appendSections([0])
        list.appendItems(items)
        return list
    }

    /// A data source with a list, whose items are in the text of its view.
    private func source<Item>(
        _ items: [Item], write: @escaping (String) -> Void = { _ in }
    ) -> DiffableDataSource<Int, Item> {
        let source = DiffableDataSource<Int, Item>(cellProvider: { _, item in Cell(text: "\(item)") })
        source.view = source.textView(width: 20, write: write)
        source.apply(list(items))
        return source
    }

    @Test func identities() {
        var text = ""
        let source = source(["a", "b", "c"]) { text = $0 }
        var new = source.snapshot()
        new.renameItem("b", to: "x")
        #expect(new.itemIdentifiers == ["a", "x", "c"] && new.contains("x") && !new.contains("b"))
        #expect(new.reconfiguredItemIdentifiers == ["x"])
        let difference = source.apply(new).difference
        #expect(difference.description == "1 item reconfigured")
        #expect(difference.reconfiguredItems.map { [$0.old, $0.new] } == [["b", "x"]])
        #expect(difference.reconfiguredItems.first?.from == DiffableIndexPath(item: 1, section: 0))
        #expect(["a", "b", "c"].applying(difference) == ["a", "x", "c"])
        #expect(text.contains("x") && !text.contains("b"))
        // The rename lasts for one apply, and the old value is free.
        #expect(source.apply(source.snapshot()).difference.isEmpty)
        new = source.snapshot()
        new.appendItems(["b"])
        #expect(source.apply(new).difference.insertedItems.map(\.identifier) == ["b"])
        #expect(source.snapshot().itemIdentifiers == ["a", "x", "c", "b"])
    }

    /// An item with the `id` of the server keeps its row, its expansion and what is below it.
    @Test func identifiableItemsInTrees() {
        func row(_ id: String, _ title: String = "") -> Row { Row(id: id, title: title) }
        let source = source([row("local"), row("other")])
        var new = source.snapshot()
        new.appendItems([row("child")], toParent: row("local"))
        new.expand([row("local")])
        source.apply(new)
        new.renameItem(row("local"), to: row("7", "sent"))
        #expect(
            new.children(of: row("7")) == [row("child")] && new.isExpanded(row("7"))
                && new.item(withID: "7")?.title == "sent")
        let difference = source.apply(new).difference
        #expect(difference.description == "1 item reconfigured")
        #expect(
            difference.reconfiguredItems.first?.old == row("local")
                && difference.reconfiguredItems.first?.new == row("7", "sent"))
        // Renamed to itself, it gets other content; below a collapsed item, it is another one as well.
        new = source.snapshot()
        new.renameItem(row("7"), to: row("7", "read"))
        #expect(source.apply(new).difference.reconfiguredItems.map(\.new?.title) == ["read"])
        new = source.snapshot()
        new.collapse([row("7")])
        source.apply(new)
        new.renameItem(row("child"), to: row("8"))
        #expect(source.apply(new).difference.isEmpty && source.snapshot().children(of: row("7")) == [row("8")])
    }

    /// Values whose hashes are those of others keep their rows, also in lists that must be built again.
    @Test func collisions() {
        func all(_ numbers: Int...) -> [Colliding] { numbers.map { Colliding(number: $0) } }
        let source = source(all(2, 4, 6, 1))
        var new = source.snapshot()
        new.renameItem(all(4)[0], to: all(8)[0])
        new.renameItem(all(2)[0], to: all(4)[0])
        #expect(new.itemIdentifiers == all(4, 8, 6, 1))
        new.renameItem(all(4)[0], to: all(10)[0])
        let difference = source.apply(new).difference
        #expect(difference.description == "2 items reconfigured")
        #expect(
            difference.reconfiguredItems.map(\.old) == all(2, 4)
                && difference.reconfiguredItems.map(\.new) == all(10, 8))
        #expect(source.snapshot().itemIdentifiers == all(10, 8, 6, 1))
    }

    /// A list that was made from nothing has the items of another one, one of which it renamed.
    @Test func listsWithoutHistory() {
        let source = source(Array(0..<300))
        var new = list(Array(0..<300))
        new.renameItem(7, to: 1_000)
        new.moveItem(1_000, afterItem: 299)
        let difference = source.apply(new).difference
        #expect(difference.description == "1 item moved, 1 reconfigured")
        #expect(difference.movedItems.map { [$0.old, $0.new] } == [[7, 1_000]])
    }

    /// The list moves to new tables on the way.
    @Test func manyRenames() {
        let source = source([0, -1])
        for number in 1...2_000 {
            var new = source.snapshot()
            new.renameItem(number - 1, to: number)
            #expect(source.apply(new).difference.description == "1 item reconfigured")
        }
        #expect(source.snapshot().itemIdentifiers == [2_000, -1])
    }

    @Test func errors() {
        var list = list(["a", "b"])
        let before = list
        let unknown = #expect(throws: DiffableError.self) { try list.checked.renameItem("c", to: "d") }
        #expect(unknown?.description == "UNKNOWN_IDENTIFIER: renameItem(_:to:): there is no item \"c\"")
        let duplicate = #expect(throws: DiffableError.self) { try list.checked.renameItem("a", to: "b") }
        #expect(
            duplicate?.description
                == "DUPLICATE_IDENTIFIER: renameItem(_:to:): item \"b\" is already at section 0, item 1")
        #expect(list == before && list.reconfiguredItemIdentifiers.isEmpty)
    }
}
