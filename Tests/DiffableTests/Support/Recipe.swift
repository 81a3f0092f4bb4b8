import Diffable
@testable import TestSupport

/// How a list is derived, drawn at random, and the list that results in the plainest way: everything is filtered,
/// sorted and grouped anew.
struct Recipe<Section: TestItem, Item: TestItem> {
    typealias Lists = Model<Section, Item>
    typealias Group = Lists.Group

    /// Choose the functions; 0 for none.
    var filter = 0
    var section = 0
    var sort = 0
    var sectionSort = 0
    var limit: Int?
    var sectionLimit: Int?
    var keepsEmptySections = false

    init() {}

    init(_ random: inout Choices) {
        (filter, sort) = (random.below(12), random.below(12))
        if random.below(2) == 0 { (section, sectionSort) = (random.below(9), random.below(4)) }
        if random.below(3) == 0 { limit = random.below(9) }
        if random.below(4) == 0 { sectionLimit = random.below(4) }
        keepsEmptySections = random.below(3) == 0
    }

    // MARK: - The functions

    /// A number that is the same for equal values.
    private static func number(_ value: some TestItem, _ seed: Int) -> Int {
        let hash = "\(value)".utf8.reduce(UInt64(seed)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int(hash >> 8)
    }

    func passes(_ item: Item) -> Bool { filter == 0 || Self.number(item, filter) % 3 != 0 }

    /// Few numbers, so that many items are equal.
    func rank(_ item: Item) -> Int? {
        let number = Self.number(item, sort) % 4
        return number == 3 ? nil : number - 1
    }

    /// Some are longer than the engine keeps beside an item.
    func text(_ item: Item) -> String {
        let number = Self.number(item, sort + 100)
        return String(repeating: "z", count: number % 20) + (number >> 8 % 2 == 0 ? "" : "\0a")
    }

    func section(_ item: Item) -> Section {
        .make(Self.number(item, section) % 4, content: section)
    }

    func rank(_ section: Section) -> UInt64 { UInt64.max - UInt64(Self.number(section, sectionSort) % 2) }

    // MARK: - The list

    /// Less than 0, 0 or greater than 0, as one item comes before, with or after another one.
    private func compare(_ left: Item, _ right: Item) -> Int {
        if sort == 0 { return 0 }
        let ranks = (rank(left) ?? .max, rank(right) ?? .max)
        if ranks.0 != ranks.1 { return (ranks.0 < ranks.1 ? -1 : 1) * (sort % 2 == 0 ? 1 : -1) }
        let texts = (text(left), text(right))
        return texts.0 == texts.1 ? 0 : (texts.0 < texts.1 ? -1 : 1) * (sort % 2 == 0 ? -1 : 1)
    }

    private func sorted<Element>(_ elements: [Element], _ compare: (Element, Element) -> Int) -> [Element] {
        elements.enumerated().sorted { left, right in
            let order = compare(left.element, right.element)
            return order != 0 ? order < 0 : left.offset < right.offset
        }.map { $0.element }
    }

    func sorted(_ items: [Item]) -> [Item] { sorted(items, compare) }

    /// The sections and the order that items get.
    func arrange(_ groups: [Group]) -> [Group] {
        var result: [Group] = []
        if section == 0 {
            result = groups.map { Group(section: $0.section, items: sorted($0.items, compare)) }
        } else {
            for item in sorted(groups.flatMap { $0.items }, compare) {
                let section = section(item)
                let index = result.firstIndex { $0.section.identity == section.identity }
                if index == nil { result.append(Group(section: section, items: [])) }
                result[index ?? result.count - 1].items.append(item)
            }
            if sectionSort != 0 {
                result = sorted(result) { left, right in
                    let ranks = (rank(left.section), rank(right.section))
                    return ranks.0 == ranks.1 ? 0 : ranks.0 < ranks.1 ? -1 : 1
                }
            }
        }
        return result
    }

    func derive(_ origin: Lists) -> Lists {
        limited(origin.groups.map { Group(section: $0.section, items: $0.items.filter { passes($0) }) })
    }

    /// The list of items that pass the filter.
    func limited(_ groups: [Group]) -> Lists {
        var (result, remaining) = (Lists(), limit ?? .max)
        for group in arrange(groups) {
            let items = Array(group.items.prefix(min(sectionLimit ?? .max, remaining)))
            remaining -= items.count
            if !items.isEmpty || keepsEmptySections && section == 0 {
                result.groups.append(Group(section: group.section, items: items))
            }
        }
        return result
    }

    /// What a list shows while it is held: what it showed before, with the contents of now, and without what is gone.
    func held(_ shown: Lists, _ origin: Lists) -> Lists {
        var result = Lists()
        for group in shown.groups {
            let known = section == 0 ? origin.index(of: group.section).map { origin.groups[$0].section } : nil
            let items = group.items.compactMap { origin.item($0) }
            if !items.isEmpty || keepsEmptySections && known != nil {
                result.groups.append(Group(section: known ?? group.section, items: items))
            }
        }
        return result
    }
}
