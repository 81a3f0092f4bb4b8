@testable import DiffableEngine

/// How large the lists of a random program are, and what they are made of.
struct Shape: Sendable {
    /// Sections and items that a list has at most, or little more.
    var sections: Int
    var items: Int
    /// Items that one call adds, deletes, moves or marks at most.
    var batch: Int
    /// The numbers of the identifiers that there are to draw from.
    var pool: Range<Int>
    /// One input in so many is likely to be wrong.
    var wrong: Int

    static let tiny = Shape(sections: 4, items: 12, batch: 4, pool: 0..<40, wrong: 8)
    static let longIdentifiers = Shape(sections: 3, items: 8, batch: 4, pool: 1_994..<2_014, wrong: 8)
    static let middle = Shape(sections: 12, items: 150, batch: 40, pool: 0..<600, wrong: 15)
    static let leaves = Shape(sections: 2, items: 3_000, batch: 700, pool: 0..<9_000, wrong: 30)
    static let long = Shape(sections: 3, items: 7_000, batch: 3_000, pool: 0..<20_000, wrong: 25)
}

/// Draws edits that fit a list, and now and then some that do not.
struct EditGenerator {
    var random: Choices
    let shape: Shape
    /// Of four new elements, about so many carry a revision.
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
        // Lists that are often emptied must be filled as often, or most edits would find nothing to do.
        if count < shape.items / 2 && !random.once(in: 3) {
            return random.once(in: 2) ? .appendItems(newItems(model), toSection: section(model)) : .insertItems(newItems(model), side(), item(model))
        }
        switch random.below(36) {
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
        default: return .moveItems(items(model), toSection: section(model))
        }
    }

    private mutating func side() -> Side {
        random.once(in: 2) ? .before : .after
    }

    private mutating func anyone() -> Identifier {
        identifier(shape.pool.lowerBound + random.below(shape.pool.count))
    }

    // MARK: - What is there

    mutating func section(_ model: ReferenceModel) -> Identifier {
        model.sections.isEmpty || random.once(in: shape.wrong) ? anyone() : random.pick(model.sections).identifier
    }

    private mutating func smallestSection(_ model: ReferenceModel) -> Identifier {
        model.sections.min { $0.items.count < $1.items.count }?.identifier ?? anyone()
    }

    private mutating func sections(_ model: ReferenceModel) -> [Identifier] {
        (0..<random.number(in: 0...2)).map { _ in section(model) }
    }

    mutating func item(_ model: ReferenceModel) -> Identifier {
        let filled = model.sections.filter { !$0.items.isEmpty }
        if filled.isEmpty || random.once(in: shape.wrong) { return anyone() }
        return random.pick(random.pick(filled).items).identifier
    }

    /// A run of neighbours, or single items from anywhere.
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
        // Every third of a section, so that many leaves lose something at once.
        if random.once(in: 6) { run = items.enumerated().filter { $0.offset % 3 != 0 }.map { $0.element.identifier } }
        if random.once(in: shape.wrong) { run.append(anyone()) }
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

    // MARK: - What is new

    private mutating func revision() -> UInt64 {
        random.below(4) < revised ? UInt64(random.below(5)) : 0
    }

    private mutating func newSections(_ model: ReferenceModel) -> [Element] {
        new(count: random.number(in: 0...2), there: model.sectionIdentifiers)
    }

    private mutating func newItems(_ model: ReferenceModel) -> [Element] {
        let count = random.number(in: 0...(random.once(in: 3) ? shape.batch : max(1, shape.batch / 10)))
        return new(count: count, there: model.itemIdentifiers)
    }

    private mutating func new(count: Int, there: [Identifier]) -> [Element] {
        var new: [Identifier]
        if random.once(in: 2) {
            new = (0..<count).map { _ in anyone() }
        } else {
            let first = random.below(shape.pool.count)
            new = (0..<count).map { identifier(shape.pool.lowerBound + (first + $0) % shape.pool.count) }
        }
        if !random.once(in: shape.wrong) {
            let there = Set(there)
            new = unique(new).filter { !there.contains($0) }
        }
        return new.map { Element($0, revision: revision()) }
    }
}
