import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct StaleSnapshotTests {
    private func source(isStrict: Bool = true) throws -> DataSource {
        let source = DataSource()
        source.isStrict = isStrict
        try source.apply(try snapshot([(1, [1, 2])]))
        return source
    }

    @Test func olderSnapshotIsRefused() throws {
        let source = try source()
        var old = source.snapshot()
        old.deleteItems([1])
        var new = source.snapshot()
        try new.appendItems([3])
        try source.apply(new)
        let error = #expect(throws: DiffableError.self) { try source.apply(old) }
        #expect(error?.code == .staleSnapshot)
        #expect(source.snapshot().itemIdentifiers == [1, 2, 3])
    }

    @Test func snapshotThatWasAppliedLastIsFresh() throws {
        let source = try source()
        var kept = source.snapshot()
        for item in 3..<6 as Range<Int64> {
            try kept.appendItems([Element(.integer(item))])
            try source.apply(kept)
        }
        var other = source.snapshot()
        other.deleteItems([1])
        try source.apply(other)
        #expect(throws: DiffableError.self) { try source.apply(kept) }
    }

    @Test func listsDescribedAnewAreFresh() throws {
        let source = try source()
        let old = source.snapshot()
        var anew = source.newSnapshot()
        try source.apply(try snapshot([(1, [5])]))
        try anew.appendSections([1])
        try source.apply(anew)
        try DataSource().apply(old)
    }

    /// A new data source may have the address of one that is gone.
    @Test func snapshotOfAnotherSourceIsFresh() throws {
        var old: Snapshot?
        for _ in 0..<20 {
            let source = try source()
            if let old { try source.apply(old) }
            old = source.snapshot()
            try source.apply(try snapshot([(1, [5])]))
        }
    }

    @Test func onlyStrictSourcesRefuse() throws {
        let source = try source(isStrict: false)
        let old = source.snapshot()
        try source.apply(try snapshot([(1, [5])]))
        try source.apply(old)
        #expect(source.snapshot().itemIdentifiers == [1, 2])
    }

    @Test func snapshotsFromBeforeItWasStrictAreFresh() throws {
        let source = try source(isStrict: false)
        let old = source.snapshot()
        source.isStrict = true
        let recognized = source.snapshot()
        #expect(recognized == old)
        try source.apply(try snapshot([(1, [5])]))
        #expect(throws: DiffableError.self) { try source.apply(recognized) }
        try source.apply(old)
        #expect(source.snapshot().itemIdentifiers == [1, 2])
    }

    @Test func historyMayUndo() throws {
        let source = try source()
        let history = History(of: source)
        var new = source.snapshot()
        try new.appendItems([3])
        try source.apply(new)
        try history.undo()
        #expect(source.snapshot().itemIdentifiers == [1, 2])
    }
}
