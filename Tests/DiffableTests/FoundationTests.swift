import Diffable
import Foundation
import Testing

/// Foundation beside the module: its index paths are taken and made, as in code that is written for UIKit, and no name
/// is ambiguous.
struct FoundationTests {
    private func source() -> DiffableDataSource<String, UUID> {
        let source = DiffableDataSource<String, UUID>(cellProvider: { _, _ in Cell() })
        return source
    }

    @Test func indexPathsOfFoundation() throws {
        let source = source()
        let ids = (0..<3).map { _ in UUID() }
        var snapshot = source.snapshot()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems(ids, toSection: "b")
        source.apply(snapshot)
        #expect(source.itemIdentifier(for: IndexPath(row: 1, section: 1)) == ids[1])
        #expect(source.itemIdentifier(for: IndexPath(item: 2, section: 1)) == ids[2])
        #expect(source.itemIdentifier(for: [1, 0]) == ids[0])
        for path: IndexPath in [[], [1], [1, 0, 0], [1, 3], [0, 0], [2, 0], [-1, 0], [1, -1]] {
            #expect(source.itemIdentifier(for: path) == nil)
        }
        #expect(
            snapshot.itemIdentifier(at: IndexPath(row: 1, section: 1)) == ids[1]
                && snapshot.itemIdentifier(at: IndexPath()) == nil)
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderItem(from: IndexPath(item: 0, section: 1), to: IndexPath(item: 2, section: 1))
        #expect(source.snapshot().itemIdentifiers == [ids[1], ids[2], ids[0]])
        source.reorderItem(from: IndexPath(item: 2, section: 1), to: DiffableIndexPath(item: 0, section: 1))
        #expect(source.snapshot().itemIdentifiers == ids)
        for path: IndexPath in [[], [1], [1, 0, 0], [1, 3]] {
            let error = #expect(throws: DiffableError.self) {
                try source.checked.reorderItem(from: path, to: [1, 0] as IndexPath)
            }
            #expect(error?.code == .invalidArgument)
        }
        var path: IndexPath? = source.indexPath(for: ids[2])
        #expect(path == [1, 2] && path?.row == 2 && path?.item == 2 && path?.section == 1)
        path = source.indexPath(for: UUID())
        #expect(path == nil)
        let known = try #require(source.indexPath(for: ids[1]))
        #expect(known == DiffableIndexPath(row: 1, section: 1) && source.indexPath(for: UUID()) == nil)
        #expect(IndexPath(known) == IndexPath(indexes: known) && DiffableIndexPath(IndexPath(known)) == known)
        var edited = IndexPath(row: 4, section: 0)
        edited.row += 1
        edited.section = 3
        #expect(edited == IndexPath(item: 5, section: 3))
        edited.item = 0
        #expect(edited == [3, 0])
    }

    /// An index path that is no list's stops the program with words, where Foundation would trap without one.
    @Test func indexPathsWithOneIndex() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = IndexPath(index: 3).row
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("item: an index path of a list has two indexes, a section and an item; this one has 1"))
        #expect(IndexPath(index: 3).section == 3)
    }

    /// Items of Foundation's types, and its encoders.
    @Test func values() throws {
        var snapshot = NSDiffableDataSourceSnapshot<String, URL>()
        snapshot.appendSections(["links"])
        snapshot.appendItems([try #require(URL(string: "https://example.org"))])
        let data = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(NSDiffableDataSourceSnapshot<String, URL>.self, from: data) == snapshot)
        let date = Date(timeIntervalSince1970: 0)
        var dates = DiffableDataSourceSnapshot<Int, Date>()
        dates.appendSections([0])
        dates.appendItems([date])
        let error = #expect(throws: DiffableError.self) { try dates.checked.appendItems([date]) }
        #expect(error?.message == "item \(date) is already at section 0, item 0")
    }
}
