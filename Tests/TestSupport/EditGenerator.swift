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
    var kinds = 78

    /// The same shape, of which a seed draws the edits that there were at first.
    var drawingFirstKinds: Shape { drawing(kinds: 36) }
    /// The same shape for lists without trees.
    var flat: Shape { drawing(kinds: 44) }
    var hasTrees: Bool { kinds > 44 }
    /// The same shape for programs in other languages, which do not have the last kinds yet.
    var drawingCommonKinds: Shape { drawing(kinds: 70) }

    private func drawing(kinds: Int) -> Shape {
        var shape = self
        shape.kinds = kinds
        return shape
    }

    static let tiny = Shape(sections: 4, items: 12, batch: 4, pool: 0..<40, wrong: 8)
    static let longIdentifiers = Shape(sections: 3, items: 8, batch: 4, pool: 1_994..<2_014, wrong: 8)
    static let middle = Shape(sections: 12, items: 150, batch: 40, pool: 0..<600, wrong: 15)
    static let leaves = Shape(sections: 2, items: 3_000, batch: 700, pool: 0..<9_000, wrong: 30)
    static let long = Shape(sections: 3, items: 7_000, batch: 3_000, pool: 0..<20_000, wrong: 25)
}

/// Draws random edits for a list or a section snapshot. Most are valid.
struct EditGenerator {
    /// The registers of the trees that edits name.
    static let trees = [1, 2]
    var trees = EditGenerator.trees

    var random: Choices
    let shape: Shape
    /// Whether all contents are numbers, as in programs that other languages run.
    var hasOnlyNumbers = false
    /// About how many of four new elements have content.
    private let revised: Int

    init(random: Choices, shape: Shape) {
        self.random = random
        self.shape = shape
        revised = self.random.pick([0, 0, 1, 2, 4])
    }

    mutating func next(for model: ReferenceModel, attempts: Int = 20) -> Edit {
        if model.sections.isEmpty && !random.once(in: shape.wrong) { return .appendSections(newSections(model)) }
        let count = model.nodes.count
        if count > shape.items { return .deleteItems(items(model)) }
        if model.sections.count > shape.sections { return .deleteSections([smallestSection(model)]) }
        // Lists are refilled, because on an almost empty list most edits have no effect.
        if count < shape.items / 2 && !random.once(in: 3) {
            if shape.hasTrees && random.once(in: 3) { return .appendItemsToParent(newItems(model), parent(model)) }
            return random.once(in: 2)
                ? .appendItems(newItems(model), toSection: destination(model))
                : .insertItems(newItems(model), side(), item(model))
        }
        let edit = edit(random.below(shape.kinds), of: model)
        if !model.isTree || !edit.isOfSections || random.once(in: shape.wrong) { return edit }
        // A fuzzer whose input is at its end draws the same edit for ever.
        return attempts == 0 ? .appendItems(newItems(model), toSection: nil) : next(for: model, attempts: attempts - 1)
    }

    private mutating func edit(_ kind: Int, of model: ReferenceModel) -> Edit {
        switch kind {
        case 0: .appendSections(newSections(model))
        case 1, 2: .insertSections(newSections(model), side(), section(model))
        case 3: .deleteSections(random.once(in: 2) ? [smallestSection(model)] : sections(model))
        case 4, 5: .moveSection(section(model), side(), section(model))
        case 6: .reloadSections(marked(sections(model)))
        case 7: random.once(in: 12) ? .deleteAllItems : .reloadItems(marked(items(model)))
        case 8, 9: .reconfigureItems(marked(items(model)))
        case 10...14: .appendItems(newItems(model), toSection: random.once(in: 4) ? nil : destination(model))
        case 15...20: .insertItems(newItems(model), side(), item(model))
        case 21...24: .deleteItems(items(model))
        case 25...28: .moveItem(item(model), side(), item(model))
        case 29...35: .moveItems(movedItems(model), toSection: section(model))
        case 36: .reconfigureSections(marked(sections(model)))
        case 37...39: .updateItems(marked(items(model)))
        case 40...43: replacement(model)
        default: treeEdit(kind - 44, of: model)
        }
    }

    private mutating func treeEdit(_ kind: Int, of model: ReferenceModel) -> Edit {
        switch kind {
        case 0...4: .appendItemsToParent(newItems(model), parent(model))
        case 5...7: .moveItemsToParent(movedItems(model), parent(model))
        case 8...11: .expand([parent(model), item(model)])
        case 12, 13: .collapse([parent(model)])
        case 14, 15: .keepExpansion([parent(model), item(model)])
        case 16: .keepChildren([parent(model), item(model)])
        case 17: .setExpandable([item(model), item(model)], random.below(4) > 0)
        case 18, 19: .replaceChildren(of: parent(model), with: tree())
        case 20, 21: .insertTree(tree(), placement(model))
        case 22: .moveItem(parent(model), side(), item(model))
        case 26: .prependItems(newItems(model), toSection: random.once(in: 4) ? nil : destination(model))
        case 27: .prependItemsToParent(newItems(model), parent(model))
        case 28, 29: insertionAtIndex(model)
        case 30: .updateSections(marked(sections(model)))
        case 31...33: .renameItem(random.once(in: 2) ? parent(model) : item(model), to: anyIdentifier())
        default: .setSectionSnapshot(ofSection: section(model), tree())
        }
    }

    private mutating func insertionAtIndex(_ model: ReferenceModel) -> Edit {
        let section = random.once(in: 4) ? nil : destination(model)
        let count =
            (section.flatMap { model.index(ofSection: $0) }.map { model.sections[$0] } ?? model.sections.last)?.items
            .count ?? 0
        let index = random.once(in: shape.wrong) ? count + 1 : random.number(in: 0...count)
        return .insertItemsAt(newItems(model), index, inSection: section)
    }

    /// A register, rarely one that holds no tree.
    private mutating func tree() -> Int {
        random.once(in: 4 * shape.wrong) ? 0 : random.pick(trees)
    }

    mutating func placement(_ model: ReferenceModel) -> Placement {
        switch random.below(4) {
        case 0: .atEndOfSection(random.once(in: 2) ? nil : destination(model))
        case 1: .atEndOfParent(parent(model))
        default: .beside(side(), item(model))
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
        model.sections.isEmpty || model.isTree || random.once(in: shape.wrong)
            ? anyIdentifier() : random.pick(model.sections).identifier
    }

    /// The section to which an edit adds items. That of a section snapshot has no name.
    private mutating func destination(_ model: ReferenceModel) -> Identifier? {
        model.isTree ? nil : section(model)
    }

    private mutating func smallestSection(_ model: ReferenceModel) -> Identifier {
        model.sections.min { $0.nodes.count < $1.nodes.count }?.identifier ?? anyIdentifier()
    }

    private mutating func sections(_ model: ReferenceModel) -> [Identifier] {
        (0..<random.number(in: 0...2)).map { _ in section(model) }
    }

    mutating func item(_ model: ReferenceModel) -> Identifier {
        let filled = model.sections.filter { !$0.nodes.isEmpty }
        if filled.isEmpty || random.once(in: shape.wrong) { return anyIdentifier() }
        return random.pick(random.pick(filled).nodes).element.identifier
    }

    /// An item, mostly one that has children.
    mutating func parent(_ model: ReferenceModel) -> Identifier {
        let parents = model.sections.flatMap { section in
            zip(section.nodes, section.nodes.dropFirst()).filter { $0.level < $1.level }.map { $0.0 }
        }
        return parents.isEmpty || random.once(in: 3) ? item(model) : random.pick(parents).element.identifier
    }

    /// Items that mostly are not below one another.
    private mutating func movedItems(_ model: ReferenceModel) -> [Identifier] {
        let items = items(model)
        if !shape.hasTrees || random.once(in: shape.wrong) { return items }
        let (parents, moved) = (model.parents, Set(items))
        return items.filter { item in
            var above = parents[item]
            while let ancestor = above, !moved.contains(ancestor) { above = parents[ancestor] }
            return above == nil
        }
    }

    /// Consecutive items of a section, or single items of any section.
    private mutating func items(_ model: ReferenceModel) -> [Identifier] {
        let filled = model.sections.filter { !$0.nodes.isEmpty }
        let count = random.number(in: 0...(random.once(in: 2) ? min(3, shape.batch) : shape.batch))
        if filled.isEmpty || random.once(in: 2) {
            var items = (0..<min(count, 300)).map { _ in item(model) }
            if !random.once(in: 4) { items = unique(items) }
            return items
        }
        let items = random.pick(filled).nodes.map { $0.element }
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
        return identifiers.map { Element($0, content: changes ? content() : nil) }
    }

    // MARK: - New elements

    /// Some items of a section and some new ones, mostly in the order of the section.
    private mutating func replacement(_ model: ReferenceModel) -> Edit {
        let section = random.once(in: 4) ? nil : destination(model)
        let old = model.sections.first { $0.identifier == section } ?? model.sections.last
        let share = random.number(in: 1...4)
        var items = (old?.nodes.filter { $0.level == 0 } ?? []).filter { _ in random.below(4) < share }.map {
            $0.element.identifier
        }
        items.insert(contentsOf: newItems(model).map { $0.identifier }, at: random.below(items.count + 1))
        if random.once(in: 3) { items.shuffle(using: &random) }
        if random.once(in: shape.wrong) { items.append(item(model)) }
        return .replaceItems(marked(items), inSection: section)
    }

    /// One of a few contents: numbers, and bytes of several sizes, some of which differ only in the last byte.
    private mutating func content() -> Content? {
        guard random.below(4) < revised else { return nil }
        let number = random.below(hasOnlyNumbers ? 5 : 10)
        if number < 5 { return number == 0 ? nil : Content(revision: UInt64(number)) }
        return Content(
            [UInt8](repeating: 7, count: [0, 1, 15, 40, 300][number - 5])
                + (random.once(in: 2) ? [UInt8(random.below(3))] : []))
    }

    private mutating func newSections(_ model: ReferenceModel) -> [Element] {
        new(count: random.number(in: 0...2), existing: model.sectionIdentifiers)
    }

    private mutating func newItems(_ model: ReferenceModel) -> [Element] {
        let count = random.number(in: 0...(random.once(in: 3) ? shape.batch : max(1, shape.batch / 10)))
        return new(count: count, existing: model.allItems)
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
        return new.map { Element($0, content: content()) }
    }
}

/// The identifiers of tests, by number. Even numbers are integers, odd ones the decimal strings of the same integers.
/// Some strings have the lengths at which the representation in storage changes. The longest, from number 2,000 on,
/// make a program slow.
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
