import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What an apply did to each section, beside the same worked out naively: a list from which all other sections were
/// deleted.
@Suite struct SectionTransactionTests {
    private func naive(_ transaction: Transaction, _ sections: [Identifier]? = nil) throws -> [(
        section: Identifier, difference: Difference
    )] {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        return try (sections ?? new.sectionIdentifiers.reversed()).compactMap { section in
            guard old.containsSection(section) else { return nil }
            let difference = Difference(from: try only(section, in: old), to: try only(section, in: new))
            let changes = [
                difference.deletedItems, difference.insertedItems, difference.movedItems, difference.reloadedItems,
                difference.reconfiguredItems,
            ]
            return changes.allSatisfy { $0.isEmpty } ? nil : (section, difference)
        }
    }

    private func only(_ section: Identifier, in snapshot: Snapshot) throws -> Snapshot {
        var copy = snapshot
        copy.deleteSections(snapshot.sectionIdentifiers.filter { $0 != section })
        return copy
    }

    /// - Parameter among: the sections that may have changed, the last one first; all where none are named.
    private func check(_ transaction: Transaction, among: [Identifier]? = nil) throws {
        let expected = try naive(transaction, among)
        let sections = transaction.sectionTransactions
        #expect(sections.map { $0.sectionIdentifier } == expected.map { $0.section })
        for (section, expected) in zip(sections, expected) {
            let (difference, other) = (section.difference, expected.difference)
            #expect(difference.description == other.description)
            #expect(
                Array(difference.deletedItems) == Array(other.deletedItems)
                    && Array(difference.insertedItems) == Array(other.insertedItems))
            #expect(
                Array(difference.movedItems) == Array(other.movedItems)
                    && Array(difference.reloadedItems) == Array(other.reloadedItems))
            #expect(
                Array(difference.reconfiguredItems) == Array(other.reconfiguredItems)
                    && difference.updatedSections == other.updatedSections)
            let name = section.sectionIdentifier
            #expect(
                difference.old == other.old.sectionSnapshot(of: name)
                    && difference.new == other.new.sectionSnapshot(of: name))
            for list in [difference.old, difference.new] { #expect(list.brokenInvariant() == nil) }
            let items = try transaction.initialSnapshot.itemIdentifiers(inSection: section.sectionIdentifier)
            #expect(section.initialSnapshot.itemIdentifiers == items)
            #expect(
                section.finalSnapshot.itemIdentifiers
                    == (try transaction.finalSnapshot.itemIdentifiers(inSection: section.sectionIdentifier)))
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func randomLists(seed: UInt64) throws {
        var program = SnapshotProgram(
            seed: seed, shape: Shape(sections: 5, items: 20, batch: 6, pool: 100..<160, wrong: 30))
        var random = SplitMix64(seed: ~seed)
        let source = DataSource()
        for _ in 0..<8 {
            program.advance(steps: random.number(in: 0...6))
            let shared = random.once(in: 2) ? source.snapshot() : nil
            let snapshot = random.once(in: 2) ? program.snapshot : try Snapshot(program.model, sharing: shared)
            try check(try #require(try source.apply(snapshot).transaction))
        }
    }

    /// Ten of a thousand sections change. The lists that they are compared in hold no other items.
    @Test func fewOfManySections() throws {
        let source = DataSource()
        try source.apply(try Self.list(sections: 1_000, items: 20))
        var snapshot = source.snapshot()
        for section in stride(from: 50, to: 1_000, by: 100) {
            snapshot.deleteItems([.integer(Int64(section * 20))])
            try snapshot.reconfigureItems([Element(.integer(Int64(section * 20 + 7)), revision: 5)])
        }
        let transaction = try #require(try source.apply(snapshot).transaction)
        #expect(
            transaction.sectionTransactions.map { $0.difference.old.numberOfItems } == [Int](repeating: 20, count: 10))
        try check(transaction, among: stride(from: 950, to: 0, by: -100).map { .integer(Int64($0)) })
    }

    /// Each section costs what is in it: deleting all others from a copy of the list, once for each, would take
    /// minutes.
    @Test func allOfManySections() throws {
        let source = DataSource()
        try source.apply(try Self.list(sections: 3_000, items: 100))
        var snapshot = source.snapshot()
        snapshot.deleteItems((0..<3_000).map { .integer(Int64($0 * 100)) })
        let sections = try #require(try source.apply(snapshot).transaction).sectionTransactions
        #expect(sections.count == 3_000)
        #expect(
            sections.map { $0.difference.deletedItems.map { $0.identifier } }
                == (0..<3_000).reversed().map { [.integer(Int64($0 * 100))] })
    }

    private static func list(sections: Int, items: Int) throws -> Snapshot {
        try snapshot((0..<sections).map { section in (section, (0..<items).map { section * items + $0 }) })
    }
}
