import Diffable
import Testing

/// Trees of items whose hashes collide, or have changed since the items were added.
struct HashTests {
    private final class Account: Hashable, @unchecked Sendable {
        var name: String
        init(_ name: String) { self.name = name }
        static func == (left: Account, right: Account) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    private func source(_ accounts: Account...) -> DiffableDataSource<Int, Account> {
        let source = DiffableDataSource<Int, Account>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([7])
        list.appendItems(accounts)
        source.apply(list)
        return source
    }

    /// The tree of a section is that of its items, also if two have become equal.
    @Test func itemsThatBecameEqual() {
        let (first, second) = (Account("a"), Account("b"))
        let source = source(first, second)
        second.name = "a"
        var list = source.snapshot()
        list.appendItems([Account("c")])
        let transactions = source.apply(list).sectionTransactions
        #expect(transactions.map { $0.finalSnapshot.items.map(\.name) } == [["a", "a", "c"]])
    }

    /// Items that have become equal are still different ones in a difference.
    @Test func differencesOfItemsThatBecameEqual() {
        func list(_ accounts: Account...) -> DiffableDataSourceSnapshot<Int, Account> {
            var list = DiffableDataSourceSnapshot<Int, Account>()
            list.appendSections([7])
            list.appendItems(accounts)
            return list
        }
        let (first, last) = (Account("a"), Account("c"))
        let (old, new) = (list(first), list(Account("a"), Account("b"), last))
        (first.name, last.name) = ("x", "b")
        let difference = new.difference(from: old)
        #expect(difference.insertedItems.map(\.identifier.name) == ["b", "b"] && difference.deletedItems.isEmpty)
    }

    /// A search in the tree of a section ends, whatever the hashes of its items are now. It takes milliseconds, but the
    /// time in which the test waits for the tests beside it counts as well.
    @Test(.timeLimit(.minutes(15))) func itemsThatWereRenamed() {
        let accounts = (0..<8).map { Account("\($0)") }
        let source = source(accounts[0], accounts[1], accounts[2], accounts[3])
        for account in accounts { account.name += "'" }
        var tree = source.snapshot(for: 7)
        #expect(!tree.contains(Account("nobody")) && tree.items.count == 4)
        tree.append([Account("new")])
        source.apply(tree, to: 7)
        #expect(source.snapshot().numberOfItems == 5 && source.indexPath(for: Account("nobody")) == nil)
    }

    /// A section that a tree brings is found, also if its hash is that of another section.
    @Test func sectionsWhoseHashesCollide() {
        let source = DiffableDataSource<Colliding, Int>(cellProvider: { _, _ in Cell() })
        for number in [2, 4, 6] {
            var tree = DiffableDataSourceSectionSnapshot<Int>()
            tree.append([number])
            source.apply(tree, to: Colliding(number: number))
        }
        for (index, number) in [2, 4, 6].enumerated() { #expect(source.index(for: Colliding(number: number)) == index) }
        #expect(source.snapshot().itemIdentifiers(inSection: Colliding(number: 6)) == [6])
    }

    /// Children that a handler brings are found in the list, also if their hashes are those of other items.
    @Test func childrenWhoseHashesCollide() {
        let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([7])
        list.appendItems([Colliding(number: 2)])
        source.apply(list)
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
            var children = DiffableDataSourceSectionSnapshot<Colliding>()
            children.append([Colliding(number: 4), Colliding(number: 6)])
            return children
        }
        source.toggleItem(Colliding(number: 2))
        for (index, number) in [2, 4, 6].enumerated() {
            #expect(source.indexPath(for: Colliding(number: number)) == DiffableIndexPath(item: index, section: 0))
        }
        #expect(source.snapshot(for: 7).level(of: Colliding(number: 6)) == 1)
    }
}
