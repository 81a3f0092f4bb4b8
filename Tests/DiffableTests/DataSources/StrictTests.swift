import Diffable
import Testing

/// Properties of data sources that UIKit's lack.
struct StrictTests {
    typealias Source = DiffableDataSource<Int, Int>

    private func source(_ items: [Int] = [1, 2]) -> Source {
        let source = Source(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([0, 1])
        list.appendItems(items, toSection: 0)
        source.apply(list)
        return source
    }

    @Test func refreshedHeaders() {
        let source = source()
        var headers: [String] = []
        source.supplementaryViewProvider = { kind, _, section in
            if kind != SupplementaryKind.header { return nil }
            headers.append("\(section): \(source.snapshot().numberOfItems(inSection: section))")
            return Cell(text: "")
        }
        source.view = source.textView { _ in }
        func updated(_ edit: (inout Source.Snapshot) -> Void) -> [Int] {
            var list = source.snapshot()
            edit(&list)
            return source.apply(list).difference.updatedSections.map(\.identifier)
        }
        #expect(updated { $0.appendItems([3], toSection: 0) } == [])
        source.refreshesHeaders = true
        headers = []
        #expect(updated { $0.appendItems([4], toSection: 0) } == [0] && headers.contains("0: 4"))
        #expect(updated { $0.moveItems([4], toSection: 1) } == [0, 1])
        #expect(updated { $0.moveItem(1, afterItem: 2) } == [] && source.refreshesHeaders)
    }

    private func isStale(_ source: Source, _ list: Source.Snapshot) -> Bool {
        let before = source.snapshot()
        do {
            try source.checked.apply(list)
            return false
        } catch {
            #expect((error as? DiffableError)?.code == .staleSnapshot && source.snapshot() == before)
            return true
        }
    }

    @Test func staleSnapshots() {
        let source = source()
        source.isStrict = true
        let old = source.snapshot()
        var (edited, kept) = (old, old)
        // An edit that adds nothing makes another list, too.
        edited.moveItem(1, afterItem: 2)
        #expect(!isStale(source, edited))
        kept.deleteItems([2])
        #expect(isStale(source, old) && isStale(source, kept))
        // A snapshot that was applied can be edited and applied again.
        edited.deleteItems([1])
        #expect(!isStale(source, edited))
        edited.collapse([2])
        edited.appendItems([5], toSection: 0)
        #expect(!isStale(source, edited) && source.snapshot().itemIdentifiers == [2, 5])
        let error = #expect(throws: DiffableError.self) { try source.checked.applySnapshotUsingReloadData(old) }
        #expect(
            error?.description.hasPrefix(
                "STALE_SNAPSHOT: apply(_:animatingDifferences:): this snapshot was taken before another apply") == true)
        // Lists that were described anew have no age, and a failed apply makes none stale.
        var anew = source.newSnapshot()
        anew.appendSections([0])
        source.apply(source.snapshot())
        #expect(!isStale(source, anew))
        source.isStrict = false
        #expect(!isStale(source, old))
    }

    @Test func failedAppliesAndGestures() {
        struct Refusal: Error {}
        let source = source()
        source.isStrict = true
        var list = source.snapshot()
        list.deleteItems([1])
        source.view = source.textView { _ in }
        source.cellProvider = { _, _ in throw Refusal() }
        #expect(throws: Refusal.self) { try source.checked.applySnapshotUsingReloadData(list) }
        source.cellProvider = { _, _ in Cell() }
        #expect(!isStale(source, list))
        let beforeDrag = source.snapshot()
        var appended = beforeDrag
        appended.appendItems([7, 8], toSection: 0)
        source.apply(appended)
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderItem(from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        #expect(isStale(source, appended))
        let history = DiffableHistory(of: source)
        var next = source.snapshot()
        next.deleteItems([7])
        source.apply(next)
        history.undo()
        #expect(source.snapshot().contains(7) && isStale(source, next) && !isStale(source, source.snapshot()))
    }
}
