import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct RefreshedHeaderTests {
    private static let list = [(1, [1, 2]), (2, [3]), (3, [4])]

    /// The sections that an apply updates.
    private func updated(_ edit: (inout Snapshot) throws -> Void) throws -> [Identifier] {
        let source = DataSource()
        source.refreshesHeaders = true
        try source.apply(try snapshot(Self.list))
        var new = source.snapshot()
        try edit(&new)
        let transaction = try #require(try source.apply(new).transaction)
        return transaction.difference.updatedSections.map { $0.identifier }
    }

    @Test func sectionsWhoseItemsAreOthers() throws {
        #expect(try updated { $0.deleteItems([1]) } == [1])
        #expect(try updated { try $0.appendItems([9], toSection: 2) } == [2])
        #expect(try updated { try $0.moveItems([1], toSection: 3) } == [1, 3])
        #expect(try updated { try $0.moveItem(1, afterItem: 2) } == [])
        #expect(try updated { try $0.moveSection(3, beforeSection: 1) } == [])
        #expect(try updated { try $0.reconfigureItems([1]) } == [])
        #expect(
            try updated {
                try $0.appendSections([4]); try $0.appendItems([9])
            } == [])
        #expect(
            try updated {
                try $0.appendSections([4]); try $0.moveItems([4], toSection: 4)
            } == [3])
        #expect(
            try updated {
                try $0.moveItems([1], toSection: 3); $0.deleteSections([1])
            } == [3])
    }

    @Test func othersAreUpdatedAsBefore() throws {
        #expect(
            try updated {
                try $0.reconfigureSections([2]); $0.deleteItems([1])
            } == [1, 2])
        #expect(try updated { $0.expand([1]) } == [])
        #expect(try updated { try $0.appendItems([9], toParent: 1) } == [])
        #expect(
            try updated {
                try $0.appendItems([9], toParent: 1); $0.expand([1])
            } == [1])
    }

    @Test func onlyIfAskedFor() throws {
        let source = DataSource()
        try source.apply(try snapshot(Self.list))
        var new = source.snapshot()
        new.deleteItems([1])
        #expect(try source.apply(new).transaction?.difference.updatedSections.isEmpty == true)
    }
}
