// Each line ends in the name of what it calls.
// swift-format-ignore-file

import Diffable
import Testing

/// Every member of Apple's diffable data sources compiles as Apple spells it. Tests/DocsTests/guide.lua holds that each
/// row of the guide's tables is here.
struct UIKitTests {
    @Test func snapshots() {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()  // NSDiffableDataSourceSnapshot: init()
        snapshot.appendSections(["a", "b"])  // NSDiffableDataSourceSnapshot: appendSections(_:)
        snapshot.insertSections(["c"], beforeSection: "a")  // NSDiffableDataSourceSnapshot: insertSections(_:beforeSection:)
        snapshot.insertSections(["d"], afterSection: "a")  // NSDiffableDataSourceSnapshot: insertSections(_:afterSection:)
        snapshot.moveSection("c", beforeSection: "d")  // NSDiffableDataSourceSnapshot: moveSection(_:beforeSection:)
        snapshot.moveSection("c", afterSection: "b")  // NSDiffableDataSourceSnapshot: moveSection(_:afterSection:)
        snapshot.deleteSections(["d"])  // NSDiffableDataSourceSnapshot: deleteSections(_:)
        snapshot.reloadSections(["a"])  // NSDiffableDataSourceSnapshot: reloadSections(_:)
        snapshot.appendItems([1, 2], toSection: "a")  // NSDiffableDataSourceSnapshot: appendItems(_:toSection:)
        snapshot.insertItems([3], beforeItem: 2)  // NSDiffableDataSourceSnapshot: insertItems(_:beforeItem:)
        snapshot.insertItems([4], afterItem: 2)  // NSDiffableDataSourceSnapshot: insertItems(_:afterItem:)
        snapshot.moveItem(1, beforeItem: 4)  // NSDiffableDataSourceSnapshot: moveItem(_:beforeItem:)
        snapshot.moveItem(3, afterItem: 4)  // NSDiffableDataSourceSnapshot: moveItem(_:afterItem:)
        snapshot.reloadItems([1])  // NSDiffableDataSourceSnapshot: reloadItems(_:)
        snapshot.reconfigureItems([2])  // NSDiffableDataSourceSnapshot: reconfigureItems(_:)
        #expect(snapshot.sectionIdentifiers == ["a", "b", "c"])  // NSDiffableDataSourceSnapshot: sectionIdentifiers
        #expect(snapshot.itemIdentifiers == [2, 1, 4, 3])  // NSDiffableDataSourceSnapshot: itemIdentifiers
        #expect(snapshot.numberOfItems == 4)  // NSDiffableDataSourceSnapshot: numberOfItems
        #expect(snapshot.numberOfSections == 3)  // NSDiffableDataSourceSnapshot: numberOfSections
        #expect(snapshot.numberOfItems(inSection: "a") == 4)  // NSDiffableDataSourceSnapshot: numberOfItems(inSection:)
        #expect(snapshot.itemIdentifiers(inSection: "b") == [])  // NSDiffableDataSourceSnapshot: itemIdentifiers(inSection:)
        #expect(snapshot.sectionIdentifier(containingItem: 4) == "a")  // NSDiffableDataSourceSnapshot: sectionIdentifier(containingItem:)
        #expect(snapshot.indexOfItem(4) == 2)  // NSDiffableDataSourceSnapshot: indexOfItem(_:)
        #expect(snapshot.indexOfSection("b") == 1)  // NSDiffableDataSourceSnapshot: indexOfSection(_:)
        #expect(snapshot.reloadedItemIdentifiers == [1])  // NSDiffableDataSourceSnapshot: reloadedItemIdentifiers
        #expect(snapshot.reloadedSectionIdentifiers == ["a"])  // NSDiffableDataSourceSnapshot: reloadedSectionIdentifiers
        #expect(snapshot.reconfiguredItemIdentifiers == [2])  // NSDiffableDataSourceSnapshot: reconfiguredItemIdentifiers
        snapshot.deleteItems([1])  // NSDiffableDataSourceSnapshot: deleteItems(_:)
        snapshot.deleteAllItems()  // NSDiffableDataSourceSnapshot: deleteAllItems()
        #expect(snapshot.numberOfSections == 0)
    }

    @Test func dataSources() async {
        typealias Source = UICollectionViewDiffableDataSource<String, Int>
        let provider: Source.CellProvider = { _, item in Cell(text: "\(item)") }  // UITableViewDiffableDataSource: CellProvider
        let source = Source(cellProvider: provider)  // UITableViewDiffableDataSource: init(tableView:cellProvider:)
        // UICollectionViewDiffableDataSource: init(collectionView:cellProvider:)
        source.defaultRowAnimation = .fade  // UITableViewDiffableDataSource: defaultRowAnimation
        var snapshot = source.snapshot()  // UITableViewDiffableDataSource: snapshot()
        snapshot.appendSections(["a"])
        snapshot.appendItems([1, 2, 3])
        var isDone = false
        func apply() {
            source.apply(snapshot, animatingDifferences: true) { isDone = true }
            // UITableViewDiffableDataSource: apply(_:animatingDifferences:completion:)
            source.applySnapshotUsingReloadData(snapshot, completion: nil)
            // UITableViewDiffableDataSource: applySnapshotUsingReloadData(_:completion:)
        }
        apply()
        #expect(isDone)
        await source.apply(snapshot, animatingDifferences: false)  // UITableViewDiffableDataSource: apply(_:animatingDifferences:) async
        await source.applySnapshotUsingReloadData(snapshot)  // UITableViewDiffableDataSource: applySnapshotUsingReloadData(_:) async
        #expect(source.itemIdentifier(for: DiffableIndexPath(item: 1, section: 0)) == 2)  // UITableViewDiffableDataSource: itemIdentifier(for:)
        #expect(source.indexPath(for: 3)?.item == 2)  // UITableViewDiffableDataSource: indexPath(for:)
        #expect(source.sectionIdentifier(for: 0) == "a")  // UITableViewDiffableDataSource: sectionIdentifier(for:)
        #expect(source.index(for: "a") == 0)  // UITableViewDiffableDataSource: index(for:)
        let headers: Source.SupplementaryViewProvider = { _, _, _ in nil }  // UICollectionViewDiffableDataSource: SupplementaryViewProvider
        source.supplementaryViewProvider = headers  // UICollectionViewDiffableDataSource: supplementaryViewProvider
        var tree = NSDiffableDataSourceSectionSnapshot<Int>()
        tree.append([7])
        func applyTree() { source.apply(tree, to: "b", animatingDifferences: false) {} }
        // UICollectionViewDiffableDataSource: apply(_:to:animatingDifferences:completion:)
        applyTree()
        await source.apply(tree, to: "b", animatingDifferences: true)  // UICollectionViewDiffableDataSource: apply(_:to:animatingDifferences:) async
        #expect(source.snapshot(for: "b").items == [7])  // UICollectionViewDiffableDataSource: snapshot(for:)
        #expect(source.description.hasPrefix("\"a\""))  // UICollectionViewDiffableDataSource: description()
        // UITableViewDiffableDataSource: description()
        source.reorderingHandlers.canReorderItem = { _ in true }  // ReorderingHandlers: canReorderItem
        source.reorderingHandlers.willReorder = { _ in }  // ReorderingHandlers: willReorder
        source.reorderingHandlers.didReorder = { _ in }  // ReorderingHandlers: didReorder
        // UICollectionViewDiffableDataSource: reorderingHandlers
        source.sectionSnapshotHandlers.shouldExpandItem = { _ in true }  // SectionSnapshotHandlers: shouldExpandItem
        source.sectionSnapshotHandlers.willExpandItem = { _ in }  // SectionSnapshotHandlers: willExpandItem
        source.sectionSnapshotHandlers.shouldCollapseItem = { _ in true }  // SectionSnapshotHandlers: shouldCollapseItem
        source.sectionSnapshotHandlers.willCollapseItem = { _ in }  // SectionSnapshotHandlers: willCollapseItem
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { $1 }  // SectionSnapshotHandlers: snapshotForExpandingParent
        // UICollectionViewDiffableDataSource: sectionSnapshotHandlers
    }

    @Test func sectionSnapshots() {
        var tree = NSDiffableDataSourceSectionSnapshot<Int>()  // NSDiffableDataSourceSectionSnapshot: init()
        tree.append([1, 2], to: nil)  // NSDiffableDataSourceSectionSnapshot: append(_:to:)
        tree.insert([3], before: 2)  // NSDiffableDataSourceSectionSnapshot: insert(_:before:)
        tree.insert([4], after: 2)  // NSDiffableDataSourceSectionSnapshot: insert(_:after:)
        var (first, second) = (NSDiffableDataSourceSectionSnapshot<Int>(), NSDiffableDataSourceSectionSnapshot<Int>())
        first.append([10])
        second.append([11])
        tree.insert(first, before: 1)  // NSDiffableDataSourceSectionSnapshot: insert(snapshot, before:)
        tree.insert(second, after: 1)  // NSDiffableDataSourceSectionSnapshot: insert(snapshot, after:)
        #expect(tree.items == [10, 1, 11, 3, 2, 4])  // NSDiffableDataSourceSectionSnapshot: items
        tree.delete([10, 11])  // NSDiffableDataSourceSectionSnapshot: delete(_:)
        tree.replace(childrenOf: 1, using: first)  // NSDiffableDataSourceSectionSnapshot: replace(childrenOf:using:)
        tree.expand([1])  // NSDiffableDataSourceSectionSnapshot: expand(_:)
        #expect(tree.isExpanded(1))  // NSDiffableDataSourceSectionSnapshot: isExpanded(_:)
        #expect(tree.isVisible(10))  // NSDiffableDataSourceSectionSnapshot: isVisible(_:)
        #expect(tree.level(of: 10) == 1)  // NSDiffableDataSourceSectionSnapshot: level(of:)
        #expect(tree.parent(of: 10) == 1)  // NSDiffableDataSourceSectionSnapshot: parent(of:)
        #expect(tree.index(of: 10) == 1)  // NSDiffableDataSourceSectionSnapshot: index(of:)
        #expect(tree.contains(10))  // NSDiffableDataSourceSectionSnapshot: contains(_:)
        #expect(tree.snapshot(of: 1, includingParent: true).items == [1, 10])  // NSDiffableDataSourceSectionSnapshot: snapshot(of:includingParent:)
        #expect(tree.rootItems == [1, 3, 2, 4])  // NSDiffableDataSourceSectionSnapshot: rootItems
        #expect(tree.visibleItems == [1, 10, 3, 2, 4])  // NSDiffableDataSourceSectionSnapshot: visibleItems
        #expect(tree.expandedItems == [1])  // NSDiffableDataSourceSectionSnapshot: expandedItems
        #expect(tree.visualDescription() == "+* 1\n *   10\n * 3\n * 2\n * 4")  // NSDiffableDataSourceSectionSnapshot: visualDescription()
        tree.collapse([1])  // NSDiffableDataSourceSectionSnapshot: collapse(_:)
        #expect(NSDiffableDataSourceSectionSnapshot(tree) == tree)  // NSDiffableDataSourceSectionSnapshot: init(_:)
        tree.deleteAll()  // NSDiffableDataSourceSectionSnapshot: deleteAll()
        #expect(tree.items.isEmpty)
    }

    @Test func transactions() {
        let source = DiffableDataSource<String, Int>(cellProvider: { _, _ in Cell() })
        var snapshot = source.snapshot()
        snapshot.appendSections(["a"])
        source.apply(snapshot)
        snapshot.appendItems([1])
        let transaction: NSDiffableDataSourceTransaction<String, Int> = source.apply(snapshot)
        #expect(transaction.initialSnapshot.numberOfItems == 0)  // NSDiffableDataSourceTransaction: initialSnapshot
        #expect(transaction.finalSnapshot == snapshot)  // NSDiffableDataSourceTransaction: finalSnapshot
        #expect(transaction.difference.insertedItems.map(\.identifier) == [1])  // NSDiffableDataSourceTransaction: difference
        let section = transaction.sectionTransactions[0]  // NSDiffableDataSourceTransaction: sectionTransactions
        #expect(section.sectionIdentifier == "a")  // NSDiffableDataSourceSectionTransaction: sectionIdentifier
        #expect(section.initialSnapshot.items == [])  // NSDiffableDataSourceSectionTransaction: initialSnapshot
        #expect(section.finalSnapshot.items == [1])  // NSDiffableDataSourceSectionTransaction: finalSnapshot
        #expect(section.difference.insertedItems.count == 1)
        // An array that is not the list before is none to apply them to.
        snapshot.deleteItems([1])
        snapshot.appendItems([2, 3])
        let next = source.apply(snapshot).difference
        #expect([1].applying(next) == [2, 3])
        for other in [[2], [], [1, 4], [4, 1]] { #expect(other.applying(next) == nil) }
        // UIKit's differences are applied to the arrays of the program, which Apple's examples do in `didReorder`.
        #expect(
            [Int]().applying(transaction.difference) == [1]
                && [Int]().applying(CollectionDifference(section.difference)) == [1])  // NSDiffableDataSourceSectionTransaction: difference
    }
}
