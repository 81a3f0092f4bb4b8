import Diffable
@testable import TestSupport

/// A random program: a snapshot and the model, edited in the same way.
struct Program<Section: TestItem, Item: TestItem> {
    var random: Choices
    /// Chooses what is looked up after an edit, and how the edit is spelled. It takes nothing from an input.
    private var checks = Choices(seed: 0)
    /// How many items and sections there are to choose from.
    private let itemCount: Int
    private let sectionCount: Int
    private var content = 0
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    var model = Model<Section, Item>()

    init(seed: UInt64, items: Int = 40, sections: Int = 5) {
        self.init(Choices(seed: seed), items: items, sections: sections)
    }

    init(_ choices: Choices, items: Int = 40, sections: Int = 5) {
        random = choices
        itemCount = items
        sectionCount = sections
    }

    /// Performs random edits; a description of the first difference between snapshot and model, nil if there is none.
    /// - Parameter also: is given each edit, and the code of its error.
    mutating func advance(_ steps: Int, _ also: (Edit<Section, Item>, DiffableError.Code?) -> Void = { _, _ in })
        -> String?
    {
        for _ in 0..<steps {
            if let mismatch = perform(edit(), also) { return mismatch }
        }
        return nil
    }

    /// Performs an edit; a description of the first difference between snapshot and model, nil if there is none.
    mutating func perform(
        _ edit: Edit<Section, Item>, _ also: (Edit<Section, Item>, DiffableError.Code?) -> Void = { _, _ in }
    ) -> String? {
        let before = snapshot
        let expected = model.perform(edit)
        let code = edit.perform(&snapshot, isPlain: expected == nil && checks.below(4) == 0)
        also(edit, code)
        if code != expected { return "\(edit): \(String(describing: code)), not \(String(describing: expected))" }
        if code != nil, Item.isHonest, snapshot != before { return "\(edit) failed and changed something" }
        return mismatch(lookUps: (0..<8).map { _ in checks.below(itemCount) }).map { "\(edit): \($0)" }
    }

    /// For a snapshot without marks that took the place of the other one.
    mutating func forgetMarks() {
        (model.reloaded, model.reconfigured, model.reloadedSections, model.reconfiguredSections) = ([], [], [], [])
    }

    mutating func item() -> Item {
        content += 1
        return .make(random.below(itemCount), content: random.below(2) == 0 ? 0 : content)
    }

    mutating func section() -> Section { .make(random.below(sectionCount), content: random.below(2)) }

    mutating func items() -> [Item] {
        (0..<random.below(6)).map { _ in item() }
    }

    /// Items that the list mostly lacks.
    private mutating func newItems() -> [Item] {
        var new: [Item] = []
        for item in items() + items() where random.below(20) == 0 || model.path(of: item) == nil {
            if random.below(30) == 0 || !new.contains(where: { $0.identity == item.identity }) { new.append(item) }
        }
        return new
    }

    mutating func edit() -> Edit<Section, Item> {
        switch random.below(24) {
        case 0, 1, 2, 3: return .appendItems(newItems(), random.below(3) == 0 ? nil : section())
        case 4, 5: return .insertItems(newItems(), after: random.below(2) == 0, item())
        case 6: return .deleteItems(items())
        case 7, 8: return .moveItem(item(), after: random.below(2) == 0, item())
        case 9:
            return .reloadItems(
                random.below(2) == 0 ? [] : model.items.prefix(random.below(4)).shuffled(using: &random))
        case 10: return .reconfigureItems([item()])
        case 11: return .appendSections([section()])
        case 12: return .insertSections([section()], after: random.below(2) == 0, section())
        case 13: return random.below(3) == 0 ? .deleteSections([section(), section()]) : .deleteItems([item()])
        case 14: return .moveSection(section(), after: random.below(2) == 0, section())
        case 15:
            return .updateItems(
                random.below(2) == 0 ? items() : model.items.prefix(random.below(6)).map { changed($0) })
        case 16: return replacement()
        case 17:
            return .moveItems(random.below(2) == 0 ? items() : Array(model.items.prefix(random.below(6))), section())
        case 18: return .reloadSections([section()])
        case 19: return .reconfigureSections([section(), section()])
        case 21: return .prependItems(newItems(), random.below(3) == 0 ? nil : section())
        case 22: return .insertItemsAt(newItems(), random.below(12) - 1, random.below(3) == 0 ? nil : section())
        case 20: return random.below(8) == 0 ? .deleteAllItems : .deleteItems([item()])
        default: return random.below(2) == 0 ? .describeAnew(variation()) : .deleteItems([item()])
        }
    }

    /// An item of the list, with other content or with its own.
    private mutating func changed(_ item: Item) -> Item {
        (0..<itemCount).map { .make($0, content: random.below(2) == 0 ? 0 : content) }.first {
            $0.identity == item.identity
        } ?? item
    }

    /// Other items for a section: some of its own, some that are new, sometimes one of another section.
    private mutating func replacement() -> Edit<Section, Item> {
        let section = section()
        let index = random.below(3) == 0 ? nil : model.index(of: section)
        let old = model.groups.isEmpty ? [] : model.groups[index ?? model.groups.count - 1].items
        var items = old.filter { _ in random.below(4) != 0 }.map { changed($0) } + newItems()
        if random.below(2) == 0 { items.shuffle(using: &random) }
        return .replaceItems(items, index == nil && random.below(8) != 0 ? nil : section)
    }

    /// The list with some items left out, others moved or with other content, and some new ones.
    mutating func variation() -> [Model<Section, Item>.Group] {
        var groups = model.groups
        for index in groups.indices {
            groups[index].items.removeAll { _ in random.below(5) == 0 }
            if random.below(4) == 0 { groups[index].items.shuffle(using: &random) }
            for new in newItems() where model.path(of: new) == nil {
                if groups.contains(where: { $0.items.contains { $0.identity == new.identity } }) { continue }
                groups[index].items.insert(new, at: random.below(groups[index].items.count + 1))
            }
        }
        return groups
    }

    func mismatch(lookUps: [Int]) -> String? {
        if !areIdentical(snapshot.sectionIdentifiers, model.sections) { return "sections" }
        if !areIdentical(snapshot.itemIdentifiers, model.items) {
            return "items \(snapshot.itemIdentifiers), not \(model.items)"
        }
        if snapshot.numberOfItems != model.items.count || snapshot.numberOfSections != model.groups.count {
            return "counts"
        }
        for (index, group) in model.groups.enumerated() {
            if !areIdentical(snapshot.itemIdentifiers(inSection: group.section), group.items) {
                return "items of \(group.section)"
            }
            if snapshot.numberOfItems(inSection: group.section) != group.items.count {
                return "number of items of \(group.section)"
            }
            if snapshot.indexOfSection(group.section) != index { return "index of \(group.section)" }
        }
        for number in lookUps {
            let item = Item.make(number, content: -1)
            let path = model.path(of: item)
            if snapshot.indexPath(of: item) != path { return "path of \(item)" }
            if snapshot.contains(item) != (path != nil) { return "contains \(item)" }
            if !areIdentical(snapshot.item(sameAs: item), model.item(item)) { return "value of \(item)" }
            let index = path.map { path in model.groups[..<path.section].reduce(0) { $0 + $1.items.count } + path.item }
            if snapshot.indexOfItem(item) != index { return "index of \(item)" }
            if snapshot.sectionIdentifier(containingItem: item) != path.map({ model.sections[$0.section] }) {
                return "section of \(item)"
            }
        }
        if !areIdentical(snapshot.reloadedItemIdentifiers, model.current(model.reloaded)) { return "reloaded items" }
        if !areIdentical(snapshot.reconfiguredItemIdentifiers, model.current(model.reconfigured)) {
            return "reconfigured items"
        }
        if !areIdentical(snapshot.reloadedSectionIdentifiers, model.current(model.reloadedSections)) {
            return "reloaded sections"
        }
        if !areIdentical(snapshot.reconfiguredSectionIdentifiers, model.current(model.reconfiguredSections)) {
            return "reconfigured sections"
        }
        return nil
    }

    /// The same list, made from nothing.
    func remade() -> DiffableDataSourceSnapshot<Section, Item> {
        var snapshot = DiffableDataSourceSnapshot<Section, Item>()
        snapshot.appendSections(model.sections)
        for group in model.groups.reversed() { snapshot.appendItems(group.items, toSection: group.section) }
        return snapshot
    }
}
