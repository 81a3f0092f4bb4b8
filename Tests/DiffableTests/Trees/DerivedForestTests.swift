import Diffable
import Testing

@testable import TestSupport

/// Lists that are derived from lists with trees show what filtering, sorting and grouping the trees anew gives. An item
/// is there if it passes the filter or something below it does, and keeps its own expansion.
struct DerivedForestTests {
    @Test(arguments: 0..<12)
    func programs(seed: UInt64) throws {
        try check(ForestProgram<Int, Int>(seed: seed), seed)
        try check(ForestProgram<String, Row>(seed: seed), seed)
        try check(ForestProgram<Row, Payment>(seed: seed), seed)
        try check(ForestProgram<Int, CollidingRow>(seed: seed), seed)
    }

    private func check<Section, Item>(_ program: ForestProgram<Section, Item>, _ seed: UInt64) throws {
        var program = program
        #expect(program.advance(12) == nil)
        let origin = DiffableDataSource<Section, Item>(cellProvider: { _, _ in Cell() })
        origin.apply(program.list)
        var random = Choices(seed: seed)
        let list = FollowedForest(origin, &random)
        for round in 0..<15 {
            let (old, before) = (origin.snapshot(), list.source.snapshot())
            list.begin()
            if random.below(4) == 0,
                let item = before.itemIdentifiers.first(where: {
                    before.numberOfChildren(of: $0) > 0 && random.below(2) == 0
                })
            {
                list.source.toggleItem(item)
                #expect(list.source.snapshot().isExpanded(item) != before.isExpanded(item))
                continue
            }
            #expect(program.advance(4) == nil)
            origin.apply(program.list)
            let mismatch = list.mismatch(old, before)
            #expect(mismatch == nil, "\(Item.self), round \(round), \(list.recipe)")
            if mismatch != nil { return }
        }
    }
}

private final class FollowedForest<Section: TestItem, Item: TestItem> {
    typealias Source = DiffableDataSource<Section, Item>
    typealias Snapshot = Source.Snapshot

    let origin: Source
    let source: Source
    let recipe: Recipe<Section, Item>
    private let view = LastTransactionView<Section, Item>()
    private let calls = Calls()
    private var isViewed = false

    private final class Calls { var filter = 0 }

    /// An item and what is below it.
    private struct Kept {
        var item: Item
        var children: [Kept]
    }

    init(_ origin: Source, _ random: inout Choices) {
        let (recipe, calls) = (Recipe<Section, Item>(&random), calls)
        (self.origin, self.recipe) = (origin, recipe)
        source = origin.derived(
            filter: {
                calls.filter += 1; return recipe.passes($0)
            },
            sortedBy: recipe.sort == 0
                ? []
                : recipe.sort % 2 == 0
                    ? [.ascending { recipe.rank($0) }, .descending { recipe.text($0) }]
                    : [.descending { recipe.rank($0) }, .ascending { recipe.text($0) }],
            section: recipe.section == 0 ? nil : { recipe.section($0) },
            sectionSortedBy: recipe.sectionSort == 0 ? [] : [.ascending { recipe.rank($0) }], limit: recipe.limit,
            sectionLimit: recipe.sectionLimit,
            keepsEmptySections: recipe.keepsEmptySections, cellProvider: { _, _ in Cell() })
        source.view = view
    }

    func begin() {
        calls.filter = 0
        // The first transaction of a view starts from the empty list.
        if view.transaction != nil { isViewed = true }
        view.transaction = nil
    }

    private func kept(_ items: [Item], of list: Snapshot) -> [Kept] {
        let kept = items.compactMap { item in
            let children = self.kept(list.children(of: item), of: list)
            return children.isEmpty && !recipe.passes(item) ? nil : Kept(item: item, children: children)
        }
        return recipe.sorted(kept.map { $0.item }).map { item in kept.first { $0.item.identity == item.identity }! }
    }

    /// What is wrong after an apply of the origin; nil if nothing is.
    /// - Parameters:
    ///   - old: the origin before.
    ///   - before: the list before.
    func mismatch(_ old: Snapshot, _ before: Snapshot) -> String? {
        let (new, list) = (origin.snapshot(), source.snapshot())
        let changed = new.allItemIdentifiers.filter { old.item(sameAs: $0) != $0 }.count
        if calls.filter != changed { return "\(calls.filter) calls for \(changed) items" }
        let roots = new.sectionIdentifiers.map { section in
            (section, kept(new.sectionSnapshot(of: section).rootItems, of: new))
        }
        let all = roots.flatMap { $0.1 }
        let shown = recipe.limited(
            roots.map { Recipe<Section, Item>.Group(section: $0.0, items: $0.1.map { $0.item }) })
        if list.sectionIdentifiers != shown.sections {
            return "sections \(list.sectionIdentifiers), not \(shown.sections)"
        }
        var rows = Model<Section, Item>()
        for group in shown.groups {
            var visible: [Item] = []
            func check(_ kept: Kept, _ level: Int, _ isVisible: Bool) -> String? {
                let item = kept.item
                if list.item(sameAs: item) != item {
                    return "\(item) is \(String(describing: list.item(sameAs: item)))"
                }
                if list.level(of: item) != level || list.isVisible(item) != isVisible {
                    return "level or visibility of \(item)"
                }
                let isExpanded = before.contains(item) ? before.isExpanded(item) : new.isExpanded(item)
                if list.isExpanded(item) != isExpanded || list.isExpandable(item) != new.isExpandable(item) {
                    return "expansion of \(item)"
                }
                if list.children(of: item) != kept.children.map({ $0.item }) { return "children of \(item)" }
                if isVisible { visible.append(item) }
                return kept.children.lazy.compactMap { check($0, level + 1, isVisible && isExpanded) }.first
            }
            for root in group.items {
                let kept = all.first { $0.item.identity == root.identity }!
                if let mismatch = check(kept, 0, true) { return mismatch }
            }
            if list.itemIdentifiers(inSection: group.section) != visible { return "rows of \(group.section)" }
            rows.groups.append(.init(section: group.section, items: visible))
        }
        guard let transaction = view.transaction else {
            return rows.groups.flatMap { $0.items } == before.itemIdentifiers ? nil : "the view was not told"
        }
        let shownBefore = isViewed ? before.sectionIdentifiers.map { ($0, before.itemIdentifiers(inSection: $0)) } : []
        let oldRows = Model<Section, Item>(groups: shownBefore.map { .init(section: $0.0, items: $0.1) })
        return transaction.difference.mismatch(from: oldRows, to: rows)
    }
}
