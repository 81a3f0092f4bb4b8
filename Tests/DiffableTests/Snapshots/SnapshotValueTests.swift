import Diffable
import Foundation
import Testing

/// Snapshots are values that print, encode, and release what they hold.
struct SnapshotValueTests {
    private func list() -> DiffableDataSourceSnapshot<String, Row> {
        var snapshot = DiffableDataSourceSnapshot<String, Row>()
        snapshot.appendSections(["one", "two"])
        snapshot.appendItems([Row(id: "a", title: "A"), Row(id: "b", title: "B")], toSection: "one")
        return snapshot
    }

    @Test func copiesAreIndependent() {
        let original = list()
        var copy = original
        copy.deleteItems([Row(id: "a", title: "another title")])
        copy.reconfigureItems([Row(id: "b", title: "B2")])
        #expect(original == list())
        #expect(original.itemIdentifiers.map(\.title) == ["A", "B"])
        #expect(copy.itemIdentifiers.map(\.title) == ["B2"])
        #expect(copy != original)
    }

    /// A list that is described as it was has the values that were passed now, and goes on as any other list.
    @Test func aListThatIsDescribedAsItWasIsEdited() throws {
        let source = DiffableDataSource<Int, Named>(cellProvider: { _, _ in Cell() })
        func describe(_ objects: [Named]) -> DiffableDataSourceSnapshot<Int, Named> {
            var snapshot = source.newSnapshot()
            snapshot.appendSections([0])
            snapshot.appendItems(objects)
            return snapshot
        }
        source.apply(describe((0..<50).map { Named($0) }))
        let objects = (0..<50).map { Named($0) }
        var snapshot = describe(objects)
        #expect(zip(snapshot.itemIdentifiers, objects).allSatisfy { $0 === $1 })
        #expect(throws: DiffableError.self) { try snapshot.checked.appendItems([Named(7)]) }
        snapshot.appendItems([Named(50)])
        snapshot.deleteItems([Named(3)])
        let difference = source.apply(snapshot).difference
        #expect(
            difference.deletedItems.map(\.identifier.name) == [3]
                && difference.insertedItems.map(\.identifier.name) == [50])
        #expect(source.apply(describe(source.snapshot().itemIdentifiers)).difference.isEmpty)
        #expect(source.snapshot().numberOfItems == 50 && source.snapshot().indexOfItem(Named(50)) == 49)
        var marked = source.newSnapshot()
        marked.appendSections([0])
        marked.reloadSections([0])
        marked.appendItems(source.snapshot().itemIdentifiers)
        #expect(source.apply(marked).difference.reloadedItems.count == 50)
    }

    @Test func equalityIgnoresMarksAndComparesContent() {
        var copy = list()
        copy.reloadSections(["one"])
        copy.reloadItems([Row(id: "a", title: "A")])
        #expect(copy == list())
        copy.reloadItems([Row(id: "a", title: "other")])
        #expect(copy != list())
        #expect(copy.reloadedItemIdentifiers == [Row(id: "a", title: "other")])
        #expect(copy.reloadedSectionIdentifiers == ["one"])
        // The lists of two copies are one in the engine, and their content is not.
        var other = copy
        other.reconfigureItems([Row(id: "b", title: "other")])
        #expect(other != copy && other.itemIdentifiers != copy.itemIdentifiers)
    }

    @Test func printing() {
        #expect(
            list().description
                == """
                "one" (2 items)
                  Row(id: "a", title: "A")
                  Row(id: "b", title: "B")
                "two" (0 items)
                """.replacingOccurrences(of: "Row(", with: "\(Row.self)("))
        #expect(DiffableDataSourceSnapshot<Int, Int>().description == "(empty)")
        var dumped = ""
        dump(list(), to: &dumped)
        #expect(dumped.contains("\"one\": 2 elements") && dumped.contains("title: \"B\""))
    }

    @Test func coding() throws {
        var snapshot = DiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["one", "two"])
        snapshot.appendItems([3, 1], toSection: "one")
        let encoded = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(DiffableDataSourceSnapshot<String, Int>.self, from: encoded) == snapshot)
        let twice = Data(#"[{"identifier":"one","items":[1,1]}]"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DiffableDataSourceSnapshot<String, Int>.self, from: twice)
        }
    }

    /// Foundation has an `IndexPath` too, and nothing is ambiguous.
    @Test func indexPathsOfFoundation() {
        let path = DiffableIndexPath(item: 4, section: 2)
        #expect(IndexPath(indexes: path) == IndexPath(indexes: [2, 4]))
        #expect(DiffableIndexPath(IndexPath(indexes: [2, 4])) == path)
        #expect(path.row == 4 && path.description == "[2, 4]")
    }

    final class Counted: Hashable, Sendable {
        let number: Int
        let count: Count

        final class Count: @unchecked Sendable {
            var value = 0
        }

        init(_ number: Int, _ count: Count) {
            (self.number, self.count) = (number, count)
            count.value += 1
        }
        deinit { count.value -= 1 }
        static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// A value is released when no snapshot has it.
    @Test func release() {
        let count = Counted.Count()
        var snapshot = DiffableDataSourceSnapshot<Int, Counted>()
        snapshot.appendSections([1, 2])
        snapshot.appendItems((0..<2_000).map { Counted($0, count) }, toSection: 1)
        snapshot.appendItems((2_000..<2_100).map { Counted($0, count) }, toSection: 2)
        #expect(count.value == 2_100)
        var copy: DiffableDataSourceSnapshot<Int, Counted>? = snapshot
        snapshot.deleteItems((0..<500).map { Counted($0, count) })
        #expect(count.value == 2_100)
        copy?.deleteItems([Counted(2_000, count)])
        copy = nil
        #expect(count.value == 1_600)
        snapshot.deleteSections([2])
        #expect(count.value == 1_500)
        // The list before is remembered while it may be described anew.
        snapshot.deleteAllItems()
        snapshot = DiffableDataSourceSnapshot()
        #expect(count.value == 0)
    }

    /// Many items come and go before those that are expected, so the list moves to new tables in between.
    @Test(arguments: 1...80) func expectsItemsAcrossTables(rounds: Int) {
        let source = DiffableDataSource<String, Int>(cellProvider: { _, item in Cell(text: "\(item)") })
        var list = source.snapshot()
        list.appendSections(["a"])
        list.appendItems(Array(0..<10))
        source.apply(list)
        var anew = source.newSnapshot()
        anew.appendSections(["a"])
        for round in 1...rounds {
            let others = (0..<5).map { 100 * round + $0 }
            anew.appendItems(others)
            anew.deleteItems(others)
        }
        anew.appendItems(Array(0..<10).reversed())
        #expect(anew.itemIdentifiers == Array(0..<10).reversed())
        let difference = source.apply(anew).difference
        #expect(difference.movedItems.count == 9 && difference.insertedItems.isEmpty && difference.deletedItems.isEmpty)
        #expect(source.snapshot().itemIdentifiers == Array(0..<10).reversed())
    }
}
