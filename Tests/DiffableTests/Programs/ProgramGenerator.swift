@testable import Diffable

/// Draws programs. It runs each call on the model as it goes, to know what fits.
struct ProgramGenerator {
    private var random: SplitMix64
    private var edits: EditGenerator
    private let model = ModelInterpreter()
    private var program: [Call] = []

    /// Short lists of short identifiers: programs that can be read.
    static let readable = Shape(sections: 3, items: 8, batch: 3, pool: 18..<54, wrong: 10)

    static func program(seed: UInt64, calls: Int, shape: Shape = readable, hasTrees: Bool = false) -> [Call] {
        var generator = ProgramGenerator(seed: seed, shape: shape)
        while generator.program.count < calls {
            if hasTrees && generator.random.once(in: 2) { generator.stepOnTrees() } else { generator.step() }
        }
        generator.add(.source)
        return generator.program
    }

    private init(seed: UInt64, shape: Shape) {
        random = SplitMix64(seed: seed)
        edits = EditGenerator(random: SplitMix64(seed: ~seed), shape: shape)
    }

    private mutating func add(_ call: Call) {
        model.perform(call)
        program.append(call)
    }

    private mutating func register() -> Int {
        random.pick([0, 0, 0, 1, 1, 2, 3])
    }

    private mutating func step() {
        switch random.below(24) {
        case 0...9: edit(register())
        case 10: add(.copy(register(), of: register()))
        case 11: add(random.once(in: 3) ? .new(register()) : .newSnapshot(register()))
        case 12: add(.fetch(register()))
        case 13: add(.state(register()))
        case 14:
            let register = register()
            add(.find(register, edits.item(model.snapshots[register])))
        case 15: add(random.once(in: 3) ? .equal(register(), register()) : .difference(register(), register()))
        case 16: add(.cell(place()))
        case 17: add(.when(random.pick(Event.reacting), random.number(in: 1...3), reaction()))
        case 18: applyWhatDiffers()
        case 19: add(random.once(in: 2) ? .reloadData(register()) : .defaultAnimation(random.pick(RowAnimation.allCases)))
        case 20: add(.source)
        default: add(.apply(register(), motion()))
        }
    }

    /// A few edits in a row, most often on one and the same list.
    private mutating func edit(_ register: Int) {
        for _ in 0..<random.number(in: 1...4) { add(.edit(register, edits.next(for: model.snapshots[register]))) }
    }

    private mutating func applyWhatDiffers() {
        let register = register()
        add(.fetch(register))
        edit(register)
        add(.apply(register, motion()))
    }

    /// A row of the data source, or a place just past the end of one of its sections.
    private mutating func place() -> IndexPath {
        let section = random.below(model.list.sections.count + 1)
        if section == model.list.sections.count { return IndexPath(section: section, item: 0) }
        return IndexPath(section: section, item: random.number(in: 0...model.list.sections[section].items.count))
    }

    private mutating func reaction() -> Reaction {
        random.once(in: 3) ? .fail : .apply(register())
    }

    private mutating func motion() -> Motion {
        switch random.below(6) {
        case 0: .still
        case 1: .animated(random.pick(RowAnimation.allCases))
        default: .asUsual
        }
    }

    // MARK: - Trees

    private mutating func stepOnTrees() {
        let register = random.below(2)
        switch random.below(20) {
        case 16, 17: surface()
        case 18, 19: applyWhatDiffers()
        case 0...5: for _ in 0..<random.number(in: 1...3) { add(.tree(register, treeEdit(register))) }
        case 6: add(.replaceChildren(register, of: node(register), with: 1 - register))
        case 7: add(.snapshotOf(register, node(register), into: 1 - register, isWhole: random.once(in: 2)))
        case 8: add(random.once(in: 2) ? .copyTree(register, of: 1 - register) : .treeState(register))
        case 9, 10: add(.applySection(register, section()))
        case 11:
            add(.fetchSection(register, section()))
            add(.treeState(register))
        case 12, 13: add(.reorder(place(), place()))
        default: add(.toggle(edits.item(model.list)))
        }
    }

    /// Puts an item that is hidden in its section into the list, anywhere.
    private mutating func surface() {
        let register = random.below(2)
        let outlined = model.list.sections.map { $0.identifier }.filter { model.trees[$0] != nil }
        if outlined.isEmpty { return }
        let section = random.pick(outlined)
        let tree = model.trees[section]!
        add(.fetchSection(register, section))
        let hidden = tree.nodes.indices.filter { !tree.isVisible($0) }
        if hidden.isEmpty { return }
        add(.fetch(0))
        let item = tree.nodes[random.pick(hidden)].element
        add(.edit(0, random.once(in: 2) ? .appendItems([item], toSection: self.section()) : .insertItems([item], .after, edits.item(model.list))))
        add(.apply(0, .asUsual))
        add(.fetchSection(register, section))
        add(.treeState(register))
    }

    private mutating func section() -> Identifier {
        model.list.sections.isEmpty || random.once(in: 8) ? newItem() : random.pick(model.list.sections).identifier
    }

    private mutating func node(_ register: Int) -> Identifier {
        let nodes = model.treeRegisters[register].nodes
        return nodes.isEmpty || random.once(in: 10) ? newItem() : random.pick(nodes).element.identifier
    }

    private mutating func newItem() -> Identifier {
        identifier(edits.shape.pool.lowerBound + random.below(edits.shape.pool.count))
    }

    private mutating func treeEdit(_ register: Int) -> TreeEdit {
        let new = (0..<random.number(in: 1...2)).map { _ in Element(newItem(), revision: random.once(in: 4) ? 1 : 0) }
        switch random.below(model.treeRegisters[register].nodes.count > 8 ? 12 : 10) {
        case 0...3: return .append(new, below: random.once(in: 2) ? nil : node(register))
        case 4, 5: return .insert(new, random.once(in: 2) ? .before : .after, node(register))
        case 6, 7, 8: return .expand([node(register), node(register)])
        case 9: return .collapse([node(register)])
        default: return random.once(in: 10) ? .deleteAll : .delete([node(register)])
        }
    }
}
