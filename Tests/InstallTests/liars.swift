import Diffable

/// Equal values have different hashes, which is an error of the program. A debug build stops where it meets one. A
/// release build does not look: the list may then have equal items, and must stay whole.
struct Liar: Hashable, Sendable {
    let number: Int
    let hash: Int

    static func == (left: Liar, right: Liar) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A row whose id lies.
struct Row: Identifiable, Hashable, Sendable {
    let id: Liar
    let title: Int
}

/// Random edits and applies of a list of such items. Traps where the list contradicts itself.
struct LyingProgram<Item: Hashable & Sendable> {
    private var random: Random
    private let hashes: Int
    private let make: (Liar, Int) -> Item
    private let source = DiffableDataSource<Int, Item>(cellProvider: { _, _ in Cell() })
    private var list = DiffableDataSourceSnapshot<Int, Item>()
    /// The current list, carried from step to step.
    private var shown: [[Item]] = []

    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    init(seed: UInt64, hashes: Int, _ make: @escaping (Liar, Int) -> Item) {
        random = Random(state: seed)
        self.hashes = hashes
        self.make = make
        source.view = nil
        list.appendSections([0, 1])
    }

    /// Returns the number of applies.
    mutating func run(steps: Int) -> Int {
        var applied = 0
        for _ in 0..<steps {
            switch below(12) {
            case 0...3: try? list.checked.appendItems([item(), item(), item()], toSection: below(2))
            case 4: try? list.checked.insertItems([item()], beforeItem: item())
            case 5: list.deleteItems([item(), item()])
            case 6: try? list.checked.moveItem(item(), afterItem: item())
            case 7: try? list.checked.reconfigureItems([item()])
            case 8: describeAnew()
            case 9:
                list = source.snapshot()
                for section in 0..<2 where list.indexOfSection(section) == nil { list.appendSections([section]) }
            case 10:
                var tree = DiffableDataSourceSectionSnapshot<Item>()
                for _ in 0..<4 { try? tree.checked.append([item()], to: tree.items.randomElement(using: &random)) }
                tree.expand(tree.items)
                if let transaction = try? source.checked.apply(tree, to: 1) { follow(transaction) }
            default:
                let transaction = source.apply(list)
                precondition(
                    describes(
                        transaction.finalSnapshot, list.sectionIdentifiers.map { list.itemIdentifiers(inSection: $0) }))
                follow(transaction)
                applied += 1
            }
            lookUp()
        }
        return applied
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func item() -> Item { make(Liar(number: below(20), hash: below(hashes)), below(3)) }

    private mutating func describeAnew() {
        let old = list.sectionIdentifiers.map { list.itemIdentifiers(inSection: $0) }
        list.deleteAllItems()
        list.appendSections([0, 1])
        for (section, items) in old.enumerated() {
            for item in items { try? list.checked.appendItems([item], toSection: section) }
        }
    }

    /// Whether a list has these items, which are compared as they print: `==` says little.
    private func describes(_ list: DiffableDataSourceSnapshot<Int, Item>, _ items: [[Item]]) -> Bool {
        list.sectionIdentifiers.map { list.itemIdentifiers(inSection: $0).map { "\($0)" } }
            == items.map { $0.map { "\($0)" } }
    }

    private mutating func follow(_ transaction: DiffableDataSourceTransaction<Int, Item>) {
        for step in transaction.difference.steps {
            switch step {
            case .deleteSections(let range): shown.removeSubrange(range)
            case .insertSections(let sections, let index): shown.insert(contentsOf: sections.map { _ in [] }, at: index)
            case .moveSections(let range, let index):
                let moved = shown[range]
                shown.removeSubrange(range)
                shown.insert(contentsOf: moved, at: index)
            case .updateSections: break
            case .deleteItems(let range, let section): shown[section].removeSubrange(range)
            case .insertItems(let items, let path): shown[path.section].insert(contentsOf: items, at: path.item)
            case .moveItems(let range, let section, let path):
                let moved = shown[section][range]
                shown[section].removeSubrange(range)
                shown[path.section].insert(contentsOf: moved, at: path.item)
            case .reloadItems(let items, let path), .reconfigureItems(let items, let path):
                for (offset, item) in items.enumerated() { shown[path.section][path.item + offset] = item }
            }
        }
        precondition(
            shown.map(\.count)
                == source.snapshot().sectionIdentifiers.map { source.snapshot().numberOfItems(inSection: $0) })
    }

    /// Look-ups answer, and counts add up.
    private func lookUp() {
        let items = list.itemIdentifiers
        precondition(items.count == list.numberOfItems)
        precondition(list.sectionIdentifiers.reduce(0) { $0 + list.numberOfItems(inSection: $1) } == items.count)
        for item in items {
            precondition((list.indexPath(of: item) != nil) == list.contains(item))
            _ = list.item(sameAs: item)
        }
    }
}
