import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// What an apply needed is let go of when it is over, and what a data source keeps when it goes.
@Suite struct LifetimeTests {
    private final class Token {}

    @Test func aDataSourceGoesWithAllItKeeps() throws {
        weak var source: DataSource?
        weak var view: TextView?
        weak var provider: Token?
        weak var difference: Difference?
        do {
            let owned = DataSource()
            let text = TextView { _ in }
            let token = Token()
            owned.view = text.view
            owned.cellProvider = { item, _ in
                _ = token
                return Cell(text: item.identifier.description)
            }
            owned.addObserver { _ in _ = token }
            difference = try owned.apply(try list("s: a b")).transaction?.difference
            try owned.apply(try list("s: b c"))
            (source, view, provider) = (owned, text, token)
            #expect(view != nil && difference == nil)
        }
        #expect(source == nil && view == nil && provider == nil)
    }

    /// Whether it takes place, fails, or waits in the queue.
    @Test(arguments: ["done", "failed", "queued"]) func aCompletionGoesWithItsApply(how: String) throws {
        let source = DataSource()
        source.view = TextView { _ in }.view
        if how != "failed" { source.cellProvider = { _, _ in Cell(text: "") } }
        weak var watched: Token?
        var snapshot = try list("s: a")
        func apply() throws(DiffableError) {
            let token = Token()
            watched = token
            try source.apply(snapshot) { _ in _ = token }
        }
        if how == "queued" {
            try source.apply(source.snapshot()) { (_) throws(DiffableError) in
                try apply()
                #expect(watched != nil)
            }
        } else {
            #expect((thrown(apply) == nil) == (how == "done"))
        }
        #expect(watched == nil)
        snapshot.deleteAllItems()
        #expect(source.snapshot().numberOfItems == (how == "failed" ? 0 : 1))
    }

    @Test func theCellOfADeletedOrReloadedRowGoes() throws {
        let source = DataSource()
        source.view = TextView { _ in }.view
        var made = 0
        weak var first: Cell?
        weak var second: Cell?
        source.cellProvider = { item, _ in
            made += 1
            let cell = Cell(text: "")
            if item.identifier == "a" { first = cell } else { second = cell }
            return cell
        }
        try source.apply(try list("s: a b"))
        #expect(first != nil && second != nil)
        let before = first
        var next = source.snapshot()
        next.deleteItems(["b"])
        try next.reloadItems(["a"])
        try source.apply(next)
        #expect(made == 3)
        #expect(second == nil)
        #expect(first != nil && first !== before)
    }

    /// Snapshots that came from one another share what did not change, and the last one that needs it lets go of it.
    @Test func storageGoesWithTheLastSnapshot() throws {
        weak var leaf: Leaf?
        weak var identifiers: Identifiers?
        do {
            let old = try snapshot([(0, Array(0..<1_000))])
            (leaf, identifiers) = (old.sections[0].leaves[0], old.identifiers)
            var new: Snapshot? = old
            try new?.moveItem(999, beforeItem: 998)
            let difference = Difference(from: old, to: try #require(new))
            new = nil
            #expect(
                difference.movedItems.map { $0.identifier } == [999]
                    || difference.movedItems.map { $0.identifier } == [998])
            #expect(leaf != nil && identifiers != nil)
        }
        #expect(leaf == nil && identifiers == nil)
    }
}
