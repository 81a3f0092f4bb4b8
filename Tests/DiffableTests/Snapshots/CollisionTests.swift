import Diffable
import Testing

/// Lists of values with few hashes compare about as many values as a `Set` does.
struct CollisionTests {
    final class Count: @unchecked Sendable {
        var value = 0
    }

    /// There are 40 hashes, which are adjacent integers.
    struct Adjacent: Hashable, Sendable {
        let number: Int
        let count: Count

        static func == (left: Adjacent, right: Adjacent) -> Bool {
            left.count.value += 1
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(number % 40) }
        var hashValue: Int { number % 40 }
    }

    private let count = Count()
    private var values: [Adjacent] { (0..<2_000).map { Adjacent(number: $0, count: count) } }

    private func comparisons(_ body: () -> Void) -> Int {
        count.value = 0
        body()
        return count.value
    }

    @Test func adjacentHashes() {
        let values = values
        let limit = 10 * comparisons { _ = Set(values) }
        func expectFew(_ body: () -> Void) { #expect(comparisons(body) < limit) }
        var list = DiffableDataSourceSnapshot<Int, Adjacent>()
        list.appendSections([0])
        expectFew { list.appendItems(values) }
        expectFew { #expect(values.allSatisfy { list.contains($0) }) }
        let source = DiffableDataSource<Int, Adjacent>(cellProvider: { _, _ in Cell() })
        expectFew { source.apply(list) }
        var anew = source.newSnapshot()
        anew.appendSections([0])
        expectFew { for value in values.reversed() { anew.appendItems([value]) } }
        expectFew { source.apply(anew) }
        #expect(source.snapshot().itemIdentifiers == values.reversed())
        var tree = DiffableDataSourceSectionSnapshot<Adjacent>()
        expectFew { tree.append(values) }
        expectFew { source.apply(tree, to: 0) }
        #expect(source.snapshot().itemIdentifiers == values)
    }

    /// Values behind keys that have become free are found, and are not taken for new ones.
    @Test func valuesBehindFreeKeys() throws {
        let values = (0..<5).map { Adjacent(number: $0 * 40, count: count) }
        var list = DiffableDataSourceSnapshot<Int, Adjacent>()
        list.appendSections([0])
        list.appendItems(values)
        list.deleteItems(Array(values[0..<3]))
        #expect(list.contains(values[4]) && !list.contains(values[0]))
        let error = #expect(throws: DiffableError.self) { try list.checked.appendItems([values[0], values[4]]) }
        #expect(error?.code == .duplicateIdentifier && error?.position == 1)
        list.appendItems(Array(values[0..<3]))
        #expect(list.itemIdentifiers == [values[3], values[4], values[0], values[1], values[2]])
    }
}
