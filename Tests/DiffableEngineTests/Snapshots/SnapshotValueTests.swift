import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct SnapshotValueTests {
    private func list(_ count: Int) throws -> Snapshot {
        try snapshot([(0, Array(0..<count)), (1, Array(count..<2 * count)), (2, [])])
    }

    /// The items of a section come in pieces of any size, across leaves.
    @Test(arguments: [0, 1, 5, 700]) func piecesOfTheList(count: Int) throws {
        let snapshot = try list(count)
        let items = snapshot.itemIdentifiers
        for first in [-1, 0, 1, count - 1, count, count + 1, 2 * count - 1, 2 * count, 2 * count + 1] {
            for limit in [0, 1, 3, 300, 5_000] {
                var read: [Identifier] = []
                let number = snapshot.forEachItem(inSection: 1, from: first, limit: limit) {
                    read.append(Identifier($0))
                }
                #expect(number == read.count)
                #expect(read == (first < 0 ? [] : Array(items.dropFirst(count).dropFirst(first).prefix(limit))))
            }
        }
    }

    @Test func theOutline() throws {
        #expect(Snapshot().description == "(empty)")
        var snapshot = try list(1)
        try snapshot.appendItems((10..<21).map { Element(.integer($0)) })
        try snapshot.appendSections(["a\nb"])
        let numbers = (10..<20).map { "  \($0)\n" }.joined()
        #expect(
            snapshot.description
                == "0 (1 item)\n  0\n1 (1 item)\n  1\n2 (11 items)\n\(numbers)  ... 1 more\n\"a\\nb\" (0 items)")
    }

    @Test func equalityTellsSectionsItemsOrderAndRevisionsApart() throws {
        let one = try list(300)
        #expect(one == one)
        #expect(try one == list(300))
        let edits: [Edit] = [
            .appendSections([9]), .moveSection(2, .before, 0), .deleteItems([0]), .moveItem(0, .after, 299),
            .moveItem(0, .after, 300),
            .reconfigureItems([Element(299, revision: 1)]), .reloadSections([Element(2, revision: 1)]),
            .deleteSections([2]),
        ]
        for edit in edits {
            var other = one
            #expect(!other.perform(edit).isFailure)
            #expect(other != one && one != other, "\(edit)")
            #expect(try list(300) != other, "\(edit)")
        }
        var marked = one
        try marked.reloadItems([1])
        try marked.reconfigureItems([2])
        try marked.reloadSections([0])
        try marked.reconfigureSections([1])
        #expect(marked == one)
    }

    /// What an item shows goes with it when it moves, and not when it is deleted.
    @Test func revisionsOfItemsThatMoveOrComeBack() throws {
        var snapshot = try list(300)
        try snapshot.reconfigureItems([Element(7, revision: 1), Element(8, revision: 2)])
        try snapshot.moveItem(7, afterItem: 599)
        #expect(snapshot.revision(ofItem: 7) == 1 && snapshot.revision(ofItem: 8) == 2)
        snapshot.deleteItems([7, 8])
        #expect(snapshot.revision(ofItem: 7) == nil)
        let without = snapshot
        try snapshot.appendItems([7])
        try snapshot.appendItems([8, Element(9_000, revision: 3)])
        #expect([7, 8, 9_000].map { snapshot.revision(ofItem: $0) } == [0, 0, 3])
        snapshot.deleteItems([7, 8, 9_000])
        #expect(snapshot == without && Difference(from: without, to: snapshot).isEmpty)
    }

    /// 1 and "1" differ, and a section may be called like an item.
    @Test func namesThatAreAlike() throws {
        var snapshot = Snapshot()
        try snapshot.appendSections([1, "1", ""])
        try snapshot.appendItems(["1", "", 1], toSection: "1")
        #expect(snapshot.itemIdentifiers == ["1", "", 1])
        #expect(snapshot.sectionIdentifier(containingItem: 1) == "1")
        #expect(snapshot.deleteItems([1, 1, "2"]) == 1)
        #expect(snapshot.sectionIdentifiers == [1, "1", ""])
        #expect(snapshot.itemIdentifiers == ["1", ""])
    }

    /// An element without a revision of its own leaves the one that is there, also beside others that have one.
    @Test func marksChangeTheRevisionsTheyBring() throws {
        var snapshot = Snapshot()
        try snapshot.appendSections([Element("s", revision: 1), Element("t", revision: 1)])
        try snapshot.appendItems([Element("a", revision: 1), Element("b", revision: 1), "c"])
        try snapshot.reconfigureItems(["a", Element("b", revision: 2), "c"])
        #expect(["a", "b", "c"].map { snapshot.revision(ofItem: $0) } == [1, 2, 0])
        try snapshot.reloadItems([Element("c", revision: 3), "b"])
        #expect(["a", "b", "c"].map { snapshot.revision(ofItem: $0) } == [1, 2, 3])
        try snapshot.reloadSections(["s", Element("t", revision: 5)])
        #expect(["s", "t"].map { snapshot.revision(ofSection: $0) } == [1, 5])
        #expect(snapshot.reconfiguredItemIdentifiers == ["a", "b", "c"])
        #expect(snapshot.reloadedItemIdentifiers == ["c", "b"])
        try snapshot.reloadItems([Element("b", revision: 6), Element("a", revision: 8)])
        #expect(["a", "b", "c"].map { snapshot.revision(ofItem: $0) } == [8, 6, 3])
    }

    @Test func anUpdateMarksOnlyWhatDiffers() throws {
        var snapshot = try list(3)
        try snapshot.reconfigureItems([Element(0, revision: 1)])
        let before = snapshot
        #expect(try snapshot.updateItems([Element(0, revision: 1), 1]) == 0)
        #expect(snapshot.isIdentical(to: before))
        #expect(
            try snapshot.updateItems([Element(2, revision: 4), Element(0, revision: 1), Element(1, revision: 3)]) == 2)
        #expect(snapshot.reconfiguredItemIdentifiers == [0, 2, 1])
        #expect([0, 1, 2].map { snapshot.revision(ofItem: $0) } == [1, 3, 4])
    }

    /// The leaves before and after what is replaced are still those of the copy, and an item that stays keeps revision
    /// and mark.
    @Test func aReplacementSharesWhatStays() throws {
        var snapshot = try list(3_000)
        try snapshot.reconfigureItems([Element(10, revision: 5), Element(1_500, revision: 6)])
        let before = snapshot
        try snapshot.replaceItems((0..<3_000).map { Element(.integer($0)) }, inSection: 0)
        #expect(snapshot.isIdentical(to: before))
        try snapshot.replaceItems(
            ([Int64](0..<1_500) + [9_999] + [Int64](1_501..<3_000)).map { Element(.integer($0)) }, inSection: 0)
        #expect(snapshot.sections[0].leaves.first === before.sections[0].leaves.first)
        #expect(snapshot.sections[0].leaves.last === before.sections[0].leaves.last)
        #expect(snapshot.sections[1] === before.sections[1])
        #expect(snapshot.reconfiguredItemIdentifiers == [10] && snapshot.revision(ofItem: 10) == 5)
        let difference = Difference(from: before, to: snapshot)
        #expect(difference.description == "1 item deleted, 1 inserted, 1 reconfigured")
        try snapshot.replaceItems((0..<3_000).map { Element(.integer($0)) }, inSection: 0)
        #expect(snapshot.revision(ofItem: 1_500) == 0)
        #expect(snapshot.brokenInvariant() == nil)
    }

    @Test func aMarkThatWentWithItsItemDoesNotKeepItsPlace() throws {
        var snapshot = try list(3)
        try snapshot.reloadItems([0, 1])
        snapshot.deleteItems([0])
        try snapshot.appendItems([0])
        #expect(snapshot.reloadedItemIdentifiers == [1])
        try snapshot.reloadItems([0])
        #expect(snapshot.reloadedItemIdentifiers == [1, 0])
    }

    /// Copies on several threads share storage and identifiers, and each is edited by one of them.
    @Test func copiesOnSeveralThreads() async throws {
        struct Handed: @unchecked Sendable {
            var snapshot: Snapshot
        }
        let original = Handed(snapshot: try list(1_000))
        let results = await withTaskGroup(of: Handed.self) { group in
            for task in 0..<4 as Range<Int64> {
                group.addTask {
                    var copy = original
                    for round in 0..<100 as Range<Int64> {
                        _ = copy.snapshot.perform(.deleteItems([.integer(round * 7)]))
                        _ = copy.snapshot.perform(
                            .insertItems(
                                [Element(.integer(5_000 + round)), Element(Identifier("\(task)/\(round)"))], .after, 999
                            ))
                        _ = copy.snapshot.perform(.moveItem(.integer(1_000 + round), .before, 1))
                    }
                    return copy
                }
            }
            var all: [Handed] = []
            for await result in group { all.append(result) }
            return all
        }
        func integers(_ snapshot: Snapshot) -> [Identifier] {
            snapshot.itemIdentifiers.filter { if case .integer = $0 { true } else { false } }
        }
        for result in results {
            #expect(result.snapshot.brokenInvariant() == nil)
            #expect(result.snapshot.numberOfItems == 2_100)
            #expect(integers(result.snapshot) == integers(results[0].snapshot))
        }
        #expect(try original.snapshot == list(1_000))
    }
}
