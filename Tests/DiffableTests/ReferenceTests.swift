import Diffable
import Testing

/// Objects as identifiers, equal only to themselves.
struct ReferenceTests {
    final class Token: TestItem {
        /// The object of each number.
        private static let all = (0..<64).map { _ in Token() }

        static func make(_ number: Int, content: Int) -> Token { all[number] }
        static func == (left: Token, right: Token) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// An object that is `Identifiable` without an `id` of its own. Objects with the same number are equal.
    final class Track: Identifiable, Hashable, Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
        static func == (left: Track, right: Track) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// The default `id` of a class is its address. It does not make equal objects different items.
    @Test func objectsWithDefaultIdentifiers() {
        func check<Section>(_ section: Section, _ list: DiffableDataSourceSnapshot<Section, Track>) {
            var (first, second) = (list, list)
            first.appendSections([section])
            first.appendItems([Track(1), Track(2)])
            #expect(first.contains(Track(2)) && first.indexOfItem(Track(2)) == 1)
            second.appendSections([section])
            second.appendItems([Track(2), Track(1)])
            let difference = second.difference(from: first)
            #expect(
                difference.movedItems.count == 1 && difference.insertedItems.isEmpty
                    && difference.reconfiguredItems.isEmpty)
        }
        // The compiler knows the one initializer for `Identifiable` items; the other one, of a generic type, asks at
        // run time.
        func generic<Item: Hashable & Sendable>(_: Item.Type) -> DiffableDataSourceSnapshot<Track, Item> { .init() }
        check(0, .init())
        check(Track(7), generic(Track.self))
        var sections = DiffableDataSourceSnapshot<Track, Int>()
        sections.appendSections([Track(1)])
        #expect(sections.indexOfSection(Track(1)) == 0)
    }

    @Test(arguments: 0..<6)
    func programs(seed: UInt64) {
        var (list, sections, tree) = (
            Program<Int, Token>(seed: seed), Program<Token, Token>(seed: seed), TreeProgram<Token>(seed: seed)
        )
        #expect(list.advance(100) == nil)
        #expect(sections.advance(100) == nil)
        #expect(tree.advance(60) == nil)
    }

    typealias Counted = SnapshotValueTests.Counted

    /// Sections are released as items are.
    @Test func releaseOfSections() {
        let count = Counted.Count()
        var snapshot = DiffableDataSourceSnapshot<Counted, Int>()
        snapshot.appendSections((0..<20).map { Counted($0, count) })
        snapshot.appendItems(Array(0..<5), toSection: Counted(3, count))
        snapshot.deleteSections((0..<8).map { Counted($0, count) })
        #expect(count.value == 12)
        // What marks an item takes its place.
        snapshot.reloadSections([Counted(9, count)])
        #expect(count.value == 12)
        snapshot.deleteAllItems()
        #expect(count.value == 0)
    }

    /// An object is released when no tree has it, and a data source keeps those of the trees that it has, hidden ones
    /// included.
    @Test func releaseOfTrees() {
        let count = Counted.Count()
        var tree: DiffableDataSourceSectionSnapshot<Counted>? = .init()
        tree?.append((0..<10).map { Counted($0, count) })
        for parent in 0..<10 {
            tree?.append((1...4).map { Counted(parent * 10 + $0 + 100, count) }, to: Counted(parent, count))
        }
        tree?.expand([Counted(1, count)])
        #expect(count.value == 50)
        tree?.delete([Counted(0, count), Counted(111, count)])
        #expect(count.value == 44)
        tree?.replace(childrenOf: Counted(2, count), using: .init())
        #expect(count.value == 40)

        var source: DiffableDataSource<Int, Counted>? = .init(cellProvider: { _, _ in Cell() })
        source?.apply(tree!, to: 1)
        tree = nil
        #expect(count.value == 40 && source?.snapshot().numberOfItems == 12)
        source?.toggleItem(Counted(3, count))
        #expect(count.value == 40 && source?.snapshot().numberOfItems == 16)
        var list = source!.snapshot()
        list.deleteItems([Counted(3, count), Counted(4, count)])
        source?.apply(list)
        list = .init()
        // The visible children of the one and the hidden ones of the other go as well.
        #expect(count.value == 30)
        source?.apply(.init(), to: 1)
        #expect(count.value == 0)
        source = nil
    }

    /// A transaction keeps the lists before and after it, and nothing keeps them when it is gone.
    @Test func releaseOfTransactions() {
        let count = Counted.Count()
        let source = DiffableDataSource<Int, Counted>(cellProvider: { _, _ in Cell() })
        func list(_ numbers: Range<Int>) -> DiffableDataSourceSnapshot<Int, Counted> {
            var snapshot = source.newSnapshot()
            snapshot.appendSections([0])
            snapshot.appendItems(numbers.map { Counted($0, count) })
            return snapshot
        }
        source.apply(list(0..<100))
        var transaction: DiffableDataSourceTransaction<Int, Counted>? = source.apply(list(50..<150))
        #expect(count.value == 200 && transaction?.difference.deletedItems.count == 50)
        transaction = nil
        #expect(count.value == 100)
        source.apply(DiffableDataSourceSnapshot())
        #expect(count.value == 0)
    }
}
