import Diffable
@testable import TestSupport

struct FunctionFailure: Error {}

/// Keeps the transaction that it was told of last.
final class LastTransactionView<Section: TestItem, Item: TestItem>: DiffableView {
    var transaction: DiffableDataSourceTransaction<Section, Item>?

    func commit(_ transaction: DiffableDataSourceTransaction<Section, Item>) { self.transaction = transaction }
}

/// A derived list, and what it should show.
final class FollowedList<Section: TestItem, Item: TestItem> {
    typealias Source = DiffableDataSource<Section, Item>
    typealias Lists = Model<Section, Item>

    struct Calls: Equatable {
        var filter = 0
        var section = 0
        var sort = 0
    }

    let origin: Source
    private(set) var source: Source
    private(set) var recipe: Recipe<Section, Item>
    private(set) var shown = Lists()
    let view = LastTransactionView<Section, Item>()
    /// What the view has shown; nil for nothing yet.
    private var viewed: Lists?
    /// The calls since `begin`.
    private(set) var calls = Calls()
    /// How many calls succeed before one throws; negative for all.
    var failing = -1

    init(_ origin: Source, _ list: Lists, _ random: inout Choices) throws {
        self.origin = origin
        recipe = Recipe(&random)
        source = origin
        let recipe = recipe
        source = try origin.checked.derived(
            filter: recipe.filter == 0 ? nil : filter(recipe), sortedBy: orders(recipe),
            section: recipe.section == 0 ? nil : section(recipe), sectionSortedBy: sectionOrders(recipe),
            limit: recipe.limit,
            sectionLimit: recipe.sectionLimit, keepsEmptySections: recipe.keepsEmptySections,
            cellProvider: { _, _ in Cell() })
        source.view = view
        shown = recipe.derive(list)
    }

    // MARK: - Functions

    private func count(_ kind: WritableKeyPath<Calls, Int>) throws {
        calls[keyPath: kind] += 1
        if failing == 0 { throw FunctionFailure() }
        failing -= 1
    }

    private func filter(_ recipe: Recipe<Section, Item>) -> (Item) throws -> Bool {
        { [unowned self] item in
            try self.count(\.filter)
            return recipe.passes(item)
        }
    }

    private func section(_ recipe: Recipe<Section, Item>) -> (Item) throws -> Section {
        { [unowned self] item in
            try self.count(\.section)
            return recipe.section(item)
        }
    }

    private func orders(_ recipe: Recipe<Section, Item>) -> [DiffableSortOrder<Item>] {
        if recipe.sort == 0 { return [] }
        let rank: (Item) throws -> Int? = { [unowned self] item in
            try self.count(\.sort)
            return recipe.rank(item)
        }
        return recipe.sort % 2 == 0
            ? [.ascending(rank), .descending { recipe.text($0) }] : [.descending(rank), .ascending { recipe.text($0) }]
    }

    private func sectionOrders(_ recipe: Recipe<Section, Item>) -> [DiffableSortOrder<Section>] {
        recipe.sectionSort == 0 ? [] : [.ascending { recipe.rank($0) }]
    }

    // MARK: - Changes

    func begin() {
        calls = Calls()
        view.transaction = nil
    }

    /// What an apply of the origin makes of the list. Returns what is wrong, and nil if nothing is.
    func follow(_ new: Lists, _ old: Lists) -> String? {
        let before = shown
        shown = source.isHeld ? recipe.held(shown, new) : recipe.derive(new)
        let touched = new.items.filter { old.item($0) != $0 }
        let passing = touched.filter { recipe.passes($0) }.count
        let expected = Calls(
            filter: recipe.filter == 0 ? 0 : touched.count, section: recipe.section == 0 ? 0 : passing,
            sort: recipe.sort == 0 ? 0 : passing)
        if calls != expected { return "\(calls), not \(expected)" }
        return mismatch() ?? wrongDifference(before)
    }

    /// Replaces some functions and limits. Returns what is wrong, and nil if nothing is.
    func change(_ random: inout Choices, _ list: Lists) throws -> String? {
        let (before, new) = (shown, Recipe<Section, Item>(&random))
        var next = recipe
        let (filters, sorts, groups, limits) = (
            random.below(2) == 0, random.below(3) == 0, random.below(4) == 0, random.below(4) == 0
        )
        if filters { next.filter = new.filter }
        if sorts { next.sort = new.sort }
        if groups { (next.section, next.sectionSort) = (new.section, new.sectionSort) }
        if limits {
            (next.limit, next.sectionLimit, next.keepsEmptySections) = (
                new.limit, new.sectionLimit, new.keepsEmptySections
            )
        }
        failing = random.below(3) == 0 ? random.below(6) : -1
        begin()
        defer { failing = -1 }
        do {
            try source.checked.set { [self] derivation in
                if filters { derivation.filter = next.filter == 0 ? nil : filter(next) }
                if sorts { derivation.sortedBy = orders(next) }
                if groups {
                    derivation.section = next.section == 0 ? nil : section(next)
                    derivation.sectionSortedBy = sectionOrders(next)
                }
                if limits {
                    (derivation.limit, derivation.sectionLimit) = (next.limit, next.sectionLimit)
                    derivation.keepsEmptySections = next.keepsEmptySections
                }
            }
        } catch is FunctionFailure {
            if view.transaction != nil { return "the view was told of a failed change" }
            return mismatch().map { "after a failed change: \($0)" }
        }
        recipe = next
        if calls.filter != (filters && next.filter != 0 ? list.items.count : 0) {
            return "\(calls) for \(list.items.count) items"
        }
        if !source.isHeld { shown = recipe.derive(list) }
        return mismatch() ?? wrongDifference(before)
    }

    func release(_ list: Lists) throws -> String? {
        let (before, pending) = (shown, source.pending)
        begin()
        let transaction = try source.checked.release()
        shown = recipe.derive(list)
        let difference = transaction.difference
        let counts = [difference.insertedItems.count, difference.deletedItems.count, difference.movedItems.count]
        if counts != [pending.inserted, pending.deleted, pending.moved] {
            return "\(pending), but released \(difference)"
        }
        if calls != Calls() { return "releasing called functions" }
        return mismatch() ?? wrongDifference(before)
    }

    // MARK: - Checks

    func mismatch() -> String? {
        let list = source.snapshot()
        let groups = list.sectionIdentifiers.map {
            Lists.Group(section: $0, items: list.itemIdentifiers(inSection: $0))
        }
        if groups != shown.groups { return "\(recipe), isHeld: \(source.isHeld): \(groups), not \(shown.groups)" }
        for number in 0..<40 {
            let item = Item.make(number, content: -1)
            let path = shown.path(of: item)
            if list.contains(item) != (path != nil) || list.indexPath(of: item) != path { return "path of \(item)" }
            if !areIdentical(list.item(sameAs: item), shown.item(item)) { return "value of \(item)" }
        }
        return nil
    }

    /// Checks what the view was told.
    private func wrongDifference(_ before: Lists) -> String? {
        guard let transaction = view.transaction else {
            return before.groups == shown.groups ? nil : "the view was not told"
        }
        let old = viewed == nil ? Lists() : before
        viewed = shown
        if transaction.finalSnapshot != source.snapshot() { return "the final list" }
        return transaction.difference.mismatch(from: old, to: shown).map { "difference: \($0)" }
    }
}
