@testable import DiffableEngine

/// The sizes of the lists of a random program, and the identifiers in them.
struct Shape: Sendable {
    /// The approximate maximum number of sections and items in a list.
    var sections: Int
    var items: Int
    /// The maximum number of items that one call adds, deletes, moves or marks.
    var batch: Int
    /// The numbers of the identifiers that are drawn.
    var pool: Range<Int>
    /// About one argument in so many is invalid.
    var wrong: Int
    /// How many kinds of edits are drawn, weighted.
    var kinds = 44
    /// The kinds that there were at first. With as many, a seed draws what it drew then.
    static let firstKinds = 36

    /// The same shape, of which a seed draws what it drew at first.
    var drawingFirstKinds: Shape {
        var shape = self
        shape.kinds = Self.firstKinds
        return shape
    }

    static let tiny = Shape(sections: 4, items: 12, batch: 4, pool: 0..<40, wrong: 8)
    static let longIdentifiers = Shape(sections: 3, items: 8, batch: 4, pool: 1_994..<2_014, wrong: 8)
    static let middle = Shape(sections: 12, items: 150, batch: 40, pool: 0..<600, wrong: 15)
    static let leaves = Shape(sections: 2, items: 3_000, batch: 700, pool: 0..<9_000, wrong: 30)
    static let long = Shape(sections: 3, items: 7_000, batch: 3_000, pool: 0..<20_000, wrong: 25)
}

/// Draws random edits for a list. Most are valid.
struct EditGenerator {
    var random: Choices
    let shape: Shape
    /// About how many of four new elements have a revision.
    private let revised: Int

    init(random: Choices, shape: Shape) {
        self.random = random
        self.shape = shape
        revised = self.random.pick([0, 0, 1, 2, 4])
    }

    mutating func next(for model: ReferenceModel) -> Edit {
        if model.sections.isEmpty && !random.once(in: shape.wrong) { return .appendSections(newSections(model)) }
        let count = model.sections.reduce(0) { $0 + $1.items.count }
        if count > shape.items { return .deleteItems(items(model)) }
        if model.sections.count > shape.sections { return .deleteSections([smallestSection(model)]) }
        // Lists are refilled, because on an almost empty list most edits have no effect.
        if count < shape.items / 2 && !random.once(in: 3) {
            return random.once(in: 2) ? .appendItems(newItems(model), toSection: section(model)) : .insertItems(newItems(model), side(), item(model))
        }
        switch random.below(shape.kinds) {
        case 0: return .appendSections(newSections(model))
        case 1, 2: return .insertSections(newSections(model), side(), section(model))
        case 3: return .deleteSections(random.once(in: 2) ? [smallestSection(model)] : sections(model))
        case 4, 5: return .moveSection(section(model), side(), section(model))
        case 6: return .reloadSections(marked(sections(model)))
        case 7: return random.once(in: 12) ? .deleteAllItems : .reloadItems(marked(items(model)))
        case 8, 9: return .reconfigureItems(marked(items(model)))
        case 10...14: return .appendItems(newItems(model), toSection: random.once(in: 4) ? nil : section(model))
        case 15...20: return .insertItems(newItems(model), side(), item(model))
        case 21...24: return .deleteItems(items(model))
        case 25...28: return .moveItem(item(model), side(), item(model))
        case 29...35: return .moveItems(items(model), toSection: section(model))
        case 36: return .reconfigureSections(marked(sections(model)))
        case 37...39: return .updateItems(marked(items(model)))
        default: return replacement(model)
        }
    }

    private mutating func side() -> Side {
        random.once(in: 2) ? .before : .after
    }

    private mutating func anyIdentifier() -> Identifier {
        identifier(shape.pool.lowerBound + random.below(shape.pool.count))
    }

    // MARK: - Existing elements

    mutating func section(_ model: ReferenceModel) -> Identifier {
        model.sections.isEmpty || random.once(in: shape.wrong) ? anyIdentifier() : random.pick(model.sections).identifier
    }

    private mutating func smallestSection(_ model: ReferenceModel) -> Identifier {
        model.sections.min { $0.items.count < $1.items.count }?.identifier ?? anyIdentifier()
    }

    private mutating func sections(_ model: ReferenceModel) -> [Identifier] {
        (0..<random.number(in: 0...2)).map { _ in section(model) }
    }

    mutating func item(_ model: ReferenceModel) -> Identifier {
        let filled = model.sections.filter { !$0.items.isEmpty }
        if filled.isEmpty || random.once(in: shape.wrong) { return anyIdentifier() }
        return random.pick(random.pick(filled).items).identifier
    }

    /// Consecutive items of a section, or single items of any section.
    private mutating func items(_ model: ReferenceModel) -> [Identifier] {
        let filled = model.sections.filter { !$0.items.isEmpty }
        let count = random.number(in: 0...(random.once(in: 2) ? min(3, shape.batch) : shape.batch))
        if filled.isEmpty || random.once(in: 2) {
            var items = (0..<min(count, 300)).map { _ in item(model) }
            if !random.once(in: 4) { items = unique(items) }
            return items
        }
        let items = random.pick(filled).items
        let first = random.below(items.count)
        var run = items[first..<min(items.count, first + count)].map { $0.identifier }
        if random.once(in: 3) { run.shuffle(using: &random) }
        // Two of three items of the whole section, so that the edit concerns many leaves.
        if random.once(in: 6) { run = items.enumerated().filter { $0.offset % 3 != 0 }.map { $0.element.identifier } }
        if random.once(in: shape.wrong) { run.append(anyIdentifier()) }
        return run
    }

    private func unique(_ identifiers: [Identifier]) -> [Identifier] {
        var seen: Set<Identifier> = []
        return identifiers.filter { seen.insert($0).inserted }
    }

    private mutating func marked(_ identifiers: [Identifier]) -> [Element] {
        let changes = random.once(in: 2)
        return identifiers.map { Element($0, revision: changes ? revision() : 0) }
    }

    // MARK: - New elements

    /// Some items of a section and some new ones, mostly in the order of the section.
    private mutating func replacement(_ model: ReferenceModel) -> Edit {
        let section = random.once(in: 4) ? nil : section(model)
        let old = model.sections.first { $0.identifier == section } ?? model.sections.last
        let share = random.number(in: 1...4)
        var items = (old?.items ?? []).filter { _ in random.below(4) < share }.map { $0.identifier }
        items.insert(contentsOf: newItems(model).map { $0.identifier }, at: random.below(items.count + 1))
        if random.once(in: 3) { items.shuffle(using: &random) }
        if random.once(in: shape.wrong) { items.append(item(model)) }
        return .replaceItems(marked(items), inSection: section)
    }

    private mutating func revision() -> UInt64 {
        random.below(4) < revised ? UInt64(random.below(5)) : 0
    }

    private mutating func newSections(_ model: ReferenceModel) -> [Element] {
        new(count: random.number(in: 0...2), existing: model.sectionIdentifiers)
    }

    private mutating func newItems(_ model: ReferenceModel) -> [Element] {
        let count = random.number(in: 0...(random.once(in: 3) ? shape.batch : max(1, shape.batch / 10)))
        return new(count: count, existing: model.itemIdentifiers)
    }

    private mutating func new(count: Int, existing: [Identifier]) -> [Element] {
        var new: [Identifier]
        if random.once(in: 2) {
            new = (0..<count).map { _ in anyIdentifier() }
        } else {
            let first = random.below(shape.pool.count)
            new = (0..<count).map { identifier(shape.pool.lowerBound + (first + $0) % shape.pool.count) }
        }
        if !random.once(in: shape.wrong) {
            let existing = Set(existing)
            new = unique(new).filter { !existing.contains($0) }
        }
        return new.map { Element($0, revision: revision()) }
    }
}

/// The identifiers of tests, by number. Even numbers are integers, odd ones the decimal strings of the same integers. Some
/// strings have the lengths at which the representation in storage changes. The longest, from number 2,000 on, make a
/// program slow.
func identifier(_ number: Int) -> Identifier {
    let value = number / 2
    if number % 2 == 0 { return .integer(Int64(value) - 3) }
    switch value {
    case 2: return ""
    case 3...7: return .bytes([UInt8](repeating: 0x61, count: 246 + value))
    case 8: return .bytes([0xFF, 0x00, 0x1B, 0xC3])
    case 1_000: return .bytes([UInt8](repeating: 0x62, count: 16_384))
    case 1_001: return .bytes([UInt8](repeating: 0x63, count: 20_001))
    default: return Identifier(String(value - 3))
    }
}
